/// One indivisible difference between two states: a closed set, forward data only. Every entry of
/// the journal is a list of these, and applying it to a ``RouteState`` is the only way that one
/// state becomes another.
package enum RouteChange: Hashable, Sendable {
  /// The hierarchy of screens changes.
  case tree(TreeChange)
  /// A request begins to wait, or waits for something else.
  indirect case wait(WaitingRequest)
  /// A waiting request has its outcome.
  case settle(RequestID)
  /// Work is accepted.
  indirect case enqueue(PendingAction)
  /// Something happens to accepted work, up to its end.
  case advance(ActionID, PendingAction.Transition)
  /// The condition holds, or no longer.
  case signal(condition: String, Bool)
  /// Somebody signed in, or out; the principal's token.
  case principal(String?)
  /// The session begins or ends to keep requests back.
  case suspend(Bool)
  /// The host died while its code ran for a request with this fingerprint; how often so far, 0 to
  /// forget.
  case suspect(fingerprint: UInt64, count: Int)
  /// The whole state is this one: a beginning, or the way back from an outage.
  indirect case adopt(RouteState)
}
