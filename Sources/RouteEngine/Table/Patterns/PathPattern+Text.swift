extension PathPattern {
  /// The canonical text of parts (https://urlpattern.spec.whatwg.org/#generate-a-pattern-string).
  static func canonicalText(of parts: [Part]) -> String {
    var result = ""
    for (index, part) in parts.enumerated() {
      let previous = index > 0 ? parts[index - 1] : nil
      let next = index + 1 < parts.count ? parts[index + 1] : nil
      guard part.isCapture else {
        if let previous, part.comesToLess(behind: previous) { result += "{}?" }
        let text = escaped(part.prefix)
        result += part.modifier == .none ? text : "{" + text + "}" + part.modifier.rawValue
        continue
      }
      let isGrouped = needsGroup(part, previous: previous, next: next)
      if isGrouped { result += "{" }
      result += escaped(part.prefix)
      if part.isNamed { result += ":" + part.name }
      result += value(of: part, previous: previous, isGrouped: isGrouped)
      if part.kind == .segment, part.isNamed, let first = firstScalar(part.suffix),
        isNameScalar(first, first: false)
      {
        result += "\\"
      }
      result += escaped(part.suffix)
      if isGrouped { result += "}" }
      result += part.modifier.rawValue
    }
    return result
  }

  private static func value(of part: Part, previous: Part?, isGrouped: Bool) -> String {
    switch part.kind {
    case .text: return ""
    case .expression(let expression): return "(" + expression.text + ")"
    case .segment: return part.isNamed ? "" : "(" + segmentExpression + ")"
    case .wildcard:
      let standsAlone =
        previous == nil || previous?.kind == .text || previous?.modifier != Part.Modifier.none
        || isGrouped || !part.prefix.isEmpty
      return !part.isNamed && standsAlone ? "*" : "(.*)"
    }
  }

  /// Whether a part would be read differently without `{}` around it.
  private static func needsGroup(_ part: Part, previous: Part?, next: Part?) -> Bool {
    let slash = UInt8(ascii: "/")
    if !part.suffix.isEmpty || (!part.prefix.isEmpty && part.prefix != [slash]) { return true }
    if part.isNamed, part.kind == .segment, part.modifier == .none, let next {
      if next.isCapture {
        if next.prefix.isEmpty, next.suffix.isEmpty, !next.isNamed { return true }
      } else if next.modifier == .none, let first = firstScalar(next.prefix),
        isNameScalar(first, first: false)
      {
        return true
      }
    }
    return part.prefix.isEmpty && previous?.kind == .text && previous?.prefix.last == slash
  }

  private static func firstScalar(_ bytes: [UInt8]) -> Unicode.Scalar? {
    bytes.first.map { Unicode.Scalar($0) }
  }

  /// https://urlpattern.spec.whatwg.org/#escape-a-pattern-string
  private static func escaped(_ bytes: [UInt8]) -> String {
    let special = ByteSet("+*?:{}()\\")
    var result: [UInt8] = []
    for byte in bytes {
      if special.contains(byte) { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension PathPattern.Part {
  /// Text that is neither optional nor repeated.
  var isPlainText: Bool { kind == .text && modifier == .none }

  /// Whether two adjacent texts would resolve to less when joined, such as `/` and `.`: a text
  /// between them that resolved to nothing keeps them apart.
  func comesToLess(behind previous: Self) -> Bool {
    guard isPlainText, previous.isPlainText else { return false }
    let text = previous.prefix + prefix
    return RouteLink.canonicalPath(text) != text
  }
}
