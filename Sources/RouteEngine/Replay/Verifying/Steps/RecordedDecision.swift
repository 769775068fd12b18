import RouteEngine

/// Checks the entry of a decision, which is taken as recorded: it finds facts and changes that no
/// decision has, whatever its table and host. A rerun checks whether the request was decided in
/// this way.
struct RecordedDecision {
  /// The problems of the decision's entry, the most informative first.
  private(set) var problems: [(check: Verification.Check, text: String)] = []

  /// - Parameters:
  ///   - entry: the entry of the decision.
  ///   - state: the state before it.
  ///   - screen: the kind of the visible screen there.
  init(_ entry: JournalEntry, before state: RouteState, showing screen: String?) {
    check(entry, before: state, showing: screen)
  }

  private mutating func check(
    _ entry: JournalEntry, before state: RouteState, showing screen: String?
  ) {
    let id = entry.requestID ?? RequestID(0)
    // Only whether it waits: the waiting request itself is rarely needed, and taking it copies it.
    let isWaiting = state.isWaiting(id)
    // Most entries of every history: making no problem saves 500 instructions.
    let isArrival = id.rawValue == entry.sequence && entry.hasRequest
    if !isArrival, let problem = entry.requestProblem(isWaiting: isWaiting) {
      return find(problem.check, problem.text)
    }
    if let rule = entry.details.otherNotes[SettlingRule.note] {
      return find(.rule, "it follows rule \(rule.notation), which does not exist")
    }
    if entry.request?.reportsFailure ?? isWaiting {
      let target = entry.request?.target ?? state.waiting(id)?.request.target
      checkColumns(of: entry, reporting: target?.renderFailure)
    } else {
      checkColumns(of: entry, reporting: nil)
    }
    if entry.outcome == .shown, let scene = entry.scene,
      let active = Self.activeScene(behind: entry, from: state.tree.activeScene),
      !scene.hasSameBytes(as: active)
    {
      find(.column, "its scene is \(scene), and \(active) is active behind it")
    }
    if !Bytes.same(entry.screenBefore, screen) {
      find(.screen, "the visible screen before it is not \(entry.screenBefore ?? "none")")
    }
    if !entry.changes.allSatisfy({ Self.isOfDecision($0, in: entry, of: id, before: state) }) {
      find(.change, "an entry of kind \(entry.kind.word) does not make these changes")
    }
    guard entry.kind == .parked else {
      if let problem = entry.effectProblem { find(.outcome, problem) }
      checkReason(of: entry, id, before: state)
      if isWaiting, !entry.changes.contains(.settle(id)) {
        find(.outcome, "request \(id) has its outcome and still waits")
      }
      return
    }
    let waiting = isWaiting ? state.waiting(id) : nil
    checkWaiting(entry, id, waiting)
    checkCondition(of: entry, waiting, before: state)
  }

  private mutating func find(_ check: Verification.Check, _ text: String) {
    problems.append((check, text))
  }

  private mutating func checkColumns(of entry: JournalEntry, reporting failure: RenderFailure?) {
    if entry.scene == nil { find(.column, "its scene is missing") }
    if entry.duration.map({ $0 < 0 }) ?? true {
      find(.column, "it has no duration of 0 or more microseconds")
    }
    if entry.route == nil, entry.routeVersion != nil {
      find(.column, "it has the version of a route, but no route")
    }
    if !Bytes.same(entry.variant, entry.answers.variant) {
      find(.column, "its variants are not those that were drawn")
    }
    if entry.action != nil || entry.attempt != nil {
      find(.column, "it has a pending action, which no decision has")
    }
    if !entry.sources.isEmpty {
      find(.column, "it has outcomes of source ids, which no decision has")
    }
    if let note = entry.details.notes.first(where: { EntryKind.allNoteNames.contains($0.name) }) {
      find(.column, "its note \"\(note.name)\" is \(note.value.notation), which no decision has")
    }
    if entry.outcome?.isOfRuleAlone ?? false {
      find(.outcome, "no decision comes to the outcome \(entry.outcome?.description ?? "")")
    } else if let cause = entry.cause, cause < 0 || cause >= entry.sequence {
      find(.column, "its cause, entry \(cause), is not an earlier entry")
    } else if entry.cause != failure?.entry {
      find(
        .column,
        "its cause is not the entry that it reports as not shown; no other decision has a cause")
    }
    if entry.outcome?.reason == nil, !Bytes.same(entry.reason, failure?.reason) {
      find(.column, "its reason is not that of the failure that it reports")
    }
  }

  /// Checks an outcome that follows from the last answer of host code, or from the state before.
  private mutating func checkReason(
    of entry: JournalEntry, _ id: RequestID, before state: RouteState
  ) {
    let isReason: Bool
    switch entry.outcome {
    case .denied(let reason)?: isReason = Bytes.same(entry.answers.last?.answer.denial, reason)
    case .expired?:
      isReason = (entry.request?.expiry ?? state.waiting(id)?.expiry) != nil
    case .quarantined?:
      let fingerprint = (entry.request ?? state.waiting(id)?.request)?.fingerprint
      isReason = state.suspects.contains { $0.fingerprint == fingerprint && $0.count > 1 }
    default: return
    }
    if !isReason {
      find(
        .outcome,
        "the outcome \(entry.outcome?.description ?? "") does not follow from its answers or the "
          + "state before it"
      )
    }
  }

