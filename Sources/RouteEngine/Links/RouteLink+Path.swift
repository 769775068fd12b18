extension RouteLink {
  /// Appends the path `input[range]` in canonical form: `.` and `..` segments resolved (also when
  /// their dots are percent-encoded), and each character written in one way, see
  /// ``PercentEncoding/appendCanonical(_:_:keepingTildes:to:)``.
  ///
  /// - Parameters:
  ///   - backslashIsSlash: `true` for special schemes and for paths without a scheme.
  ///   - keepsTildes: whether `%7E` stays encoded: in a journaled path it keeps text from passing
  ///     for a token.
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

  /// A path on its own, made canonical as the path of a link is. One that does not start with `/`
  /// stays that way, as in the URL Pattern standard
  /// (https://urlpattern.spec.whatwg.org/#canonicalize-a-pathname).
  ///
  /// - Parameter honoursTokens: whether what looks like a token is one.
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

  /// A path alone: a text that is one, behind one more slash.
  init(behindSlash text: [UInt8], carriesTokens: Bool) {
    let slash = [UInt8(ascii: "/")]
    // Behind a mark of the standard's, ".." in a relative text would take the mark away.
    let bytes =
      text.first == slash[0]
      ? slash + Self.canonicalPath(text, honouringTokens: carriesTokens)
      : Self.canonicalPath(slash + text, honouringTokens: carriesTokens)
    var places = Places()
    places.path = Places.Place(bytes.indices)
    self.init(bytes: bytes, places: places, carriesTokens: carriesTokens)
  }

  /// The bytes that a part of the query stands for; where links carry tokens, `%7E` stays, because
  /// a bare tilde begins one.
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

  /// Whether something there looks like a token.
  static func holdsToken(_ bytes: [UInt8], from start: Int) -> Bool {
    (start..<bytes.count).contains { TokenText.starts(in: bytes, at: $0) }
  }

  /// Writes the `~` of everything that looks like a token as `%7E`.
  ///
  /// Longer runs count too: a pattern may capture just the first 23 bytes of them.
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
