import RouteEngine
import TextTerminal

extension Output {
  /// Prints the report of a command: its parts for people; its rows, or one or more objects, for
  /// programs.
  ///
  /// - Returns: the exit status of the command.
  func print(_ report: Report, _ format: OutputFormat) throws -> ExitStatus {
    if format == .text {
      try write(report)
      return report.status
    }
    if let suite = report.suite, format == .junit {
      try write(suite)
    } else if let rows = report.rows {
      try Listing.write(rows, format, to: self)
    } else if let (column, tables) = report.tables {
      try write(tables, by: column, format)
    } else if format == .json {
      try line(prettyJSON(report.objects.map { .array(try $0.map { try $0() }) } ?? report.json))
    } else {
      for object in report.objects ?? [{ report.json }] { try line(oneLine(object())) }
    }
    for case .problem(let text) in report.parts { problem(text) }
    return report.status
  }

  private func write(
    _ tables: [(name: String, table: Table)], by column: String, _ format: OutputFormat
  ) throws {
    let isJSON = format == .json
    for (index, (name, table)) in tables.enumerated() {
      if isJSON { try write("\(index == 0 ? "{" : ",")\n\(jsonString(name)):") }
      try Listing.write(table, format, to: self, lead: isJSON ? nil : (column, .text(name)))
    }
    if isJSON { try line("}") }
  }

  /// Prints the parts of a report, for people.
  func write(_ report: Report) throws {
    for part in report.parts {
      switch part {
      case .line(let pieces): try line(pieces.map { painted(visible($0.text), $0.ink) }.joined())
      case .result(let word, let ink, let text, let isWrapped):
        try result(word, ink, text, isWrapped: isWrapped)
      case .field(let name, let text, let ink, let margin, let lines):
        try field(name, text, ink: ink, margin, lines: lines)
      case .heading(let text):
        try line(painted(isolated(elided(visible(text), toWidth: width ?? .max)), .bold))
      case .paragraph(let text, let ink, let indentation):
        for part in wrapped(visible(text), width: (width ?? 80) - indentation) {
          try line(spaces(indentation) + painted(part, ink))
        }
      case .marked(let mark, let text, let ink, let indentation):
        try marked(mark, text, ink, indentation: indentation)
      case .table(let table): try Listing.write(table, .text, to: self)
      case .items(let items): try write(items)
      case .note(let text): note(text)
      case .problem(let text): problem(text)
      case .drawn(let lines, let ink): for text in lines(width) { try line(painted(text, ink)) }
      case .commands(let lines, let margin):
        for (index, text) in lines.enumerated() {
          let lead = index == 0 ? painted("next", .bold) : spaces(4)
          let gap = spaces(margin.nameWidth - 4)
          try line(spaces(margin.indentation) + lead + gap + painted(visible(text), .cyan))
        }
      }
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// A text in lines that fit the terminal beside a margin; unbroken without a terminal.
  private func broken(_ text: String, margin: Int) -> [String] {
    brokenBehindMarks(visible(text), width: width.map { max(20, $0 - margin) } ?? .max)
  }

  private func result(
    _ word: String, _ ink: Ink, _ text: String, isWrapped: Bool
  ) throws(OutputError) {
    let head = painted(word, ink) + ": "
    guard isWrapped else { return try line(head + visible(text)) }
    let margin = word.count + 2
    for (index, text) in broken(text, margin: margin).enumerated() {
      try line((index == 0 ? head : spaces(margin)) + isolated(text))
    }
  }

  /// One line of a description: a name in bold, padded, and a text. On a terminal, the text is
  /// wrapped to its width, or cut to a number of lines.
  func field(
    _ name: String, _ text: String, ink: Ink? = nil, _ margin: Report.Margin, lines: Int? = nil
  ) throws(OutputError) {
    let edge = margin.indentation + margin.nameWidth
    var text = visible(text)
    if let lines, let width { text = elided(text, toWidth: max(20, width - edge) * lines) }
    for (index, part) in broken(text, margin: edge).enumerated() {
      let name = index == 0 ? name : ""
      try line(
        spaces(margin.indentation) + painted(name, .bold)
          + spaces(margin.nameWidth - displayWidth(name)) + painted(isolated(part), ink))
    }
  }

  /// The mark stays in its place, regardless of the text's direction.
  private func marked(
    _ mark: Report.Piece, _ text: String, _ ink: Ink?, indentation: Int
  ) throws(OutputError) {
    for (index, text) in broken(text, margin: indentation + 2).enumerated() {
      let lead = index == 0 ? painted(mark.text, mark.ink) : " "
      try line(spaces(indentation) + painted("\(lead) \(isolated(text))", ink))
    }
  }

  /// Names in one column, at most half as wide as the terminal, and texts beside it.
  private func write(_ items: [Report.Item]) throws(OutputError) {
    let names = items.map { visible($0.name) }
    let room = min(36, names.map(displayWidth).max() ?? 0)
    for (item, name) in zip(items, names) {
      let shown = width == nil ? name : elided(name, toWidth: room)
      let lead = item.mark + shown + spaces(room - min(room, displayWidth(shown))) + "  "
      let margin = displayWidth(lead)
      let text = broken(item.text, margin: margin).joined(separator: "\n" + spaces(margin))
      try line(painted(lead + text, item.ink))
    }
  }
}
