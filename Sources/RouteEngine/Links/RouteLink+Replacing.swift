extension RouteLink {
  /// How to replace a part of a link that may be private.
  package enum Treatment: Hashable, Sendable {
    /// It stays as it is.
    case keep
    /// It is replaced by a token: a ``TokenText``.
    case token(String)
    /// A query item is replaced by a token as a whole, name and value. Other parts as with `token`.
    case whole(String)
    /// It is replaced by a path in canonical form, which may contain tokens.
    case path([UInt8])
    /// It is left out; a query item with its name and value.
    case drop
  }

  /// A copy of the link in which tokens replace private values, for the journal.
  ///
  /// The result has the canonical text that ``init(journaled:)`` reads back. Empty query items are
  /// left out, and so is a query without other items.
  ///
  /// - Parameters:
  ///   - pathCaptures: ranges of ``bytes`` inside the path, in order and not overlapping, with
  ///     their tokens. The first may begin before the path and end there or inside it. User info,
  ///     host and port are then left out, and the path begins with the token. A web link also loses
  ///     its scheme, which needs a host.
  ///   - userInfo: the treatment of user name and password together.
  ///   - fragment: the treatment of the fragment.
  ///   - query: the treatment of a query item. A token replaces the value, or the whole of an item
  ///     without a value.
  ///   - fragmentItems: the treatment of an item of a fragment that is written like a query; if
  ///     given, it replaces `fragment`.
  package func replacing(
    pathCaptures: [(range: Range<Int>, token: String)] = [],
    userInfo: Treatment = .keep,
    fragment: Treatment = .keep,
    query: (QueryItem) -> Treatment = { _ in .keep },
    fragmentItems: ((QueryItem) -> Treatment)? = nil
  ) -> RouteLink {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 32)
    var position = pathRange.lowerBound
    if let first = pathCaptures.first, first.range.lowerBound < position {
      if let schemeRange, scheme != "https", scheme != "http" {
        result += bytes[schemeRange] + [UInt8(ascii: ":")]
      }
      result.append(UInt8(ascii: "/"))
      // The part of the host before the range belongs to the same segment.
      position = min(hostRange?.lowerBound ?? position, first.range.lowerBound)
    } else {
      appendStart(userInfo: userInfo, to: &result)
    }
    for capture in pathCaptures {
      precondition(
        capture.range.lowerBound >= position && capture.range.upperBound <= pathRange.upperBound,
        "captures stand inside the path, in order and apart")
      result += bytes[position..<capture.range.lowerBound]
      result += capture.token.utf8
      position = capture.range.upperBound
    }
    result += bytes[position..<pathRange.upperBound]
    append(queryItems, after: UInt8(ascii: "?"), query, to: &result)
    if fragmentRange != nil, let fragmentItems {
      append(self.fragmentItems, after: UInt8(ascii: "#"), fragmentItems, to: &result)
    } else if let fragmentRange {
      append(fragment, of: fragmentRange, after: UInt8(ascii: "#"), to: &result)
    }
    do {
      return try RouteLink(journaledBytes: result)
    } catch {
      preconditionFailure("a link with tokens is a link: \(error)")
    }
  }

  /// The text of the link with its tokens replaced by their texts, percent-encoded.
  ///
  /// - Parameters:
  ///   - isWhole: whether the token of the path stands for everything behind the host; its text is
  ///     then inserted unchanged.
  ///   - text: the text of a token; nil when it is no longer known.
  /// - Returns: nil when a text is no longer known.
  package func revealed(asWhole isWhole: Bool, _ text: (_ token: String) -> String?) -> String? {
    guard carriesTokens else { return self.text }
    var revealed: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard TokenText.starts(in: bytes, at: position) else {
        revealed.append(bytes[position])
        position += 1
        continue
      }
      let end = position + TokenText.length
      guard let plain = text(String(decoding: bytes[position..<end], as: UTF8.self)) else {
        return nil
      }
      let isMarked = end < bytes.count && bytes[end] == UInt8(ascii: "~")
      let value = Array(plain.utf8)
      if isWhole, position == pathRange.lowerBound + 1 {
        revealed.removeLast()  // the text begins with the slash
        revealed += value
      } else {
        PercentEncoding.append(
          value, value.indices, encoding: bytesToEncode(at: position, isMarked), to: &revealed)
      }
      position = isMarked ? end + 1 : end
    }
    return String(decoding: revealed, as: UTF8.self)
  }

  /// The bytes that are encoded in a token's text. The separators of a whole item or fragment stay
  /// literal.
  private func bytesToEncode(at position: Int, _ isMarked: Bool) -> ByteSet {
    if pathRange.contains(position) {
      return isMarked ? PercentEncoding.pathValue : PercentEncoding.segmentValue
    }
    switch position > 0 ? bytes[position - 1] : 0 {
    case UInt8(ascii: "/"): return PercentEncoding.segmentValue
    case UInt8(ascii: "#"), UInt8(ascii: "?"), UInt8(ascii: "&"): return PercentEncoding.fragment
    default: return PercentEncoding.queryValue
    }
  }

  /// Whether a hidden part of the path matched no route: a second `~` follows its token.
  package var hidesPath: Bool { holdsMisfit(in: pathRange) }

  /// Whether the range consists of only such a token.
  func isMisfit(_ range: Range<Int>) -> Bool {
    range.count == TokenText.length + 1 && holdsMisfit(in: range)
  }

  /// Whether the range contains a token followed by `~`, the token of a text that matched nothing.
  func holdsMisfit(in range: Range<Int>) -> Bool {
    guard carriesTokens else { return false }
    return range.dropLast(TokenText.length).contains { start in
      bytes[start + TokenText.length] == UInt8(ascii: "~") && TokenText.starts(in: bytes, at: start)
    }
  }

  /// Appends everything before the path.
  private func appendStart(userInfo: Treatment, to result: inout [UInt8]) {
    guard let userInfoRange else {
      result += bytes[..<pathRange.lowerBound]
      return
    }
    result += bytes[..<userInfoRange.lowerBound]
    switch userInfo {
    case .keep: result += bytes[userInfoRange.lowerBound...userInfoRange.upperBound]
    case .token(let token), .whole(let token):
      result += Array(token.utf8) + [UInt8(ascii: "@")]
    case .path, .drop: break
    }
    result += bytes[userInfoRange.upperBound + 1..<pathRange.lowerBound]
  }

  private func append(
    _ items: QueryItems, after mark: UInt8, _ treatment: (QueryItem) -> Treatment,
    to result: inout [UInt8]
  ) {
    var separator = mark
    for item in items {
      switch treatment(item) {
      case .keep:
        result.append(separator)
        result += bytes[item.nameRange.lowerBound..<item.valueRange.upperBound]
      case .token(let token):
        result.append(separator)
        if !item.isBare {
          result += bytes[item.nameRange]
          result.append(UInt8(ascii: "="))
        }
        result += token.utf8
      case .whole(let token):
        result.append(separator)
        result += token.utf8
      case .path(let path):
        result.append(separator)
        result += bytes[item.nameRange] + [UInt8(ascii: "=")]
        PercentEncoding.append(
          path, path.indices, encoding: PercentEncoding.queryValue, to: &result)
      case .drop:
        continue
      }
      separator = UInt8(ascii: "&")
    }
  }

  private func append(
    _ treatment: Treatment, of range: Range<Int>, after mark: UInt8, to result: inout [UInt8]
  ) {
    switch treatment {
    case .keep:
      result.append(mark)
      result += bytes[range]
    case .token(let token), .whole(let token):
      result.append(mark)
      result += token.utf8
    case .path(let path):
      result.append(mark)
      result += path
    case .drop:
      break
    }
  }
}
