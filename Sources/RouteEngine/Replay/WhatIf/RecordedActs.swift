package import RouteEngine

/// Decodes the inputs of a journal from its entries, in order. All code that gives recorded inputs
/// to a session again uses it.
package struct RecordedActs {
  /// The newest resume that replaced targets.
  private var resume: Int64?
  /// How many of the next entries record the conditions that the newest change of principal ends.
  private var endingConditions = 0
  /// The requests that wait for the end of a transition; nil when none is known to be under way.
  private var held: Set<RequestID>?

  /// A decoder before the first entry.
  package init() {}

  /// The inputs at an entry, in order.
  package mutating func acts(of entry: JournalEntry, after before: RouteState) -> [RecordedAct] {
    if let id = entry.requestID, entry.action == nil { return acts(of: id, entry, before) }
    switch entry.kind {
    case .pruned, .redacted: return []
    case .table: return [.adopt]
    case .began, .background: held = nil  // a transition that is not seen has ended
    case .principal: endingConditions = before.principal == nil ? 0 : before.conditions.count
    case .signalled where endingConditions > 0:
      endingConditions -= 1
      return []
    case .resumed where entry.resumption == .transforming:
      resume = entry.sequence
      return [.input(.transformed([]))]
    default: break
    }
    return Input(decoding: entry).map { [.input($0)] } ?? []
  }

  private mutating func acts(
    of id: RequestID, _ entry: JournalEntry, _ before: RouteState
  ) -> [RecordedAct] {
    var acts: [RecordedAct] = []
    var isOver = entry.rule == .transition
    if let request = entry.request {
      if beginsTransition(id, entry, before) { acts.append(.input(.transitionBegan)) }
      acts.append(.open(id, request))
    } else if held?.remove(id) != nil {
      // The end of a waiting request says nothing about the transition, unless it was the last
      // request.
      let endsInTransition =
        entry.rule == .overtaken || entry.rule == .cancelled || entry.outcome == .expired
      if !endsInTransition { acts.append(.input(.transitionEnded)) }
      isOver = endsInTransition && held == []
      if isOver || !endsInTransition { held = nil }
    }
    if let act = act(of: id, entry, before) { acts.append(act) }
    if isOver { acts.append(.input(.transitionEnded)) }
    return acts
  }

  private func act(
    of id: RequestID, _ entry: JournalEntry, _ before: RouteState
  ) -> RecordedAct? {
    let waiting = before.waiting(id)
    if let resume, entry.isReplacement(at: resume) {
      if entry.kind == .decided { return .replace(id, nil, resume: resume) }
      return entry.waiting?.replacement.map { .replace(id, $0, resume: resume) }
    }
    switch (entry.kind, entry.rule) {
    case (.parked, .interceptor):
      guard case .condition(let condition)? = entry.waiting?.status else { return nil }
      return .park(id, condition: condition)
    case (.decided, .secret) where waiting?.status == .received:
      return .park(id, condition: "unknown")  // the condition is not recorded
    case (.decided, .givenUp):
      guard case .condition(let condition)? = waiting?.status else { return nil }
      return .input(.gaveUp(condition, reason: entry.outcome?.reason ?? ""))
    case (.decided, .cancelled): return .cancel(id, reason: entry.outcome?.reason ?? "")
    case (.decided, nil), (.parked, nil):
      if !entry.answers.isEmpty || waiting?.status == .received { return .reply(id, entry.answers) }
      guard entry.outcome == .expired else { return nil }
      return waiting?.expiry.map { .expire($0) }
    default: return nil
    }
  }

  /// Whether a transition began before a request was opened. A request that is kept back although
  /// nothing is under way waits for the end of a transition.
  private mutating func beginsTransition(
    _ id: RequestID, _ entry: JournalEntry, _ before: RouteState
  ) -> Bool {
    if entry.rule == .transition { return true }
    guard entry.kind == .received, entry.waiting?.status == .released,
      !before.waiting.contains(where: { $0.status == .received })
    else { return false }
    defer { held = (held ?? []).union([id]) }
    return held == nil
  }
}
