/// Text escaped for a document of XML 1.0, whatever its content.
enum XMLText {
  /// Between tags.
  static func content(_ text: String) -> String { escaped(text, inAttribute: false) }

  /// Between double quotes.
  static func attribute(_ text: String) -> String { escaped(text, inAttribute: true) }

  private static func escaped(_ text: String, inAttribute: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      // It only has to be escaped after two closing brackets.
      case ">": escaped += "&gt;"
      case "\"" where inAttribute: escaped += "&quot;"
      // A parser would convert these to spaces, or the last one to a line feed.
      case "\t" where inAttribute, "\n" where inAttribute, "\r":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }

  /// `Char` of XML 1.0, section 2.2: other characters cannot be written at all, not even as
  /// references.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
