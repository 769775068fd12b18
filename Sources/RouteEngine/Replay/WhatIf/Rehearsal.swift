package import RouteEngine
package import RouteStore

/// Gives the recorded inputs to real sessions again, into a journal of their own: with another
/// table, without some requests, or with other links. Each request finds the result of the one
/// before.
@MainActor
package final class Rehearsal {
  /// A request that was dropped, was edited, or ends differently.
  package struct Change: Sendable {
    package let id: RequestID
    package let target: String
    /// The link in its place; nil when the link is unchanged.
    package let edit: String?
    package let recorded: RequestEnd
    /// Nil when it was dropped.
    package let now: RequestEnd?

    /// Whether it was opened again and ended differently.
    package var endsOtherwise: Bool { now.map { $0 != recorded } ?? false }
    /// Whether anything about it differs from the recording.
    package var isDifferent: Bool { now != recorded || edit.map { $0 != target } ?? false }
  }

  /// A session that ends with other screens, or with other screens ready.
  package struct Ending: Sendable {
    package let session: Int64
    package let part: Divergence.TreePart
  }

  private let recorded: RecordedRun
  private let table: RouteTable?
  /// The app's code, whose Swift steps run in place of the recorded results.
  private let host: ReplayHost?
  private let drop: Set<RequestID>
  private let edits: [RequestID: String]
  private var journal: Journal?
  private var input: RecordedInput
  private var reading = RecordedActs()
  private var live: RouteSession?
  private let clock = InputClock(now: 0)
  /// The clocks when the host's newest recorded session began.
  private var clocks: ClockReading?
  private var openings: [RequestID: Opening] = [:]
  /// The recorded request for each one of the new journal.
  private var recordedIDs: [RequestID: RequestID] = [:]
  /// The request that is being opened, whose new id is not known yet.
  private var current: RequestID?
  private var begun: Set<RequestID> = []
  /// How many nested requests are being opened.
  private var nesting = 0
  /// The deepest nesting of opened requests. Deeper ones are opened afterwards, because a file can
  /// contain anything.
  private static let deepest = 32

  /// The search for a state, which stops the run; nil when none is sought.
  private var sought: SoughtState?
  /// The new session in which the newest request was opened, from 1.
  package private(set) var newestSession = 0
  /// The recorded entry at which the sought state was found.
  package var foundAt: Int64? { sought?.foundAt }
  /// The ends of the opened requests, by their recorded ids.
  package private(set) var ends: [RequestID: RequestEnd] = [:]
  package private(set) var changes: [Change] = []
  package private(set) var endings: [Ending] = []
  package private(set) var sessions = 0
  /// How many requests were opened.
  package private(set) var opened = 0
  /// How many could not be given again.
  package private(set) var leftOut = 0
  /// How many replies of host code were assumed, because none is recorded for the request.
  package private(set) var supposed = 0

  /// The given answers that no question asked for, each with its request; nil for an answer that
  /// was given to all requests.
  package var unasked: [(id: RequestID?, answer: GivenAnswer)] { input.unasked }

  /// The number of requests.
  package var count: Int { input.order.count }

  /// The requests that were given, and those that host code opened meanwhile.
  package var handedOver: Set<RequestID> { begun }

  /// The recorded request for one of the new journal.
  package func recordedRequest(behind id: RequestID) -> RequestID? { recordedIDs[id] }

  /// How many requests were dropped.
  package var dropped: Int { changes.count { $0.now == nil } }

  /// How many other requests were opened with another link.
  package var edited: Int { changes.count { $0.edit != nil && $0.now != nil } }

  package var isIdentical: Bool { !changes.contains(where: \.isDifferent) && endings.isEmpty }

  package init(
    _ recorded: RecordedRun, with table: RouteTable?, host: ReplayHost?, drop: Set<RequestID>,
    edits: [RequestID: String] = [:],
    answers: [RequestID: [GivenAnswer]] = [:], toAll: [GivenAnswer] = [],
    until isSought: ((JournalEntry, RouteState) -> Bool)? = nil
  ) {
    self.recorded = recorded
    self.host = host
    self.table = table
    self.drop = drop
    self.edits = edits
    sought = isSought.map { SoughtState(where: $0) }
    input = recorded.input
    input.give(answers, toAll: toAll)
  }

  /// Runs all inputs, or those through an entry, into an empty journal.
  ///
  /// - Parameter advance: called with the number of finished requests.
  package func run(
    into journal: Journal, through last: Int64 = .max, advance: (Int) -> Void = { _ in }
  ) throws {
    self.journal = journal
    var fold = HistoryFold()
    var newest: Int64?
    var done = 0
    try fold.walk(recorded.history, through: last) { entry, before in
      guard foundAt == nil else { return }
      if entry.kind == .began { end(newest, with: before) }
      newest = entry.session
      clock.advance(to: (entry.request?.at ?? entry.at).microseconds)
      try act(entry, before)
      try sought?.look(in: journal, after: entry)
      if entry.request != nil {
        done += 1
        advance(done)
      }
    }
    end(newest, with: fold.state)
    try compare(with: ends(in: journal))
  }

  private func act(_ entry: JournalEntry, _ before: RouteState) throws {
    let acts = reading.acts(of: entry, after: before)
    if entry.kind == .began { return try begin(entry) }
    guard let live else { return }
    for act in acts {
      switch act {
      case .open(let id, _): open(id, before.tree)
      case .cancel(let id, let reason):
        if let opening = openings[id] { live.requests.cancel(opening, reason: reason) }
      case .expire: live.wake()
      case .reply where entry.outcome == .expired: live.wake()
      case .adopt: if table == nil { live.adopt(try recorded.table(of: entry)) }
      case .input(.transformed):
        let targets = input.replacements[entry.sequence] ?? [:]
        live.requests.resumeTransforming { kept in
          recordedIDs[kept.id].flatMap { targets[$0] } ?? kept.target
        }
      case .input(.ready(let screen?)):
        if let own = before.tree.counterpart(of: screen, in: live.state.tree) { live.ready(own) }
      case .input(.unready(let screen)):
        if let own = before.tree.counterpart(of: screen, in: live.state.tree) { live.unready(own) }
      case .input(let input): live.receive(input)
      case .reply, .park, .replace: break  // given at its own question or resume
      }
    }
    if case .degraded(let reason, _) = live.health { throw reason }
  }

  private func begin(_ entry: JournalEntry) throws {
    guard let journal else { return }
    guard !entry.beginsMaintenance else {
      live = nil  // there was no input from outside
      return
    }
    let reading = ClockReading(beginning: entry)
    if let span = clocks.flatMap(reading.clockSet), span > 0 { clock.wasSet(forward: span) }
    clocks = reading
    let row = recorded.sessions[entry.session]
    let table = try table ?? recorded.table(of: entry)
    let isClean = entry.changes.contains { if case .adopt = $0 { true } else { false } }
    let identifier = row?.identifier ?? "\(entry.session)"
    let restoration = input.restorations[entry.session]
    // A death with an explanation that does not happen again does not count.
    if let restoration, let live,
      restoration.uncleanEnds < Restoring.uncleanEnds(in: live.state)
    {
      live.stable()
    }
    live = nil
    live = try RouteSession.launch(table, on: journal) { configuration in
      configuration.clock = clock.sessionClock
      configuration.clock.boot = reading.boot
      configuration.limits = entry.limits
      configuration.beginning = isClean ? .clean : .restored
      configuration.retention = .unlimited
      configuration.goneTokens = input.goneTokens[entry.session] ?? []
      configuration.restoration = restoration
      configuration.stableAfter = .seconds(-1)  // it becomes stable where an entry says so
      configuration.device = row?.device
      configuration.appVersion = row?.appVersion
      configuration.build = row?.build
      configuration.parent = ParentSession(identifier, of: recorded.end)
      // Another session than the recorded one, with a name that is equal in every run.
      configuration.identifier = String(
        SHA256.digest(of: Array("what-if\n\(identifier)".utf8)).description.prefix(32))
      contribute(to: &configuration, table)
      for name in input.handled[entry.session] ?? [] {
        configuration.perform(name) { [unowned self] in
          // An action may be done before its request has been opened.
          input.result(of: $0.action, of: recordedIDs[$0.action.request] ?? current)
        }
      }
    }
    sessions += 1
  }

  /// Answers questions to host code with the recorded answers.
  private func contribute(
    to configuration: inout RouteSession.Configuration, _ table: RouteTable
  ) {
    for kind in Question.Kind.allCases where kind != .step {
      for name in Set(table.hostCode(kind)).union(input.names[kind] ?? []) {
        configuration.reply(kind, name) { [unowned self] asked in reply(asked) }
      }
    }
    for name in Set(table.hostCode(.step)).union(input.names[.step] ?? []) {
      configuration.step(name) { [unowned self] editor, asked in
        switch reply(asked) {
        case .edited(let changes):
          for change in changes { try editor.repeatRecorded(change) }
          return true
        case .failed(let reason): throw Failure.step(reason: reason)
        default: return false
        }
      }
    }
    if let host { configuration.contributeSteps(of: host.contribute) }
  }

  private func reply(_ asked: Prompt) -> Answer {
    let id = recordedIDs[asked.id] ?? current
    let (answer, isRecorded) = input.reply(to: asked.question, of: id)
    if !isRecorded { supposed += 1 }
    // Host code that allows a request has rarely opened another one before.
    if answer != .allow, let id, nesting < Self.deepest {
      nesting += 1
      defer { nesting -= 1 }
      for child in input.children[id] ?? [] {
        open(child) { target, point, source, options in
          asked.open(target, from: point, source: source, options: options)
        }
      }
    }
    return answer
  }

  private func open(_ id: RequestID, _ recorded: ScreenTree) {
    guard let live else { return }
    open(id) { target, point, source, options in
      if let link = edits[id] {
        return live.open(edited: link, from: point, source: source, options: options)
      }
      var target = target
      if case .fact(let fact) = target {
        let screen = fact.screen.map { recorded.name(of: $0, in: live.state.tree) }
        let displayed = fact.displayed.map { recorded.names(of: $0, in: live.state.tree) }
        if let failure = target.renderFailure {
          // The session knows its own entry for it, and the former screens.
          return live.display.renderFailed(
            screen, reason: failure.reason, showing: failure.isReported ? displayed : nil)
        }
        target =
          displayed.map { RouteRequest.Target.fact(fact.displaying($0)) } ?? target.naming(screen)
      }
      return live.open(target, from: point, source: source, options: options)
    }
  }

  /// Whether a request reports that the host could not show the result of another one, which does
  /// not have that result now.
  private func isPointless(_ id: RequestID) -> Bool {
    guard edits[id] == nil, let failure = input.requests[id]?.request.target.renderFailure,
      let refused = input.order.last(where: { input.requests[$0]?.endedAt == failure.entry })
    else { return false }
    guard let opening = openings[refused] else { return true }
    // The opening of a request that has waited over a launch has no outcome.
    return opening.outcome.map { $0 != .shown } ?? false
  }

  /// Opens a recorded request once, if possible.
  private func open(
    _ id: RequestID,
    by opening: (RouteRequest.Target, EntryPoint, String?, RouteRequest.Options) -> Opening
  ) {
    guard !begun.contains(id), !drop.contains(id), let known = input.requests[id] else { return }
    begun.insert(id)
    guard !known.isLeftOut || edits[id] != nil, !isPointless(id) else {
      leftOut += 1
      return
    }
    let outer = current
    current = id
    let request = known.request
    // A recorded repetition has other tokens if another user was signed in.
    let first = input.repeated(by: id).flatMap { first in
      begun.contains(first.id) && edits[first.id] == nil ? first.request : nil
    }
    let target = (first ?? request).target
    var options = request.options
    options.onBehalfOf = options.onBehalfOf.flatMap { openings[$0]?.request }
    let new = opening(target, request.entryPoint, request.source, options)
    current = outer
    openings[id] = new
    newestSession = sessions
    if let newID = new.request { recordedIDs[newID] = id }
    opened += 1
  }

  /// Compares the screens at the end of a session.
  private func end(_ session: Int64?, with state: RouteState) {
    guard let live, let session else { return }
    let part = state.tree.firstDifference(from: live.state.tree, ignoringTokens: true)
    if let part { endings.append(Ending(session: session, part: part)) }
  }

  /// The ends of the requests in the new journal: a request that waited may have ended in a later
  /// session than the one in which it was opened.
  private func ends(in journal: Journal) throws -> [RequestID: RequestEnd] {
    var ends: [RequestID: RequestEnd] = [:]
    var state = RouteState()
    try journal.forEachEntry(after: .start) { row in
      let entry = try EntryCoder.decode(row)
      state = entry.state(after: state) ?? state  // always fits: the session was in this state
      guard entry.action == nil, let id = entry.requestID else { return }
      ends[id, default: RequestEnd()].follow(entry)
      if let ended = entry.endedRequest { ends[ended]?.see(state.tree) }
    }
    return ends
  }

  /// Compares the ends of the requests.
  private func compare(with found: [RequestID: RequestEnd]) {
    for id in input.order {
      guard let known = input.requests[id] else { continue }
      var now: RequestEnd?
      if let opening = openings[id] {
        now = opening.request.flatMap { found[$0] } ?? RequestEnd()
      } else if !drop.contains(id) {
        continue  // it was left out
      }
      ends[id] = now
      let change = Change(
        id: id, target: known.request.target.summary, edit: edits[id], recorded: known.end,
        now: now)
      if change.edit != nil || change.isDifferent { changes.append(change) }
    }
  }
}

extension Rehearsal {
  /// The reason why a journal cannot be run again.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// Its beginning was pruned.
    case pruned
    /// It does not contain the route table with which an entry begins, or that it adopts.
    case tableMissing(entry: Int64)
    /// A Swift step failed, for the recorded reason.
    case step(reason: String)
    /// Two runs have different results.
    case unsteady

    /// One line for a person.
    package var description: String {
      switch self {
      case .pruned:
        "what came in first is not in the journal: it was pruned, or its file was set aside"
      case .tableMissing(let entry):
        "the journal does not hold the route table of entry \(entry)"
      case .step(let reason): reason
      case .unsteady: "two runs of it give different results"
      }
    }
  }
}
