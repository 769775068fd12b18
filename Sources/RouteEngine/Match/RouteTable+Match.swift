extension RouteTable {
  /// The way to a target: by its link, by a route's identifier, or by a screen's kind.
  ///
  /// - Returns: nil when nothing fits, and for values and facts, which are not matched.
  public func match(_ target: RouteRequest.Target) -> Match? {
    switch target {
    case .link(let link): match(link)
    case .route(let identifier, let parameters):
      position(ofRoute: identifier).map { match(route: $0, parameters) }
    case .screen(let kind, let parameters): match(kind: kind, parameters)
    case .value, .fact: nil
    }
  }

  /// The route that a link fits: the most specific one whose typed captures can be read. Ill-typed
  /// or overflowing captures fall through to the next.
  public func match(_ link: RouteLink) -> Match? {
    var parameters: Parameters = [:]
    let found = index.firstMatch(in: link.bytes, link.pathRange) { value, captures in
      guard let read = read(captures, of: link, pattern(value)) else { return false }
      parameters = read
      return true
    }
    guard let found else { return nil }
    let route = pattern(found.value).route
    if link.queryRange != nil { addQuery(of: link, types(ofRoute: route), to: &parameters) }
    return match(route: route, parameters)
  }

  private func addQuery(
    of link: RouteLink, _ types: CaptureTypes, to parameters: inout Parameters
  ) {
    for item in link.queryItems {
      // A capture of the path wins, and of a repeated item the first.
      guard parameters[item.name] == nil else { continue }
      if let token = link.token(in: item.valueRange) {
        parameters[item.name] = .token(token)
      } else {
        let type = types[item.name]?.type ?? .string
        parameters[item.name] = type.value(from: item.value.utf8) ?? .string(item.value)
      }
    }
  }

  private func match(route position: Int, _ parameters: Parameters) -> Match {
    Match(way: way(ofRoute: position), parameters: parameters)
  }

  /// Every declared kind can be opened by its value: where it is, or else on the nearest stack.
  private func match(kind: String, _ parameters: Parameters) -> Match? {
    self.kind(kind).map { Match(way: Way($0), parameters: parameters) }
  }

  /// The typed values of a path's captures; nil when one of them cannot be read.
  func read(
    _ captures: PathPattern.Captures, of link: RouteLink, _ pattern: CompiledPattern
  ) -> Parameters? {
    var parameters: Parameters = [:]
    parameters.reserveCapacity(pattern.order.count)
    for slot in pattern.order {
      guard let range = captures[slot] else { continue }
      let capture = pattern.captures[slot]
      if let token = link.token(in: range) {
        // A token stands for text that fitted the route which declared it private, no other.
        guard capture.isPrivate || capture.type == .string else { return nil }
        parameters.append(capture.name, .token(token))
      } else {
        guard let value = link.value(of: capture.type, in: range) else { return nil }
        parameters.append(capture.name, value)
      }
    }
    return parameters
  }

}

extension Way {
  /// The parameters of one step's screen, from those of the request.
  ///
  /// - Returns: a failure when a required one is missing or one has another type.
  func parameters(
    ofStep index: Int, from request: Parameters
  ) -> Result<Parameters, PreparationError> {
    guard let kind = kinds[index], !kind.declaration.schema.entries.isEmpty else {
      return .success([:])
    }
    let entries = kind.declaration.schema.entries
    var bound: Parameters = [:]
    bound.reserveCapacity(entries.count)
    for entry in entries {
      let value: ParameterValue? =
        switch destination.steps[index].parameters[entry.name] {
        case .constant(let constant): constant
        case .request(let name): request[name]
        case nil: request[entry.name]
        }
      if let value {
        guard entry.type.accepts(value) else {
          return .failure(
            PreparationError(
              kind: kind.declaration.kind, parameter: entry.name,
              expected: "\(entry.type), not \(value.notation)"))
        }
        bound.append(entry.name, value)
      } else if !entry.isOptional {
        return .failure(
          PreparationError(
            kind: kind.declaration.kind, parameter: entry.name, expected: "\(entry.type)"))
      }
    }
    return .success(bound)
  }
}

extension RouteLink {
  /// The token that stands in that part of the link and nothing else; nil when there is none.
  func token(in range: Range<Int>) -> String? {
    guard carriesTokens, range.count == Self.tokenDigits + 1,
      Self.tokenStarts(in: bytes, at: range.lowerBound)
    else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The typed value of a part of the path.
  func value(of type: ParameterType, in range: Range<Int>) -> ParameterValue? {
    if type == .string { return .string(decoded(range)) }
    guard bytes[range].contains(UInt8(ascii: "%")) else { return type.value(from: bytes[range]) }
    return type.value(from: decoded(range).utf8)
  }
}
