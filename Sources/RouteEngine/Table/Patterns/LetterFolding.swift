/// Text of a path without the case of its letters.
enum LetterFolding {
  /// The part of a canonical path in lowercase, letters beyond ASCII too, and canonical again.
  static func folded(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    guard bytes[range].contains(UInt8(ascii: "%")) else {
      return bytes[range].map(RouteLink.Parser.small)
    }
    let text = PercentEncoding.decodedBytes(bytes, range)
    // Bytes that are not UTF-8 are no letters.
    guard RouteLink.Parser.firstByteThatIsNotUTF8(in: text) == nil else {
      return bytes[range].map(RouteLink.Parser.small)
    }
    let small = Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
    var result: [UInt8] = []
    PercentEncoding.append(
      small, small.indices, encoding: PercentEncoding.segmentValue, to: &result)
    return result
  }

  /// Both cases of a letter; any other byte alone.
  static func both(_ byte: UInt8) -> ByteSet {
    var set = ByteSet()
    set.insert(byte)
    let small = byte | 0x20
    if small >= UInt8(ascii: "a"), small <= UInt8(ascii: "z") {
      set.insert(small)
      set.insert(small ^ 0x20)
    }
    return set
  }
}

extension ByteSet {
  /// The set with both cases of each of its letters.
  var ignoringCase: ByteSet {
    var result = self
    for small in UInt8(ascii: "a")...UInt8(ascii: "z")
    where contains(small) || contains(small ^ 0x20) {
      result.insert(small)
      result.insert(small ^ 0x20)
    }
    return result
  }
}

extension PathExpression.Node {
  /// The node without regard to the case of ASCII letters.
  var ignoringCase: PathExpression.Node {
    switch self {
    case .nothing, .text: self
    case .set(let set): .set(set.ignoringCase)
    case .character(let set): .character(set.ignoringCase)
    case .sequence(let nodes): .sequence(nodes.map(\.ignoringCase))
    case .alternatives(let nodes): .alternatives(nodes.map(\.ignoringCase))
    case .repetition(let node, let minimum, let maximum, let isLazy):
      .repetition(node.ignoringCase, minimum: minimum, maximum: maximum, isLazy: isLazy)
    }
  }
}
