/// A piece of Swift code for a file, which is broken into lines where it is too long.
///
/// Text from a journal is only in ``string``, so none of it can become code.
enum SwiftText {
  /// Code of our own.
  case code(String)
  /// A string literal that holds this text.
  case string(String)
  /// A call, a collection or another bracketed list; the opening bracket is part of the beginning:
  /// `session.open(`, `[`.
  indirect case group(String, [SwiftText], end: String)
  /// A label, a key or a keyword with what follows it: `at: `, `try `.
  indirect case labelled(String, SwiftText)
  /// An element of a dictionary literal.
  indirect case pair(String, SwiftText)

  /// A call.
  static func call(_ name: String, _ arguments: [SwiftText?]) -> SwiftText {
    .group(name + "(", arguments.compactMap(\.self), end: ")")
  }

  /// An array literal.
  static func array(_ elements: [SwiftText]) -> SwiftText { .group("[", elements, end: "]") }

  /// A number with separated thousands.
  static func number(_ value: some FixedWidthInteger) -> SwiftText { .code(grouped(value)) }

  static func grouped(_ value: some FixedWidthInteger) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "_" }
      text.append(digit)
    }
    return text
  }

  /// A `Duration` of this many microseconds, in the largest unit in which it is a whole number.
  static func duration(_ microseconds: Int64) -> String {
    for (unit, name) in [(1_000_000, "seconds"), (1_000, "milliseconds")] as [(Int64, String)]
    where microseconds.isMultiple(of: unit) {
      return ".\(name)(\(grouped(microseconds / unit)))"
    }
    return ".microseconds(\(grouped(microseconds)))"
  }

  /// The most columns of a line.
  static let width = 100

  /// Its lines, without indent in the first one: the caller adds it.
  ///
  /// - Parameters:
  ///   - indent: the columns before the first line.
  ///   - used: the columns used in the first line before and after it.
  func lines(indent: Int, used: Int = 0) -> [String] {
    if let flat = flat(atMost: Self.width - indent - used) { return [flat] }
    switch self {
    case .code(let code): return [code]
    case .string(let text): return Self.longLiteral(text, indent: indent)
    case .labelled(let label, .string(let text)):
      var lines = Self.longLiteral(text, indent: indent + 2).map { "  " + $0 }
      lines[0] = label + lines[0].dropFirst(2)
      return lines
    case .labelled(let label, let text):
      var lines = text.lines(indent: indent, used: used + label.utf8.count)
      lines[0] = label + lines[0]
      return lines
    case .pair(let key, let value):
      var lines = Self.longLiteral(key, indent: indent)
      let rest = value.lines(indent: indent, used: used + "\"\"\": ".utf8.count)
      lines[lines.count - 1] += ": " + rest[0]
      return lines + rest.dropFirst()
    case .group(let start, let elements, let end):
      let inner = String(repeating: " ", count: 2)
      var lines = [start]
      for (index, element) in elements.enumerated() {
        let isLast = index == elements.count - 1
        var own = element.lines(indent: indent + 2, used: isLast ? end.utf8.count : 1)
        own[own.count - 1] += isLast ? end : ","
        lines += own.map { inner + $0 }
      }
      if elements.isEmpty { lines[0] += end }
      return lines
    }
  }

  /// All of it in one line; nil when it does not fit.
  private func flat(atMost room: Int) -> String? {
    guard room > 0 else { return nil }
    switch self {
    case .code(let code): return code.utf8.count <= room ? code : nil
    case .string(let text):
      guard text.utf8.count <= room else { return nil }
      let literal = Self.literal(text)
      return literal.utf8.count <= room ? literal : nil
    case .labelled(let label, let text):
      return text.flat(atMost: room - label.utf8.count).map { label + $0 }
    case .pair(let key, let value):
      return SwiftText.group("", [.string(key)], end: ": ").flat(atMost: room).flatMap { key in
        value.flat(atMost: room - key.utf8.count).map { key + $0 }
      }
    case .group(let start, let elements, let end):
      var line = start
      for (index, element) in elements.enumerated() {
        if index > 0 { line += ", " }
        guard let next = element.flat(atMost: room - line.utf8.count) else { return nil }
        line += next
      }
      line += end
      return line.utf8.count <= room ? line : nil
    }
  }

  /// Calls the body with the text of every literal.
  func forEachString(_ body: (String) -> Void) {
    switch self {
    case .code: break
    case .string(let text): body(text)
    case .labelled(_, let text): text.forEachString(body)
    case .pair(let key, let text):
      body(key)
      text.forEachString(body)
    case .group(_, let elements, _): for element in elements { element.forEachString(body) }
    }
  }

  /// A literal of one line.
  static func literal(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// A literal of several lines, whose line breaks are not part of the text.
  private static func longLiteral(_ text: String, indent: Int) -> [String] {
    let room = max(20, width - indent - 1)
    var lines = ["\"\"\""]
    var line = ""
    for scalar in text.unicodeScalars {
      // Three quotation marks in a row would end the literal.
      let next = scalar == "\"" && line.last != "\"" ? "\"" : escaped(scalar)
      if line.utf8.count + next.utf8.count > room {
        // Break after a word if that does not make the line much shorter.
        let words =
          line.lastIndex { $0 == " " || $0 == "," }.map { line.index(after: $0) } ?? line.endIndex
        let isShort = line.distance(from: words, to: line.endIndex) > 40
        let place = isShort ? line.endIndex : words
        lines.append(String(line[..<place]) + "\\")
        line = String(line[place...])
      }
      line += next
    }
    return lines + [line, "\"\"\""]
  }

  /// A scalar in a form for any literal: printable ASCII as it is, all others by their number.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\"": "\\\""
    case "\n": "\\n"
    case " "..."~": String(scalar)
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }
}
