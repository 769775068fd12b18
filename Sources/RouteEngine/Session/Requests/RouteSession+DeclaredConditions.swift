// Names as constants of the app's own types: an enum with text as its raw value.

extension RouteSession {
  /// Says that a condition holds; see ``signal(_:principal:isolation:)-(String,_,_)``.
  public func signal<Name: RawRepresentable<String>>(
    _ condition: Name, principal: String? = nil, isolation: isolated any Actor = #isolation
  ) {
    signal(condition.rawValue, principal: principal)
  }

  /// Says that a condition no longer holds.
  public func unsignal<Name: RawRepresentable<String>>(
    _ condition: Name, isolation: isolated any Actor = #isolation
  ) {
    unsignal(condition.rawValue)
  }

  /// Says that a condition will not come to hold: the requests that wait for it end as denied.
  ///
  /// - Parameters:
  ///   - condition: the condition.
  ///   - reason: for the journal and the callers.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func giveUp<Name: RawRepresentable<String>>(
    _ condition: Name, reason: String, isolation: isolated any Actor = #isolation
  ) {
    giveUp(condition.rawValue, reason: reason)
  }
}

extension Prompt {
  /// Whether the host has signalled the condition and not taken that back.
  public func holds<Name: RawRepresentable<String>>(_ condition: Name) -> Bool {
    holds(condition.rawValue)
  }

  /// Parks the request until the host signals the condition, durably.
  public func wait<Name: RawRepresentable<String>>(
    for condition: Name, isolation: isolated any Actor = #isolation
  ) async {
    await wait(for: condition.rawValue)
  }
}

extension Answer {
  /// Wait until the host signals the condition.
  public static func wait<Name: RawRepresentable<String>>(condition: Name) -> Answer {
    .wait(condition: condition.rawValue)
  }
}
