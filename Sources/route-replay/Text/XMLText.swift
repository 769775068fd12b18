/// Text as it can stand in a document of XML 1.0, whatever is in it.
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
      // Alone it would do, but not behind two closing brackets.
      case ">": escaped += "&gt;"
      case "\"" where inAttribute: escaped += "&quot;"
      // A reader would make spaces of them, or a line feed of the last one.
      case "\t" where inAttribute, "\n" where inAttribute, "\r":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }

  /// `Char` of XML 1.0, section 2.2: others cannot be written at all, not as references either.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
