extension PathPattern {
  /// The message for a pattern with a literal whose case is to be ignored that only a program can
  /// match. A program is case-sensitive everywhere or nowhere. Nil when there is no such literal.
  var letterCaseMistake: String? {
    guard case .ignoredIn = letterCase else { return nil }
    let shapes = shapes
    let isProgram = shapes.contains { if case .rest = $0.end { true } else { false } }
    let isAsked = shapes.contains { shape in
      shape.segments.contains { if case .literal(_, true) = $0 { true } else { false } }
    }
    guard isAsked, isProgram || Shape.overlap(shapes) else { return nil }
    return "the case of single literals can be ignored only in patterns of whole segments; ignore "
      + "it in the whole route"
  }

  /// The message for a pattern that certainly does not have its intended meaning; nil when there is
  /// no sign of that.
  ///
  /// - Parameters:
  ///   - schemes: the schemes that its route lists; empty: any.
  ///   - text: the pattern as written.
  func mistake(schemes: [[UInt8]], in text: String) -> String? {
    let plain = Self.withoutGroups(text)
    if plain.contains("#") {
      return "a pattern describes the path, which ends before \"#\"; the fragment has a pattern of "
        + "its own, fragment: { path: … }"
    }
    if let mistake = mistakeOfWriting(in: text) { return mistake }
    guard Self.lacksSlash(plain), !schemes.isEmpty,
      schemes.allSatisfy({ $0.isEmpty || RouteLink.Scheme($0[...]) != .custom })
    else { return nil }
    return "a path begins with a slash; write \"/\(text)\""
  }

  /// The message for syntax of other libraries; nil when there is none.
  func mistakeOfWriting(in text: String) -> String? {
    for segment in Self.withoutGroups(text).split(separator: "/") {
      if segment.hasPrefix("<"), segment.hasSuffix(">"), segment.utf8.count > 2 {
        let name = segment.dropFirst().dropLast().split(separator: ":").last ?? "name"
        return "\"\(segment)\" is plain text; write :\(name) to capture"
      }
      let inner = String(segment.dropFirst().dropLast())
      if segment.hasPrefix("{"), segment.hasSuffix("}"), Name.isValid(inner) {
        return "\"\(segment)\" matches \"\(inner)\"; write :\(inner) to capture"
      }
    }
    if let lostDots { return lostDots.message }
    for case .expression(let expression) in parts.map(\.kind) {
      guard let encoded = expression.encodedText else { continue }
      return
        "expressions match decoded text, so \(encoded) matches a percent sign and digits; write "
        + "the character itself"
    }
    return nil
  }

  /// Why no token can stand in the place of a capture; nil when one can.
  func tokenMistake(of name: String) -> String? {
    let places = parts.indices.filter { parts[$0].name == name && parts[$0].isCapture }
    if !places.contains(where: { parts[$0].kind == .segment }) {
      return "its place cannot be a wildcard or an expression: a token replaces the value"
    }
    if places.contains(where: isBeforeTilde) {
      return "\"~\" cannot follow it: a token replaces the value, and \"~\" behind a token marks "
        + "its kind"
    }
    return places.contains(where: runsOn) || places.contains(where: isTakenFromBefore)
      ? "punctuation must separate it from captures and optional parts: a token of letters and "
        + "digits replaces the value"
      : nil
  }

  /// Whether an optional part or another capture follows a capture without a separating sign: it
  /// could then take a part of a token.
  private func runsOn(_ place: Int) -> Bool {
    if Part.holdsSign(parts[place].suffix) { return false }
    for next in parts[(place + 1)...] {
      if next.beginsApart {
        if next.isOptional { continue }
        return false
      }
      if next.isCapture || next.modifier != .none { return true }
    }
    return false
  }

  /// Whether a capture that can take a token stands directly before this capture. A segment takes
  /// as little as it can.
  private func isTakenFromBefore(_ place: Int) -> Bool {
    guard place > 0, parts[place].prefix.isEmpty, parts[place - 1].suffix.isEmpty else {
      return false
    }
    let before = parts[place - 1]
    switch before.kind {
    case .text: return false
    case .wildcard: return true
    case .segment: return before.modifier == .oneOrMore || before.modifier == .zeroOrMore
    case .expression(let expression): return expression.canMatch(UInt8(ascii: "~"))
    }
  }

