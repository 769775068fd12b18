import RouteEngine

/// The patterns of a table that could match requests whose private values are tokens. The journal
/// does not contain the values, so with another table than the recorded one, some requests cannot
/// be decided again.
struct TokenReading {
  /// A pattern, with all facts that decide which links match it.
  private struct Candidate: Hashable {
    let route: String
    let pattern: String
    let priority: Int?
    let captures: [Parameter]
    let test: LinkTest

    /// Whether any text matches its captures, and it requires no query item.
    var takesAnyText: Bool {
      captures.allSatisfy { $0.type == .string } && !pattern.utf8.contains(UInt8(ascii: "("))
        && !test.asksForItems
    }
  }

  private struct Parameter: Hashable {
    let name: String
    let type: ParameterType
    let secrecy: Secrecy
  }

  /// The segments of a path, nil for a token; then whether any further segments may follow.
  fileprivate struct Path {
    var segments: [ArraySlice<UInt8>?] = []
    var isOpen = false
  }

  private let table: RouteTable
  /// All patterns; then the shapes of each. They are separate arrays: an element of an array of
  /// both would be copied with all its parts when it is read.
  private let patterns: [Candidate]
  private let shapes: [[PathPattern.Shape]]

  init(_ table: RouteTable) {
    self.table = table
    var (patterns, shapes): ([Candidate], [[PathPattern.Shape]]) = ([], [])
    for (position, route) in table.routes.enumerated() {
      for (text, pattern) in zip(route.patterns, table.patterns(ofRoute: position)) {
        let compiled = table.pattern(patterns.count)
        let captures = compiled.captures.map {
          Parameter(name: $0.name, type: $0.type, secrecy: $0.secrecy)
        }
        patterns.append(
          Candidate(
            route: route.identifier, pattern: text, priority: route.priority, captures: captures,
            test: table.linkTest(ofRoute: compiled.route)))
        shapes.append(pattern.shapes)
      }
    }
    (self.patterns, self.shapes) = (patterns, shapes)
  }

  /// Whether the result for the target can depend on a value of which only the token is known.
  ///
  /// It cannot if the same patterns could match the target in the recorded table, or if only
  /// patterns of one route with the same captures could match it here, and the parameters have the
  /// same types in both tables.
  ///
  /// - Parameter recorded: the table with which it was decided; nil when it is unknown.
  func turns(on target: RouteRequest.Target, asIn recorded: TokenReading?) -> Bool {
    switch target {
    case .link(let link):
      guard link.carriesTokens else { return false }
      guard link.hasTokensInPath || table.asksForItems else {
        return hasOtherTypes(link, than: recorded)
      }
      let here = candidates(for: link)
      if !link.hasTokensInPath, !here.contains(where: { $0.test.turnsOnToken(of: link) }) {
        return hasOtherTypes(link, than: recorded)
      }
      if here.isEmpty { return false }
      if let recorded, recorded.candidates(for: link) == here {
        return hasOtherTypes(link, than: recorded)
      }
      guard let route = table.match(link)?.route, !link.hidesPath else { return true }
      return here.contains { $0.route != route || !$0.takesAnyText }
        || Set(here.map(\.captures)).count > 1
        || hasOtherTypes(link, than: recorded)
    case .route(let identifier, let parameters):
      return parameters.hasToken {
        type(of: $0, ofRoute: identifier) != recorded?.type(of: $0, ofRoute: identifier)
      }
    case .screen(let kind, let parameters):
      return parameters.hasToken {
        table.screen(kind)?.schema[$0]?.type != recorded?.table.screen(kind)?.schema[$0]?.type
      }
    case .value, .fact: return false
    }
  }

  private func type(of name: String, ofRoute identifier: String) -> ParameterType? {
    table.position(ofRoute: identifier).flatMap { table.types(ofRoute: $0)[name]?.type }
  }

  /// Whether an item that is a token, in the query or in a fragment that the route reads, has
  /// another type here than in the recorded table.
  private func hasOtherTypes(_ link: RouteLink, than recorded: TokenReading?) -> Bool {
    let (here, there) = (table.match(link), recorded?.table.match(link))
    let position = here?.route.flatMap { table.position(ofRoute: $0) }
    let fragmentToo = position.map { table.readsFragment(inRoutes: [$0]) } ?? false
    return link.items(fragmentToo: fragmentToo).contains { item in
      guard link.token(in: item.valueRange) != nil else { return false }
      let type = here?.route.flatMap { self.type(of: item.name, ofRoute: $0) }
      let before = there?.route.flatMap { recorded?.type(of: item.name, ofRoute: $0) }
      // A text is the same with any type.
      return type != before && type != nil && type != .string
    }
  }

  /// The patterns that match the link for some values of its tokens. There may be too many, because
  /// expressions are not tried.
  private func candidates(for link: RouteLink) -> Set<Candidate> {
    let path = Path(link, table.path(of: link))
    var found: Set<Candidate> = []
    for index in shapes.indices
    where shapes[index].contains(where: { path.mayFit($0) })
      && patterns[index].test.takesStart(of: link)
    {
      found.insert(patterns[index])
    }
    return found
  }
}

extension TokenReading.Path {
  init(_ link: RouteLink, _ path: Range<Int>) {
    let bytes = link.bytes
    for range in bytes[path].split(separator: UInt8(ascii: "/")).map(\.indices) {
      let tokens = range.filter { TokenText.starts(in: bytes, at: $0) }
      // The token that hides the end of a path has one more tilde after it.
      isOpen = tokens.contains { start in
        let end = start + TokenText.length
        return range.contains(end) && bytes[end] == UInt8(ascii: "~")
      }
      guard !isOpen else { return }
      segments.append(tokens.isEmpty ? bytes[range] : nil)
    }
  }

  func mayFit(_ shape: PathPattern.Shape) -> Bool {
    let hasLength =
      switch shape.end {
      case .here: segments.count == shape.segments.count
      case .wildcard, .repeated: segments.count > shape.segments.count
      case .rest: true
      }
    guard isOpen || hasLength else { return false }
    for index in shape.segments.indices {
      guard index < segments.count else { return isOpen }
      guard case .literal(let text, let ignoresCase) = shape.segments[index],
        let segment = segments[index]
      else { continue }
      let isSame =
        ignoresCase ? Array(segment).foldedPath == text : segment.elementsEqual(text)
      guard isSame else { return false }
    }
    return true
  }
}

extension RouteLink {
  fileprivate var hasTokensInPath: Bool {
    pathRange.contains { TokenText.starts(in: bytes, at: $0) }
  }
}

extension Parameters {
  /// Whether a parameter that satisfies a predicate is a token.
  fileprivate func hasToken(where isMeant: (_ name: String) -> Bool) -> Bool {
    contains { if case .token = $0.value { isMeant($0.name) } else { false } }
  }
}
