import RouteEngine
import RouteStore

/// For which requests a rule is, as far as a journal knows: what was queued, and which transitions
/// the host was in, stands nowhere.
extension SettlingRule {
  /// Whether the rule is about a request that stands so.
  func isMeant(for request: StepChecks.RequestPlace) -> Bool {
    let waits = request.place.state.waitingTable
    switch self {
    case .queueFull, .waitingFull, .transition: return request.isFirst
    case .sourceTooLong: return request.isFirst && request.recorded.request.source == nil
    case .link:
      guard request.isFirst, case .value(let type, _) = request.recorded.request.target else {
        return false
      }
      return type == "text"
    case .source, .sourceUnread: return request.isFirst && request.recorded.request.source != nil
    case .again:
      guard request.isFirst, request.recorded.request.source == nil,
        case .link = request.recorded.request.target
      else { return false }
      return true
    case .busy: return request.isFirst && waits.elements.contains { $0.status == .received }
    case .overtaken:
      guard let waiting = request.waiting, waiting.status == .released else { return false }
      return waits.elements.contains { $0.id > waiting.id && $0.status == .released }
    case .relaunch, .newer: return request.waiting?.status == .received
    case .secret: return request.waiting?.target.holdsSecret ?? false
    case .cancelled: return true
    case .clear, .latestOnly, .transform, .custom: return request.waiting?.status == .suspended
    case .cleanBeginning: return request.waiting != nil
    case .interceptor, .givenUp, .outage: return false  // the machine says for whom
    }
  }

  /// Whether a request can end so by the rule.
  func leads(
    to outcome: Outcome, for request: StepChecks.RequestPlace, _ earlier: EarlierRequests
  ) throws(StoreError) -> Bool {
    switch (self, outcome) {
    case (.cancelled, .denied), (.link, .failed(0, _)), (.source, .failed(0, _)): return true
    case (.source, .duplicate(let first)), (.again, .duplicate(let first)):
      return try earlier.holds(
        first, repeatedBy: request.recorded.request, at: request.entry.sequence)
    default: return self.outcome != nil
    }
  }
}
