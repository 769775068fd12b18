extension RouteLink {
  /// The treatment of a part of a link that may be private.
  package enum Treatment: Hashable, Sendable {
    /// It stays as it is.
    case keep
    /// It is replaced by a token: a ``TokenText``.
    case token(String)
    /// The whole of a query item, name and value, is replaced by a token. Elsewhere as `token`.
    case whole(String)
    /// It is replaced by a path in canonical form, in which tokens may stand.
    case path([UInt8])
    /// It is left out. Of a query item, name and value.
    case drop
  }

  /// A copy of the link with private values replaced by tokens, fit for the journal.
  ///
  /// The result has the canonical text that ``init(journaled:)`` reads back. Empty query items, and
  /// a query without any other, are left out.
  ///
  /// - Parameters:
  ///   - pathCaptures: ranges of ``bytes`` inside the path, in order and apart, with their tokens.
  ///     The first may begin before the path and end there or inside it: then user info, host and
  ///     port go, and the path begins with the token. The scheme of a web link, which needs a host,
  ///     goes too.
  ///   - userInfo: what becomes of user name and password, as one.
  ///   - fragment: what becomes of the fragment.
  ///   - query: what becomes of one query item; a token replaces its value, and
  ///     the whole of an item that has none.
  ///   - fragmentItems: what becomes of one item of a fragment that is written as a query; where it
  ///     is given, it counts in place of `fragment`.
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
      // The part of the host before it belongs to the segment that the host is.
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

  /// The text of the link with the texts in place that its tokens stand for, percent-encoded.
  ///
  /// - Parameters:
  ///   - isWhole: whether the token of the path is one of all that stood behind the host: its text
  ///     stays as it is.
  ///   - text: the text that a token stands for; nil when it is gone.
  /// - Returns: nil when one of them is gone.
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

  /// The bytes that are encoded in the text of a token. The signs of a whole item or fragment stay.
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

  /// Whether a part of the path is hidden that fitted no route: a `~` follows its token.
  package var hidesPath: Bool { holdsMisfit(in: pathRange) }

  /// Whether such a token is all that stands there.
  func isMisfit(_ range: Range<Int>) -> Bool {
    range.count == TokenText.length + 1 && holdsMisfit(in: range)
  }

  /// Whether a token stands there that a `~` follows: a text that fitted nothing.
  func holdsMisfit(in range: Range<Int>) -> Bool {
    guard carriesTokens else { return false }
    return range.dropLast(TokenText.length).contains { start in
      bytes[start + TokenText.length] == UInt8(ascii: "~") && TokenText.starts(in: bytes, at: start)
    }
  }

  /// Everything before the path.
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
