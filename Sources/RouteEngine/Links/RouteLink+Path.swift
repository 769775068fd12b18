extension RouteLink {
  /// Appends the path `input[range]` in canonical form. `.` and `..` segments are resolved, also
  /// with percent-encoded dots, and each character has one form, see
  /// ``PercentEncoding/appendCanonical(_:_:keepingTildes:to:)``.
  ///
  /// - Parameters:
  ///   - backslashIsSlash: `true` for special schemes and for paths without a scheme.
  ///   - keepsTildes: whether `%7E` stays encoded. In a journaled path it prevents text from being
  ///     read as a token.
  static func appendPath(
    _ input: [UInt8], _ range: Range<Int>, backslashIsSlash: Bool, keepingTildes keepsTildes: Bool,
    to output: inout [UInt8]
  ) {
    let base = output.count
    let slash = UInt8(ascii: "/")
    let otherSlash = backslashIsSlash ? UInt8(ascii: "\\") : slash
    var position = range.lowerBound
    if position < range.upperBound, input[position] == slash || input[position] == otherSlash {
      position += 1
    }
    while true {
      var end = position
      while end < range.upperBound, input[end] != slash, input[end] != otherSlash { end += 1 }
      let isLast = end == range.upperBound
      switch dots(in: input, position..<end) {
      case 0:
        output.append(slash)
        PercentEncoding.appendCanonical(
          input, position..<end, keepingTildes: keepsTildes, to: &output)
      case 1:
        if isLast { output.append(slash) }
      default:
        if let last = output[base...].lastIndex(of: slash) { output.removeSubrange(last...) }
        if isLast { output.append(slash) }
      }
      if isLast { return }
      position = end + 1
    }
  }

  /// 1 for a `.` segment, 2 for a `..` segment, 0 for any other.
  private static func dots(in input: [UInt8], _ range: Range<Int>) -> Int {
    var count = 0
    var position = range.lowerBound
    while position < range.upperBound {
      if input[position] == UInt8(ascii: ".") {
        position += 1
      } else if input[position] == UInt8(ascii: "%"), position + 2 < range.upperBound,
        input[position + 1] == UInt8(ascii: "2"), input[position + 2] | 0x20 == UInt8(ascii: "e")
      {
        position += 3
      } else {
        return 0
      }
      count += 1
      if count > 2 { return 0 }
    }
    return count
  }

  /// The canonical form of a path alone, as in a link. A path that does not start with `/` stays
  /// that way, as in the URL Pattern standard
  /// (https://urlpattern.spec.whatwg.org/#canonicalize-a-pathname).
  ///
  /// - Parameter honoursTokens: whether text that looks like a token is one.
  package static func canonicalPath(
    _ path: [UInt8], honouringTokens honoursTokens: Bool = false
  ) -> [UInt8] {
    guard let first = path.first else { return [] }
    var output: [UInt8] = []
    let marks = first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/"), UInt8(ascii: "-")]
    let marked = marks + path
    appendPath(
      marked, marked.indices, backslashIsSlash: true, keepingTildes: honoursTokens, to: &output)
    if !honoursTokens { escapeTokens(in: &output, from: 0) }
    return Array(output.dropFirst(marks.count))
  }

  /// A link that is a path alone, made from a text behind one more slash.
  init(behindSlash text: [UInt8], carriesTokens: Bool) {
    let slash = [UInt8(ascii: "/")]
    // The standard's mark is not used here: ".." in a relative text would remove it.
    let bytes =
      text.first == slash[0]
      ? slash + Self.canonicalPath(text, honouringTokens: carriesTokens)
      : Self.canonicalPath(slash + text, honouringTokens: carriesTokens)
    var places = Places()
    places.path = Places.Place(bytes.indices)
    self.init(bytes: bytes, places: places, carriesTokens: carriesTokens)
  }

  /// The decoded bytes of a part of the query. If the link carries tokens, `%7E` stays encoded,
  /// because a literal tilde begins a token.
  func decodedKeepingTokens(_ range: Range<Int>, plusIsSpace: Bool) -> [UInt8] {
    guard carriesTokens else {
      return PercentEncoding.decodedBytes(bytes, range, plusIsSpace: plusIsSpace)
    }
    var text: [UInt8] = []
    for position in range {
      text.append(bytes[position])
      let byte = PercentEncoding.encodedByte(at: position, in: bytes, before: range.upperBound)
      if byte == UInt8(ascii: "~") { text += "25".utf8 }
    }
    return PercentEncoding.decodedBytes(text, text.indices, plusIsSpace: plusIsSpace)
  }

  /// The segments of a part of a path, each decoded.
  static func decodedSegments(of bytes: [UInt8], _ range: Range<Int>) -> [[UInt8]] {
    bytes[range].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { PercentEncoding.decodedBytes(bytes, $0.indices) }
  }

  /// Whether text from a position on looks like a token.
  static func holdsToken(_ bytes: [UInt8], from start: Int) -> Bool {
    (start..<bytes.count).contains { TokenText.starts(in: bytes, at: $0) }
  }

  /// Writes the `~` of all text that looks like a token as `%7E`.
  ///
  /// Longer texts count, too: a pattern may capture only their first 23 bytes.
  static func escapeTokens(in output: inout [UInt8], from start: Int) {
    var position = start
    while position < output.count {
      if TokenText.starts(in: output, at: position) {
        output.replaceSubrange(position...position, with: Array("%7E".utf8))
      }
      position += 1
    }
  }
}
