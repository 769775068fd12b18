/// One indivisible difference between two states: a closed set, with forward data only. Every entry
/// of the journal has a list of changes, and applying them to a ``RouteState`` is the only way in
/// which one state becomes another.
package enum RouteChange: Hashable, Sendable {
  /// The hierarchy of screens changes.
  case tree(TreeChange)
  /// A request begins to wait, or changes what it waits for.
  indirect case wait(WaitingRequest)
  /// A waiting request gets its outcome.
  case settle(RequestID)
  /// Work is accepted.
  indirect case enqueue(PendingAction)
  /// An accepted action makes a transition, which may end it.
  case advance(ActionID, PendingAction.Transition)
  /// The condition holds, or no longer holds.
  case signal(condition: String, Bool)
  /// A principal signed in, or, with nil, out.
  case principal(String?)
  /// The session begins or stops keeping requests back.
  case suspend(Bool)
  /// The host died while its code ran for a request with this fingerprint; the number of deaths so
  /// far, or 0 to forget it.
  case suspect(fingerprint: UInt64, count: Int)
  /// This state replaces the whole state: at a beginning, or at the end of an outage.
  indirect case adopt(RouteState)
}
