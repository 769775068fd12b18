/// Opens requests from host code while it is asked, on behalf of the request. The targets are the
/// same as those of
/// ``RouteSession/open(_:from:source:options:isolation:)-(RouteRequest.Target,_,_,_,_)`` and its
/// other forms.
extension Prompt {
  /// Opens any target on behalf of this request: the new request is decided at once, although this
  /// one is not. After this code has answered, it is a request like any other. After another
  /// request has superseded this one, it ends superseded and is not journaled.
  ///
  /// An interceptor of the whole table is also asked about the requests that it opens, and has to
  /// allow them by their ``route``. A chain of more than ``RouteLimits/redirects`` waiting
  /// requests, each on behalf of the next, ends the new request as failed before host code is asked
  /// about it.
  ///
  /// - Parameters:
  ///   - target: the wanted target.
  ///   - entryPoint: the request's origin.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: further options of the caller. While this code is asked, the new request does not
  ///     wait for a suspended session and is on behalf of this one, whatever the options say.
  ///   - isolation: the actor that the session lives on; the caller's.
  @discardableResult
  public func open(
    _ target: RouteRequest.Target, from entryPoint: RouteRequest.EntryPoint = .programmatic,
    source: String? = nil, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    guard let session, let options = onItsBehalf(options) else { return tooLate }
    return session.open(target, from: entryPoint, source: source, options: options)
  }

  /// Opens a screen by its typed value on behalf of this request, by the route that leads to its
  /// kind.
  ///
  /// - Parameters:
  ///   - screen: the screen's value.
  ///   - route: the identifier of the route to use, if several lead there.
  ///   - entryPoint: the request's origin.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: further options of the caller.
  ///   - isolation: the actor that the session lives on; the caller's.
  @discardableResult
  public func open(
    _ screen: some ScreenKind, by route: String? = nil,
    from entryPoint: RouteRequest.EntryPoint = .programmatic, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    guard let session, let options = onItsBehalf(options) else { return tooLate }
    return session.open(screen, by: route, from: entryPoint, source: source, options: options)
  }

  /// Opens a link on behalf of this request.
  ///
  /// - Parameters:
  ///   - link: the address; one that cannot be read ends as failed.
  ///   - entryPoint: the link's origin; by default a link of the app's own.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: further options of the caller.
  ///   - isolation: the actor that the session lives on; the caller's.
  @discardableResult
  public func open(
    _ link: String, from entryPoint: RouteRequest.EntryPoint = .programmatic,
    source: String? = nil, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    guard let session, let options = onItsBehalf(options) else { return tooLate }
    return session.open(link, from: entryPoint, source: source, options: options)
  }

  /// The options of a request that is opened on behalf of this one; nil when another request has
  /// superseded this one.
  private func onItsBehalf(_ options: RouteRequest.Options) -> RouteRequest.Options? {
    guard isOpen else { return opening.outcome == .superseded ? nil : options }
    return options.onBehalf(of: id)
  }

  /// The opening of a request that arrives too late.
  private var tooLate: Opening {
    let opening = Opening()
    opening.end(session == nil ? .sessionIsOver : .superseded)
    return opening
  }
}
