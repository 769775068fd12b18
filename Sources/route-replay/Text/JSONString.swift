import TextTerminal

/// A JSON string literal (RFC 8259). In addition to what JSON requires, all unsafe characters are
/// escaped, so that a journal printed as JSON is as harmless as one printed as text, and still
/// contains the exact text.
func jsonString(_ text: String) -> String {
  var literal = String.UnicodeScalarView()
  literal.append("\"")
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": literal.append(contentsOf: "\\\"".unicodeScalars)
    case "\\": literal.append(contentsOf: "\\\\".unicodeScalars)
    case "\n": literal.append(contentsOf: "\\n".unicodeScalars)
    case "\r": literal.append(contentsOf: "\\r".unicodeScalars)
    case "\t": literal.append(contentsOf: "\\t".unicodeScalars)
    case _ where isUnsafe(scalar): appendEscape(of: scalar, to: &literal)
    default: literal.append(scalar)
    }
  }
  literal.append("\"")
  return String(literal)
}

/// Escapes all unsafe characters in JSON, which only occur in its strings.
func safeJSON(_ json: String) -> String {
  guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
  var safe = String.UnicodeScalarView()
  for scalar in json.unicodeScalars {
    if isUnsafe(scalar) { appendEscape(of: scalar, to: &safe) } else { safe.append(scalar) }
  }
  return String(safe)
}

private func appendEscape(of scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
  for unit in String(scalar).utf16 {
    let digits = String(unit, radix: 16)
    text.append(contentsOf: "\\u".unicodeScalars)
    text.append(
      contentsOf: (String(repeating: "0", count: 4 - digits.utf8.count) + digits).unicodeScalars)
  }
}
