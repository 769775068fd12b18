extension PathPattern {
  /// Turns lexemes into parts (https://urlpattern.spec.whatwg.org/#parse-a-pattern-string).
  struct Parser {
    private let lexemes: [Lexeme]
    private var position = 0
    private var result: [Part] = []
    /// Text that has been read but is not yet a part.
    private var pending = ""
    private var captures = 0
    private var unnamed = 0
    /// The first dots that cannot occur at their place in a path.
    private(set) var lostDots: LostDots?

    init(lexemes: [Lexeme]) {
      self.lexemes = lexemes
    }

    mutating func parts() throws(ParseError) -> [Part] {
      while position < lexemes.count {
        let character = consume(.character)
        let name = consume(.name)
        let value = consumeValue(after: name)
        if name != nil || value != nil {
          var prefix = character?.value ?? ""
          if prefix != "/" {
            pending += prefix
            prefix = ""
          }
          flushText(before: prefix)
          try addPart(prefix: prefix, name, value, suffix: "", consumeModifier())
        } else if let text = character ?? consume(.escaped) {
          pending += text.value
        } else if consume(.open) != nil {
          let prefix = consumeText()
          let name = consume(.name)
          let value = consumeValue(after: name)
          let suffix = consumeText()
          try require(.close, "\"}\"")
          try addPart(prefix: prefix, name, value, suffix: suffix, consumeModifier())
        } else {
          flushText(before: nil)
          try require(.end, "text, a name, a group or the end")
        }
      }
      joinTexts()
      return result
    }

    /// Joins texts that were separated only by text that resolved to nothing, if that changes
    /// nothing: a pattern has the same parts however it is written.
    private mutating func joinTexts() {
      var index = 1
      while index < result.count {
        let (previous, part) = (result[index - 1], result[index])
        guard previous.isPlainText, part.isPlainText, !part.comesToLess(behind: previous) else {
          index += 1
          continue
        }
        result[index - 1].prefix += part.prefix
        result.remove(at: index)
        index = max(1, index - 1)
      }
    }

    private mutating func consume(_ kind: Lexeme.Kind) -> Lexeme? {
      guard position < lexemes.count, lexemes[position].kind == kind else { return nil }
      position += 1
      return lexemes[position - 1]
    }

    private mutating func require(_ kind: Lexeme.Kind, _ expectation: String) throws(ParseError) {
      if consume(kind) != nil { return }
      let lexeme = lexemes[min(position, lexemes.count - 1)]
      let found = lexeme.kind == .end ? "the end" : "\"\(lexeme.value)\""
      throw ParseError(lexeme.offset, found, expected: expectation)
    }

    private mutating func consumeValue(after name: Lexeme?) -> Lexeme? {
      consume(.expression) ?? (name == nil ? consume(.asterisk) : nil)
    }

    private mutating func consumeModifier() -> Part.Modifier {
      let lexeme = consume(.modifier) ?? consume(.asterisk)
      return lexeme.flatMap { Part.Modifier(rawValue: $0.value) } ?? .none
    }

    private mutating func consumeText() -> String {
      var text = ""
      while let lexeme = consume(.character) ?? consume(.escaped) { text += lexeme.value }
      return text
    }

    private mutating func flushText(before next: String?) {
      appendText(pending, .none, before: next)
      pending = ""
    }

    /// Adds a text; one such as `a/..` resolves to nothing and adds no part.
    private mutating func appendText(
      _ text: String, _ modifier: Part.Modifier, before next: String?
    ) {
      let prefix = canonical(text, before: next, isBehind: !result.isEmpty)
      guard !prefix.isEmpty else { return }
      result.append(Part(kind: .text, prefix: prefix, modifier: modifier))
    }

    /// The canonical form of a text, which is read alone.
    ///
    /// - Parameters:
    ///   - next: the text with which the next part begins; nil at the end of the pattern.
    ///   - isBehind: whether a part stands before it.
    private mutating func canonical(
      _ text: String, before next: String?, isBehind: Bool
    ) -> [UInt8] {
      lostDots = lostDots ?? LostDots(in: text, before: next, isBehind: isBehind)
      return RouteLink.canonicalPath(Array(text.utf8))
    }

    /// The known start of the text behind a part that was read; nil at the end of the pattern,
    /// unless the part is repeated and may follow itself.
    private func next(behind modifier: Part.Modifier) -> String? {
      let isLast = position >= lexemes.count || lexemes[position].kind == .end
      return isLast && (modifier == .none || modifier == .optional) ? nil : ""
    }

    private mutating func addPart(
      prefix: String, _ name: Lexeme?, _ value: Lexeme?, suffix: String, _ modifier: Part.Modifier
    ) throws(ParseError) {
      if name == nil, value == nil, modifier == .none {
        pending += prefix
        return
      }
      flushText(before: prefix)
      if name == nil, value == nil {
        appendText(prefix, modifier, before: next(behind: modifier))
        return
      }
      var part = Part(kind: try kind(of: value), slot: captures, modifier: modifier)
      part.prefix = canonical(prefix, before: "", isBehind: !result.isEmpty)
      part.suffix = canonical(suffix, before: next(behind: modifier), isBehind: true)
      if let name {
        part.name = name.value
        if result.contains(where: { $0.name.utf8.elementsEqual(name.value.utf8) }) {
          throw ParseError(
            name.offset, "a second capture called \":\(name.value)\"", expected: "another name")
        }
      } else {
        part.name = String(unnamed)
        unnamed += 1
      }
      captures += 1
      result.append(part)
    }

    private func kind(of value: Lexeme?) throws(ParseError) -> Part.Kind {
      guard let value else { return .segment }
      if value.kind == .asterisk || value.value == ".*" { return .wildcard }
      if value.value == PathPattern.segmentExpression { return .segment }
      return .expression(try PathExpression(value.value, offset: value.offset + 1))
    }
  }

  /// The expression that is equivalent to a segment capture.
  static let segmentExpression = "[^\\/]+?"
}