  /// Whether a tilde can stand directly behind this capture.
  private func isBeforeTilde(_ place: Int) -> Bool {
    let tilde = UInt8(ascii: "~")
    let part = parts[place]
    if let first = part.suffix.first { return first == tilde }
    let isRepeated = part.modifier == .zeroOrMore || part.modifier == .oneOrMore
    if isRepeated, part.prefix.first == tilde { return true }
    for next in parts[(place + 1)...] {
      if next.prefix.first == tilde { return true }
      let isOptional = next.modifier == .optional || next.modifier == .zeroOrMore
      guard isOptional || (next.prefix.isEmpty && next.kind == .text) else { return false }
    }
    return false
  }

  /// The message for a pattern that probably does not have its intended meaning; nil when there is
  /// no sign of that.
  func warning(schemes: [[UInt8]], in text: String) -> String? {
    let plain = Self.withoutGroups(text)
    if Self.lacksSlash(plain), schemes.isEmpty {
      return "this matches only links such as scheme:\(text); write \"/\(text)\" to match paths"
    }
    for segment in plain.split(separator: "/") where segment.hasPrefix("*") {
      let name = String(segment.dropFirst())
      guard Name.isValid(name), !name.utf8.contains(UInt8(ascii: ".")) else { continue }
      return "\"\(segment)\" is anything that ends in \"\(name)\"; write :\(name)* to capture "
        + "segments"
    }
    return nil
  }

  /// Whether a pattern begins with text or a name instead of a slash.
  private static func lacksSlash(_ plain: String) -> Bool {
    plain.utf8.first.map { !"/*({\\".utf8.contains($0) } ?? false
  }

  /// The text without its expressions and escaped characters.
  private static func withoutGroups(_ text: String) -> String {
    var result = ""
    var depth = 0
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
        if depth == 0 { result += "x" }
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "(" {
        depth += 1
        if depth == 1 { result += "(" }
      } else if scalar == ")" {
        depth -= 1
      } else if depth == 0 {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension PathPattern.Part {
  /// Whether a text contains a sign: a character that a token does not have behind its tilde.
  fileprivate static func holdsSign(_ text: [UInt8]) -> Bool {
    text.contains { !TokenText.isDigit($0) }
  }

  /// Whether a sign separates its match from a token before it: one of its prefix, or the one with
  /// which its expression begins.
  fileprivate var beginsApart: Bool {
    if Self.holdsSign(prefix) { return true }
    guard case .expression(let expression) = kind else { return false }
    return expression.takesNothing(beginningWith: TokenText.bytes)
  }
}

extension PathPattern {
  /// Dots that are resolved as a dot segment, which is probably not intended. As in the standard,
  /// each text of a pattern is read alone, so the parts around it have no influence.
  struct LostDots: Sendable {
    private enum Place {
      case behindCapture, beforeSegment, beforeCapture
    }

    private let dots: String
    private let place: Place

    /// The first dots of a text; nil without any.
    ///
    /// - Parameters:
    ///   - text: the text, which is read alone.
    ///   - next: the text with which the next part begins; nil at the end of the pattern.
    ///   - isBehind: whether a part stands before it, which the dots do not remove.
    init?(in text: String, before next: String?, isBehind: Bool) {
      guard isBehind || next != nil, text.utf8.contains(where: ".%".utf8.contains) else {
        return nil
      }
      let slashes = "/\\".utf8
      let segments = text.utf8.split(omittingEmptySubsequences: false) { slashes.contains($0) }
      let last = segments.count - 1
      // Text before the first slash continues the part before it.
      let lost = segments.indices.dropFirst().first { index in
        (isBehind || index == last) && Self.isDots(Array(segments[index]))
      }
      guard let lost else { return nil }
      dots = String(Substring(segments[lost]))
      if lost < last || next == nil {
        place = .behindCapture
      } else {
        place = next?.utf8.first == UInt8(ascii: "/") ? .beforeSegment : .beforeCapture
      }
    }

    private static func isDots(_ segment: [UInt8]) -> Bool {
      let slash = [UInt8(ascii: "/")]
      return RouteLink.canonicalPath(slash + segment + slash) == slash
    }

    /// The message for these dots.
    var message: String {
      switch place {
      case .behindCapture:
        "no path has \"\(dots)\" when it is matched, so behind a capture it removes no segment; "
          + "leave it out"
      case .beforeSegment:
        "no path has \"\(dots)\" when it is matched, and directly before a capture or a group it "
          + "leaves an empty segment; leave it out"
      case .beforeCapture:
        "\"\(dots)\" directly before a capture or a group is resolved as a segment; write it "
          + "within a group, as \"{\(dots):name}\""
      }
    }
  }
}
