/// Opens requests from host code while it is asked, with the same kinds of targets as
/// ``RouteSession/open(_:from:source:options:isolation:)-(RouteRequest.Target,_,_,_,_)`` and its
/// like, on behalf of the request.
extension Prompt {
  /// Opens any target on behalf of this request: it is decided at once, although this one is not.
  /// Once this code has answered, a request like any other; once another request has taken this
  /// one's place it ends superseded, and nothing is journaled.
  ///
  /// An interceptor of the whole table is asked about what it opens, too, and has to allow that by
  /// its ``route``. A request on behalf of more than ``RouteLimits/redirects`` waiting ones, each
  /// on behalf of the next, ends as failed before host code is asked about it.
  ///
  /// - Parameters:
  ///   - target: what is wanted.
  ///   - entryPoint: where it came from.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: what the caller wishes beside. While this code is asked, the new request does not
  ///     wait for a suspended session, and is on behalf of this one, whatever they say.
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
  ///   - route: the identifier of the route to go by, where several lead there.
  ///   - entryPoint: where it came from.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: what the caller wishes beside.
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
  ///   - entryPoint: where it came from: a link of the app's own, unless it is said.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: what the caller wishes beside.
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
  /// taken this one's place.
  private func onItsBehalf(_ options: RouteRequest.Options) -> RouteRequest.Options? {
    guard isOpen else { return opening.outcome == .superseded ? nil : options }
    return options.onBehalf(of: id)
  }

  /// The opening of a request that comes too late.
  private var tooLate: Opening {
    let opening = Opening()
    opening.end(session == nil ? .sessionIsOver : .superseded)
    return opening
  }
}
