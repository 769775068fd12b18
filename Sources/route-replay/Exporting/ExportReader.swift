import RouteEngine
import RouteReplay
import RouteStore

/// Reads one session of a journal for ``ExportedSession``.
struct ExportReader {
  var session: ExportedSession
  let row: SessionRow
  let table: RouteTable
  let last: Int64
  var began: JournalEntry?
  private var isBeginning = true
  private var isClean = true
  var step = ExportedSession.Step(act: .launch, sequence: 0, time: 0)
  var touched: Set<RequestID> = []
  private var ended: [RequestID: String] = [:]
  /// Requests that give way to one whose own entry comes next, and how they stood until then.
  private var yielding: [RequestID: (before: String?, outcome: String)] = [:]
  private var accepted: [RequestID: [String]] = [:]
  /// Requests that the test knows, and the ids that sources gave them.
  var known: Set<RequestID> = []
  var sources: Set<String> = []
  var transition: Set<RequestID>?
  var previous: JournalEntry?

  /// Reads it.
  ///
  /// - Parameters:
  ///   - file: the journal.
  ///   - row: the session.
  ///   - last: the last entry that is wanted.
  /// - Throws: `CommandFailure` for a session that cannot be exported whole, and what reading
  ///   throws.
  static func read(
    _ file: JournalFile, _ row: SessionRow, through last: Int64
  ) throws -> ExportedSession {
    guard let table = try file.table(at: row.firstSequence) else {
      throw CommandFailure.definitionsMissing(
        "the journal does not hold a route table of session \(row.number) that this version can "
          + "build: nobody can say what its entries show")
    }
    guard try file.history.base().sequence < row.firstSequence else {
      throw CommandFailure.incompatible(
        "the beginning of session \(row.number) was pruned: nobody can say where it began; "
          + "'sessions' lists the others")
    }
    var reader = ExportReader(row: row, table: table, last: last)
    var fold = HistoryFold()
    try fold.walk(
      file.history, through: min(last, row.lastSequence(in: try file.history.sessions()))
    ) {
      try reader.follow($0, $1)
    }
    return try reader.finished(fold.state, fold.position)
  }

  private init(row: SessionRow, table: RouteTable, last: Int64) {
    (self.row, self.table, self.last) = (row, table, last)
    session = ExportedSession(number: row.number)
  }

  private mutating func finished(
    _ state: RouteState, _ position: JournalAnchor
  ) throws -> ExportedSession {
    session.anchor = position
    guard began != nil else {
      throw CommandFailure.usage(
        "session \(row.number) begins after entry \(last); give a later '--through'")
    }
    if isBeginning { begin(in: state) }
    close(state)
    forgetUnneededSources()
    return session
  }

  /// Ids that sources gave matter where one comes twice.
  private mutating func forgetUnneededSources() {
    var counts: [String: Int] = [:]
    for case .open(_, let request) in session.steps.map(\.act) {
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

  private mutating func follow(_ entry: JournalEntry, _ before: RouteState) throws {
    guard entry.session == row.number else { return }
    defer { previous = entry }
    if entry.kind == .began {
      try refuse(entry)
      began = entry
      return
    }
    if entry.kind == .restored {
      isClean = false
      return
    }
    // Requests and actions of the sessions before, which a test of this one does not know.
    if isBeginning, entry.rule == .cleanBeginning { return }
    if isBeginning {
      isBeginning = false
      begin(in: before)
      // Before anything that was left over has its turn.
      if entry.kind == .suspended { return session.startsSuspended = true }
    }
    switch entry.kind {
    case .outage:
      throw CommandFailure.incompatible(
        "session \(row.number) has an outage that ends with entry \(entry.sequence): what came in "
          + "while nothing could be recorded is not in the journal; "
          + "'--through \(entry.sequence - 1)' exports "
          + "what came before it")
    case .table:
      throw CommandFailure.incompatible(
        "entry \(entry.sequence) of session \(row.number) cannot be handed to a session again; "
          + "'--through \(entry.sequence - 1)' exports what came before it")
    default: act(entry, before)
    }
    note(entry, before)
  }

  private func refuse(_ entry: JournalEntry) throws {
    guard entry.beginsMaintenance else { return }
    throw CommandFailure.usage(
      "session \(row.number) is work on the journal itself: nothing came in from outside")
  }

  private mutating func begin(in state: RouteState) {
    guard let began else { return }
    isBeginning = false
    // A file that takes the place of another begins with what was on screen.
    isClean = isClean && isTablesOwn(state)
    let moment = began.at
    session.beginning =
      isClean
      ? .init(at: moment, counter: earlierCounter(of: state), sequence: began.sequence - 1)
      : .init(state, in: table, at: moment, after: began.sequence - 1)
    session.earlierActions = state.actions.count
    session.waiting = state.waiting.map(\.id)
    known = Set(session.waiting)
    let limits = began.limits
    for (name, field) in RouteLimits.fields
    where limits[keyPath: field] != RouteLimits.standard[keyPath: field] {
      session.limits.append((name, limits[keyPath: field]))
    }
    step = ExportedSession.Step(act: .launch, sequence: began.sequence, time: 0)
    touched = known
  }

  /// Whether a state is what the table alone begins with.
  private func isTablesOwn(_ state: RouteState) -> Bool {
    // A table whose own tree passes the limits has none that a state could be.
    let own = try? RouteState(scenes: table.initialScenes, counter: 0, limits: .format)
    return own.map { table.notation(of: $0.tree) } == table.notation(of: state.tree)
      && state.waiting.isEmpty && state.principal == nil && state.conditions.isEmpty
      && !state.isSuspended && state.suspects.isEmpty
  }

  /// The highest id before a session that begins with its table's tree: the screens of that have
  /// the next ones.
  private func earlierCounter(of state: RouteState) -> UInt64 {
    state.counter - min(UInt64(state.tree.count), state.counter)
  }

  /// What an entry says of requests and actions.
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

  /// Ends the step before, and begins the next one.
  mutating func begin(
    _ act: ExportedSession.Act, _ entry: JournalEntry, _ before: RouteState,
    at moment: RouteInstant? = nil
  ) {
    close(before)
    let start = began?.at.microseconds ?? 0
    let time = (moment ?? entry.at).microseconds.subtractingReportingOverflow(start)
    step = ExportedSession.Step(
      act: act, sequence: entry.sequence, time: time.overflow ? 0 : max(0, time.partialValue))
  }

  private mutating func close(_ state: RouteState) {
    step.tree = table.notation(of: state.tree)
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

  /// How a request stands: how it ended, or what it waits for.
  private func standing(of id: RequestID, in state: RouteState) -> String? {
    ended[id] ?? state.waiting(id).map { Decision.Resolution.parked($0.status).summary }
  }
}

extension SessionRow {
  /// The last entry that can be one of this session's.
  func lastSequence(in sessions: [SessionRow]) -> Int64 {
    sessions.first { $0.number > number }.map { $0.firstSequence - 1 } ?? .max
  }
}
