import TextTerminal

extension Output {
  /// One line of a description: a name in bold, padded, and a text that is wrapped to the width of
  /// the terminal, where there is one. The text need not be visible text.
  func field(
    _ name: String, _ text: String, ink: Ink? = nil, indentation: Int = 0, nameWidth: Int
  ) throws(OutputError) {
    let margin = indentation + nameWidth
    let lines = broken(visible(text), toWidth: width.map { max(20, $0 - margin) } ?? .max)
    for (index, line) in lines.enumerated() {
      let name = index == 0 ? name : ""
      let padding = String(repeating: " ", count: max(0, nameWidth - displayWidth(name)))
      try self.line(
        String(repeating: " ", count: indentation) + painted(name, .bold) + padding
          + painted(isolated(line), ink))
    }
  }
}

/// Text in lines of at most `width` columns, broken behind a space, a bracket or a slash where
/// there is one in the second half of the line, otherwise anywhere.
func broken(_ text: String, toWidth width: Int) -> [String] {
  guard displayWidth(text) > width else { return [text] }
  var lines: [String] = []
  var line: [Character] = []
  var used = 0
  var place: Int?
  for character in text {
    let next = displayWidth(character)
    if used + next > width {
      let end = place ?? line.count
      lines.append(String(line[..<end]))
      line.removeFirst(end)
      (used, place) = (line.reduce(0) { $0 + displayWidth($1) }, nil)
    }
    line.append(character)
    used += next
    if " [](),/;".contains(character), used > width / 2 { place = line.count }
  }
  return lines + [String(line)]
}
