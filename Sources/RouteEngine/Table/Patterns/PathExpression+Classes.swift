extension PathExpression.Parser {
  /// An operand of a class: one byte, or, when `byte` is nil, a set.
  typealias Operand = (byte: UInt8?, set: ByteSet)

  /// The rest of a class, after its `[`.
  mutating func characterClass(depth: Int) throws(PathPattern.ParseError) -> ByteSet {
    guard depth <= PathExpression.maximumDepth else {
      throw error("classes nested too deep", "at most \(PathExpression.maximumDepth) levels")
    }
    let isNegated = consume("^")
    var result = ByteSet()
    while !consume("]") {
      guard peek != nil else { throw error("an open class", "\"]\"") }
      if consumePair("-") {
        result = folded(result).intersection(folded(try operand(depth: depth).set).inverted)
      } else if consumePair("&") {
        result = folded(result).intersection(folded(try operand(depth: depth).set))
      } else {
        result = result.union(try rangeOrOperand(depth: depth))
      }
    }
    // Fold before negating: a negated letter excludes both of its cases.
    return isNegated ? folded(result).inverted : folded(result)
  }

  /// Consumes `--` or `&&`.
  private mutating func consumePair(_ character: Character) -> Bool {
    guard let byte = character.asciiValue, position + 1 < input.count,
      input[position] == byte, input[position + 1] == byte
    else { return false }
    position += 2
    return true
  }

  private mutating func rangeOrOperand(depth: Int) throws(PathPattern.ParseError) -> ByteSet {
    let start = position
    let first = try operand(depth: depth)
    guard peek == UInt8(ascii: "-"), position + 1 < input.count,
      input[position + 1] != UInt8(ascii: "]"), input[position + 1] != UInt8(ascii: "-")
    else { return first.set }
    position += 1
    let last = try operand(depth: depth)
    guard let low = first.byte, let high = last.byte, low <= high else {
      throw error("a range without order", "a smaller and a larger character", at: start)
    }
    var set = ByteSet()
    set.insert(low...high)
    return set
  }

  private mutating func operand(depth: Int) throws(PathPattern.ParseError) -> Operand {
    guard let byte = peek else { throw error("an open class", "\"]\"") }
    let start = position
    position += 1
    switch byte {
    case UInt8(ascii: "["): return (nil, try characterClass(depth: depth + 1))
    case UInt8(ascii: "\\"): return try escape()
    case UInt8(ascii: "]"): throw error("an end of class", "a character before it", at: start)
    case 0x80...:
      throw error(
        "a character beyond ASCII in a class", "it beside the class: (?:[a-z]|\\u00e9)", at: start)
    default: return (byte, ByteSet(String(Unicode.Scalar(byte))))
    }
  }

  /// The rest of an escape, after its `\`.
  mutating func escape() throws(PathPattern.ParseError) -> Operand {
    let start = position - 1
    guard let byte = peek else { throw error("a \"\\\" at the end", "a character after it") }
    position += 1
    let digits = ByteSet("0123456789")
    var letters = digits.union(ByteSet("_"))
    letters.insert(UInt8(ascii: "a")...UInt8(ascii: "z"))
    letters.insert(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let spaces = ByteSet(" \t\n\r\u{B}\u{C}")
    switch byte {
    case UInt8(ascii: "d"): return (nil, digits)
    case UInt8(ascii: "D"): return (nil, digits.inverted)
    case UInt8(ascii: "w"): return (nil, letters)
    case UInt8(ascii: "W"): return (nil, letters.inverted)
    case UInt8(ascii: "s"): return (nil, spaces)
    case UInt8(ascii: "S"): return (nil, spaces.inverted)
    case UInt8(ascii: "t"): return single(0x09)
    case UInt8(ascii: "n"): return single(0x0A)
    case UInt8(ascii: "v"): return single(0x0B)
    case UInt8(ascii: "f"): return single(0x0C)
    case UInt8(ascii: "r"): return single(0x0D)
    case UInt8(ascii: "0"): return single(0x00)
    case UInt8(ascii: "x"): return single(try asciiCharacter(digits: 2))
    case UInt8(ascii: "u"): return single(try asciiCharacter(digits: 4))
    default:
      guard byte < 0x80, !letters.contains(byte) else {
        throw error(
          "an escape that is not supported (a back reference, boundary or property?)",
          "\\d \\w \\s, their opposites, or a punctuation mark", at: start)
      }
      return single(byte)
    }
  }

  private func single(_ byte: UInt8) -> Operand { (byte, ByteSet(String(Unicode.Scalar(byte)))) }

  private mutating func asciiCharacter(digits: Int) throws(PathPattern.ParseError) -> UInt8 {
    let start = position - 2
    guard let value = UInt8(exactly: try hexadecimal(digits: digits)), value < 0x80 else {
      throw error(
        "a character beyond ASCII in a class", "it beside the class: (?:[a-z]|\\u00e9)", at: start)
    }
    return value
  }

  /// The character of `\uHHHH` or `\u{H...}` beyond ASCII, after its `\`; nil for any other escape,
  /// of which nothing is consumed.
  mutating func scalarBeyondASCII() throws(PathPattern.ParseError) -> Unicode.Scalar? {
    let start = position
    guard consume("u") else { return nil }
    let value: Int
    if consume("{") {
      var digits = 0
      while position + digits < input.count, input[position + digits] != UInt8(ascii: "}") {
        digits += 1
      }
      value = try hexadecimal(digits: min(max(digits, 1), 6))
      guard consume("}") else { throw error("an open escape", "\"}\"") }
    } else {
      value = try hexadecimal(digits: 4)
    }
    guard value >= 0x80 else {
      position = start
      return nil
    }
    guard let scalar = Unicode.Scalar(UInt32(value)) else {
      throw error("a surrogate", "\\u{...} with the whole character", at: start - 1)
    }
    return scalar
  }

  /// A character beyond ASCII, percent-encoded as in a path.
  static func encoded(_ scalar: Unicode.Scalar) -> [UInt8] {
    var result: [UInt8] = []
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      PercentEncoding.appendEncoded(byte, to: &result)
    }
    return result
  }

  private mutating func hexadecimal(digits: Int) throws(PathPattern.ParseError) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let byte = peek, let digit = PercentEncoding.hexDigit(byte) else {
        throw error("an unfinished escape", "\(digits) hexadecimal digits")
      }
      value = value << 4 | Int(digit)
      position += 1
    }
    return value
  }
}
