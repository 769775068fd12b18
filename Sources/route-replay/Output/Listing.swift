import TextTerminal

/// A table printed in the requested format, as its rows arrive.
struct Listing {
  /// The number of first rows that determine the widths of a table's columns. Later cells are cut
  /// to fit, so that a journal of any length is printed in bounded memory.
  private static let sampleSize = 500

  private let table: Table
  private let format: OutputFormat
  private let output: Output
  /// The name of an additional first column, and its cell in the rows from here on.
  var lead: (name: String, cell: Cell)?
  private var times: TimeWriter
  private var columns: [Column] = []
  /// The cells of a row that are printed; then the number of cells in a row.
  private var shown: [Int] = []
  private var cellCount = 0
  private var sample: [[String]] = []
  private var sampleInks: [[Ink?]] = []
  private var fitted: TextTable?
  /// Whether each row is printed with a line for each column; then the number of such rows.
  private var isExpanded = false
  private var expanded = 0
  /// The number of rows.
  private(set) var count = 0

  /// Prints a whole table.
  static func write(
    _ table: Table, _ format: OutputFormat, to output: Output,
    lead: (name: String, cell: Cell)? = nil
  ) throws {
    let style = format == .text ? table.time.resolved(for: output) : table.time
    var listing = Listing(
      table: table, format: format, output: output, lead: lead, times: TimeWriter(style: style))
    try table.list(&listing)
    try listing.finish()
  }

  /// Sets the columns of the rows; call it before the first row.
  mutating func begin(_ columns: [Column]) {
    let columns = distinct((lead.map { [Column($0.name)] } ?? []) + columns)
    shown = columns.indices.filter { format != .text || !columns[$0].isDetail }
    self.columns = shown.map { columns[$0] }
    cellCount = columns.count
  }

  /// Adds one row, with a cell for each column.
  mutating func append(_ row: [Cell]) throws(OutputError) {
    let cells = lead.map { [$0.cell] + row } ?? row
    precondition(cells.count == cellCount, "a row has another number of cells than columns")
    let row = shown.map { cells[$0] }
    switch format {
    case .text, .junit:
      try appendText(row)
    case .json:
      try output.write(count == 0 ? "[\n" : ",\n")
      try output.write(jsonObject(row))
    case .jsonl:
      try output.line(jsonObject(row))
    case .csv:
      if count == 0 { try writeHeader() }
      try output.write(csvRecord(row.map { csvField($0) }))
    }
    count += 1
  }

  /// Prints the remaining rows.
  private mutating func finish() throws(OutputError) {
    switch format {
    case .text, .junit: try flushSample()
    case .json: try output.write(count == 0 ? "[]\n" : "\n]\n")
    case .jsonl: break
    case .csv: if count == 0 { try writeHeader() }
    }
  }

  /// Prints the rows so far, for a command that waits for more.
  mutating func flush() throws(OutputError) {
    if format == .text, count > 0 { try flushSample() }
    try output.flush()
  }

  // MARK: Text

  private mutating func appendText(_ row: [Cell]) throws(OutputError) {
    let texts = row.map { visible(times.words($0)) }
    let inks = zip(columns, row).map { column, cell in column.ink?(cell) }
    if let fitted {
      if isExpanded { return try expand(texts, inks) }
      return try line(fitted.line(texts, inks: inks, output))
    }
    sample.append(texts)
    sampleInks.append(inks)
    if sample.count == Self.sampleSize { try flushSample() }
  }

  private mutating func flushSample() throws(OutputError) {
    guard self.fitted == nil else { return }
    if let instead = table.instead, count == 0 {
      for text in instead { try line(text) }
      return
    }
    let fitted = TextTable(
      columns, rows: sample, width: output.width.map { $0 - table.indentation })
    self.fitted = fitted
    isExpanded = table.mayExpand && output.isInteractive && !sample.isEmpty && !fitted.isReadable
    if !isExpanded { try line(fitted.header(output)) }
    for (texts, inks) in zip(sample, sampleInks) {
      if isExpanded {
        try expand(texts, inks)
      } else {
        try line(fitted.line(texts, inks: inks, output))
      }
    }
    sample = []
    sampleInks = []
  }

