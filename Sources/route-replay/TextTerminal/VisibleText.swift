/// Text that cannot control a terminal or deceive a reader: control characters (ANSI escapes begin
/// with one), bidirectional controls, invisible characters and unassigned code points are shown as
/// `\n`, `\t`, `\x1b` or `\u{202e}`. All other characters stay as they are, including backslashes;
/// the exact text is in the JSON formats.
package func visible(_ text: String) -> String {
  // Nearly all texts are plain ASCII.
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if isUnsafe(scalar) {
      shown.append(contentsOf: escape(scalar).unicodeScalars)
    } else {
      shown.append(scalar)
    }
  }
  return String(shown)
}

/// Whether a scalar must not be written to a terminal or a page as it is.
package func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x7F { return scalar.value < 0x20 }
  switch scalar.value {
  // Joiners and the selectors of text and picture are parts of emoji and of several scripts.
  case 0x200C, 0x200D, 0xFE0E, 0xFE0F: return false
  default: break
  }
  switch scalar.properties.generalCategory {
  case .format, .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
  default: return scalar.properties.isDefaultIgnorableCodePoint
  }
}

/// An unsafe scalar as visible text.
package func escape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\t": return "\\t"
  default:
    let digits = String(scalar.value, radix: 16)
    if scalar.value > 0xFF { return "\\u{\(digits)}" }
    return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
