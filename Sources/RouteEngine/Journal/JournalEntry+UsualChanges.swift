extension JournalEntry {
  /// The changes that every entry of its kind begins with, as its columns say them. The payload
  /// does not repeat them.
  var usualChanges: [RouteChange] {
    switch kind {
    case .received:
      guard let requestID, let request else { return [] }
      return [.wait(WaitingRequest(id: requestID, request: request, status: .received))]
    case .decided:
      guard let requestID, requestID.rawValue != sequence else { return [] }
      return [.settle(requestID)]
    case .claimed: return advance(to: .claimed)
    case .started: return advance(to: .started)
    case .retried, .revived: return advance(to: .waiting)
    case .done, .failed, .expired, .cancelled, .superseded, .dead:
      return action.map { [.retire($0)] } ?? []
    default: return []
    }
  }

  private func advance(to status: PendingAction.Status) -> [RouteChange] {
    guard let action, let attempt else { return [] }
    return [.advance(action, status, attempt: attempt)]
  }
}
