extension RouteTable {
  /// Why a pattern takes a link or does not.
  package enum Verdict: Hashable, Sendable {
    /// It takes it.
    case taken
    /// It fits too, but another pattern is asked first: it is more specific or has priority.
    case behind
    /// The path is another.
    case differs(PathDifference)
    /// A capture has not the type that its screen declares.
    case illTyped(name: String, text: String, type: ParameterType)
  }

  /// What differs first between the path of a link and a pattern. Segments count from 1.
  package enum PathDifference: Hashable, Sendable {
    /// The pattern has a literal there, and the path something else.
    case segment(Int, given: String, wanted: String)
    /// The pattern has a capture there, and the path nothing.
    case emptySegment(Int)
    /// The path goes on with that segment where the pattern ends in a slash.
    case goesOn(Int, given: String)
    /// All segments that both have agree, and one has more.
    case count(given: Int, wanted: Int)
    /// The pattern is more than literals and captures, so that no first segment can be told.
    case pattern

    /// How many segments agree before it.
    package var agreeing: Int {
      switch self {
      case .segment(let place, _, _), .emptySegment(let place), .goesOn(let place, _): place - 1
      case .count(let given, let wanted): min(given, wanted)
      case .pattern: 0
      }
    }
  }

  /// A pattern of a route with its verdict.
  package struct PatternVerdict: Hashable, Sendable {
    /// The route's identifier.
    package let route: String
    /// The pattern as written.
    package let pattern: String
    /// Why it takes the link or does not.
    package let verdict: Verdict
  }

  /// What every pattern has to say to a link, in the order of the table: for people who wonder why
  /// it went where it went.
  package func verdicts(on link: RouteLink) -> [PatternVerdict] {
    let taken = firstReadable(link)
    var verdicts: [PatternVerdict] = []
    for route in routes {
      for text in route.patterns {
        // Positions in the index are given in the order of the table.
        let position = verdicts.count
        let verdict =
          position == taken?.value
          ? .taken : verdict(on: link, text, pattern(position))
        verdicts.append(
          PatternVerdict(route: route.identifier, pattern: text, verdict: verdict))
      }
    }
    return verdicts
  }

  private func verdict(
    on link: RouteLink, _ text: String, _ compiled: CompiledPattern
  ) -> Verdict {
    guard let pattern = try? PathPattern(text) else { return .differs(.pattern) }
    guard let captures = pattern.match(link) else {
      return .differs(pattern.isSimple ? pattern.firstDifference(from: link) : .pattern)
    }
    for (slot, capture) in compiled.captures.enumerated() {
      guard let range = captures[slot], link.token(in: range) == nil,
        link.value(of: capture.type, in: range) == nil
      else { continue }
      return .illTyped(name: capture.name, text: link.decoded(range), type: capture.type)
    }
    return .behind
  }
}

extension PathPattern {
  /// The first segment in which the path of a link differs from a pattern of literals and captures.
  fileprivate func firstDifference(from link: RouteLink) -> RouteTable.PathDifference {
    let wanted = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let given = link.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, (wish, segment)) in zip(wanted, given).enumerated() {
      let place = index + 1
      if wish.hasPrefix(":") {
        if segment.isEmpty { return .emptySegment(place) }
      } else if wish.isEmpty {
        return segment.isEmpty ? .pattern : .goesOn(place, given: String(segment))
      } else if !wish.utf8.elementsEqual(segment.utf8) {
        return .segment(place, given: String(segment), wanted: String(wish))
      }
    }
    guard wanted.count != given.count else { return .pattern }
    return .count(given: given.count, wanted: wanted.count)
  }
}
