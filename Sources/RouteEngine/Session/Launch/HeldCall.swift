/// A call that arrived before its session could begin, as its caller made it.
enum HeldCall {
  /// A request. The principal and the keys that hide its values are not known yet.
  case open(
    RouteRequest.Target, EntryPoint, source: String?, RouteRequest.Options, Opening,
    at: Int64)
  /// Bytes that are no link.
  case refuse(
    Int, Outcome, EntryPoint, source: String?, RouteRequest.Options, Opening,
    at: Int64)
  /// Any other input of the machine.
  case input(Input)

  /// The opening that the caller of a request got.
  var opening: Opening? {
    switch self {
    case .open(_, _, _, _, let opening, _), .refuse(_, _, _, _, _, let opening, _): opening
    case .input: nil
    }
  }

  /// The call with another scene, if it is for that one.
  func moved(from old: String, to new: String) -> HeldCall {
    switch self {
    case .open(let target, let entryPoint, let source, let options, let opening, let elapsed):
      .open(
        target, entryPoint, source: source, options.moved(from: old, to: new), opening,
        at: elapsed)
    case .refuse(
      let bytes, let outcome, let entryPoint, let source, let options, let opening, let elapsed):
      .refuse(
        bytes, outcome, entryPoint, source: source, options.moved(from: old, to: new), opening,
        at: elapsed)
    case .input: self
    }
  }

  /// Whether it is a sign-out.
  var isSignOut: Bool {
    if case .input(.signedOut) = self { true } else { false }
  }
}

extension RouteRequest.Options {
  fileprivate func moved(from old: String, to new: String) -> RouteRequest.Options {
    guard scene?.hasSameBytes(as: old) == true else { return self }
    var options = self
    options.scene = new
    return options
  }
}

/// The calls of a session that cannot begin yet, in their order.
final class HeldCalls {
  /// The calls that were kept and not made yet.
  private(set) var calls: [HeldCall] = []
  /// Whether calls are kept: the session has not begun.
  private(set) var isHolding = false

  /// The newest table to be adopted while calls are kept: later calls are made with it.
  var table: RouteTable? {
    guard isHolding else { return nil }
    for case .input(.adopted(let table)) in calls.reversed() { return table }
    return nil
  }

  /// Keeps calls from now on.
  func hold() { isHolding = true }

  /// Keeps a call.
  func keep(_ call: HeldCall) { calls.append(call) }

  /// Cancels a kept request: it ends as denied, and is not journaled.
  ///
  /// - Returns: whether it was kept.
  func cancel(_ opening: Opening, reason: String) -> Bool {
    guard let index = calls.firstIndex(where: { $0.opening === opening }) else { return false }
    calls.remove(at: index)
    opening.end(.denied(reason: reason), isRecorded: false)
    return true
  }

  /// Makes the kept requests for a scene requests for another one: a window's scene is found only
  /// when the session begins.
  func move(from old: String, to new: String) {
    calls = calls.map { $0.moved(from: old, to: new) }
  }

  /// Stops keeping calls; ``next()`` hands over the kept ones.
  func release() { isHolding = false }

  /// Removes and returns the next kept call; nil when all are made.
  func next() -> HeldCall? { calls.isEmpty ? nil : calls.removeFirst() }
}

@available(*, unavailable)
extension HeldCalls: Sendable {}
