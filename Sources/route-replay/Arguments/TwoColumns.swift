import TextTerminal

/// A list of terms and their meanings, in two columns; a long term has a line of its own.
func twoColumns(_ rows: [(term: String, meaning: String)], width: Int) -> [String] {
  let left = min(26, width * 2 / 5, rows.map { displayWidth($0.term) }.max() ?? 0)
  var lines: [String] = []
  for row in rows {
    var meaning = wrapped(row.meaning, width: width - left - 4)[...]
    let termWidth = displayWidth(row.term)
    if termWidth <= left {
      let gap = String(repeating: " ", count: left - termWidth + 2)
      lines.append("  " + row.term + (meaning.first.map { gap + $0 } ?? ""))
      meaning = meaning.dropFirst()
    } else {
      lines.append("  " + row.term)
    }
    lines += meaning.map { String(repeating: " ", count: left + 4) + $0 }
  }
  return lines
}
