// Names as constants of the app's own types: an enum with text as its raw value.

extension RouteSession {
  /// Opens a screen by its typed value and by a route, see
  /// ``open(_:by:from:source:options:isolation:)-(ScreenKind,String?,_,_,_,_)``.
  @discardableResult
  public func open<Name: RawRepresentable<String>>(
    _ screen: some ScreenKind, by route: Name,
    from entryPoint: RouteRequest.EntryPoint = .programmatic, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    open(screen, by: route.rawValue, from: entryPoint, source: source, options: options)
  }

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
  /// Opens a screen by its typed value and by a route on behalf of this request.
  @discardableResult
  public func open<Name: RawRepresentable<String>>(
    _ screen: some ScreenKind, by route: Name,
    from entryPoint: RouteRequest.EntryPoint = .programmatic, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    open(screen, by: route.rawValue, from: entryPoint, source: source, options: options)
  }

  /// Whether the host has signalled the condition and not withdrawn it.
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
  /// The request waits until the host signals the condition.
  public static func wait<Name: RawRepresentable<String>>(condition: Name) -> Answer {
    .wait(condition: condition.rawValue)
  }
}
