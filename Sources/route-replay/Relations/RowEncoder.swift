import RouteAnalytics
import RouteEngine
import RouteStore

/// Writes rows of one base relation as bytes of one of the formats, redacted.
struct RowEncoder {
  enum Format: String, Sendable {
    case ndjson, csv
  }

  /// The encoding of the values of one column.
  private struct Column {
    /// The bytes before each value: the brace or comma and the column's name in JSON, the comma in
    /// CSV.
    let opening: [UInt8]
    /// The last value of a column that repeats values, and its bytes.
    var last: (value: String, bytes: [UInt8])?
  }

  let relation: BaseRelation
  private let format: Format
  private var columns: [Column]
  private var redaction: RowRedaction
  private let closing: [UInt8]
  private var digits: [UInt8] = Array(repeating: 0, count: 20)
  /// The index of the column that determines the day of a row.
  private let timeColumn: Int?

  init(_ relation: BaseRelation, as format: Format, _ profile: RedactionProfile) {
    self.relation = relation
    self.format = format
    columns = relation.columns.enumerated().map { index, column in
      let opening =
        switch format {
        case .ndjson: Array("\(index == 0 ? "{" : ",")\"\(column.name)\":".utf8)
        case .csv: index == 0 ? [] : [UInt8(ascii: ",")]
        }
      return Column(opening: opening)
    }
    redaction = RowRedaction(relation, profile)
    closing = Array((format == .ndjson ? "}\n" : "\r\n").utf8)
    timeColumn = relation.time.flatMap { time in
      relation.columns.firstIndex { $0.name == time }
    }
  }

  /// The beginning of a file: in CSV the names of the columns, in quotation marks. A reader that
  /// infers from the first rows whether texts may be quoted sees it there.
  var header: [UInt8] {
    guard format == .csv else { return [] }
    return Array(relation.columns.map { "\"\($0.name)\"" }.joined(separator: ",").utf8) + closing
  }

  /// The day of a row, counted from 1970-01-01; nil when it has none, or one outside a calendar of
  /// four-digit years.
  func day(of row: [SQLValue]) -> Int64? {
    guard let timeColumn, case .integer(let microseconds) = row[timeColumn] else { return nil }
    let perDay: Int64 = 86_400_000_000
    let day = microseconds / perDay - (microseconds % perDay < 0 ? 1 : 0)
    return Self.days.contains(day) ? day : nil
  }

  /// Adds a row to the bytes.
  mutating func append(
    _ row: [SQLValue], _ pseudonyms: inout Pseudonyms, to bytes: inout [UInt8]
  ) {
    for place in columns.indices {
      bytes.append(contentsOf: columns[place].opening)
      if redaction.repeats(place), case .text(let value) = row[place] {
        appendAgain(value, of: row, place, &pseudonyms, to: &bytes)
      } else {
        append(row, place, &pseudonyms, to: &bytes)
      }
    }
    bytes.append(contentsOf: closing)
  }

  private mutating func appendAgain(
    _ value: String, of row: [SQLValue], _ place: Int, _ pseudonyms: inout Pseudonyms,
    to bytes: inout [UInt8]
  ) {
    if let last = columns[place].last, last.value.utf8.elementsEqual(value.utf8) {
      return bytes.append(contentsOf: last.bytes)
    }
    let start = bytes.count
    append(row, place, &pseudonyms, to: &bytes)
    columns[place].last = (value, Array(bytes[start...]))
  }

  private mutating func append(
    _ row: [SQLValue], _ place: Int, _ pseudonyms: inout Pseudonyms, to bytes: inout [UInt8]
  ) {
    switch redaction.take(row, at: place, &pseudonyms) {
    case .null: appendNull(to: &bytes)
    case .number(let number): append(number, to: &bytes)
    case .text(let text) where format == .ndjson: Self.appendJSON(text, to: &bytes)
    case .text(let text): Self.appendCSV(text, to: &bytes)
    }
  }

  private func appendNull(to bytes: inout [UInt8]) {
    if format == .ndjson { bytes.append(contentsOf: Self.nullWord) }
  }

  // MARK: Values

  private static let nullWord = Array("null".utf8)
  /// 0001-01-01 to 9999-12-31.
  private static let days: ClosedRange<Int64> = -719_162...2_932_896
  /// Beyond this, readers that represent every number as a double lose digits.
  private static let exact: UInt64 = 1 << 53

  /// Writes a number; in JSON as a string if a double could not represent it.
  private mutating func append(_ number: Int64, to bytes: inout [UInt8]) {
    let isString = format == .ndjson && number.magnitude > Self.exact
    if isString { bytes.append(UInt8(ascii: "\"")) }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    // From the end, so that the digits need not be reversed.
    var rest = number.magnitude
    var start = digits.count
    repeat {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    bytes.append(contentsOf: digits[start...])
    if isString { bytes.append(UInt8(ascii: "\"")) }
  }

  private static func appendJSON(_ text: [UInt8], to bytes: inout [UInt8]) {
    let isPlain = text.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain else {
      return bytes.append(contentsOf: jsonString(String(decoding: text, as: UTF8.self)).utf8)
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a field (RFC 4180); an empty text is two quotation marks, so that it is not taken for
  /// NULL.
  private static func appendCSV(_ text: [UInt8], to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    var needsQuotes = text.isEmpty
    var isPlain = true
    for byte in text {
      if byte == quote || byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D {
        needsQuotes = true
      }
      if byte >= 0x7F { isPlain = false }
    }
    let field = isPlain ? text : Array(String(decoding: text, as: UTF8.self).utf8)
    if needsQuotes { bytes.append(quote) }
    if isFormulaStart(field) { bytes.append(UInt8(ascii: "'")) }
    if needsQuotes {
      for byte in field {
        if byte == quote { bytes.append(quote) }
        bytes.append(byte)
      }
      bytes.append(quote)
    } else {
      bytes.append(contentsOf: field)
    }
  }
}
