extension JournalEntry {
  /// The changes that every entry of a kind begins with, as these columns say them. The payload
  /// does not repeat them.
  ///
  /// It takes these alone because the entry would be copied: 900 instructions.
  static func usualChanges(
    of kind: EntryKind, sequence: Int64, _ requestID: RequestID?, _ action: ActionID?,
    _ request: @autoclosure () -> RouteRequest?
  ) -> [RouteChange] {
    func advance(by transition: PendingAction.Transition) -> [RouteChange] {
      action.map { [.advance($0, transition)] } ?? []
    }
    switch kind {
    case .received:
      guard let requestID, let request = request() else { return [] }
      return [.wait(WaitingRequest(id: requestID, request: request, status: .received))]
    case .decided:
      guard let requestID, requestID.rawValue != sequence else { return [] }
      return [.settle(requestID)]
    case .stable: return [.suspect(fingerprint: RouteState.restoredPlace, count: 0)]
    case .claimed: return advance(by: .claim)
    case .started: return advance(by: .start(until: nil))
    case .done: return advance(by: .finish)
    case .failed: return advance(by: .fail)
    case .expired: return advance(by: .expire)
    case .cancelled: return advance(by: .cancel)
    case .superseded: return advance(by: .supersede)
    case .revived: return advance(by: .revive)
    case .dead: return advance(by: .die)
    case .shelved: return advance(by: .shelve)
    default: return []
    }
  }
}
