import RouteEngine
import RouteReplay

/// The link that `--edit` opens in place of others: one for all of them or, if they are selected by
/// a pattern, one with the values that the pattern captures from each:
/// `link=/orders/:id=/products/:id`. A captured token stays that token, and so does a typed one.
struct EditedLink: Sendable {
  /// The link that takes the captured values.
  private struct Made {
    /// The pattern with the captures.
    let from: PathPattern
    /// The text before the path with captures; without such a path, the text before the query.
    let start: String
    let path: PathPattern?
    /// The text after it, with its captures.
    let rest: [Piece]
  }

  /// A text, and the capture whose value follows it.
  private struct Piece {
    let text: String
    let name: String?
  }

  private let text: String
  /// The link with captures; nil when one link replaces all.
  private let made: Made?

  /// Reads a link.
  ///
  /// - Throws: `CommandFailure` when it uses a capture that the pattern does not have, or uses one
  ///   in a place that is not allowed.
  init(_ text: String, for choice: RequestChoice) throws(CommandFailure) {
    self.text = text
    guard case .link(let pattern) = choice, text.contains(where: ":*".contains) else {
      made = nil
      return
    }
    let end = text.firstIndex(where: "?#".contains) ?? text.endIndex
    let start = Self.startOfPath(in: text[..<end])
    let path = text[start..<end]
    let takesValues = path.contains(where: ":*".contains)
    let before = text[..<(takesValues ? start : end)]
    try Self.requireNone(of: pattern, in: before, of: text)
    let taking = try takesValues ? Self.pattern(path, of: text) : nil
    for name in taking?.names ?? [] { try Self.require(name, of: pattern, for: text) }
    made = Made(
      from: pattern, start: String(before), path: taking,
      rest: try Self.rest(text[end...], of: pattern, for: text))
  }

  /// The beginning of the path: that of the link, or after a host. The end if there is neither.
  private static func startOfPath(in text: Substring) -> String.Index {
    if text.first == "/" { return text.startIndex }
    guard let mark = text.firstRange(of: "://"), !text[..<mark.lowerBound].contains("/") else {
      return text.endIndex
    }
    return text[mark.upperBound...].firstIndex(of: "/") ?? text.endIndex
  }

  private static func pattern(
    _ path: Substring, of text: String
  ) throws(CommandFailure) -> PathPattern {
    do throws(PathPattern.ParseError) {
      return try PathPattern(String(path))
    } catch {
      throw CommandFailure.usage("'--edit': '\(text)' is no link: \(error)")
    }
  }

  /// Reads the text after the path. A capture may be the whole value of a query item.
  private static func rest(
    _ rest: Substring, of pattern: PathPattern, for text: String
  ) throws(CommandFailure) -> [Piece] {
    var pieces: [Piece] = []
    var plain = ""
    let query = rest.prefix { $0 != "#" }
    for item in query.split(separator: "&", omittingEmptySubsequences: false) {
      if item.startIndex > query.startIndex { plain += "&" }
      let value = item.firstIndex(of: "=").map { item[item.index(after: $0)...] } ?? ""
      let name = name(behind: value.startIndex, in: value)
      if value.first == ":", let name, name.count == value.count - 1 {
        try require(name, of: pattern, for: text)
        plain += item.dropLast(value.count)
        pieces.append(Piece(text: plain, name: name))
        plain = ""
      } else if value.hasPrefix("\\:") {
        plain += item.dropLast(value.count)
        plain += value.dropFirst()
      } else {
        try requireNone(of: pattern, in: item, of: text)
        plain += item
      }
    }
    let fragment = rest[query.endIndex...]
    try requireNone(of: pattern, in: fragment, of: text)
    plain += fragment
    pieces.append(Piece(text: plain, name: nil))
    return pieces
  }

  /// The name after a sign; nil when none begins there.
  private static func name(behind sign: Substring.Index, in part: Substring) -> String? {
    let name = part[sign...].dropFirst().prefix { character in
      character.isLetter || character.isNumber || "_$".contains(character)
    }
    guard let first = name.first, !first.isNumber else { return nil }
    return String(name)
  }

  private static func require(
    _ name: String, of pattern: PathPattern, for text: String
  ) throws(CommandFailure) {
    guard !pattern.names.contains(name) else { return }
    throw CommandFailure.usage(
      "'--edit': '\(pattern)' captures no '\(name)' for '\(text)'; write a backslash before what "
        + "stands for itself")
  }

  /// Refuses the name of a capture where it would be taken as literal text.
  private static func requireNone(
    of pattern: PathPattern, in part: Substring, of text: String
  ) throws(CommandFailure) {
    for colon in part.indices where part[colon] == ":" {
      guard let name = name(behind: colon, in: part), pattern.names.contains(name) else { continue }
      throw CommandFailure.usage(
        "'--edit': no value can stand at ':\(name)' in '\(text)', but in the path that begins the "
          + "link or follows '://' and a host, and as the whole value of an item of the query")
    }
  }

  /// The link that replaces the target of a request, with tokens as in a journal.
  ///
  /// - Throws: `CommandFailure` when the captured values make no valid link.
  func text(for request: RecordedInput.Request) throws(CommandFailure) -> String {
    guard let made, case .link(let link) = request.request.target,
      let captures = made.from.match(link)
    else { return text }
    func value(_ name: String) -> String? {
      made.from.names.firstIndex(of: name).flatMap { captures[$0] }.map(link.decoded)
    }
    do throws(PathPattern.BuildError) {
      let tokens = link.text + " " + text
      var result = made.start
      if let path = made.path {
        result += try Self.text(path.path(with: value), withTokensOf: tokens)
      }
      for piece in made.rest {
        result += piece.text
        guard let name = piece.name else { continue }
        guard let found = value(name) else { throw PathPattern.BuildError.missing(name: name) }
        result += Self.text(Self.queryValue(found), withTokensOf: tokens)
      }
      return result
    } catch {
      throw CommandFailure.usage(
        "'--edit': what '\(made.from)' captures of '\(link)' makes no link of '\(text)'")
    }
  }

  /// A value as written in a query, in which nothing is a token.
  private static func queryValue(_ value: String) -> String {
    let bytes = Array(value.utf8)
    var encoded: [UInt8] = []
    PercentEncoding.append(
      bytes, bytes.indices, encoding: PercentEncoding.queryValue, to: &encoded)
    return TokenSearch.replacingTokens(in: String(decoding: encoded, as: UTF8.self)) { token in
      "%7E\(token.dropFirst())"
    }
  }

  /// A text in which the tokens of another one are tokens again; other text that looks like a token
  /// is not.
  private static func text(_ text: String, withTokensOf other: String) -> String {
    var result = text
    _ = TokenSearch.replacingTokens(in: other) { token in
      result = result.replacing("%7E\(token.dropFirst())", with: token)
      return token
    }
    return result
  }
}
