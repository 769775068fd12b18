import RouteEngine
import RouteStore
import TextTerminal

/// Prints the rows that queries are answered with while they arrive, as one listing, whose first
/// column can say where each is from.
struct RowPrinter {
  private let format: OutputFormat
  /// Columns that a table for people shows as points in time.
  private let times: Set<String>
  /// The name of a column before those of the answers.
  private let first: String?
  private let output: Output
  private var names: [String]?
  private var listing: Listing?
  /// How many rows have been printed.
  private(set) var count = 0

  init(
    _ format: OutputFormat, times: Set<String> = [], first: String? = nil, to output: Output
  ) {
    self.format = format
    self.times = times
    self.first = first
    self.output = output
  }

  /// A function that runs a query: it hands over the names of the columns, then each row, and
  /// returns whether those were all.
  typealias Query = (
    _ columns: ([String]) throws -> Void, _ row: ([SQLValue]) throws -> Void
  ) throws -> Bool

  /// Prints the rows of a query, from a file for example; false when there are more than its bound.
  @discardableResult
  mutating func print(from source: String = "", _ query: Query) throws -> Bool {
    var found: [String] = []
    var printer = self
    defer { self = printer }
    let isWhole = try query({ found = $0 }) { row in
      try printer.expect(found, from: source)
      try printer.append(row, source)
    }
    try printer.expect(found, from: source)
    return isWhole
  }

  /// Prints what is still missing. Call it once, after the last file.
  mutating func finish() throws {
    var ended = listing ?? begin(nil)
    try ended.finish()
  }

  /// The printed names of the columns. Members of a JSON object differ in their names, so a column
  /// that shares its name with an earlier one gets a number behind it there.
  private func printed(_ names: [String]) -> [String] {
    guard format == .json || format == .jsonl else { return names }
    var seen = Set([first].compactMap(\.self))
    var taken = seen.union(names)
    return names.map { name in
      guard !seen.insert(name).inserted else { return name }
      var number = 2
      while taken.contains("\(name)_\(number)") { number += 1 }
      let other = "\(name)_\(number)"
      taken.insert(other)
      output.note(
        "a column '\(visible(name))' stands there twice; the later one is '\(visible(other))'")
      return other
    }
  }

  /// Files of several formats may have other columns under the same names of views.
  private mutating func expect(_ found: [String], from source: String) throws(CommandFailure) {
    guard let names else { return names = found }
    guard names == found else {
      throw CommandFailure.usage(
        "'\(source)' answers with other columns than the file before; ask it alone")
    }
  }

  private mutating func append(_ row: [SQLValue], _ source: String) throws(OutputError) {
    var started = listing ?? begin(row)
    let isText = format == .text
    var cells = zip(names ?? [], row).map { name, value in
      if isText, times.contains(name), case .integer(let time) = value { return Cell.time(time) }
      return Self.cell(value)
    }
    if first != nil { cells.insert(.text(source), at: 0) }
    try started.append(cells)
    listing = started
    count += 1
  }

  private func begin(_ row: [SQLValue]?) -> Listing {
    let isText = format == .text
    var columns = printed(names ?? []).enumerated().map { index, name in
      let isTime = isText && times.contains(name)
      // The beginnings of two devices' names may well be the same.
      let kind = name == "device" ? .whole : row.map { Self.kind($0[index]) } ?? .text
      return Column(visible(name), isTime ? .time : kind)
    }
    if let first { columns.insert(Column(first), at: 0) }
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
