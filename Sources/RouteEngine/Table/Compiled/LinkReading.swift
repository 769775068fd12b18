/// A link read in every way in which it may have been meant. Percent-encoding is decoded, even when
/// it was applied several times. Every character except letters of any alphabet, digits, `-`, `.`,
/// `_` and `~` separates words. The host of a custom scheme may be the first segment.
struct LinkReading {
  /// One word.
  struct Word {
    /// The text with letters in lowercase.
    let text: [UInt8]
    /// The start of its segment, as an offset in the link's bytes.
    let start: Int
    /// Whether it is a whole segment as it is written.
    let isSegment: Bool
  }

  /// The words, including empty ones between two separators.
  let words: [Word]
  /// The number of words before the path.
  let before: Int
  /// The number of words before the possible first segment, which the host of a custom scheme may
  /// be.
  let beforeFirst: Int

  init(_ link: RouteLink) {
    let isWeb = link.scheme == "https" || link.scheme == "http"
    var words: [Word] = []
    if !isWeb, let scheme = link.schemeRange { words += Self.words(of: link.bytes, scheme) }
    let afterScheme = words.count
    if let host = link.hostRange, !host.isEmpty { words += Self.words(of: link.bytes, host) }
    before = words.count
    beforeFirst = isWeb ? before : afterScheme
    for segment in link.segmentRanges { words += Self.words(of: link.bytes, segment) }
    self.words = words
  }

  private init(words: [Word], before: Int, beforeFirst: Int) {
    (self.words, self.before, self.beforeFirst) = (words, before, beforeFirst)
  }

  /// A copy without the empty words.
  var withoutEmpty: LinkReading {
    func count(_ places: Int) -> Int { words.prefix(places).count { !$0.text.isEmpty } }
    return LinkReading(
      words: words.filter { !$0.text.isEmpty }, before: count(before),
      beforeFirst: count(beforeFirst))
  }

  /// Only the segments of the path, as they are written.
  var plain: LinkReading {
    let segments = words.dropFirst(before).filter { $0.isSegment && !$0.text.isEmpty }
    return LinkReading(words: segments, before: 0, beforeFirst: 0)
  }

  /// The words of some bytes; at least one.
  private static func words(of bytes: [UInt8], _ range: Range<Int>) -> [Word] {
    let parts = words(in: bytes[range])
    let isSegment = parts.count == 1 && parts[0].count == range.count
    return parts.map { Word(text: $0, start: range.lowerBound, isSegment: isSegment) }
  }

  /// The words of a text.
  static func words(in text: some Sequence<UInt8>) -> [[UInt8]] {
    let bytes = decoded(text)
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      return bytes.split(omittingEmptySubsequences: false, whereSeparator: { !isOfWord($0) })
        .map { $0.map(lowercase) }
    }
    // Some characters look like a slash, and invalid UTF-8 may have been meant as one.
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: { !isOfWord($0) }
    ).map { $0.flatMap { Array($0.properties.lowercaseMapping.utf8) } }
  }

  /// The text with every percent-encoding decoded, however often it was applied.
  private static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text {
      result.append(byte)
      // A decoded byte may complete another escape.
      while result.count >= 3, result[result.count - 3] == UInt8(ascii: "%"),
        let high = PercentEncoding.hexDigit(result[result.count - 2]),
        let low = PercentEncoding.hexDigit(result[result.count - 1])
      {
        result.removeLast(3)
        result.append(high << 4 | low)
      }
    }
    return result
  }

  /// Whether a byte is part of a word and does not separate words.
  static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return isOfWord(UInt8(scalar.value)) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension RouteLink {
  /// The segments of the path, including empty ones.
  var segmentRanges: [Range<Int>] {
    let slash = UInt8(ascii: "/")
    let path = bytes[pathRange]
    return (path.first == slash ? path.dropFirst() : path)
      .split(separator: slash, omittingEmptySubsequences: false).map(\.indices)
  }
}
