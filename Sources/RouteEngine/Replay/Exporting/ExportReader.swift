import RouteEngine
package import RouteStore

extension ExportedSession {
  /// Reads a session.
  ///
  /// - Parameters:
  ///   - row: the session.
  ///   - history: the journal.
  ///   - last: the last wanted entry. The entries that it causes itself are read too.
  /// - Throws: ``Failure`` for a session that cannot be exported whole, and the errors of reading.
  package init(_ row: SessionRow, of history: History, through last: Int64 = .max) throws {
    guard
      let table = try history.tableDigest(at: row.firstSequence).flatMap(history.table(digest:))
    else { throw Failure.tableMissing(session: row.number) }
    guard try history.base().sequence < row.firstSequence else {
      throw Failure.pruned(session: row.number)
    }
    var reader = ExportReader(of: row.number, with: table)
    var fold = HistoryFold()
    let end = row.lastSequence(in: try history.sessions())
    try fold.walk(history, through: min(last, end)) { try reader.follow($0, $1) }
    var (ahead, later) = (fold, reader)
    do {
      try ahead.walk(history, through: end) {
        guard later.continues(with: $0, $1) else { throw EndOfStep() }
      }
    } catch {
      // The step ends there, or where the readable part of the file ends.
    }
    try fold.walk(history, through: ahead.position.sequence) { try reader.follow($0, $1) }
    guard let session = reader.finished(fold.state, fold.position) else {
      throw Failure.beginsLater(session: row.number, last: last)
    }
    self = session
    if anchor.sequence > last { wanted = last }
  }

  /// Ends the walk before an entry with a new input.
  private struct EndOfStep: Error {}

  fileprivate init(number: Int64, table: RouteTable) { (self.number, self.table) = (number, table) }
}

/// Reads one session of a journal for ``ExportedSession``.
private struct ExportReader {
  private var session: ExportedSession
  private var began: JournalEntry?
  private var isBeginning = true
  private var isClean = true
  private var reading = RecordedActs()
  private var step = ExportedSession.Step(sequence: 0, time: 0)
  private var touched: Set<RequestID> = []
  private var ended: [RequestID: String] = [:]
  /// Requests that give way to a request whose own entry comes next, with their earlier status.
  private var yielding: [RequestID: (before: String?, outcome: String)] = [:]
  private var accepted: [RequestID: [String]] = [:]
  /// The requests that the test knows; then the ids that sources gave them.
  private var known: Set<RequestID> = []
  private var sources: Set<String> = []
  private var previous: JournalEntry?
  /// The number of inputs.
  private var inputs = 0

  init(of number: Int64, with table: RouteTable) {
    session = ExportedSession(number: number, table: table)
  }

  /// The session, read through the last entry; nil when it had not begun by then.
  mutating func finished(
    _ state: RouteState, _ position: JournalAnchor
  ) -> ExportedSession? {
    guard began != nil else { return nil }
    session.anchor = position
    if isBeginning { begin(in: state) }
    close(state)
    forgetUnneededSources()
    return session
  }

  /// Drops the source ids that occur only once: they do not matter.
  private mutating func forgetUnneededSources() {
    var counts: [String: Int] = [:]
    for case .open(_, let request)? in session.steps.map(\.act) {
      if let source = request.source { counts[source, default: 0] += 1 }
    }
    for (index, step) in session.steps.enumerated() {
      guard case .open(let id, var request) = step.act, let source = request.source,
        counts[source] == 1
      else { continue }
      request.source = nil
      session.steps[index].act = .open(id, request)
    }
  }

