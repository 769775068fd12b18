import RouteEngine
import RouteStore
import TextTerminal

/// Prints the rows of one query over one or several journals while they arrive, as one listing;
/// where there are several files, the first column says which.
struct RowPrinter {
  private let format: OutputFormat
  /// Columns that a table for people shows as points in time.
  private let times: Set<String>
  private let showsFile: Bool
  private let output: Output
  private var names: [String]?
  private var listing: Listing?
  /// How many rows have been printed.
  private(set) var count = 0

  init(_ format: OutputFormat, times: Set<String> = [], showsFile: Bool, to output: Output) {
    self.format = format
    self.times = times
    self.showsFile = showsFile
    self.output = output
  }

  /// Prints the rows that one journal answers with; false when there are more than the bound.
  mutating func print(
    _ sql: String, of history: History, _ bounds: SQLBounds
  ) throws -> Bool {
    var found: [String] = []
    var printer = self
    defer { self = printer }
    let isWhole = try history.query(sql, bounds: bounds, columns: { found = $0 }) { row in
      try printer.expect(found, of: history)
      try printer.append(row, history.path)
    }
    try printer.expect(found, of: history)
    return isWhole
  }

  /// Prints what is still missing. Call it once, after the last file.
  mutating func finish() throws {
    var ended = listing ?? begin(nil)
    try ended.finish()
  }

  /// Files of several formats may have other columns under the same names of views.
  private mutating func expect(_ found: [String], of history: History) throws(CommandFailure) {
    guard let names else { return names = found }
    guard names == found else {
      throw CommandFailure(
        .usage, "'\(history.path)' answers with other columns than the file before; ask it alone")
    }
  }

  private mutating func append(_ row: [SQLValue], _ path: String) throws(OutputError) {
    var started = listing ?? begin(row)
    let isText = format == .text
    var cells = zip(names ?? [], row).map { name, value in
      if isText, times.contains(name), case .integer(let time) = value { return Cell.time(time) }
      return Self.cell(value)
    }
    if showsFile { cells.insert(.text(path), at: 0) }
    try started.append(cells)
    listing = started
    count += 1
  }

  private func begin(_ first: [SQLValue]?) -> Listing {
    let isText = format == .text
    var columns = (names ?? []).enumerated().map { index, name in
      let isTime = isText && times.contains(name)
      return Column(visible(name), isTime ? .time : first.map { Self.kind($0[index]) } ?? .text)
    }
    if showsFile { columns.insert(Column("file"), at: 0) }
    return Listing(
      columns, format: format, time: isText ? .iso : .raw, to: output, mayExpand: true)
  }

  private static func kind(_ value: SQLValue) -> Column.Kind {
    switch value {
    case .integer, .real: .number
    case .null, .text, .blob: .text
    }
  }

  private static func cell(_ value: SQLValue) -> Cell {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .text(hexadecimal(bytes))
    }
  }

  /// Bytes as an SQL literal.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("x'".utf8)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text + Array("'".utf8), as: UTF8.self)
  }
}