  /// One row as a list of its columns.
  private mutating func expand(_ texts: [String], _ inks: [Ink?]) throws(OutputError) {
    if expanded > 0 { try output.line() }
    expanded += 1
    try line(output.painted("row \(expanded)", .bold))
    let width = columns.map { displayWidth($0.name) }.max() ?? 0
    for (index, column) in columns.enumerated() {
      try output.field(
        column.name, texts[index], ink: inks[index],
        .init(indentation: table.indentation + 2, nameWidth: width + 2))
    }
  }

  private func line(_ text: String) throws(OutputError) {
    try output.line(String(repeating: " ", count: table.indentation) + text)
  }

  // MARK: JSON and CSV

  /// Members of a JSON object have different names, so a column with the name of an earlier one
  /// gets a number there.
  private func distinct(_ columns: [Column]) -> [Column] {
    guard format == .json || format == .jsonl else { return columns }
    var seen: Set<String> = []
    var taken = Set(columns.map(\.name))
    return columns.map { column in
      guard !seen.insert(column.name).inserted else { return column }
      var number = 2
      while taken.contains("\(column.name)_\(number)") { number += 1 }
      let other = "\(column.name)_\(number)"
      taken.insert(other)
      output.note("two columns are called '\(column.name)'; the later one is '\(other)'")
      return Column(other, column.kind, isDetail: column.isDetail)
    }
  }

  private mutating func jsonObject(_ row: [Cell]) -> String {
    var members: [String] = []
    for (column, cell) in zip(columns, row) {
      members.append(jsonString(column.name) + ":" + jsonValue(cell))
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func jsonValue(_ cell: Cell) -> String {
    switch cell {
    case .text(let text): jsonString(text)
    case .json(let text): text
    case .integer(let number), .microseconds(let number): String(number)
    // JSON has no infinity and no NaN.
    case .real(let number): number.isFinite ? String(number) : "null"
    case .time(let microseconds):
      times.style == .raw ? String(microseconds) : jsonString(times.text(microseconds))
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  private func writeHeader() throws(OutputError) {
    try output.write(csvRecord(columns.map { csvText($0.name) }))
  }

  private mutating func csvField(_ cell: Cell) -> String {
    switch cell {
    case .text(let text), .json(let text): csvText(text)
    case .integer(let number), .microseconds(let number): String(number)
    case .real(let number): number.isNaN ? "" : String(number)
    case .time(let microseconds): times.text(microseconds)
    case .bool(let value): value ? "true" : "false"
    case .null: ""
    }
  }
}

extension TimeStyle {
  /// The style that `auto` means for this output.
  func resolved(for output: Output) -> TimeStyle {
    self == .auto ? output.width == nil ? .iso : .short : self
  }
}

/// Prints points in time; relative ones are relative to the first.
struct TimeWriter: Sendable {
  let style: TimeStyle
  private var first: Int64?

  init(style: TimeStyle) { self.style = style }

  mutating func text(_ microseconds: Int64) -> String {
    switch style {
    case .iso, .auto: return isoTime(microseconds)
    case .short: return shortTime(microseconds)
    case .raw: return String(microseconds)
    case .relative:
      let start = first ?? microseconds
      first = start
      return relativeTime(microseconds, since: start)
    }
  }

  /// One value for people.
  mutating func words(_ cell: Cell) -> String {
    switch cell {
    case .text(let text), .json(let text): text
    case .integer(let number): String(number)
    case .real(let number): Self.rounded(number)
    case .time(let microseconds): text(microseconds)
    case .microseconds(let microseconds): isoTime(microseconds)
    case .bool(let value): value ? "yes" : "no"
    case .null: "-"
    }
  }

  /// Four digits after the point are enough for people.
  private static func rounded(_ number: Double) -> String {
    let scaled = (number * 10_000).rounded()
    return abs(scaled) < 1e15 ? String(scaled / 10_000) : String(number)
  }
}
