import RouteEngine
import RouteStore

/// Reads the entries of a journal in their order, folds them, and checks them against the rules.
/// The rules are stated here a second time, from the promises of the engine.
struct EntryAudit {
  /// The state that the entries lead to.
  private(set) var state = RouteState()
  private(set) var position = JournalAnchor.start
  /// The first violated rule.
  private(set) var problem: String?
  /// The number of entries read.
  private(set) var count = 0
  /// The outcomes of requests that ended, by id.
  private(set) var outcomes: [RequestID: Outcome] = [:]
  /// Sources that took effect, each with its request.
  private var effective: [String: RequestID] = [:]
  private let app: SimulatedApp
  /// Whether the journal remembers all sources; one that is pruned does not.
  private var remembersSources: Bool { app.settings.retention.entries == nil }
  /// The calls and returns of handlers.
  let calls: ActionCalls
  private var newest: (session: Int64, elapsed: Int64) = (0, 0)
  /// Whether conditions must be removed before anything else happens.
  private var forgetsConditions = false
  /// The newest session that ended normally or is in the background.
  private var ending: Int64?
  /// The host's session before the newest one.
  private var former: Int64 = 0
  /// Whether the newest session is maintenance of the journal, which a launch after it ignores.
  private var isMaintenance = false
  /// Whether the former session ended normally.
  var hadEnd: Bool { ending == former }
  /// The route table in force.
  private var definition: RouteTableDefinition?
  /// When the newest outage ended: outcomes of its time are recorded there, later than they
  /// happened.
  private(set) var outageEnd: (session: Int64, elapsed: Int64)?
  /// The people who signed out and have not signed in since the last check.
  var signedOut: Set<String> = []
  /// The conditions that were signalled in this process, as far as the journal tells.
  var signalledHere: Set<String> = []
  /// Requests that a signal or a resumption has to continue, or end, at once.
  private var due: [RequestID] = []

  init(of app: SimulatedApp, _ calls: ActionCalls) { (self.app, self.calls) = (app, calls) }

  /// Checks the entry at its position.
  mutating func take(_ row: EntryRow) throws {
    let entry = try EntryCoder.decode(row)
    let before = state
    try entry.apply(to: &state)
    position = JournalAnchor(sequence: row.sequence, digest: row.chainDigest)
    count += 1
    if let digest = entry.tableFromHere {
      definition = app.tables.first { Digest64.hex($0.digest) == digest }?.definition
    }
    guard problem == nil else { return }
    if let found = revealed(row) ?? check(entry, before) {
      problem = "entry \(entry.sequence): \(found)"
    }
  }

  /// A private value in plain text, if there is one.
  private func revealed(_ row: EntryRow) -> String? {
    guard app.hasPrivateValues else { return nil }
    let texts = [Array((row.link ?? "").utf8), row.payload]
    return texts.contains { $0.firstRange(of: SimulatedApp.privateText) != nil }
      ? "it says what is private" : nil
  }

  private mutating func check(_ entry: JournalEntry, _ before: RouteState) -> String? {
    if let found = order(entry, before) { return found }
    if let found = mustGoOn(entry, before) { return found }
    if let found = signalProblem(entry, by: definition) { return found }
    switch entry.kind {
    case .restored: return launchProblem(entry, before)
    case .ended, .background: if !isMaintenance { ending = entry.session }
    case .foreground: ending = nil
    case .principal:
      if let name = state.principal {
        signedOut.remove(name)
      } else if let name = before.principal {
        signedOut.insert(name)
      }
    case .outage:
      outageEnd = (entry.session, entry.elapsed)
      if let gone = before.actions.first(where: { state.action($0.id) == nil }) {
        return "action \(gone.id) is gone, and no entry says how it ended"
      }
    default: break
    }
    if entry.action != nil { return actionProblem(entry, before) }
    guard let id = entry.requestID else { return nil }
    switch entry.kind {
    case .received: return received(entry, id, before)
    case .parked:
      return state.waiting(id)?.isParked == true ? nil : "request \(id) is parked and does not wait"
    case .released: return released(id, before)
    case .decided: return decided(entry, id, before)
    default: return nil
    }
  }

  /// Checks that time and sessions only increase, and that the conditions of a person go with the
  /// person.
  private mutating func order(_ entry: JournalEntry, _ before: RouteState) -> String? {
    defer { newest = (entry.session, entry.elapsed) }
    if entry.kind == .began {
      if !isMaintenance { former = newest.session }
      isMaintenance = entry.beginsMaintenance
    }
    if entry.session < newest.session { return "it is of an earlier session" }
    if entry.session == newest.session, entry.elapsed < newest.elapsed, entry.kind != .outage {
      return "time runs backwards"
    }
    if entry.kind == .principal {
      forgetsConditions = before.principal != nil
    } else if forgetsConditions, !entry.takesBackSignal {
      forgetsConditions = false
      if !before.conditions.isEmpty {
        return "\(before.conditions) hold still although somebody else is there"
      }
    }
    return nil
  }

