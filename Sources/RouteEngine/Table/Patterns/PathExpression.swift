/// The regular expression of a `(...)` group, in the subset that matches in linear time.
///
/// The syntax is a subset of ECMAScript's with the `v` flag:
/// - characters, `.`, `\` before a punctuation mark, `\t \n \r \f \v \0`, `\xHH` and `\uHHHH` for
///   ASCII, and `\uHHHH` and `\u{H...}` beyond ASCII, outside of classes
/// - classes `[a-z]`, `[^/]`, `\d \w \s` and `\D \W \S`, nested classes, `--` (without) and `&&`
///   (and); a `-` at either end of a class is literal, which `v` would refuse
/// - groups `(?:...)`, alternatives `|`, and `? * + {m} {m,} {m,n}`, each also lazy (`*?`)
///
/// Anything else is refused with an error that names it: look-around, back references, anchors (a
/// group is always matched completely), named properties, and capturing groups, which URL Pattern
/// does not allow either.
///
/// An expression is matched against decoded text, while the standard matches the encoded path: a
/// space is a space. An encoded slash is part of its segment; a negated class and `.` match it, and
/// `/` does not. A character beyond ASCII is one character, written `\u00e9`.
/// Bytes that are not UTF-8 match no expression.
package struct PathExpression: Hashable, Sendable {
  /// One construct of an expression.
  package indirect enum Node: Hashable, Sendable {
    case nothing
    /// One byte of the path as it is written, or an encoded character that begins with its `%`.
    case set(ByteSet)
    /// One character of the decoded path. The bytes beyond ASCII stand for all such characters, and
    /// for an encoded slash.
    case character(ByteSet)
    /// A text of the path as it is written.
    case text([UInt8])
    case sequence([Node])
    case alternatives([Node])
    case repetition(Node, minimum: Int, maximum: Int?, isLazy: Bool)
  }

  /// The largest number in `{m,n}`.
  package static let maximumCount = 200
  /// The deepest nesting of groups and classes.
  package static let maximumDepth = 16

  /// The expression as written.
  package let text: String
  /// The syntax tree of the expression.
  package let node: Node

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - text: the expression.
  ///   - offset: its position in the pattern, for errors.
  ///   - ignoresCase: whether the case of ASCII letters is ignored.
  package init(
    _ text: String, offset: Int = 0, ignoringCase ignoresCase: Bool = false
  ) throws(PathPattern.ParseError) {
    var parser = Parser(input: Array(text.utf8), offset: offset, ignoresCase: ignoresCase)
    let node = try parser.alternatives(depth: 0)
    if let byte = parser.peek {
      throw parser.error("a stray \"\(Character(Unicode.Scalar(byte)))\"", "an escaped character")
    }
    self.text = text
    self.node = node
  }

  private init(text: String, node: Node) { (self.text, self.node) = (text, node) }

  /// The expression with the case of ASCII letters ignored.
  var ignoringCase: PathExpression {
    // The text was read before; it can also be read with case ignored.
    let folded = try? PathExpression(text, ignoringCase: true)
    return PathExpression(text: "(?i:\(text))", node: folded?.node ?? node)
  }

  /// The class and the counts, if the expression is only one repeated class of characters that are
  /// never encoded, such as `\d+`.
  var singleClass: (set: ByteSet, counts: ClosedRange<Int>)? {
    switch node {
    case .character(let set) where set.isBareInPath: (set, 1...1)
    case .repetition(.character(let set), let minimum, let maximum, _) where set.isBareInPath:
      (set, minimum...(maximum ?? Int.max))
    default: nil
    }
  }

  /// Whether it can match a text that contains a `/`.
  var canMatchSlash: Bool { canMatch(UInt8(ascii: "/")) }

  /// Whether it can match a text that contains that ASCII character.
  func canMatch(_ byte: UInt8) -> Bool { Self.canMatch(byte, node) }

  private static func canMatch(_ byte: UInt8, _ node: Node) -> Bool {
    switch node {
    case .nothing, .text: false
    case .set(let set), .character(let set): set.contains(byte)
    case .sequence(let nodes), .alternatives(let nodes): nodes.contains { canMatch(byte, $0) }
    case .repetition(let node, _, _, _): canMatch(byte, node)
    }
  }
}

extension PathExpression {
  /// The first percent-encoded byte in its text; nil without one. It is probably a mistake: decoded
  /// text has none.
  var encodedText: String? {
    let bytes = Array(text.utf8)
    let place = bytes.indices.first {
      PercentEncoding.encodedByte(at: $0, in: bytes, before: bytes.count) != nil
    }
    return place.map { String(decoding: bytes[$0...($0 + 2)], as: UTF8.self) }
  }
}

extension PathExpression {
  /// Reads an expression by recursive descent.
  struct Parser {
    let input: [UInt8]
    let offset: Int
    let ignoresCase: Bool
    var position = 0

