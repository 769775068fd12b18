extension RouteTable {
  /// Why no link leads to a route with certain parameters.
  public enum LinkingError: Error, Hashable, Sendable {
    /// The table has no route of that identifier.
    case unknownRoute(String)
    /// The route has no pattern: it can only be opened by its identifier.
    case noPattern(route: String)
    /// No route that links lead to ends on a screen of that kind.
    case noRoute(kind: String)
    /// The screen's value cannot be encoded as parameters.
    case noParameters(ParameterCodingError)
    /// A parameter that the route's pattern or query needs is not given.
    case missing(parameter: String, route: String)
    /// A parameter does not fit into its place; `expected` says what would fit.
    case misfit(parameter: String, value: ParameterValue, route: String, expected: String)
    /// Only the token of a private value is known.
    case token(parameter: String, route: String)
    /// A link to the route needs a scheme and a host, and the route does not name exactly one of
    /// each.
    case missingHost(route: String)
    /// The link would have another scheme, host, query or fragment than the route asks for.
    case refused(route: String, link: String)
    /// The link would be read with other parameters, or lead to another route, `taker`, or to none.
    case misread(route: String, link: String, taker: String?)
    /// The parameters make a text that is no link, for example because it is too long.
    case noLink(route: String, RouteLink.ParseError)
  }
}

/// ``RouteTable/LinkingError``, as this package calls it.
package typealias LinkingError = RouteTable.LinkingError

extension LinkingError: CustomStringConvertible {
  /// The problem, and what to do about it.
  public var description: String {
    switch self {
    case .unknownRoute(let route): "there is no route \(route)"
    case .noPattern(let route): "\(route) has no pattern; open it by its identifier"
    case .noRoute(let kind): "no route with a pattern ends on \(kind); add one"
    case .noParameters(let error): error.description
    case .missing(let parameter, let route): "\(route) needs \(parameter); give it a value"
    case .misfit(let parameter, let value, let route, let expected):
      "\(parameter) of \(route) cannot be \(value.notation); expected \(expected)"
    case .token(let parameter, let route):
      "\(parameter) of \(route) is only a token; give the value that it stands for"
    case .missingHost(let route): "\(route) does not say which host; give one"
    case .refused(let route, let link):
      "\(link) has another scheme, host, query or fragment than \(route) asks for"
    case .misread(let route, let link, nil):
      "no link carries these parameters to \(route): \(link) leads nowhere"
    case .misread(let route, let link, let taker?) where taker == route:
      "no link carries these parameters to \(route): \(link) is read with others"
    case .misread(let route, let link, let taker?):
      "no link leads to \(route) with these parameters: \(link) leads to \(taker)"
    case .noLink(let route, let error): "\(route) has no link with these parameters: \(error)"
    }
  }
}
