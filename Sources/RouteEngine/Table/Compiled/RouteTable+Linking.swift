extension RouteTable {
  /// The link that leads to a route with these parameters: the inverse of
  /// ``match(_:)-(RouteLink)``.
  ///
  /// Parameters that the pattern captures stand in the path, the others in the query. All values
  /// are in clear, also private ones. The first pattern that can carry them is used. The result is
  /// checked: it leads to this route with these parameters, and with those whose value the route
  /// requires in the query.
  ///
  /// - Parameters:
  ///   - route: the route's identifier.
  ///   - parameters: values by the names of captures and query items.
  ///   - scheme: the link's scheme; by default the first that the route requires, or `https` when
  ///     there is a host. `""` makes a path alone.
  ///   - host: the link's host; by default the first that the route requires by its whole name.
  ///
  /// If neither is given or required by the route, the link begins with the first host that the
  /// table names for web links, or with its first scheme. In a table without either it is a path
  /// alone.
  /// - Throws: ``RouteTable/LinkingError`` with what is missing or does not fit.
  public func link(
    to route: String, _ parameters: Parameters = [:], scheme: String? = nil, host: String? = nil
  ) throws(RouteTable.LinkingError) -> RouteLink {
    guard let position = position(ofRoute: route) else { throw .unknownRoute(route) }
    let draft = try LinkDraft(self, position, parameters, scheme: scheme, host: host)
    var first: LinkingError?
    for (pattern, text) in zip(patterns(ofRoute: position), routes[position].patterns) {
      do throws(LinkingError) {
        return try draft.link(by: pattern, text)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? .noPattern(route: route)
  }

  /// The link of a route, see ``link(to:_:scheme:host:)-(String,_,_,_)``.
  ///
  /// - Throws: ``RouteTable/LinkingError`` with what is missing or does not fit.
  public func link<Name: RawRepresentable<String>>(
    to route: Name, _ parameters: Parameters = [:], scheme: String? = nil, host: String? = nil
  ) throws(RouteTable.LinkingError) -> RouteLink {
    try link(to: route.rawValue, parameters, scheme: scheme, host: host)
  }

  /// The link that leads to a screen: by the first route whose last step builds such screens and
  /// whose links carry all its parameters.
  ///
  /// ```swift
  /// try table.link(to: Product(id: 7), host: "shop.example")  // https://shop.example/products/7
  /// ```
  ///
  /// - Parameters:
  ///   - screen: the screen's value.
  ///   - scheme: as for a route.
  ///   - host: as for a route.
  /// - Throws: ``RouteTable/LinkingError`` of the first route that ends on such a screen, when no
  ///   route has such a link.
  public func link(
    to screen: some ScreenKind, scheme: String? = nil, host: String? = nil
  ) throws(RouteTable.LinkingError) -> RouteLink {
    let kind = type(of: screen).kind
    let wanted: Parameters
    do throws(ParameterCodingError) {
      wanted = try Parameters(encoding: screen)
    } catch {
      throw .noParameters(error)
    }
    var first: LinkingError?
    for (position, route) in routes.enumerated() where !route.patterns.isEmpty {
      guard let step = compiledRoute(at: position).steps.last, step.adapter == nil,
        step.name == kind,
        let parameters = step.request(for: wanted)
      else { continue }
      do throws(LinkingError) {
        let link = try link(to: route.identifier, parameters, scheme: scheme, host: host)
        // A link that leads to other values is not the result.
        let found = match(link).flatMap { try? step.parameters(from: $0.parameters) }
        if found == wanted { return link }
        first = first ?? .misread(route: route.identifier, link: link.text, taker: route.identifier)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? .noRoute(kind: kind)
  }
}

/// A link under construction, before one of the route's patterns is chosen.
private struct LinkDraft {
  let table: RouteTable
  let route: String
  let test: LinkTest
  let types: CaptureTypes
  /// The parameters that the match must have.
  var parameters: Parameters
  /// The parameters as texts of a link; a list has one text for each element.
  var texts: [(name: String, value: PathPattern.Value)] = []
  /// The texts that may stand before the path, the usual one first.
  let starts: [String]

  init(
    _ table: RouteTable, _ position: Int, _ parameters: Parameters, scheme: String?, host: String?
  ) throws(LinkingError) {
    self.table = table
    let route = table.routes[position].identifier
    self.route = route
    test = table.linkTest(ofRoute: position)
    types = table.types(ofRoute: position)
    let host = host ?? Self.host(test, parameters)
    starts = try Self.starts(test, route, scheme: scheme, host: host)
    self.parameters = parameters
    for element in parameters {
      let type = types[element.name]?.type ?? .string
      self.parameters[element.name] = type.fitted(element.value)
    }
    for rule in test.rules {
      let name = String(decoding: rule.name, as: UTF8.self)
      guard rule.isPresent, self.parameters[name] == nil,
        !test.texts.contains(where: { $0.item == rule.name })
      else { continue }
      guard let value = rule.value else { throw .missing(parameter: name, route: route) }
      self.parameters[name] = types.value(of: name, from: value)
    }
    for element in self.parameters {
      if let text = required(element) {
        texts.append((element.name, text))
      } else {
        texts.append((element.name, try value(of: element)))
      }
    }
    // A link without any item stands for an empty list, but not where a screen has another default.
    for case (let name, .segments([])) in texts {
      guard !table.hasOtherDefault(for: name, ofRouteAt: position) else {
        throw misfit(name, expected: "an element: a link without one leads to the default")
      }
      self.parameters[name] = nil
    }
  }

  /// The host with the value of its label; nil when the route captures none.
  private static func host(_ test: LinkTest, _ parameters: Parameters) -> String? {
    for host in test.hosts {
      guard let name = host.label, let label = parameters[name]?.linkText, !label.isEmpty else {
        continue
      }
      return label + text(host.text)
    }
    return nil
  }

  /// Scheme and host, as given or required.
  private static func starts(
    _ test: LinkTest, _ route: String, scheme: String?, host: String?
  ) throws(LinkingError) -> [String] {
    var (host, scheme) = (host, scheme ?? test.schemes.first.map(text))
    if host == nil, !test.hosts.isEmpty {
      guard let whole = test.hosts.first(where: { !$0.isEnding }) else {
        throw .missingHost(route: route)
      }
      host = text(whole.text)
    }
    let preferred = test.start.hosts.first { !$0.isEnding }.map { text($0.text) }
    if scheme == nil, host == nil {
      if preferred == nil { scheme = test.start.schemes.first.map(text) }
      host = preferred
    }
    if host?.isEmpty ?? false { host = nil }
    if scheme?.isEmpty ?? true { scheme = host == nil ? nil : "https" }
    guard let scheme else { return [""] }
    let small = scheme.utf8.map(RouteLink.Parser.small)
    if host == nil, RouteLink.Scheme(small[...]).needsHost {
      guard let preferred else { throw .missingHost(route: route) }
      host = preferred
    }
    if let host { return ["\(scheme)://\(host)"] }
    // A first segment that cannot be a host stands behind a single slash.
    let isSegment = test.start.schemeHost == .segment && test.start.schemes.contains(small)
    return isSegment ? ["\(scheme):/", "\(scheme):"] : ["\(scheme):"]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The text that the route requires for a parameter of this value, `01` for 1, say; nil without
  /// one.
  private func required(_ element: Parameters.Element) -> PathPattern.Value? {
    for rule in test.rules where rule.name.elementsEqual(element.name.utf8) {
      guard let text = rule.value, types.value(of: element.name, from: text) == element.value else {
        continue
      }
      return .text(Self.text(text))
    }
    return nil
  }

  /// How a parameter is written in a link.
  private func value(
    of element: Parameters.Element
  ) throws(LinkingError) -> PathPattern.Value {
    let (name, value) = (element.name, element.value)
    if case .token = value { throw .token(parameter: name, route: route) }
    let type = types[name]?.type ?? .string
    if case .list(_, .item) = type {
      guard let texts = type.linkTexts(ofElements: value) else {
        throw misfit(name, expected: "\(type)")
      }
      return .segments(texts)
    }
    guard let text = type.linkText(of: value) else {
      if case .structure = value { throw misfit(name, expected: "what a link can bring") }
      throw misfit(
        name, expected: type == .date ? "\(type)" : "a number that decimals can write")
    }
    return .text(text)
  }

  /// The link by one of the route's patterns.
  func link(by pattern: PathPattern, _ text: String) throws(LinkingError) -> RouteLink {
    let paths: [String]
    do throws(PathPattern.BuildError) {
      paths = try pattern.paths { name in value(of: name) }
    } catch {
      throw mistake(error, text)
    }
    var query = query(without: pattern.names + test.names)
    var fragment = fragment
    for text in test.texts {
      let path = try path(of: text)
      if let item = text.item {
        append(item, path, to: &query)
      } else {
        fragment = "#" + Self.text(path)
      }
    }
    let end = Self.text(query) + fragment
    var first: LinkingError?
    for path in paths {
      for start in starts {
        do throws(LinkingError) {
          return try checked(start + path + end)
        } catch {
          first = first ?? error
        }
      }
    }
    throw first ?? mistake(.misread, text)
  }

  /// Checks that the written link leads to the intended route and parameters.
  private func checked(_ text: String) throws(LinkingError) -> RouteLink {
    let link: RouteLink
    do throws(RouteLink.ParseError) {
      link = try RouteLink(text)
    } catch {
      throw .noLink(route: route, error)
    }
    guard test.takes(link) else { throw .refused(route: route, link: link.text) }
    let match = table.match(link)
    if match?.route == route, match?.parameters == parameters { return link }
    for element in parameters {
      let type = types[element.name]?.type ?? .string
      guard !type.accepts(element.value) else { continue }
      throw misfit(element.name, expected: "\(type)")
    }
    throw .misread(route: route, link: link.text, taker: match?.route)
  }

  /// The fragment that the route requires.
  private var fragment: String {
    guard let value = test.fragment?.value else { return "" }
    var text = [UInt8(ascii: "#")]
    PercentEncoding.append(value, value.indices, encoding: PercentEncoding.queryValue, to: &text)
    return Self.text(text)
  }

  /// The fragment, or the value of a query item, when it has to be a path.
  private func path(of text: PathText) throws(LinkingError) -> [UInt8] {
    do throws(PathPattern.BuildError) {
      let paths = try text.pattern.paths { name in value(of: name) }
      // An empty fragment counts as none.
      guard let path = paths.first(where: { text.item != nil || !$0.isEmpty }) else {
        throw PathPattern.BuildError.misread
      }
      return Array(path.utf8)
    } catch {
      throw mistake(error, text.pattern.text)
    }
  }

  private func value(of name: String) -> PathPattern.Value? {
    texts.first { $0.name.hasSameBytes(as: name) }?.value
  }

  private func query(without captured: [String]) -> [UInt8] {
    var query: [UInt8] = []
    for (name, value) in texts where !captured.contains(where: name.hasSameBytes) {
      for text in value.texts { append(Array(name.utf8), Array(text.utf8), to: &query) }
    }
    return query
  }

  private func append(_ name: [UInt8], _ value: [UInt8], to query: inout [UInt8]) {
    let set = PercentEncoding.queryValue
    query.append(query.isEmpty ? UInt8(ascii: "?") : UInt8(ascii: "&"))
    PercentEncoding.append(name, name.indices, encoding: set, to: &query)
    query.append(UInt8(ascii: "="))
    PercentEncoding.append(value, value.indices, encoding: set, to: &query)
  }

  private func misfit(_ name: String, expected: String) -> LinkingError {
    .misfit(parameter: name, value: parameters[name] ?? "", route: route, expected: expected)
  }

  private func mistake(_ error: PathPattern.BuildError, _ pattern: String) -> LinkingError {
    switch error {
    case .missing(let name): .missing(parameter: name, route: route)
    case .misfit(let name): misfit(name, expected: "what fits its place in \(pattern)")
    case .misread: .misread(route: route, link: pattern, taker: route)
    }
  }
}

extension RouteTable {
  /// Whether a screen of a route has a default for a parameter, and it is no empty list.
  fileprivate func hasOtherDefault(for name: String, ofRouteAt position: Int) -> Bool {
    routes[position].destination.allSteps.contains { step in
      guard step.verb != .run, step.adapter == nil else { return false }
      return (screen(step.name)?.schema.entries ?? []).contains { entry in
        guard let value = entry.defaultValue, let source = step.parameters.source(of: entry.name)
        else { return false }
        return source.hasSameBytes(as: name) && value != .structure(.emptyList)
      }
    }
  }
}

extension CaptureTypes {
  /// The value of an item with that name and text.
  fileprivate func value(of name: String, from text: [UInt8]) -> ParameterValue {
    let type = self[name]?.type ?? .string
    return type.value(from: text) ?? .string(String(decoding: text, as: UTF8.self))
  }
}

extension ParameterValue {
  /// The text that ``ParameterSchema/ParameterType/value(from:)`` reads as this value; nil when
  /// there is none, as for infinity.
  var linkText: String? {
    switch self {
    case .int(let value): String(value)
    case .bool(let flag): flag ? "true" : "false"
    case .string(let text): text
    case .double(let value): value.isFinite ? Self.decimals(of: value) : nil
    case .token, .structure: nil
    }
  }

  /// The shortest decimal fraction that reads back as this number, without an exponent.
  private static func decimals(of value: Double) -> String {
    let parts = value.magnitude.description.split(separator: "e")
    let sign = value.sign == .minus ? "-" : ""
    guard parts.count == 2, let exponent = Int(parts[1]) else { return value.description }
    let digits = parts[0].split(separator: ".")
    let (whole, fraction) = (String(digits[0]), digits.count > 1 ? String(digits[1]) : "")
    if exponent < 0 {
      return sign + "0." + String(repeating: "0", count: -exponent - whole.count) + whole + fraction
    }
    let zeros = String(repeating: "0", count: max(0, exponent - fraction.count))
    return sign + whole + fraction + zeros
  }
}
