extension RouteSession {
  /// Takes a request back that has no outcome yet: it ends as denied, and host code that is asked
  /// about it is left alone, its task cancelled.
  ///
  /// - Parameters:
  ///   - opening: what `open` gave back.
  ///   - reason: for the journal and whoever waits for the outcome.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: whether it was taken back; not when it has its outcome, or is decided and about to
  ///   be told, and not after the session's end.
  @discardableResult
  public func cancel(
    _ opening: Opening, reason: String = "cancelled", isolation: isolated any Actor = #isolation
  ) -> Bool {
    guard let pending = requests.all.first(where: { $0.opening === opening }) else { return false }
    return cancel(pending, reason: reason)
  }

  /// Takes a request back that waits, also one of an earlier session: ``RouteState/waiting`` has
  /// them all.
  ///
  /// - Parameters:
  ///   - request: its id.
  ///   - reason: for the journal and whoever waits for the outcome.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: whether it waited and was taken back.
  @discardableResult
  public func cancel(
    _ request: RequestID, reason: String = "cancelled",
    isolation: isolated any Actor = #isolation
  ) -> Bool {
    guard let waiting = state.waiting(request) else { return false }
    return cancel(pending(for: waiting), reason: reason)
  }

  private func cancel(
    _ pending: PendingRequest, reason: String, isolation: isolated any Actor = #isolation
  ) -> Bool {
    guard !hasEnded, pending.opening.outcome == nil,
      pending.id.map({ state.waiting($0) != nil }) ?? true
    else { return false }
    pending.prompt?.leave()
    requests.withdraw(pending)
    settle(pending, as: .denied(reason: reason), by: .cancelled)
    drain()
    return true
  }
}