    init(input: [UInt8], offset: Int, ignoresCase: Bool) {
      self.input = input
      self.offset = offset
      self.ignoresCase = ignoresCase
    }

    /// The set, with both cases of letters when case is ignored.
    func folded(_ set: ByteSet) -> ByteSet { ignoresCase ? set.ignoringCase : set }

    var peek: UInt8? { position < input.count ? input[position] : nil }

    func error(_ problem: String, _ expectation: String, at place: Int? = nil)
      -> PathPattern.ParseError
    {
      PathPattern.ParseError(offset + (place ?? position), problem, expected: expectation)
    }

    mutating func consume(_ byte: Character) -> Bool {
      guard let wanted = byte.asciiValue, peek == wanted else { return false }
      position += 1
      return true
    }

    mutating func alternatives(depth: Int) throws(PathPattern.ParseError) -> Node {
      guard depth <= PathExpression.maximumDepth else {
        throw error("groups nested too deep", "at most \(PathExpression.maximumDepth) levels")
      }
      var choices = [try sequence(depth: depth)]
      while consume("|") { choices.append(try sequence(depth: depth)) }
      return choices.count == 1 ? choices[0] : .alternatives(choices)
    }

    private mutating func sequence(depth: Int) throws(PathPattern.ParseError) -> Node {
      var nodes: [Node] = []
      while let byte = peek, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
        let node = try repetition(depth: depth)
        if node != .nothing { nodes.append(node) }
      }
      return switch nodes.count {
      case 0: .nothing
      case 1: nodes[0]
      default: .sequence(nodes)
      }
    }

    private mutating func repetition(depth: Int) throws(PathPattern.ParseError) -> Node {
      let node = try atom(depth: depth)
      var minimum = 0
      var maximum: Int?
      if consume("?") {
        maximum = 1
      } else if consume("+") {
        minimum = 1
      } else if consume("{") {
        (minimum, maximum) = try counts()
      } else if !consume("*") {
        return node
      }
      let isLazy = consume("?")
      if node == .nothing || maximum == 0 { return .nothing }
      return .repetition(node, minimum: minimum, maximum: maximum, isLazy: isLazy)
    }

    /// The rest of `{m}`, `{m,}` or `{m,n}`.
    private mutating func counts() throws(PathPattern.ParseError) -> (Int, Int?) {
      let minimum = try number()
      var maximum: Int? = minimum
      if consume(",") { maximum = peek == UInt8(ascii: "}") ? nil : try number() }
      guard consume("}") else { throw error("an open count", "\"}\"") }
      if let maximum, maximum < minimum {
        throw error("a count that ends before it starts", "the smaller number first")
      }
      return (minimum, maximum)
    }

    private mutating func number() throws(PathPattern.ParseError) -> Int {
      let start = position
      var value = 0
      while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        value = min(value * 10 + Int(byte - UInt8(ascii: "0")), PathExpression.maximumCount + 1)
        position += 1
      }
      guard position > start else { throw error("a count without a number", "a number") }
      guard value <= PathExpression.maximumCount else {
        throw error("a count too large", "at most \(PathExpression.maximumCount)", at: start)
      }
      return value
    }

    private mutating func atom(depth: Int) throws(PathPattern.ParseError) -> Node {
      let start = position
      guard let byte = peek else { throw error("the end of the expression", "a character") }
      position += 1
      switch byte {
      case UInt8(ascii: "."):
        return .character(ByteSet("\n\r").inverted)
      case UInt8(ascii: "["):
        let set = try characterClass(depth: depth + 1)
        if set.isEmpty { throw error("a class without characters", "at least one", at: start) }
        return .character(set)
      case UInt8(ascii: "\\"):
        if let scalar = try scalarBeyondASCII() { return .text(Self.encoded(scalar)) }
        return .character(folded(try escape().set))
      case UInt8(ascii: "("):
        guard consume("?"), consume(":") else {
          throw error(
            "a capturing group, look-around or other special group", "\"(?:\"", at: start)
        }
        let node = try alternatives(depth: depth + 1)
        guard consume(")") else { throw error("an open group", "\")\"") }
        return node
      case UInt8(ascii: "^"), UInt8(ascii: "$"):
        throw error("an anchor", "none: a group always matches as a whole", at: start)
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"),
        UInt8(ascii: "}"), UInt8(ascii: "]"):
        throw error(
          "\"\(Character(Unicode.Scalar(byte)))\" with nothing to apply to",
          "a character, or \"\\\" before it", at: start)
      case 0x80...:
        throw error("a character beyond ASCII", "its escape, such as \\u00e9", at: start)
      default:
        return .character(folded(ByteSet(String(Unicode.Scalar(byte)))))
      }
    }
  }
}

extension ByteSet {
  /// Whether none of its bytes is percent-encoded in a path.
  var isBareInPath: Bool { isSubset(of: PercentEncoding.bareInPath) }
}
