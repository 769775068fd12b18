extension RouteTable {
  /// Why a pattern takes a link or does not.
  package enum Verdict: Hashable, Sendable {
    /// The pattern takes the link.
    case taken
    /// It matches, but another pattern comes first: it is more specific or has priority.
    case behind
    /// It matches, but that router is asked before its own.
    case behindRouter(String)
    /// The path is different.
    case differs(PathDifference)
    /// The path matches, but scheme, host or query do not.
    case refused(LinkTest.Difference)
    /// A capture cannot be read as the type that its screen declares.
    case illTyped(name: String, text: String, type: ParameterType)
    /// A query item cannot be read as its type, and the route leaves such links to the next one.
    /// `text` is nil when only a token is known.
    case unreadable(name: String, text: String?, type: ParameterType)
  }

  /// The first difference between the path of a link and a pattern. Segments are counted from 1.
  package enum PathDifference: Hashable, Sendable {
    /// The pattern begins with a slash, and the path does not.
    case noSlash
    /// The pattern has a literal there, and the path has another text.
    case segment(Int, given: String, wanted: String)
    /// The pattern has a capture there whose expression does not match the text of the path.
    case expression(Int, given: String, wanted: String)
    /// The pattern has a capture there, and the segment of the path is empty.
    case emptySegment(Int)
    /// The path continues with that segment where the pattern ends in a slash.
    case continues(Int, given: String)
    /// From that segment on the pattern is not made of whole segments, and the path does not match
    /// it.
    case pattern(from: Int)
    /// All segments that both have agree, but one has more segments.
    case count(given: Int, wanted: Int)

    /// The number of segments that agree before it.
    var agreeing: Int {
      switch self {
      case .noSlash: 0
      case .segment(let place, _, _), .expression(let place, _, _), .emptySegment(let place),
        .continues(let place, _), .pattern(let place):
        place - 1
      case .count(let given, let wanted): min(given, wanted)
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
    /// The pattern's shapes.
    let shapes: [PathPattern.Shape]
  }

  /// The verdicts of all patterns on a link, in the order of the table. They explain which route
  /// took the link.
  ///
  /// - Parameter tree: the tree that is shown while routers are asked; without it no router has a
  ///   visible screen.
  package func verdicts(
    on link: RouteLink, shown tree: ScreenTree? = nil
  ) -> [PatternVerdict] {
    let winner = winner(of: link, shown: tree)
    var verdicts: [PatternVerdict] = []
    for route in routes {
      for text in route.patterns {
        // Positions in the index are given in the order of the table.
        let position = verdicts.count
        let compiled = pattern(position)
        let pattern = pathPattern(position)
        var verdict = verdict(on: link, pattern, compiled)
        if position == winner?.found.value {
          verdict = .taken
        } else if verdict == .behind, let asked = winner?.router,
          router(ofRoute: route.identifier) != asked
        {
          verdict = .behindRouter(asked)
        }
        verdicts.append(
          PatternVerdict(
            route: route.identifier, pattern: text, verdict: verdict,
            shapes: pattern.shapes))
      }
    }
    return verdicts
  }

  private func verdict(
    on link: RouteLink, _ pattern: PathPattern, _ compiled: CompiledPattern
  ) -> Verdict {
    let path = path(of: link)
    guard let captures = link.lookUp(path, { pattern.match($0, in: $1) }) else {
      return .differs(pattern.firstDifference(from: link.bytes[path]))
    }
    let test = linkTest(ofRoute: compiled.route)
    if let difference = test.difference(from: link) { return .refused(difference) }
    return link.illTyped(compiled, captures)
      ?? illTyped(besidePathOf: link, test, ofRoute: compiled.route)
      ?? unreadable(in: link, compiled, captures) ?? .behind
  }

  /// The verdict on the first capture beside the path that cannot be read as its declared type.
  private func illTyped(
    besidePathOf link: RouteLink, _ test: LinkTest, ofRoute route: Int
  ) -> Verdict? {
    if let label = test.label(of: link) {
      let type = types(ofRoute: route)[label.name]?.type ?? .string
      // A match reads it in the same way: hosts are not case-sensitive.
      if link.value(of: type, in: label.range, folding: true) == nil {
        return .illTyped(name: label.name, text: link.decoded(label.range), type: type)
      }
    }
    for text in test.texts {
      guard let found = text.captures(in: link, plusIsSpace: test.plusIsSpace) else { continue }
      if let verdict = found.path.illTyped(text.compiled, found.captures) { return verdict }
    }
    return nil
  }

  /// The verdict on the query item that keeps the link from its route; nil when there is none.
  private func unreadable(
    in link: RouteLink, _ compiled: CompiledPattern, _ captures: PathPattern.Captures
  ) -> Verdict? {
    let others =
      capturesBesidePath ? parameters(besidePathOf: link, forRoute: compiled.route) : nil
    let found = unreadable(
      in: link, forRoute: compiled.route,
      where: { compiled.captures($0, among: captures) || others?[$0] != nil })
    guard let (item, declared) = found else { return nil }
    let reading = queryReading(ofRoute: compiled.route)
    var (blamed, type) = (item, declared.type)
    if case .list(let element, .item) = type {
      let misfit = link.items(fragmentToo: reading.readsFragment).first {
        $0.hasName(Array(declared.name.utf8))
          && element.value(from: $0.decodedValue(plusIsSpace: reading.plusIsSpace)) == nil
      }
      if let misfit { (blamed, type) = (misfit, element) }
    }
    let isToken = link.token(in: blamed.valueRange) != nil
    return .unreadable(
      name: declared.name, text: isToken ? nil : blamed.value(plusIsSpace: reading.plusIsSpace),
      type: type)
  }
}

extension RouteLink {
  /// The verdict on the first capture that cannot be read as its declared type.
  fileprivate func illTyped(
    _ pattern: CompiledPattern, _ captures: PathPattern.Captures
  ) -> RouteTable.Verdict? {
    for (slot, capture) in pattern.captures.enumerated() {
      guard let range = captures[slot], token(in: range) == nil,
        value(of: capture.type, in: range, folding: pattern.foldsCases) == nil
      else { continue }
      return .illTyped(name: capture.name, text: decoded(range), type: capture.type)
    }
    return nil
  }
}

extension RouteTable {
  /// A deviation from the exact reading of a link that the table allows.
  package enum Liberty: Hashable, Sendable {
    /// The host of a custom scheme is the first segment.
    case hostIsSegment(String)
    /// A slash at the end is ignored.
    case endSlash
    /// The case of letters is ignored.
    case letterCase
  }

  /// The deviations with which a pattern takes the link; empty when it matches exactly or no
  /// pattern takes it.
  ///
  /// - Parameter tree: the tree that is shown while routers are asked; without it no router has a
  ///   visible screen.
  package func liberties(
    with link: RouteLink, shown tree: ScreenTree? = nil
  ) -> [Liberty] {
    guard let found = winner(of: link, shown: tree)?.found else { return [] }
    let (path, pattern) = (path(of: link), pathPattern(found.value))
    var liberties: [Liberty] = []
    if path.lowerBound < link.pathRange.lowerBound, let host = link.host {
      liberties.append(.hostIsSegment(host))
    }
    var taken: Set<Liberty> = []
    if !path.isEmpty {
      taken = pattern.liberties { endSlash, letterCase in
        // This text was read before, so it can be read again.
        let exact = try? PathPattern(pattern.text, endSlash: endSlash, letterCase: letterCase)
        return exact?.match(link.bytes, in: path) != nil
      }
    }
    let compiled = self.pattern(found.value)
    for (slot, capture) in compiled.captures.enumerated() {
      guard case .oneOf = capture.type, let range = found.captures[slot] else { continue }
      if link.value(of: capture.type, in: range, folding: false) == nil {
        taken.insert(.letterCase)
      }
    }
    let test = linkTest(ofRoute: compiled.route)
    for text in test.texts {
      taken.formUnion(
        text.pattern.liberties { endSlash, letterCase in
          // This text was read before, so it can be read again.
          let exact = try? PathText(
            item: text.item, text.pattern.text, letterCase, endSlash, route: text.compiled.route,
            entry: { CaptureTypes.Entry(name: $0, type: .string, secrecy: .open) })
          return exact?.takes(link, plusIsSpace: test.plusIsSpace) ?? false
        })
    }
    return liberties + [.endSlash, .letterCase].filter(taken.contains)
  }
}

extension PathPattern {
  /// The deviations that are necessary to take a path.
  ///
  /// - Parameter takes: whether the path is taken when it is read by these rules.
  fileprivate func liberties(
    _ takes: (LinkRules.EndSlash, LinkRules.LetterCase) -> Bool
  ) -> Set<RouteTable.Liberty> {
    var liberties: Set<RouteTable.Liberty> = []
    if !takes(.exact, letterCase == .exact ? .exact : .ignored) { liberties.insert(.endSlash) }
    if !takes(endSlash, .exact) { liberties.insert(.letterCase) }
    return liberties
  }
}

extension PathPattern {
  /// The first segment in which the path of a link, which does not match, differs from the pattern.
  /// If optional parts give several answers, it is the one furthest to the right.
  fileprivate func firstDifference(from path: ArraySlice<UInt8>) -> RouteTable.PathDifference {
    // An empty path is read as a slash.
    if let first = path.first, first != UInt8(ascii: "/"), shapes.allSatisfy(\.beginsWithSlash) {
      return .noSlash
    }
    var given = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    if endSlash == .ignored, given.count > 1, given.last?.isEmpty ?? false { given.removeLast() }
    let differences = shapes.map { $0.firstDifference(from: given.map { Array($0) }) }
    var furthest = differences.first ?? .pattern(from: 1)
    for difference in differences where difference.agreeing > furthest.agreeing {
      furthest = difference
    }
    return furthest
  }
}

extension PathPattern.Shape {
  /// Whether all paths of the shape begin with a slash.
  fileprivate var beginsWithSlash: Bool {
    guard segments.isEmpty, case .rest(let rest) = end else { return true }
    return rest.parts.first.map { $0.modifier == .none && $0.prefix.first == UInt8(ascii: "/") }
      ?? false
  }

  fileprivate func firstDifference(from given: [[UInt8]]) -> RouteTable.PathDifference {
    for (index, (wanted, bytes)) in zip(segments, given).enumerated() {
      let place = index + 1
      let text = String(decoding: bytes, as: UTF8.self)
      switch wanted {
      case .literal(let literal, let ignoresCase)
      where literal == (ignoresCase ? bytes.foldedPath : bytes): continue
      case .literal([], _): return .continues(place, given: text)
      case .literal(let literal, _):
        return .segment(place, given: text, wanted: String(decoding: literal, as: UTF8.self))
      case .capture: if bytes.isEmpty { return .emptySegment(place) }
      case .expression(let expression, _):
        if !expression.takes(bytes) {
          return .expression(place, given: text, wanted: expression.text)
        }
      }
    }
    guard case .here = end, segments.count != given.count else {
      return .pattern(from: min(segments.count, given.count) + 1)
    }
    return .count(given: given.count, wanted: segments.count)
  }
}

extension PathExpression {
  /// Whether it matches the whole text.
  fileprivate func takes(_ bytes: [UInt8]) -> Bool {
    var program = PathExpressionProgram()
    // An expression that alone is too large takes nothing.
    guard (try? program.append(node)) != nil, (try? program.append(.end)) != nil else {
      return false
    }
    var scratch = PathExpressionProgram.Scratch()
    return program.matches(bytes, bytes.indices, captures: 0, scratch: &scratch)
  }
}
