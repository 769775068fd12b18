/// What host code sees when it is asked: the request, and the ways to find out the answer.
public final class Asked {
  /// The request; private values are tokens, ``value(of:)`` reveals them.
  public let request: RouteRequest
  /// The request's id.
  public let id: RequestID
  /// The route it takes; nil when it needs none.
  public let route: String?
  /// The parameters it brings, private ones as tokens.
  public let parameters: Parameters
  /// The hierarchy at this moment.
  public let tree: ScreenTree
  /// Who is signed in now, which may be somebody else than when the request arrived or when host
  /// code began to wait.
  public var principal: String? { session.state.principal }
  private let session: RouteSession

  init(_ asking: Decision.Asking, session: RouteSession) {
    request = asking.request
    id = asking.id
    route = asking.route
    parameters = asking.parameters
    tree = asking.tree
    self.session = session
  }

  /// A parameter's value, revealed when it is private; nil when it is absent or gone.
  public func value(of name: String) -> ParameterValue? {
    parameters[name].flatMap(session.reveal)
  }

  /// Opens a request on behalf of this one: it is decided at once, although this one is not.
  @discardableResult
  public func open(
    _ target: RouteRequest.Target, isolation: isolated any Actor = #isolation
  ) -> Opening {
    var options = RouteRequest.Options()
    options.onBehalfOf = id
    options.isSuspendable = false
    return session.open(target, from: .programmatic, options: options)
  }

  /// Parks the request until the host signals the condition, durably: should the host die
  /// meanwhile, the request waits in the journal and is asked about again when the condition is
  /// signalled.
  ///
  /// While it waits other requests go on.
  public func wait(
    for condition: String, isolation: isolated any Actor = #isolation
  ) async {
    await session.wait(id, for: condition)
  }
}

@available(*, unavailable)
extension Asked: Sendable {}
