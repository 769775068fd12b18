extension PathPattern {
  /// The message about a literal whose case is to be ignored in a pattern that only a program can
  /// match, where case counts everywhere or nowhere; nil without one.
  var letterCaseMistake: String? {
    guard case .ignoredIn = letterCase else { return nil }
    let shapes = shapes
    let isProgram = shapes.contains { if case .rest = $0.end { true } else { false } }
    let isAsked = shapes.contains { shape in
      shape.segments.contains { if case .literal(_, true) = $0 { true } else { false } }
    }
    guard isAsked, isProgram || Shape.overlap(shapes) else { return nil }
    return "the case of one literal can be ignored in a pattern of whole segments alone; ignore it "
      + "in the whole route"
  }

  /// The message about a pattern that is never what it was meant to be; nil when nothing suggests
  /// that.
  ///
  /// - Parameters:
  ///   - schemes: those that its route lists; none for any.
  ///   - text: the pattern as written.
  func mistake(schemes: [[UInt8]], in text: String) -> String? {
    let plain = Self.withoutGroups(text)
    if plain.contains("#") {
      return "a pattern is of the path, which ends before \"#\"; what stands behind it has a "
        + "pattern of its own, fragment: { path: … }"
    }
    if let mistake = mistakeOfWriting(in: text) { return mistake }
    guard Self.lacksSlash(plain), !schemes.isEmpty,
      schemes.allSatisfy({ $0.isEmpty || RouteLink.Scheme($0[...]) != .custom })
    else { return nil }
    return "no path of these schemes begins so; write \"/\(text)\""
  }

  /// The message about what is written as in other libraries; nil when nothing is.
  func mistakeOfWriting(in text: String) -> String? {
    for segment in Self.withoutGroups(text).split(separator: "/") {
      if segment.hasPrefix("<"), segment.hasSuffix(">"), segment.utf8.count > 2 {
        let name = segment.dropFirst().dropLast().split(separator: ":").last ?? "name"
        return "\"\(segment)\" stands for itself; a capture is :\(name)"
      }
      let inner = String(segment.dropFirst().dropLast())
      if segment.hasPrefix("{"), segment.hasSuffix("}"), Name.isValid(inner) {
        return "\"\(segment)\" stands for \"\(inner)\"; a capture is :\(inner)"
      }
    }
    if let lostDots { return lostDots.message }
    for case .expression(let expression) in parts.map(\.kind) {
      guard let encoded = expression.encodedText else { continue }
      return "\(encoded) in an expression stands for a percent sign and digits: expressions see "
        + "decoded text; write the character itself"
    }
    return nil
  }

  /// Why no token can stand in the place of a capture; nil where one can.
  func tokenMistake(of name: String) -> String? {
    let places = parts.indices.filter { parts[$0].name == name && parts[$0].isCapture }
    if !places.contains(where: { parts[$0].kind == .segment }) {
      return "its place takes no expression: a token stands there"
    }
    if places.contains(where: isBeforeTilde) {
      return "no \"~\" follows it: a token stands there, which ends so too"
    }
    return places.contains(where: runsOn) || places.contains(where: isTakenFromBefore)
      ? "a sign has to part it from captures and options: a token of letters and digits stands "
        + "there"
      : nil
  }

  /// Whether a part that a path may lack, or another capture, stands behind what a part captures
  /// and no sign between: then it could take a part of a token.
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

  /// Whether a capture that can take a token stands directly before what a part captures. A segment
  /// takes as little as it can.
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

  /// Whether a tilde can stand directly behind what a part captures.
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

  /// The message about a pattern that is hardly what it was meant to be; nil when nothing suggests
  /// that.
  func warning(schemes: [[UInt8]], in text: String) -> String? {
    let plain = Self.withoutGroups(text)
    if Self.lacksSlash(plain), schemes.isEmpty {
      return "only a link such as scheme:\(text) begins so; write \"/\(text)\""
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

  /// The text without its expressions, and without what is escaped.
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
  /// Whether a sign is in a text: what no token has behind its tilde.
  fileprivate static func holdsSign(_ text: [UInt8]) -> Bool {
    text.contains { !TokenText.isDigit($0) }
  }

  /// Whether a sign parts what it takes from a token before it: one of its text, or the one that
  /// its expression begins with.
  fileprivate var beginsApart: Bool {
    if Self.holdsSign(prefix) { return true }
    guard case .expression(let expression) = kind else { return false }
    return expression.takesNothing(beginningWith: TokenText.bytes)
  }
}

extension PathPattern {
  /// Dots that are resolved as a segment and hardly meant so. The texts of a pattern are read one
  /// by one, as the standard has it, so what stands around such a text changes nothing.
  struct LostDots: Sendable {
    private enum Place {
      case behindCapture, beforeSegment, beforeCapture
    }

    private let dots: String
    private let place: Place

    /// The first of a text; nil without any.
    ///
    /// - Parameters:
    ///   - text: the text, which is read alone.
    ///   - next: what the part behind it begins with; nil at the end of the pattern.
    ///   - isBehind: whether a part stands before it, of which dots take nothing back.
    init?(in text: String, before next: String?, isBehind: Bool) {
      guard isBehind || next != nil, text.utf8.contains(where: ".%".utf8.contains) else {
        return nil
      }
      let slashes = "/\\".utf8
      let segments = text.utf8.split(omittingEmptySubsequences: false) { slashes.contains($0) }
      let last = segments.count - 1
      // Text in front of the first slash goes on with what stands before it.
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

    /// The message about them.
    var message: String {
      switch place {
      case .behindCapture:
        "no path has \"\(dots)\" when it is matched, so behind a capture it takes nothing back; "
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
