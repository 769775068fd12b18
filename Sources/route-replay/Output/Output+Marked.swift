import TextTerminal

extension Output {
  /// What is in the first of two things, behind a minus, and what is in the second, behind a plus;
  /// nil for nothing.
  func marked(_ before: String?, _ after: String?, indentation: Int) throws(OutputError) {
    if let before { try marked("-", before, .red, indentation: indentation) }
    if let after { try marked("+", after, .green, indentation: indentation) }
  }

  /// A text behind a mark, wrapped to the width of the terminal, where there is one. The text need
  /// not be visible text. The mark stays where it is, whichever way the text is read.
  func marked(
    _ mark: String, _ text: String, _ ink: Ink?, indentation: Int
  ) throws(OutputError) {
    let margin = indentation + 2
    let room = width.map { max(20, $0 - margin) } ?? .max
    for (index, line) in brokenBehindMarks(visible(text), width: room).enumerated() {
      let lead = index == 0 ? mark : " "
      try self.line(
        String(repeating: " ", count: indentation) + painted("\(lead) \(isolated(line))", ink))
    }
  }
}