  /// Checks that host code makes the request wait in this way, or that the session keeps requests
  /// back.
  private mutating func checkCondition(
    of entry: JournalEntry, _ waiting: WaitingRequest?, before state: RouteState
  ) {
    let isReason: Bool
    switch entry.waiting?.status {
    case .condition(let condition)?:
      isReason = Bytes.same(entry.answers.last?.answer.condition, condition)
    case .suspended?:
      isReason = (entry.request ?? waiting?.request).map { state.keepsBack($0) } ?? true
    default: return
    }
    if !isReason { find(.request, "no answer and no suspension lets its request wait") }
  }

  /// The active scene after an entry's changes, which is the scene of every request that is shown;
  /// nil when they close the active one.
  private static func activeScene(behind entry: JournalEntry, from scene: String) -> String? {
    var scene = scene
    for index in entry.changes.indices {  // by index, which copies no change
      switch entry.changes[index] {
      case .tree(.activate(let next)): scene = next
      case .tree(.close(let closed)) where closed.hasSameBytes(as: scene): return nil
      default: break
      }
    }
    return scene
  }

  /// Checks that a request waits as the decision says, and is unchanged since its arrival.
  private mutating func checkWaiting(
    _ entry: JournalEntry, _ id: RequestID, _ waiting: WaitingRequest?
  ) {
    guard entry.changes.count == 1, let next = entry.waiting, next.id == id, next.isParked else {
      return find(.change, "an entry of kind parked does not make these changes")
    }
    if (entry.request ?? waiting?.request)?.hasSameBytes(as: next.request) != true {
      find(.request, "the waiting request differs from request \(id) as it arrived")
    }
    if next.target.holdsSecret {
      find(.request, "request \(id) brings a secret and cannot wait")
    }
    if next.replacement != waiting?.replacement {
      find(.request, "only when request \(id) is released can its target be replaced")
    }
    if next.clockSetMicroseconds != waiting?.clockSetMicroseconds ?? 0 {
      find(.request, "only a launch can note that the clock was set for request \(id)")
    }
  }

  /// Whether a decision can make a change: an edit of the tree (but not of a screen's kind or
  /// readiness), a change of its own request, or the result of a screen.
  private static func isOfDecision(
    _ change: RouteChange, in entry: JournalEntry, of id: RequestID, before state: RouteState
  ) -> Bool {
    switch change {
    case .tree(.become), .tree(.ready), .tree(.unready): false
    case .tree: entry.kind == .decided
    case .settle(let request): request == id
    case .wait: entry.kind == .parked
    case .advance(_, .give(let result)):
      entry.kind == .decided
        && ((entry.request ?? state.waiting(id)?.request)?.gives(result) ?? false)
    default: false
    }
  }
}

extension RouteRequest {
  /// Whether the host reports that result of a screen.
  fileprivate func gives(_ result: Parameters) -> Bool {
    if case .fact(.returned(_, result)) = target { true } else { false }
  }

  /// Whether the host reports that it could not show something.
  fileprivate var reportsFailure: Bool {
    if case .fact(.renderFailed) = target { true } else { false }
  }
}

extension Answer {
  /// The reason with which it denies; nil when it does not.
  fileprivate var denial: String? { if case .deny(let reason) = self { reason } else { nil } }

  /// The condition until which it makes the request wait; nil when it does not.
  fileprivate var condition: String? {
    if case .wait(let condition) = self { condition } else { nil }
  }
}

extension Outcome {
  /// Whether only a rule of the session leads to it.
  fileprivate var isOfRuleAlone: Bool {
    switch self {
    case .duplicate, .superseded, .interrupted: true
    default: false
    }
  }
}

extension JournalEntry {
  /// The reason why its outcome does not fit its changes; nil when it does. Only a request that is
  /// shown changes more than its own waiting.
  fileprivate var effectProblem: String? {
    guard let outcome else { return nil }
    let hasEffect = changes.indices.contains { index in
      if case .settle = changes[index] { false } else { true }
    }
    guard hasEffect != (outcome == .shown) else { return nil }
    return hasEffect
      ? "its outcome is \(outcome), but it does more than end its request"
      : "its outcome is \(outcome), but it changes nothing"
  }
}

extension JournalEntry {
  /// The reason why its request does not fit the one that it names; nil when it does. The content
  /// of a request is only in its first entry.
  func requestProblem(isWaiting: Bool) -> (check: Verification.Check, text: String)? {
    guard let id = requestID else { return (.request, "it belongs to no request") }
    let isFirst = id.rawValue == sequence
    guard isFirst || isWaiting else {
      return kind == .decided
        ? (.outcome, "request \(id) has an outcome already, or was never received")
        : (.request, "request \(id) does not wait")
    }
    guard isFirst != hasRequest else { return nil }
    return isFirst
      ? (.request, "it is the first entry of request \(id), but has no content of the request")
      : (.request, "only the first entry of a request has the content of the request")
  }
}
