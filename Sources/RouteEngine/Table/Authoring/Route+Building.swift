extension Route {
  /// A route, written in a table.
  ///
  /// - Parameters:
  ///   - identifier: its name, with which it can also be opened.
  ///   - version: rises when the route changes its meaning.
  ///   - priority: breaks ties between patterns that are equally specific; higher first.
  ///   - scene: the scene to use; nil: the request's or the active one.
  ///   - patterns: path patterns in the syntax of the WHATWG URL Pattern Standard; one of them has
  ///     to match.
  ///   - steps: the screens to be shown, outermost first.
  ///   - file: the file in which it is written, for messages.
  ///   - line: the line in that file.
  public init(
    _ identifier: String, version: Int = 1, priority: Int? = nil, scene: String? = nil,
    _ patterns: String..., to steps: [Destination.Step], file: String = #fileID, line: Int = #line
  ) {
    self.init(
      identifier, version: version, patterns: patterns, priority: priority,
      destination: Destination(steps, scene: scene))
    source = SourcePlace(file: file, line: line)
  }

  /// A route that redirects its requests: an old address, or one that carries another link.
  ///
  /// ```swift
  /// Route("oldProduct", "/p/:nr", redirect: .route("product", with: ["id": ":nr"]))
  /// Route("open", "/open", redirect: .link(in: "url")).keepsOpen("url")
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: its name.
  ///   - priority: breaks ties between patterns that are equally specific; higher first.
  ///   - patterns: path patterns; one of them has to match.
  ///   - redirect: the target of its requests.
  ///   - file: the file in which it is written, for messages.
  ///   - line: the line in that file.
  public init(
    _ identifier: String, priority: Int? = nil, _ patterns: String..., redirect: Redirect,
    file: String = #fileID, line: Int = #line
  ) {
    self.init(
      identifier, patterns: patterns, priority: priority, destination: Destination([]))
    self.redirect = redirect
    source = SourcePlace(file: file, line: line)
  }

  /// A route that a case of an enum names:
  ///
  /// ```swift
  /// enum Way: String { case product, order }
  /// Route(Way.product, "/products/:id", to: [.select(Tab.shop), .push(Product.self)])
  /// session.open(.route(Way.product, ["id": 7]))
  /// ```
  public init<Name: RawRepresentable<String>>(
    _ identifier: Name, version: Int = 1, priority: Int? = nil, scene: String? = nil,
    _ patterns: String..., to steps: [Destination.Step], file: String = #fileID, line: Int = #line
  ) {
    self.init(
      identifier.rawValue, version: version, patterns: patterns, priority: priority,
      destination: Destination(steps, scene: scene))
    source = SourcePlace(file: file, line: line)
  }

  /// A route that redirects its requests, named by a case of an enum.
  public init<Name: RawRepresentable<String>>(
    _ identifier: Name, priority: Int? = nil, _ patterns: String..., redirect: Redirect,
    file: String = #fileID, line: Int = #line
  ) {
    self.init(
      identifier.rawValue, patterns: patterns, priority: priority, destination: Destination([]))
    self.redirect = redirect
    source = SourcePlace(file: file, line: line)
  }

  /// Takes only links that meet these requirements beside their path:
  ///
  /// ```swift
  /// Route("reviews", "/products/:id", to: […])
  ///   .at(scheme: "https", host: "shop.example", "*.shop.example", query: ["tab": "reviews"])
  /// ```
  ///
  /// - Parameters:
  ///   - schemes: any of these; `""` among them also allows a path alone.
  ///   - hosts: any of these; `*.shop.example` is every host that ends in `.shop.example`.
  ///   - query: items with a value, `true` for any value, `false` for no such item, or the pattern
  ///     of a path: `.path("/settings/:section")`.
  ///   - fragment: the fragment, `true` for any, `false` for none, or the pattern of a path:
  ///     `.path("/inbox/:thread")`.
  public func at(
    scheme schemes: String..., host hosts: String..., query: LinkConstraint.QueryRules = [:],
    fragment: LinkConstraint.QueryRule? = nil
  ) -> Route {
    var route = self
    if let fragment { route.constraint.fragment = fragment }
    route.constraint.schemes += schemes
    route.constraint.hosts += hosts
    for element in query.elements { route.constraint.query[element.name] = element.rule }
    return route
  }

  /// Reads its links by other rules than the table's:
  ///
  /// ```swift
  /// Route("wiki", "/wiki/:page", to: […]).reading(letterCase: .ignoredIn(["wiki"]))
  /// ```
  ///
  /// - Parameters:
  ///   - endSlash: the meaning of a slash at the end of the path.
  ///   - letterCase: whether the path is case-sensitive.
  ///   - plus: the meaning of `+` in the query.
  ///   - unreadable: how to treat a link with a query item that cannot be read as its type.
  public func reading(
    endSlash: RouteLink.Rules.EndSlash? = nil, letterCase: RouteLink.Rules.LetterCase? = nil,
    plus: RouteLink.Rules.Plus? = nil, unreadable: RouteLink.Rules.Unreadable? = nil
  ) -> Route {
    var route = self
    if let endSlash { route.endSlash = endSlash }
    if let letterCase { route.letterCase = letterCase }
    if let plus { route.plus = plus }
    if let unreadable { route.unreadable = unreadable }
    return route
  }

  /// Takes parameters also from the fragment of its links, written like a query, `#a=b&c=d`. If
  /// both have a parameter, the query's counts.
  public func readingFragment() -> Route {
    var route = self
    route.readsFragment = true
    return route
  }

  /// Asks these interceptors before the request is carried out.
  public func asks(_ interceptors: String...) -> Route {
    var route = self
    route.interceptors += interceptors
    return route
  }

  /// Asks the interceptors of these names before the request is carried out:
  ///
  /// ```swift
  /// enum Gate: String { case signedIn, ageChecked }
  /// Route("orders", "/orders", to: [.push(Orders.self)]).asks(Gate.signedIn)
  /// ```
  public func asks<Name: RawRepresentable<String>>(_ interceptors: Name...) -> Route {
    var route = self
    route.interceptors += interceptors.map(\.rawValue)
    return route
  }

  /// Accepts work when the destination is reached.
  ///
  /// - Parameters:
  ///   - action: the name under which its handler is registered.
  ///   - parameters: the parameters of the handler; `":id"` is the request's parameter of that
  ///     name.
  ///   - moment: when it may run.
  ///   - key: marks actions of one screen that replace each other.
  ///   - lifetime: the time after which it expires.
  public func performs(
    _ action: String, with parameters: Bindings = [:],
    when moment: ActionTemplate.Moment = .arrival,
    key: String? = nil, expires lifetime: Duration? = nil
  ) -> Route {
    performs(
      ActionTemplate(
        action, with: parameters, when: moment, key: key, expires: lifetime))
  }

  /// Accepts work when the destination is reached; a case of an enum names the handler.
  public func performs<Name: RawRepresentable<String>>(
    _ action: Name, with parameters: Bindings = [:],
    when moment: ActionTemplate.Moment = .arrival,
    key: String? = nil, expires lifetime: Duration? = nil
  ) -> Route {
    performs(action.rawValue, with: parameters, when: moment, key: key, expires: lifetime)
  }

  /// Accepts work when the destination is reached, under terms of its own:
  ///
  /// ```swift
  /// .performs(ActionTemplate("upload").retried(.init(attempts: 5)).inLane("uploads"))
  /// ```
  public func performs(_ action: ActionTemplate) -> Route {
    var route = self
    route.actions.append(action)
    return route
  }

  /// Allows the values of query items with these names in the journal, although no screen declares
  /// them.
  public func keepsOpen(_ names: String...) -> Route {
    var route = self
    route.openNames += names
    return route
  }
}

