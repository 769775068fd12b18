/// A pattern for the path of a link, in the syntax of the URL Pattern standard
/// (https://urlpattern.spec.whatwg.org/).
///
/// | written | matches |
/// |---|---|
/// | `/products` | itself |
/// | `/products/:id` | one segment, captured under a name |
/// | `/products/:id(\d+)` | a segment that a regular expression matches as a whole |
/// | `/files/*` | everything from there on, captured under a number: `0` for the first |
/// | `/list{/:page}?` | the group or nothing; `*` and `+` repeat it |
/// | `\:` | the character itself |
///
/// Regular expressions are a subset of ECMAScript's that matches in linear time: characters, `.`,
/// classes, `\d \w \s` and their opposites, `(?:...)`, `|`, and `? * + {m,n}`. Anything else is
/// refused with an error that names it. A match takes at most 2,000 steps for every byte of the
/// path and 1,000 bits of memory; a pattern that would need more is refused when it is read.
/// Patterns are matched against canonical paths, so `/café` and `/caf%C3%A9` are the same pattern.
/// By default a slash at the end counts, and patterns are case-sensitive.
package struct PathPattern: Sendable {
  /// The longest allowed pattern, in bytes.
  package static let maximumLength = 2_048

  /// The pattern in the standard's canonical form. Equal patterns have equal texts.
  package let text: String
  /// The names of the captures, from left to right; unnamed groups are called `0`, `1` and so on.
  package let names: [String]
  /// The parts as written.
  let parts: [Part]
  /// The first dots that cannot occur at their place in a path; nil without any.
  let lostDots: LostDots?
  /// Whether a slash at the end of a path counts.
  let endSlash: LinkRules.EndSlash
  /// Whether the pattern is case-sensitive.
  let letterCase: LinkRules.LetterCase
  /// The literals whose case alone does not count.
  let foldedSegments: Set<[UInt8]>
  let program: PathExpressionProgram

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: the pattern.
  ///   - endSlash: whether a slash at the end counts.
  ///   - letterCase: whether the pattern is case-sensitive.
  ///   - foldedSegments: the literals that it lists, as ``LetterCase/foldedSegments`` has them;
  ///     nil when the pattern makes that set itself.
  /// - Throws: ``ParseError`` with the position and the expected text.
  package init(
    _ text: String, endSlash: LinkRules.EndSlash = .exact,
    letterCase: LinkRules.LetterCase = .exact, foldedSegments: Set<[UInt8]>? = nil
  ) throws(ParseError) {
    let length = text.utf8.count
    guard length <= Self.maximumLength else {
      throw ParseError(
        Self.maximumLength, "a pattern of \(length) bytes",
        expected: "at most \(Self.maximumLength) bytes")
    }
    var parser = Parser(lexemes: try Lexer.lexemes(of: text))
    parts = try parser.parts()
    lostDots = parser.lostDots
    names = parts.filter(\.isCapture).map(\.name)
    self.text = Self.canonicalText(of: parts)
    (self.endSlash, self.letterCase) = (endSlash, letterCase)
    self.foldedSegments = foldedSegments ?? letterCase.foldedSegments
    do {
      program = try Self.program(for: parts, endSlash, letterCase)
    } catch {
      throw ParseError(
        0, "a pattern too large",
        expected: "at most \(PathExpressionProgram.maximumInstructions) instructions")
    }
  }

  /// One piece of a pattern.
  struct Part: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// Text that stands for itself.
      case text
      /// One segment, or a part of one: `:name`.
      case segment
      /// Anything: `*`.
      case wildcard
      /// Text that an expression matches: `(...)`.
      case expression(PathExpression)
    }

    enum Modifier: String, Hashable, Sendable {
      case none = ""
      case optional = "?"
      case zeroOrMore = "*"
      case oneOrMore = "+"
    }

    var kind: Kind
    /// The capture's name; empty for text.
    var name = ""
    /// The number of the capture, counted from the left.
    var slot = 0
    /// For text, the text itself.
    var prefix: [UInt8] = []
    var suffix: [UInt8] = []
    var modifier = Modifier.none

    var isCapture: Bool { kind != .text }
    /// Whether it may be absent from a path.
    var isOptional: Bool { modifier == .optional || modifier == .zeroOrMore }
    /// Whether the name was written, and is not a number.
    var isNamed: Bool {
      guard let first = name.utf8.first else { return false }
      return first < UInt8(ascii: "0") || first > UInt8(ascii: "9")
    }
  }
}

extension PathPattern: Hashable, CustomStringConvertible {
  /// Whether both have the same bytes and are read by the same rules.
  package static func == (first: PathPattern, second: PathPattern) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8) && first.endSlash == second.endSlash
      && first.letterCase == second.letterCase
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// The canonical text.
  package var description: String { text }
}

extension PathPattern {
  /// Matches the path of a link.
  package func match(_ link: RouteLink) -> Captures? {
    match(link.bytes, in: link.pathRange)
  }

