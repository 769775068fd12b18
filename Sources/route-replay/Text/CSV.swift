import TextTerminal

/// One record (RFC 4180), with its line end.
func csvRecord(_ fields: [String]) -> String {
  fields.joined(separator: ",") + "\r\n"
}

/// Text as a field: quoted where needed, and harmless.
///
/// A text that a spreadsheet would interpret as a formula gets a leading apostrophe. CSV has no
/// escapes of its own, so unsafe characters are shown as in a table, except line feeds and tabs.
/// JSON has the exact text.
func csvText(_ text: String) -> String {
  let scalars = text.unicodeScalars
  var field = String.UnicodeScalarView()
  if let first = scalars.first, formulaStarts.contains(first) { field.append("'") }
  var needsQuotes = false
  for scalar in scalars {
    if scalar == "\"" || scalar == "," || scalar == "\n" { needsQuotes = true }
    if scalar == "\"" { field.append("\"") }
    if isUnsafe(scalar), scalar != "\n", scalar != "\t" {
      field.append(contentsOf: escape(scalar).unicodeScalars)
    } else {
      field.append(scalar)
    }
  }
  return needsQuotes ? "\"\(field)\"" : String(field)
}

/// First characters with which a formula begins in some spreadsheet (OWASP, "CSV Injection"), with
/// their fullwidth forms.
private let formulaStarts: Set<Unicode.Scalar> = [
  "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
]

/// Whether a spreadsheet would interpret a text, given as UTF-8, as a formula.
func isFormulaStart(_ text: [UInt8]) -> Bool {
  guard let first = text.first else { return false }
  if first < 0x80 { return formulaStarts.contains(Unicode.Scalar(first)) }
  guard first == 0xEF else { return false }  // all fullwidth forms begin with it
  return String(decoding: text.prefix(3), as: UTF8.self).unicodeScalars.first
    .map(formulaStarts.contains) ?? false
}
