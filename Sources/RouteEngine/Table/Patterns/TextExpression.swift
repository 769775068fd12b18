/// A regular expression that is searched for in any text, in linear time: a ``PathExpression`` for
/// plain UTF-8.
///
/// Besides that syntax, `^` at the start and `$` at the end of an alternative anchor it there,
/// `(?i)` before the expression ignores the case of ASCII letters, groups `(...)` are read like
/// `(?:...)`, and a character from U+0080 to U+FFFF stands for itself outside of classes.
package struct TextExpression: Sendable {
  private let program: PathExpressionProgram

  /// The most steps of one search, counted as instructions times bytes: at most a second.
  private static let mostSteps = 1 << 26

  /// A mistake in an expression, or a text that is too long for it.
  package struct Problem: Error, Sendable {
    /// The description.
    package let message: String
  }

  /// Reads an expression.
  ///
  /// Throws `Problem` with what is wrong and where.
  package init(_ text: String) throws(Problem) {
    var scalars = Array(text.unicodeScalars)
    let flag = Array("(?i)".unicodeScalars)
    let ignoresCase = scalars.starts(with: flag)
    if ignoresCase { scalars.removeFirst(flag.count) }
    do {
      let nodes = try Self.alternatives(scalars).map { try Self.node($0, ignoresCase) }
      var program = PathExpressionProgram(ofPath: false)
      try program.append(nodes.count == 1 ? nodes[0] : .alternatives(nodes))
      try program.append(.end)
      self.program = program
    } catch let error as PathPattern.ParseError {
      throw Problem(message: "the regular expression has \(error.problem)")
    } catch {
      throw Problem(
        message: "the regular expression is too large: it needs more than "
          + "\(PathExpressionProgram.maximumInstructions) instructions")
    }
  }

  /// Whether the text contains a match.
  ///
  /// Throws `Problem` for a text so long that the search could take more than a second.
  package func matches(
    _ text: String, scratch: inout PathExpressionProgram.Scratch
  ) throws(Problem) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count < Self.mostSteps / program.instructions.count else {
      throw Problem(message: "a text of \(bytes.count) bytes is too long for a regular expression")
    }
    return program.matches(bytes, 0..<bytes.count, captures: 0, scratch: &scratch)
  }

  /// The alternatives of an expression, each with its own anchors, in the syntax of
  /// ``PathExpression`` extended by these.
  private static func alternatives(_ scalars: [Unicode.Scalar]) -> [String] {
    var alternatives = [""]
    var (groups, classes, isEscaped) = (0, 0, false)
    for (place, scalar) in scalars.enumerated() {
      var text = String(scalar)
      if !isEscaped, classes == 0 {
        switch scalar {
        case "(":
          groups += 1
          if place + 1 == scalars.count || scalars[place + 1] != "?" { text = "(?:" }
        case ")": groups -= 1
        case "|" where groups == 0:
          alternatives.append("")
          continue
        case "\u{80}"..."\u{FFFF}":
          let digits = String(scalar.value, radix: 16)
          text = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: break
        }
      }
      if !isEscaped, scalar == "[" { classes += 1 }
      if !isEscaped, scalar == "]" { classes = max(0, classes - 1) }
      isEscaped = !isEscaped && scalar == "\\"
      alternatives[alternatives.count - 1] += text
    }
    return alternatives
  }

  /// An alternative with any text around it.
  private static func node(
    _ text: String, _ ignoresCase: Bool
  ) throws(PathPattern.ParseError) -> PathExpression.Node {
    var rest = Substring(text)
    let isAtStart = rest.first == "^"
    if isAtStart { rest.removeFirst() }
    let escapes = rest.dropLast().reversed().prefix { $0 == "\\" }.count
    let isAtEnd = rest.last == "$" && escapes.isMultiple(of: 2)
    if isAtEnd { rest.removeLast() }
    let expression = try PathExpression(String(rest), ignoringCase: ignoresCase)
    let around = PathExpression.Node.repetition(
      .set(ByteSet().inverted), minimum: 0, maximum: nil, isLazy: true)
    return .sequence(
      (isAtStart ? [] : [around]) + [decoded(expression.node)] + (isAtEnd ? [] : [around]))
  }

  /// A node with its texts decoded from the form of paths.
  private static func decoded(_ node: PathExpression.Node) -> PathExpression.Node {
    switch node {
    case .nothing, .set, .character: return node
    case .text(let encoded):
      var (bytes, place): ([UInt8], Int) = ([], 0)
      while place < encoded.count {
        let byte = PercentEncoding.encodedByte(at: place, in: encoded, before: encoded.count)
        bytes.append(byte ?? encoded[place])
        place += byte == nil ? 1 : 3
      }
      return .text(bytes)
    case .sequence(let nodes): return .sequence(nodes.map(decoded))
    case .alternatives(let nodes): return .alternatives(nodes.map(decoded))
    case .repetition(let node, let minimum, let maximum, let isLazy):
      return .repetition(decoded(node), minimum: minimum, maximum: maximum, isLazy: isLazy)
    }
  }
}
