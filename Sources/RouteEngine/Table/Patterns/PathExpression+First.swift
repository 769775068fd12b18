extension PathExpression {
  /// Whether no match begins with one of these bytes of decoded text. False for an expression that
  /// can match the empty text.
  func takesNothing(beginningWith bytes: ByteSet) -> Bool {
    let (first, mayBeEmpty) = Self.first(of: node)
    return !mayBeEmpty && first.intersection(bytes).isEmpty
  }

  /// A superset of the bytes with which a match can begin, and whether a match can be empty.
  private static func first(of node: Node) -> (bytes: ByteSet, mayBeEmpty: Bool) {
    switch node {
    case .nothing: return (ByteSet(), true)
    case .set(let set): return (set, false)
    case .character(var set):
      // The bytes beyond ASCII also stand for an encoded slash.
      if set.beyondASCII { set.insert(UInt8(ascii: "/")) }
      return (set, false)
    // The text is written as in a path, so it begins with an encoded character.
    case .text: return (ByteSet(beyondASCII: true), false)
    case .sequence(let nodes):
      var all = ByteSet()
      for node in nodes {
        let (bytes, mayBeEmpty) = first(of: node)
        all = all.union(bytes)
        if !mayBeEmpty { return (all, false) }
      }
      return (all, true)
    case .alternatives(let nodes):
      let all = nodes.map { first(of: $0) }
      return (
        all.reduce(ByteSet()) { $0.union($1.bytes) }, all.contains { $0.mayBeEmpty }
      )
    case .repetition(let node, let minimum, _, _):
      let (bytes, mayBeEmpty) = first(of: node)
      return (bytes, mayBeEmpty || minimum == 0)
    }
  }
}

extension PathPattern {
  /// The expression of a capture, compiled with the pattern's letter case; nil without one.
  func expression(of name: String) -> PathExpression? {
    for part in parts where part.isCapture && part.name == name {
      guard case .expression(let expression) = part.kind else { return nil }
      return letterCase == .ignored ? expression.ignoringCase : expression
    }
    return nil
  }
}

extension ParameterType {
  /// The bytes with which the texts of its values begin; nil for any byte, or when a check is not
  /// worth it.
  var firstBytes: ByteSet? {
    let digits = "0123456789"
    switch self {
    case .int, .intWithin, .double: return ByteSet("-" + digits)
    case .bool: return ByteSet("tf")
    case .date: return ByteSet(digits)
    case .uuid: return ByteSet(digits + "abcdefABCDEF")
    case .oneOf(let values):
      var bytes = ByteSet()
      for value in values {
        switch value {
        case .string(let text): if let first = text.utf8.first { bytes.insert(first) }
        default: bytes = bytes.union(ByteSet("-" + digits))
        }
      }
      return bytes
    case .string, .list, .json: return nil
    }
  }
}
