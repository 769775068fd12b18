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
/// refused by name. A match takes at most 2,000 steps for every byte of the path and
/// 1,000 bits of memory; patterns that would need more are refused when they are read. Patterns are
/// matched against canonical paths, so `/café` and `/caf%C3%A9` are the same pattern. A slash at
/// the end and the case of letters count unless the pattern is read otherwise.
package struct PathPattern: Sendable {
  /// The longest pattern that is read, in bytes.
  package static let maximumLength = 2_048

  /// The pattern in the standard's canonical form: equal patterns have equal text.
  package let text: String
  /// The names of the captures, in the order of the pattern; unnamed groups are called `0`, `1` and
  /// so on.
  package let names: [String]
  /// The parts as written.
  let parts: [Part]
  /// The first dots that no path has where they stand; nil without any.
  let lostDots: LostDots?
  /// Whether a slash at the end of a path counts.
  let endSlash: LinkRules.EndSlash
  /// Whether the case of letters counts.
  let letterCase: LinkRules.LetterCase
  let program: PathExpressionProgram

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: the pattern.
  ///   - endSlash: whether a slash at the end counts.
  ///   - letterCase: whether the case of letters counts.
  /// - Throws: ``ParseError`` with the place and what could stand there.
  package init(
    _ text: String, endSlash: LinkRules.EndSlash = .exact,
    letterCase: LinkRules.LetterCase = .exact
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
      /// One segment, or what fits of it: `:name`.
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
    /// Which capture it is, counted from the left.
    var slot = 0
    /// For text, the text itself.
    var prefix: [UInt8] = []
    var suffix: [UInt8] = []
    var modifier = Modifier.none

    var isCapture: Bool { kind != .text }
    /// Whether a path may lack it.
    var isOptional: Bool { modifier == .optional || modifier == .zeroOrMore }
    /// Whether the name was written, rather than counted.
    var isNamed: Bool {
      guard let first = name.utf8.first else { return false }
      return first < UInt8(ascii: "0") || first > UInt8(ascii: "9")
    }
  }
}

extension PathPattern: Hashable, CustomStringConvertible {
  /// Whether both have the same bytes and are read alike.
  package static func == (first: PathPattern, second: PathPattern) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8) && first.endSlash == second.endSlash
      && first.letterCase == second.letterCase
  }

  /// Feeds the bytes.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// The canonical text.
  package var description: String { text }
}

extension PathPattern {
  /// Whether every segment is a whole literal or a whole named capture without expression.
  package var isSimple: Bool {
    guard let shape = shapes.first, shapes.count == 1, shape.end == .here else { return false }
    return parts.allSatisfy { $0.kind == .text || ($0.kind == .segment && $0.isNamed) }
  }

  /// Matches the path of a link.
  package func match(_ link: RouteLink) -> Captures? {
    match(link.bytes, in: link.pathRange)
  }

  /// Matches a canonical path that stands in `range` of `bytes`. The captures are ranges of
  /// `bytes`.
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

  /// The path `/`, which an empty one stands for.
  static let rootPath = [UInt8(ascii: "/")]

  /// The parts without the slash that they end with, which a path need not have.
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

  /// The program for a whole pattern. The slash that does not count may stand before parts that a
  /// path lacks: then each choice of parts is one alternative.
  private static func program(
    for parts: [Part], _ endSlash: LinkRules.EndSlash, _ letterCase: LinkRules.LetterCase
  ) throws(PathExpressionProgram.TooLarge) -> PathExpressionProgram {
    guard endSlash == .ignored else { return try program(for: parts, letterCase) }
    let shorter = withoutEndSlash(parts)
    let choices = choices(of: parts).map(withoutEndSlash).unique
    guard Self.choices(of: shorter).unique != choices else {
      return try program(for: shorter, letterCase)
    }
    // Laid out one by one, the choices can be too many: then the slash counts where it is not last.
    if let whole = try? program(forChoices: choices, letterCase) { return whole }
    return try program(for: shorter, letterCase)
  }

  /// The program for some parts. Of literals for which the case of letters does not count only an
  /// index knows: of a program it counts everywhere or nowhere.
  static func program(
    for parts: [Part], _ letterCase: LinkRules.LetterCase = .exact
  ) throws(PathExpressionProgram.TooLarge) -> PathExpressionProgram {
    try program(forChoices: [parts], letterCase)
  }

  /// The program for any of several lists of parts, of which the first that fits counts.
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
  /// The expression that the value of a capture matches.
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
