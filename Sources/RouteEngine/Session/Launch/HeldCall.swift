/// A call that came before its session could begin, as its caller made it.
enum HeldCall {
  /// A request. Who is signed in is not known yet, nor the keys under which its values are hidden.
  case open(
    RouteRequest.Target, EntryPoint, source: String?, RouteRequest.Options, Opening,
    at: Int64)
  /// Bytes that are no link.
  case refuse(
    Int, Outcome, EntryPoint, source: String?, RouteRequest.Options, Opening,
    at: Int64)
  /// Anything else that the machine takes.
  case input(Input)

  /// The opening that the caller of a request got.
  var opening: Opening? {
    switch self {
    case .open(_, _, _, _, let opening, _), .refuse(_, _, _, _, _, let opening, _): opening
    case .input: nil
    }
  }

  /// Whether it is the end of a principal's time.
  var isSignOut: Bool {
    if case .input(.signedOut) = self { true } else { false }
  }
}

/// The calls of a session that cannot begin yet, in their order.
final class HeldCalls {
  /// Those that were kept and not made yet.
  private(set) var calls: [HeldCall] = []
  /// Whether calls are kept: the session has not begun.
  private(set) var isHolding = false

  /// The newest table that was to be adopted, while calls are kept: those that come behind it are
  /// made with it.
  var table: RouteTable? {
    guard isHolding else { return nil }
    for case .input(.adopted(let table)) in calls.reversed() { return table }
    return nil
  }

  /// Keeps calls from now on.
  func hold() { isHolding = true }

  /// Keeps a call.
  func keep(_ call: HeldCall) { calls.append(call) }

  /// Cancels a kept request: it ends as denied, and the journal never hears of it.
  ///
  /// - Returns: whether it was kept.
  func cancel(_ opening: Opening, reason: String) -> Bool {
    guard let index = calls.firstIndex(where: { $0.opening === opening }) else { return false }
    calls.remove(at: index)
    opening.end(.denied(reason: reason), isRecorded: false)
    return true
  }

  /// Keeps nothing more: what was kept is made now, see ``next()``.
  func release() { isHolding = false }

  /// Hands over the next call that was kept; nil when all are made.
  func next() -> HeldCall? { calls.isEmpty ? nil : calls.removeFirst() }
}

@available(*, unavailable)
extension HeldCalls: Sendable {}
