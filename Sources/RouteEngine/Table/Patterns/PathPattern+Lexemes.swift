extension PathPattern {
  /// One lexeme of a pattern; the standard calls it a token
  /// (https://urlpattern.spec.whatwg.org/#tokens).
  struct Lexeme: Sendable {
    enum Kind: Sendable {
      case open, close, expression, name, character, escaped, modifier, asterisk, end
    }

    let kind: Kind
    /// The offset of its start, in bytes.
    let offset: Int
    /// Its significant characters: a name without its colon, an expression without its parentheses.
    let value: String
  }

  /// Splits a pattern into lexemes, by the standard's strict policy.
  struct Lexer {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var offset = 0
    private var lexemes: [Lexeme] = []

    static func lexemes(of text: String) throws(ParseError) -> [Lexeme] {
      var lexer = Lexer(scalars: Array(text.unicodeScalars))
      while let scalar = lexer.next() { try lexer.readLexeme(startingWith: scalar) }
      lexer.add(.end, at: lexer.offset, "")
      return lexer.lexemes
    }

    private init(scalars: [Unicode.Scalar]) {
      self.scalars = scalars
    }

    private mutating func next() -> Unicode.Scalar? {
      guard position < scalars.count else { return nil }
      let scalar = scalars[position]
      position += 1
      offset += UTF8.width(scalar)
      return scalar
    }

    private mutating func add(_ kind: Lexeme.Kind, at start: Int, _ value: String) {
      lexemes.append(Lexeme(kind: kind, offset: start, value: value))
    }

    private mutating func readLexeme(startingWith scalar: Unicode.Scalar) throws(ParseError) {
      let start = offset - UTF8.width(scalar)
      switch scalar {
      case "*": add(.asterisk, at: start, "*")
      case "+", "?": add(.modifier, at: start, String(scalar))
      case "{": add(.open, at: start, "{")
      case "}": add(.close, at: start, "}")
      case "\\":
        guard let escaped = next() else {
          throw ParseError(start, "a \"\\\" at the end", expected: "a character after it")
        }
        add(.escaped, at: start, String(escaped))
      case ":": try readName(from: start)
      case "(": try readExpression(from: start)
      default: add(.character, at: start, String(scalar))
      }
    }

    private mutating func readName(from start: Int) throws(ParseError) {
      var name = ""
      while position < scalars.count,
        PathPattern.isNameScalar(scalars[position], first: name.isEmpty), let scalar = next()
      {
        name.unicodeScalars.append(scalar)
      }
      guard !name.isEmpty else {
        throw ParseError(start, "a \":\" without a name", expected: "a letter or \"_\", or \"\\:\"")
      }
      add(.name, at: start, name)
    }

    private mutating func readExpression(from start: Int) throws(ParseError) {
      var expression = ""
      var depth = 1
      while depth > 0 {
        let place = offset
        guard let scalar = next() else {
          throw ParseError(start, "an open \"(\"", expected: "\")\"")
        }
        guard scalar.isASCII else {
          throw ParseError(
            place, "a character beyond ASCII in an expression",
            expected: "its escape, such as \\u00e9")
        }
        if expression.isEmpty, scalar == "?" {
          throw ParseError(place, "an expression that starts with \"?\"", expected: "a character")
        }
        if scalar == "(" {
          depth += 1
        } else if scalar == ")" {
          depth -= 1
        }
        if depth > 0 { expression.unicodeScalars.append(scalar) }
        if scalar == "\\" {
          guard let escaped = next(), escaped.isASCII else {
            throw ParseError(place, "an unfinished escape", expected: "an ASCII character")
          }
          expression.unicodeScalars.append(escaped)
        }
      }
      guard !expression.isEmpty else {
        throw ParseError(start, "an empty expression", expected: "what the group should match")
      }
      add(.expression, at: start, expression)
    }
  }

  /// https://urlpattern.spec.whatwg.org/#is-a-valid-name-code-point
  static func isNameScalar(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    if first { return scalar.properties.isIDStart }
    return scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
  }
}