  mutating func follow(
    _ entry: JournalEntry, _ before: RouteState
  ) throws(ExportedSession.Failure) {
    guard entry.session == session.number else { return }
    defer { previous = entry }
    if entry.kind == .began {
      guard !entry.beginsMaintenance else { throw .maintenance(session: session.number) }
      began = entry
      return
    }
    if entry.kind == .restored {
      isClean = false
      return
    }
    // Requests and actions of earlier sessions, which a test of this session does not know.
    if isBeginning, entry.rule == .cleanBeginning { return }
    if isBeginning {
      begin(in: before)
      // This comes before any leftover request has its turn.
      if entry.kind == .suspended { return session.startsSuspended = true }
    }
    if entry.kind == .outage { throw .outage(session: session.number, entry: entry.sequence) }
    for act in reading.acts(of: entry, after: before) {
      guard try take(act, entry, before) else { break }
    }
    note(entry, before)
  }

  /// Follows an entry. False when the entry is a new input and not part of the present step; the
  /// reader must not be used afterwards.
  mutating func continues(with entry: JournalEntry, _ before: RouteState) -> Bool {
    guard began != nil else { return false }
    let inputsBefore = inputs
    do {
      try follow(entry, before)
    } catch {
      return false  // it cannot be given to a session again
    }
    return inputs == inputsBefore
  }

  private mutating func begin(in state: RouteState) {
    guard let began else { return }
    isBeginning = false
    // A file that replaces another begins with the screens of that time.
    isClean = isClean && isTablesOwn(state)
    let moment = began.at
    session.beginning =
      isClean
      ? .init(at: moment, counter: earlierCounter(of: state), sequence: began.sequence - 1)
      : .init(state, in: session.table, at: moment, after: began.sequence - 1)
    session.earlierActions = state.actions.count
    session.waiting = state.waiting.map(\.id)
    known = Set(session.waiting)
    session.limits = began.limits
    step = ExportedSession.Step(sequence: began.sequence, time: 0)
    touched = known
  }

  /// Whether a state is the one with which the table alone begins.
  private func isTablesOwn(_ state: RouteState) -> Bool {
    let table = session.table
    // If a table's own tree exceeds the limits, no state can equal it.
    let own = try? RouteState(scenes: table.initialScenes, counter: 0, limits: .format)
    return own.map { table.notation(of: $0.tree) } == table.notation(of: state.tree)
      && state.waiting.isEmpty && state.principal == nil && state.conditions.isEmpty
      && !state.isSuspended && state.suspects.isEmpty
  }

  /// The highest id before a session that begins with its table's tree: that tree's screens have
  /// the next ids.
  private func earlierCounter(of state: RouteState) -> UInt64 {
    state.counter - min(UInt64(state.tree.count), state.counter)
  }

  /// Notes the requests and actions that an entry records.
  private mutating func note(_ entry: JournalEntry, _ before: RouteState) {
    switch entry.rule {
    case .busy, .transition: session.whenBusy = .refuse
    case .newer, .overtaken: session.whenBusy = .supersede
    default: break
    }
    for action in entry.acceptedActions {
      accepted[action.request, default: []].append(action.words)
    }
    guard let id = entry.requestID, entry.action == nil else { return }
    if entry.rule == .newer, let outcome = entry.outcome {
      let before = standing(of: id, in: before)
      return yielding[id] = (before, outcome.rehearsedWords)
    }
    touched.insert(id)
    if let outcome = entry.outcome { ended[id] = outcome.rehearsedWords }
    for answer in entry.answers where answer.question.kind == .step {
      session.stepNames.insert(answer.question.name)
    }
  }

  /// Ends the former step, and begins the next one.
  private mutating func begin(
    _ act: RecordedAct, _ entry: JournalEntry, _ before: RouteState,
    at moment: RouteInstant? = nil
  ) {
    close(before)
    inputs += 1
    let start = began?.at.microseconds ?? 0
    let time = (moment ?? entry.at).microseconds.subtractingReportingOverflow(start)
    step = ExportedSession.Step(
      act: act, sequence: entry.sequence, time: time.overflow ? 0 : max(0, time.partialValue))
  }

