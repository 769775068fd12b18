/// A text of a link beside its path that is itself a path: the fragment, as in `/app#/inbox/7`, or
/// the value of a query item, as in `/login?next=/orders/7`. It is read by the rules for paths,
/// including letter case and the slash at the end.
package struct PathText: Sendable {
  /// The name of the query item; nil for the fragment.
  let item: [UInt8]?
  let pattern: PathPattern
  /// The pattern behind one more slash, against which texts are matched: an index begins with a
  /// slash.
  private let behindSlash: PathPattern.Contender
  /// The captures of the pattern. Undeclared ones are private.
  package let compiled: CompiledPattern
  /// An index of only that pattern.
  private let index: PathIndex

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - item: the name of the query item; nil for the fragment.
  ///   - text: the pattern as written.
  ///   - letterCase: whether it is case-sensitive.
  ///   - endSlash: whether a slash at the end counts.
  ///   - foldedSegments: the literals that are not case-sensitive, if the table has made that set.
  ///   - route: the position of its route.
  ///   - entry: the declaration of a capture by its name.
  init(
    item: [UInt8]?, _ text: String, _ letterCase: LinkRules.LetterCase,
    _ endSlash: LinkRules.EndSlash, _ foldedSegments: Set<[UInt8]>? = nil, route: Int,
    entry: (String) -> CaptureTypes.Entry
  ) throws(PathPattern.ParseError) {
    self.item = item
    pattern = try PathPattern(
      text, endSlash: endSlash, letterCase: letterCase, foldedSegments: foldedSegments)
    // Braces around the slash would let an asterisk behind them repeat it.
    let behindSlash = try PathPattern(
      "\\/" + text, endSlash: endSlash, letterCase: letterCase, foldedSegments: foldedSegments)
    compiled = CompiledPattern(
      route: route, captures: pattern.names.map(entry), pattern.letterCase)
    self.behindSlash = PathPattern.Contender(
      behindSlash, typed: compiled.captures.map { $0.type != .string })
    do throws(PathIndex.Conflicts) {
      index = try PathIndex([PathIndex.Item(behindSlash, value: 0)])
    } catch {
      throw PathPattern.ParseError(0, "a pattern at odds with itself", expected: "another one")
    }
  }

  /// The message for syntax of other libraries; nil when there is none.
  func mistakeOfWriting(in text: String) -> String? {
    behindSlash.pattern.mistakeOfWriting(in: text)
  }

  /// A text that the pattern takes.
  struct Found {
    /// The text behind a slash, as a path alone in canonical form.
    let path: RouteLink
    /// The captures as ranges of the path.
    let captures: PathPattern.Captures
    /// Their values.
    let parameters: Parameters
  }

  /// Whether the pattern matches the text in a link, whatever the types of its captures.
  func takes(_ link: RouteLink, plusIsSpace: Bool) -> Bool {
    captures(in: link, plusIsSpace: plusIsSpace) != nil
  }

  /// Whether the pattern matches a decoded text.
  fileprivate func takes(_ text: [UInt8]) -> Bool {
    let path = RouteLink(behindSlash: text, carriesTokens: false)
    return index.firstMatch(in: path.bytes, path.pathRange) != nil
  }

  /// The text in a link, when the pattern matches it and its captures can be read as their types.
  func find(in link: RouteLink, plusIsSpace: Bool) -> Found? {
    guard let path = path(in: link, plusIsSpace: plusIsSpace) else { return nil }
    var reader = Reader(path: path, pattern: compiled)
    return index.firstMatch(in: path.bytes, path.pathRange, for: &reader).map {
      Found(path: path, captures: $0.captures, parameters: reader.parameters)
    }
  }

  /// The captures in a link's text, whatever their types; nil when the pattern does not match.
  func captures(
    in link: RouteLink, plusIsSpace: Bool
  ) -> (path: RouteLink, captures: PathPattern.Captures)? {
    guard let path = path(in: link, plusIsSpace: plusIsSpace) else { return nil }
    return index.firstMatch(in: path.bytes, path.pathRange).map { (path, $0.captures) }
  }

  private struct Reader: PathTaker {
    let path: RouteLink
    let pattern: CompiledPattern
    var parameters: Parameters = [:]

    mutating func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool {
      path.read(pattern, captures, into: &parameters)
    }
  }
}

extension PathText {
  /// The range of the text in a link's bytes; nil when there is none, or for an empty fragment.
  func range(in link: RouteLink) -> Range<Int>? {
    if let item { return link.queryItem(item)?.valueRange }
    return link.fragmentRange.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the text is the value of that query item; of several with one name the first counts.
  func isAbout(_ item: RouteLink.QueryItem, of link: RouteLink) -> Bool {
    self.item != nil && range(in: link) == item.valueRange
  }

  /// Whether the text is a token or contains one.
  func holdsToken(in link: RouteLink) -> Bool {
    guard link.carriesTokens, let range = range(in: link) else { return false }
    return range.contains { TokenText.starts(in: link.bytes, at: $0) }
  }

  private func path(in link: RouteLink, plusIsSpace: Bool) -> RouteLink? {
    guard let range = range(in: link), !link.holdsMisfit(in: range) else { return nil }
    let text =
      item == nil
      ? Array(link.bytes[range]) : link.decodedKeepingTokens(range, plusIsSpace: plusIsSpace)
    return RouteLink(behindSlash: text, carriesTokens: link.carriesTokens)
  }
}

extension PathText: Hashable {
  /// Whether both have the same requirements and captures.
  package static func == (first: PathText, second: PathText) -> Bool {
    first.item == second.item && first.pattern == second.pattern
      && first.compiled.captures.elementsEqual(second.compiled.captures) {
        $0.type == $1.type && $0.secrecy == $1.secrecy
      }
  }

  /// Hashes the item and the pattern.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(item)
    hasher.combine(pattern)
  }
}

extension PathText {
  /// Whether no text can meet both this and a test.
  func isApart(from test: LinkTest) -> Bool {
    let texts = texts(askedBy: test)
    if !texts.isEmpty, !texts.contains(where: takes) { return true }
    return test.texts.contains { $0.item == item && precedence(over: $0) == .apart }
  }

  /// Whether a test requires one text that this one takes, or a pattern that is at least as
  /// specific.
  func isAskedAfter(_ test: LinkTest) -> Bool {
    if let text = texts(askedBy: test).first { return takes(text) }
    return test.texts.contains { other in
      guard other.item == item else { return false }
      let precedence = other.precedence(over: self)
      return precedence == .first || precedence == .same
    }
  }

  /// The texts that a test requires in that place; the slashes of a fragment may also be encoded.
  private func texts(askedBy test: LinkTest) -> [[UInt8]] {
    if let item { return test.rules.first { $0.name == item }?.value.map { [$0] } ?? [] }
    guard let value = test.fragment?.value else { return [] }
    return [PercentEncoding.pathValue, PercentEncoding.segmentValue].map { set in
      var text: [UInt8] = []
      PercentEncoding.append(value, value.indices, encoding: set, to: &text)
      return text
    }
  }

  private func precedence(over other: PathText) -> PathPattern.Precedence {
    behindSlash.precedence(over: other.behindSlash)
  }
}