  /// Checks that requests waiting for a signalled condition continue at once, as do resumed
  /// requests.
  private mutating func mustGoOn(_ entry: JournalEntry, _ before: RouteState) -> String? {
    if !due.isEmpty {
      let isTold = entry.kind == .released || entry.kind == .decided
      guard isTold, let id = entry.requestID, let index = due.firstIndex(of: id) else {
        defer { due = [] }
        return "requests \(due) stay where they were"
      }
      due.remove(at: index)
    }
    if case .signal(let condition, true)? = entry.changes.first {
      due = before.waiting.filter {
        $0.status == .condition(condition) && $0.request.mayGoOn(for: before.principal)
      }.map(\.id)
    } else if let resumption = entry.resumption, resumption != .by(.none) {
      let endsAll = resumption == .by(.clear) || resumption == .handingOver
      due = before.waiting.filter {
        $0.status == .suspended && (endsAll || $0.request.mayGoOn(for: before.principal))
      }.map(\.id)
    }
    return nil
  }

  private func received(
    _ entry: JournalEntry, _ id: RequestID, _ before: RouteState
  ) -> String? {
    guard let waiting = state.waiting(id) else {
      return "request \(id) is received and is not there"
    }
    let deaths = before.suspects.first { $0.fingerprint == waiting.request.fingerprint }?.count ?? 0
    if deaths > 1, entry.request == nil || waiting.status == .received {
      return "host code runs for request \(id), over which the host died \(deaths) times"
    }
    if entry.request != nil {
      return before.waiting(id) == nil && id.rawValue == entry.sequence
        ? nil : "request \(id) is received for the first time twice"
    }
    guard before.waiting(id)?.status == .released, waiting.status == .received else {
      return "request \(id) goes on without a release"
    }
    return nil
  }

  private func released(_ id: RequestID, _ before: RouteState) -> String? {
    guard let was = before.waiting(id), state.waiting(id)?.status == .released else {
      return "request \(id) is released and does not wait"
    }
    switch was.status {
    case .condition(let condition):
      if !before.conditions.contains(condition) {
        return "request \(id) is released by \(condition), which does not hold"
      }
      if !was.request.mayGoOn(for: before.principal) {
        return "request \(id) of \(was.request.principal ?? "nobody") goes on for "
          + (before.principal ?? "nobody")
      }
    case .suspended:
      if before.isSuspended { return "request \(id) goes on while suspended" }
      if !was.request.mayGoOn(for: before.principal) {
        return "request \(id) of another principal is released"
      }
    case .received, .released: return "request \(id) is released twice"
    }
    return nil
  }

  private mutating func decided(
    _ entry: JournalEntry, _ id: RequestID, _ before: RouteState
  ) -> String? {
    guard let outcome = entry.outcome else { return "request \(id) is decided without an outcome" }
    let waited = before.waiting(id)
    guard let request = entry.request ?? waited?.request else {
      return "request \(id) ends, which is over or was never there"
    }
    if entry.request != nil, waited != nil || id.rawValue != entry.sequence {
      return "request \(id) comes twice"
    }
    if state.waiting(id) != nil { return "request \(id) has an outcome and waits still" }
    guard outcomes.updateValue(outcome, forKey: id) == nil else {
      return "request \(id) has two outcomes"
    }
    if let found = ruleProblem(entry, id, before) { return found }
    if case .fact = request.target { return nil }
    guard outcome.isSuccess else {
      return before.tree == state.tree ? nil : "request \(id) changes the tree: \(outcome)"
    }
    if let expiry = waited?.expiry ?? request.expiry, expiry < entry.at {
      return "request \(id) is carried out after its time"
    }
    if before.isSuspended, request.options.isSuspendable, waited?.status != .received {
      return "request \(id) is carried out while suspended"
    }
    for answer in entry.answers {
      switch (answer.answer, answer.question.kind) {
      case (.deny, _): return "request \(id) is carried out although it was denied"
      case (.failed, .interceptor), (.failed, .translator), (.failed, .router):
        return "request \(id) is carried out although \(answer.question.name) failed"
      default: break
      }
    }
    if let waited, waited.isParked { return "request \(id) is carried out while it is parked" }
    if let definition,
      let found = askingProblem(
        entry, id, waited?.target ?? request.target, before, by: definition)
    {
      return found
    }
    guard remembersSources, let source = request.source else { return nil }
    if let first = effective.updateValue(id, forKey: source) {
      return "source \(source) takes effect twice: request \(first), request \(id)"
    }
    return nil
  }

  /// Checks that requests give way to others as the app's policy says.
  private func ruleProblem(
    _ entry: JournalEntry, _ id: RequestID, _ before: RouteState
  ) -> String? {
    let policy = app.settings.whenBusy
    switch entry.rule {
    case .busy where !before.waiting.contains(where: { $0.status == .received && $0.id != id }):
      return "request \(id) gives way to one that is not under way"
    case .busy where policy != .refuse, .transition where policy != .refuse,
      .newer where policy != .supersede, .overtaken where policy != .supersede:
      return "request \(id) ends as if the app would \(policy == .refuse ? "supersede" : "refuse")"
    default: return nil
    }
  }
}

extension JournalEntry {
  /// Whether the entry says that a condition no longer holds.
  fileprivate var takesBackSignal: Bool {
    if case .signal(_, false)? = changes.first { true } else { false }
  }
}