  /// Matches the canonical path in `range` of `bytes`. The captures are ranges of `bytes`.
  package func match(_ bytes: [UInt8], in range: Range<Int>) -> Captures? {
    var scratch = PathExpressionProgram.Scratch()
    if program.matches(bytes, range, captures: names.count, scratch: &scratch) {
      return Captures(saved: scratch.saved)
    }
    guard endSlash == .ignored, range.last.map({ bytes[$0] }) == UInt8(ascii: "/"),
      program.matches(bytes, range.dropLast(), captures: names.count, scratch: &scratch)
    else { return nil }
    return Captures(saved: scratch.saved)
  }

  /// The path `/`, as which an empty path is read.
  static let rootPath = [UInt8(ascii: "/")]

  /// The parts without their final slash, which a path need not have.
  static func withoutEndSlash(_ parts: [Part]) -> [Part] {
    let slash = UInt8(ascii: "/")
    var parts = parts
    guard var last = parts.popLast() else { return parts }
    let isRepeated = last.modifier == .zeroOrMore || last.modifier == .oneOrMore
    if last.kind == .text, !isRepeated, last.prefix == [slash] {
      return parts.isEmpty ? [last] : parts
    }
    if last.modifier == .none {
      if last.isCapture {
        if last.suffix.last == slash { last.suffix.removeLast() }
      } else if last.prefix.last == slash {
        last.prefix.removeLast()
      }
    }
    return parts + [last]
  }

  /// The program for a whole pattern. The slash at the end that is ignored may stand before
  /// optional parts; each choice of these is then one alternative.
  private static func program(
    for parts: [Part], _ endSlash: LinkRules.EndSlash, _ letterCase: LinkRules.LetterCase
  ) throws(PathExpressionProgram.TooLarge) -> PathExpressionProgram {
    guard endSlash == .ignored else { return try program(for: parts, letterCase) }
    let shorter = withoutEndSlash(parts)
    let choices = choices(of: parts).map(withoutEndSlash).unique
    guard Self.choices(of: shorter).unique != choices else {
      return try program(for: shorter, letterCase)
    }
    // All choices together can be too large; then the slash counts unless it is in the last part.
    if let whole = try? program(forChoices: choices, letterCase) { return whole }
    return try program(for: shorter, letterCase)
  }

  /// The program for some parts. A program is case-sensitive everywhere or nowhere; single literals
  /// that are not case-sensitive are only possible in an index.
  static func program(
    for parts: [Part], _ letterCase: LinkRules.LetterCase = .exact
  ) throws(PathExpressionProgram.TooLarge) -> PathExpressionProgram {
    try program(forChoices: [parts], letterCase)
  }

  /// The program for several lists of parts, of which the first that matches counts.
  private static func program(
    forChoices choices: [[Part]], _ letterCase: LinkRules.LetterCase
  ) throws(PathExpressionProgram.TooLarge) -> PathExpressionProgram {
    var program = PathExpressionProgram(ignoresCase: letterCase == .ignored)
    try program.appendAlternatives(choices.count) {
      (program, choice) throws(PathExpressionProgram.TooLarge) in
      for var part in choices[choice] {
        if letterCase == .ignored, case .expression(let expression) = part.kind {
          part.kind = .expression(expression.ignoringCase)
        }
        try append(part, to: &program)
      }
    }
    try program.append(.end)
    return program
  }

  private static func append(
    _ part: Part, to program: inout PathExpressionProgram
  ) throws(PathExpressionProgram.TooLarge) {
    func appendBody(
      _ program: inout PathExpressionProgram
    ) throws(PathExpressionProgram.TooLarge) {
      try program.append(literal: part.prefix)
      guard part.isCapture else {
        if part.modifier == .oneOrMore || part.modifier == .zeroOrMore {
          try program.appendLoop(isLazy: false) {
            (program) throws(PathExpressionProgram.TooLarge) in
            try program.append(literal: part.prefix)
          }
        }
        return
      }
      let value = part.node
      try program.append(.save(2 * part.slot))
      try program.append(value)
      if part.modifier == .oneOrMore || part.modifier == .zeroOrMore {
        try program.appendLoop(isLazy: false) {
          (program) throws(PathExpressionProgram.TooLarge) in
          try program.append(literal: part.suffix)
          try program.append(literal: part.prefix)
          try program.append(value)
        }
      }
      try program.append(.save(2 * part.slot + 1))
      try program.append(literal: part.suffix)
    }
    switch part.modifier {
    case .none, .oneOrMore: try appendBody(&program)
    case .optional, .zeroOrMore: try program.appendOption(appendBody)
    }
  }
}

extension PathPattern.Part {
  /// The expression for the value of a capture.
  var node: PathExpression.Node {
    switch kind {
    case .text: .nothing
    case .segment:
      .repetition(.set(ByteSet("/").inverted), minimum: 1, maximum: nil, isLazy: true)
    case .wildcard:
      .repetition(.set(ByteSet("\n\r").inverted), minimum: 0, maximum: nil, isLazy: false)
    case .expression(let expression): expression.node
    }
  }
}
