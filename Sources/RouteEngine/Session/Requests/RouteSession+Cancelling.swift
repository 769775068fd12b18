extension RouteSession.Requests {
  /// Cancels a request that has no outcome yet: it ends as denied, and host code that is asked
  /// about it is abandoned and its task cancelled.
  ///
  /// - Parameters:
  ///   - opening: the result of
  ///     ``RouteSession/open(_:from:source:options:isolation:)-(String,_,_,_,_)`` or of another of
  ///     its forms.
  ///   - reason: for the journal and the callers that wait for the outcome.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: whether it was cancelled. It cannot be when it has its outcome, when it is decided
  ///   and about to be told, and after the session's end.
  @discardableResult
  public func cancel(
    _ opening: Opening, reason: String = "cancelled", isolation: isolated any Actor = #isolation
  ) -> Bool {
    if session.held.cancel(opening, reason: reason) { return true }
    guard let ticket = session.callers.ticket(of: opening) else { return false }
    return cancel(ticket, reason: reason)
  }

  /// Cancels a waiting request, also one of an earlier session: ``RouteState/waiting`` has all of
  /// them.
  ///
  /// - Parameters:
  ///   - request: its id.
  ///   - reason: for the journal and the callers that wait for the outcome.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: whether it waited and was cancelled.
  @discardableResult
  public func cancel(
    _ request: RequestID, reason: String = "cancelled",
    isolation: isolated any Actor = #isolation
  ) -> Bool {
    guard let waiting = session.state.waiting(request) else { return false }
    return cancel(session.ticket(for: waiting), reason: reason)
  }

  private func cancel(
    _ ticket: Ticket, reason: String, isolation: isolated any Actor = #isolation
  ) -> Bool {
    guard session.machine.isCancellable(ticket) else { return false }
    session.feed(.cancelled(ticket, reason: reason))
    return true
  }
}
