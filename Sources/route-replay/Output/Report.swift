import RouteEngine
import TextTerminal

/// The output of a command as one value: parts for people, members for programs. The renderer of
/// each format decides their appearance.
struct Report: JSONValue {
  /// A piece of a line, in one colour. It may contain unsafe characters.
  struct Piece: ExpressibleByStringInterpolation {
    let text: String
    let ink: Ink?

    init(_ text: String, _ ink: Ink?) { (self.text, self.ink) = (text, ink) }
    init(stringLiteral text: String) { self.init(text, nil) }
  }

  /// The position of fields, and the width of their names.
  struct Margin {
    var indentation = 0
    var nameWidth = 11
  }

  /// One of several named things, which are listed below each other.
  struct Item {
    let mark: String
    let name: String
    let text: String
    let ink: Ink?
  }

  /// A part for people. Its texts may contain unsafe characters.
  enum Part {
    case line([Piece])
    /// A word for the result, and the rest of that line, which may be wrapped.
    case result(String, Ink, String, isWrapped: Bool)
    /// A name and a text that is wrapped, or cut in the middle to a number of a terminal's lines.
    case field(String, String, Ink?, Margin, lines: Int?)
    case heading(String)
    case paragraph(String, Ink?, indentation: Int)
    /// A text after a mark.
    case marked(Piece, String, Ink?, indentation: Int)
    case table(Table)
    case items([Item])
    /// A text that breaks itself into visible lines of a width, if there is one.
    case drawn((_ width: Int?) -> [String], Ink?)
    /// Command lines for the next step: they have to be copied, so none is ever broken.
    case commands([String], Margin)
    /// A remark, printed beside the results.
    case note(String)
    /// A problem, printed beside the results in every format.
    case problem(String)
  }

  private(set) var parts: [Part] = []
  private var members: [JSON.Member] = []
  /// For programs, if the result is a list of similar items.
  var rows: Table?
  /// For programs, several tables by their names: each a member of one object, or the rows of all
  /// with a column for the name.
  private(set) var tables: (column: String, named: [(name: String, table: Table)])?
  /// For programs, an object for each of several files.
  var objects: [() throws -> JSON]?
  /// For test servers.
  var suite: JUnitSuite?
  /// The exit status of the command.
  var status = ExitStatus.expected
  /// The margin of the fields that are added from here on.
  var margin = Margin()

  var json: JSON { .object(members) }

  /// Adds members for programs.
  mutating func add(_ members: KeyValuePairs<String, any JSONValue>) {
    for (name, value) in members { self.members.append(.init(name: name, value: value.json)) }
  }

  /// Adds the result: a word, which is also a member, and further text for people.
  mutating func result(_ word: String, _ ink: Ink, _ text: String, isWrapped: Bool = false) {
    add(["result": word])
    parts.append(.result(word, ink, text, isWrapped: isWrapped))
  }

  /// Adds the parts of other reports, each after an empty line, and their members as an array.
  mutating func sections(_ name: String, _ sections: [Report]) {
    add([name: sections])
    for section in sections { self.section(section) }
  }

  /// Adds the parts of another report, after an empty line.
  mutating func section(_ other: Report) {
    space()
    add(other)
  }

  /// Adds the parts of another report.
  mutating func add(_ other: Report) { parts += other.parts }

  /// Adds the commands for the next step.
  mutating func next(_ lines: [String]) {
    add(["next": lines])
    commands(lines)
  }

  mutating func problem(_ text: String) { parts.append(.problem(text)) }

  // MARK: For people

  mutating func note(_ text: String) { parts.append(.note(text)) }

  mutating func line(_ pieces: Piece...) { parts.append(.line(pieces)) }

  mutating func lines(_ texts: [String]) { parts += texts.map { .line([Piece($0, nil)]) } }

  mutating func space() { parts.append(.line([])) }

  /// Adds a field; nothing without a text.
  mutating func field(_ name: String, _ text: String?, _ ink: Ink? = nil, lines: Int? = nil) {
    if let text { parts.append(.field(name, text, ink, margin, lines: lines)) }
  }

  /// Adds fields whose common name is only shown beside the first.
  mutating func fields(_ name: String, _ texts: [String], _ ink: Ink? = nil, lines: Int? = nil) {
    for (index, text) in texts.enumerated() {
      field(index == 0 ? name : "", text, ink, lines: lines)
    }
  }

  mutating func heading(_ text: String) { parts.append(.heading(text)) }

  mutating func paragraph(_ text: String, _ ink: Ink? = nil, indentation: Int = 0) {
    parts.append(.paragraph(text, ink, indentation: indentation))
  }

  mutating func marked(_ mark: Piece, _ text: String, _ ink: Ink?, indentation: Int) {
    parts.append(.marked(mark, text, ink, indentation: indentation))
  }

  /// Adds the texts of two things that differ: the first after a minus, the second after a plus;
  /// nil for nothing.
  mutating func marked(_ before: String?, _ after: String?, indentation: Int) {
    if let before { marked("-", before, .red, indentation: indentation) }
    if let after { marked("+", after, .green, indentation: indentation) }
  }

  mutating func table(
    _ columns: [Column], _ rows: [[Cell]], time: TimeStyle = .raw, indentation: Int = 0
  ) {
    parts.append(.table(Table(columns, rows, time: time, indentation: indentation)))
  }

  /// Sets a document as the whole output, for people and programs.
  mutating func document(_ members: [JSON.Member]) {
    self.members = members
    lines(prettyJSON(json).split(separator: "\n").map(String.init))
  }

  /// Sets tables as the whole output, each below a heading.
  mutating func list(
    by column: String,
    _ tables: [(name: String, heading: String, explanation: String, table: Table)]
  ) {
    for (index, table) in tables.enumerated() {
      if index > 0 { space() }
      explain("\(table.name): \(table.heading)", table.explanation)
      parts.append(.table(table.table))
    }
    self.tables = (column, tables.map { ($0.name, $0.table) })
  }

  /// Sets a table as the whole output; for people below a heading that says what it counts.
  mutating func list(_ table: Table, heading: String, _ explanation: String) {
    explain(heading, explanation)
    list(table)
  }

  private mutating func explain(_ heading: String, _ explanation: String) {
    line(.init(heading, .bold))
    paragraph("(\(explanation))")
  }

  /// Sets a table as the whole output, for people and programs.
  mutating func list(_ table: Table) {
    rows = table
    parts.append(.table(table))
  }

  mutating func drawn(_ lines: @escaping (_ width: Int?) -> [String], _ ink: Ink?) {
    parts.append(.drawn(lines, ink))
  }

  mutating func items(_ items: [Item]) { parts.append(.items(items)) }

  mutating func commands(_ lines: [String]) {
    if !lines.isEmpty { parts.append(.commands(lines, margin)) }
  }

  /// Adds the number of things that are not described, after an empty line; nothing for 0.
  mutating func hidden(_ count: Int) {
    guard count > 0 else { return }
    space()
    line("… and \(count) more; --most shows them")
  }
}

extension CommandFailure {
  /// The JSON for one of several files that could not be processed.
  func json(of path: String) -> JSON { .members(["file": path, "result": status.fileWord]) }
}
