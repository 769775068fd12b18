import TextTerminal

extension Output {
  /// One line of a description: a name in bold, padded, and a text that is wrapped to the width of
  /// the terminal, where there is one. The text need not be visible text.
  func field(
    _ name: String, _ text: String, ink: Ink? = nil, indentation: Int = 0, nameWidth: Int
  ) throws(OutputError) {
    let margin = indentation + nameWidth
    let lines = brokenBehindMarks(
      visible(text), width: width.map { max(20, $0 - margin) } ?? .max)
    for (index, line) in lines.enumerated() {
      let name = index == 0 ? name : ""
      let padding = String(repeating: " ", count: max(0, nameWidth - displayWidth(name)))
      try self.line(
        String(repeating: " ", count: indentation) + painted(name, .bold) + padding
          + painted(isolated(line), ink))
    }
  }

  /// A heading: one line in bold, cut to the width of the terminal, where there is one. The text
  /// need not be visible text.
  func heading(_ text: String) throws(OutputError) {
    try line(painted(isolated(elided(visible(text), toWidth: width ?? .max)), .bold))
  }

  /// A paragraph, wrapped to the width of the terminal, or to 80 columns where there is none. The
  /// text need not be visible text.
  func paragraph(_ text: String, indentation: Int = 0) throws(OutputError) {
    let margin = String(repeating: " ", count: indentation)
    for line in wrapped(visible(text), width: (width ?? 80) - indentation) {
      try self.line(margin + line)
    }
  }

  /// How many of what was to be described are not, behind an empty line; nothing for none.
  func hidden(_ count: Int) throws(OutputError) {
    guard count > 0 else { return }
    try line()
    try line("… and \(count) more; --most shows them")
  }
}