extension Route.Redirect {
  /// To another route, with all parameters of the request; the named ones are renamed or constant.
  public static func route<Name: RawRepresentable<String>>(
    _ identifier: Name, with parameters: Bindings = [:]
  ) -> Route.Redirect {
    .route(identifier.rawValue, with: parameters)
  }
}

extension ParameterSource: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// A source as in a table file: `":id"` is the request's parameter `id`; any other text is a
  /// constant, in which a leading doubled colon means a single one.
  public init(_ text: String) {
    // The first byte decides, as in the canonical JSON: a combining mark may follow the colon.
    let rest = String(Substring(text.utf8.dropFirst()))
    if text.utf8.starts(with: "::".utf8) {
      self = .constant(.string(rest))
    } else if text.utf8.starts(with: ":".utf8) {
      self = .request(rest)
    } else {
      self = .constant(.string(text))
    }
  }

  /// A source as in a table file: `":id"` is the request's parameter `id`, other text a constant.
  public init(stringLiteral text: String) { self.init(text) }

  /// A constant number.
  public init(integerLiteral number: Int64) { self = .constant(.int(number)) }

  /// A constant number.
  public init(floatLiteral number: Double) { self = .constant(.double(number)) }

  /// A constant boolean.
  public init(booleanLiteral flag: Bool) { self = .constant(.bool(flag)) }

  /// A constant list of numbers, booleans and texts. An element that no list can hold is a
  /// programming error.
  public init(arrayLiteral elements: ParameterValue...) {
    guard let list = ParameterStructure(elements) else {
      preconditionFailure("a list holds numbers, truth values and texts: \(elements)")
    }
    self = .constant(.structure(list))
  }
}
