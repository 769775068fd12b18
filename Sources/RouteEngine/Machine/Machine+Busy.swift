/// Requests that arrive while another one is under way, or the host is in a transition.
extension Machine {
  /// Settles requests that arrived while host code works on another request, or settles that one,
  /// as the policy says. Requests that arrive in a transition are settled in the same way.
  ///
  /// - Returns: nil when there is nothing to settle, or when the queue is recorded first.
  mutating func settleRivals(at elapsed: Int64) -> Work? {
    guard settings.whenBusy != .queue else { return nil }
    let underWay = requests.current
    if underWay == nil, settings.whenBusy == .supersede {
      requests.hold(where: isRival)
      if requests.firstUnrecorded != nil {
        push(.recordQueue)
        return nil
      }
      guard let older = requests.nextOvertaken() else { return nil }
      let refusal = PendingRequest.Refusal(by: .overtaken)
      return propose(settle(older, as: refusal, elapsed))
    }
    guard let rival = requests.firstQueued(where: isRival) else { return nil }
    if let source = sourceToLookUp(of: rival) { return .lookUp(rival, source: source) }
    if let refusal = requests.edit(rival, { $0.refusal }) ?? nil {
      requests.dequeue(rival)
      return propose(settle(rival, as: refusal, elapsed))
    }
    if let underWay, settings.whenBusy == .supersede {
      requests.edit(rival) { $0.isLookedUp = false }
      abandonPrompt(of: underWay)
      let refusal = PendingRequest.Refusal(by: .newer)
      return propose(settle(underWay, as: refusal, elapsed))
    }
    requests.dequeue(rival)
    let rule: SettlingRule = underWay == nil ? .transition : .busy
    return propose(settle(rival, as: PendingRequest.Refusal(by: rule), elapsed))
  }
}
