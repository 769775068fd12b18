extension RouteTable {
  /// Why a pattern takes a link or does not.
  package enum Verdict: Hashable, Sendable {
    /// It takes it.
    case taken
    /// It fits too, but another pattern is asked first: it is more specific or has priority.
    case behind
    /// The path is another; what differs first, where that can be said.
    case differs(String?)
    /// A capture has not the type that its screen declares.
    case illTyped(name: String, text: String, type: ParameterType)
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
    guard let pattern = try? PathPattern(text) else { return .differs(nil) }
    guard let captures = pattern.match(link) else {
      return .differs(pattern.isSimple ? pattern.firstDifference(from: link) : nil)
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
  fileprivate func firstDifference(from link: RouteLink) -> String? {
    let wanted = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let given = link.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (place, pair) in zip(wanted, given).enumerated() {
      if pair.0.hasPrefix(":") {
        if pair.1.isEmpty { return "segment \(place + 1) is empty" }
      } else if pair.0.isEmpty {
        return pair.1.isEmpty ? nil : "the path goes on with '\(pair.1)'"
      } else if !pair.0.utf8.elementsEqual(pair.1.utf8) {
        return "segment \(place + 1) is '\(pair.1)', not '\(pair.0)'"
      }
    }
    guard wanted.count != given.count else { return nil }
    return "the path has \(given.count) segments, not \(wanted.count)"
  }
}