  private mutating func close(_ state: RouteState) {
    step.tree = session.table.notation(of: state.tree)
    step.requests = touched.intersection(known).sorted()
    for id in step.requests {
      step.outcomes[id] = yielding[id].map(\.before) ?? standing(of: id, in: state)
      step.actions[id] = accepted[id]
    }
    session.steps.append(step)
    touched = Set(yielding.keys)
    for (id, yielded) in yielding { ended[id] = yielded.outcome }
    yielding = [:]
  }

  /// The status of a request: its outcome, or the condition that it waits for.
  private func standing(of id: RequestID, in state: RouteState) -> String? {
    ended[id] ?? state.waiting(id).map { Decision.Resolution.parked($0.status).summary }
  }

  // MARK: Inputs

  /// Notes the input of an entry.
  ///
  /// - Returns: false for a request that cannot be opened again.
  private mutating func take(
    _ act: RecordedAct, _ entry: JournalEntry, _ before: RouteState
  ) throws(ExportedSession.Failure) -> Bool {
    switch act {
    case .open(let id, let request):
      if let obstacle = obstacle(of: request, entry) {
        session.leftOut[obstacle, default: []].append(id)
        inputs += 1
        return false
      }
      begin(act, entry, before, at: request.at)
      if case .fact(let fact) = request.target {
        step.place = fact.screen.flatMap(before.tree.place)
      }
      known.insert(id)
      if let source = request.source { sources.insert(source) }
    case .reply(let id, _): begin(act, entry, before, at: momentOfReply(to: id, entry))
    case .expire(let moment): if !hasPassed(moment) { begin(act, entry, before) }
    case .replace(let id, let target, _):
      guard case .input(.transformed(let known)) = step.act else { break }
      step.act = .input(.transformed(known + [(id, target)]))
    case .adopt: throw .adoption(session: session.number, entry: entry.sequence)
    case .input(let input): take(input, entry, before)
    case .park, .cancel: begin(act, entry, before)
    }
    return true
  }

  private mutating func take(_ input: Input, _ entry: JournalEntry, _ before: RouteState) {
    switch (input, step.act) {
    case (.stable, _):
      inputs += 1
      return  // a test sees nothing of it
    case (.signalled(let condition, _), .input(.signedIn(let principal)))
    where isAtOnce(entry) && touched.isEmpty:
      step.act = .input(.signalled(condition, principal: principal))
      return
    case (.gaveUp(let condition, _), .input(.gaveUp(let last, _)))
    where condition.hasSameBytes(as: last) && isAtOnce(entry):
      return  // one call ends all requests that wait for it
    default: begin(.input(input), entry, before)
    }
    switch input {
    case .ready(let screen?), .unready(let screen): step.place = before.tree.place(of: screen)
    default: break
    }
  }

  /// Whether an entry follows the one before so closely that one call wrote both.
  private func isAtOnce(_ entry: JournalEntry) -> Bool {
    previous.map { entry.at < $0.at.advanced(byMicroseconds: 1_000) } ?? false
  }

  /// Whether a moment had passed when the session began and checked the time.
  private func hasPassed(_ moment: RouteInstant) -> Bool {
    step.act == nil && (began.map { moment < $0.at } ?? false)
  }

  /// Host code that replies within this many microseconds is exported as replying at the same
  /// moment.
  private static let atOnce: Int64 = 1_000_000

  /// The moment of host code's reply: the moment of the question if it was immediate, otherwise
  /// that of the entry.
  private func momentOfReply(to id: RequestID, _ entry: JournalEntry) -> RouteInstant {
    guard case .open(id, let request) = step.act,
      entry.at < request.at.advanced(byMicroseconds: Self.atOnce)
    else { return entry.at }
    return request.at
  }

  /// The reason why a request cannot be opened again in a test of the session; nil when it can be.
  private func obstacle(of request: RouteRequest, _ entry: JournalEntry) -> RecordedAct.Obstacle? {
    guard entry.rule == .source else { return entry.rule?.obstacle }
    guard let source = request.source, sources.contains(source) else { return .earlierSource }
    return request.keyedFingerprint == nil ? nil : .privateSource
  }
}
