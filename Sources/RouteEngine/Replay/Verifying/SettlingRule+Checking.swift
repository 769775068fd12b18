import RouteEngine
import RouteStore

extension SettlingRule {
  /// What an entry that is said to follow this rule has in it that the rule does not allow; nil
  /// when nothing.
  func problem(
    with entry: JournalEntry, before state: RouteState, _ earlier: EarlierRequests
  ) throws(StoreError) -> String? {
    guard entry.kind != .cancelled else {
      return cancellation != nil && Bytes.same(entry.reason, cancellation)
        ? nil : "rule \"\(rawValue)\" does not cancel an action for that reason"
    }
    guard let id = entry.requestID else { return "it follows a rule and belongs to no request" }
    guard entry.kind == (self == .interceptor ? .parked : .decided) else {
      return "rule \"\(rawValue)\" does not lead to an entry of kind \(entry.kind.word)"
    }
    guard entry.route == nil, entry.answers.isEmpty else {
      return "rule \"\(rawValue)\" takes no route and asks nobody"
    }
    let waiting = state.waiting(id)
    guard isMeant(for: waiting, entry.request, in: state),
      hasOwnChanges(entry, of: waiting, before: state)
    else { return "its request or its changes are none that rule \"\(rawValue)\" is for" }
    guard try allows(entry, before: state, of: waiting, earlier) else {
      return "rule \"\(rawValue)\" does not lead to the outcome "
        + (entry.outcome?.description ?? "none")
    }
    return nil
  }

  /// Whether the rule is about requests that stand so.
  private func isMeant(
    for waiting: WaitingRequest?, _ request: RouteRequest?, in state: RouteState
  ) -> Bool {
    switch self {
    case .queueFull, .waitingFull, .transition: return waiting == nil && request != nil
    case .sourceTooLong: return waiting == nil && request != nil && request?.source == nil
    case .cancelled: return (waiting == nil) == (request != nil)
    case .link:
      guard waiting == nil, case .value(let type, _)? = request?.target else { return false }
      return type == "text"
    case .source, .sourceUnread: return waiting == nil && request?.source != nil
    case .again:
      guard waiting == nil, request?.source == nil, case .link? = request?.target else {
        return false
      }
      return true
    case .busy:
      return waiting == nil && request != nil
        && state.waitingTable.elements.contains { $0.status == .received }
    case .overtaken:
      guard let waiting, waiting.status == .released else { return false }
      return state.waitingTable.elements.contains {
        $0.id > waiting.id && $0.status == .released
      }
    case .relaunch, .newer: return waiting?.status == .received
    case .givenUp:
      guard case .condition? = waiting?.status else { return false }
      return true
    case .clear, .latestOnly, .transform, .custom: return waiting?.status == .suspended
    case .interceptor:
      // It is the code that waits, so it was asked; an observer may have let it go on at once.
      return waiting.map { !$0.isParked && !$0.target.holdsSecret } ?? false
    case .secret: return waiting?.target.holdsSecret ?? false
    case .cleanBeginning: return waiting != nil
    case .outage: return false
    }
  }

  private func hasOwnChanges(
    _ entry: JournalEntry, of waiting: WaitingRequest?, before state: RouteState
  ) -> Bool {
    guard let waiting else { return entry.changes.isEmpty }
    switch self {
    case .queueFull, .waitingFull, .sourceTooLong, .link, .source, .sourceUnread, .again, .busy,
      .transition, .outage:
      return false
    case .givenUp, .cancelled, .clear, .latestOnly, .transform, .custom, .newer, .overtaken,
      .secret, .cleanBeginning:
      return entry.changes == [.settle(waiting.id)]
    case .interceptor:
      guard entry.changes.count == 1, case .wait(let next) = entry.changes[0],
        next.id == waiting.id, case .condition = next.status
      else { return false }
      return true
    case .relaunch:
      let fingerprint = waiting.request.fingerprint
      let count = Self.deaths(of: fingerprint, in: state) &+ 1
      return entry.changes
        == [.settle(waiting.id), .suspect(fingerprint: fingerprint, count: count)]
    }
  }

  private func allows(
    _ entry: JournalEntry, before state: RouteState, of waiting: WaitingRequest?,
    _ earlier: EarlierRequests
  ) throws(StoreError) -> Bool {
    if let outcome {
      return entry.outcome == outcome && Bytes.same(entry.outcome?.reason, outcome.reason)
    }
    switch (self, entry.outcome) {
    case (.interceptor, nil), (.givenUp, .denied), (.cancelled, .denied), (.link, .failed(0, _)),
      (.source, .failed(0, _)):
      return true
    case (.source, .duplicate(let first)), (.again, .duplicate(let first)):
      guard let request = entry.request, entry.cause == first.rawValue else { return false }
      return try earlier.holds(first, repeatedBy: request, at: entry.sequence)
    case (.secret, let outcome):
      return outcome == .secretIsGone
        || outcome == .secretCannotWait && waiting?.status == .received
    case (.relaunch, let outcome):
      guard let waiting else { return false }
      let deaths = Self.deaths(of: waiting.request.fingerprint, in: state)
      return outcome == (deaths > 0 ? .quarantined : .interrupted)
    default: return false
    }
  }

  private static func deaths(of fingerprint: UInt64, in state: RouteState) -> Int {
    state.suspects.first { $0.fingerprint == fingerprint }?.count ?? 0
  }
}
