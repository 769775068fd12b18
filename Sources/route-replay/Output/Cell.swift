import RouteEngine
import TextTerminal

/// The format of a result; each command lists the formats that it supports.
enum OutputFormat: String, Sendable {
  /// For people.
  case text
  /// One array of objects, or one object.
  case json
  /// One object on each line.
  case jsonl
  /// RFC 4180, with a header.
  case csv
  /// XML for a test server.
  case junit
}

/// How points in time are printed.
enum TimeStyle: String, CaseIterable, Sendable {
  /// `short` in a table on a terminal, `iso` everywhere else.
  case auto
  /// Month, day and time of day in UTC, to the second.
  case short
  /// ISO 8601 in UTC, to the millisecond.
  case iso
  /// Seconds since the first time of the listing.
  case relative
  /// Microseconds since 1970-01-01 00:00 UTC.
  case raw
}

/// One value of a listing.
enum Cell: Sendable, Equatable {
  case text(String)
  case integer(Int64)
  case real(Double)
  /// Microseconds since 1970-01-01 00:00 UTC.
  case time(Int64)
  /// Also a time: it is shown to people in UTC, and programs get the number.
  case microseconds(Int64)
  case bool(Bool)
  /// JSON as it is; a text in the other formats.
  case json(String)
  case null

  static func json(_ value: JSON) -> Cell { .json(oneLine(value)) }
  static func integer(_ number: Int) -> Cell { .integer(Int64(number)) }
  /// A text, or no value.
  static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .null }
  static func integer(_ number: Int64?) -> Cell { number.map { .integer($0) } ?? .null }
  static func time(_ microseconds: Int64?) -> Cell { microseconds.map { .time($0) } ?? .null }
  /// Bytes that should be UTF-8; invalid ones are shown as `\xff` in every format.
  static func bytes(_ bytes: some Collection<UInt8>) -> Cell { .text(decodedText(bytes)) }
}

/// A column of a listing.
struct Column: Sendable {
  enum Kind: Sendable {
    case text
    /// A text whose end is as informative as its beginning: a link is cut in the middle.
    case middle
    /// A text that is only useful as a whole: it is never cut off.
    case whole
    /// Aligned to the right, never cut off.
    case number
    /// Never cut off.
    case time
  }

  /// The header of the table and the key in JSON: one lower-case word, `_` between words.
  let name: String
  let kind: Kind
  /// The colour of a cell in a table.
  let ink: (@Sendable (Cell) -> Ink?)?
  /// Left out of the table for people, which has to fit the terminal.
  let isDetail: Bool
  /// Left out of that table if a column that identifies the rows would be cut otherwise.
  let isSpare: Bool

  init(
    _ name: String, _ kind: Kind = .text, isDetail: Bool = false, isSpare: Bool = false,
    ink: (@Sendable (Cell) -> Ink?)? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isDetail = isDetail
    self.isSpare = isSpare
    self.ink = ink
  }
}

/// Rows of cells with their columns, which are written as they arrive.
struct Table {
  /// Begins the listing with the columns, and adds the rows one by one.
  let list: (_ listing: inout Listing) throws -> Void
  var time = TimeStyle.raw
  /// The indentation of a table for people.
  var indentation = 0
  /// Whether a table that does not fit a terminal is shown there as a list for each row.
  var mayExpand = false
  /// The lines for people in place of a table without rows; nil to show its header.
  var instead: [String]?
}

extension Table {
  init(
    _ columns: [Column], _ rows: [[Cell]], time: TimeStyle = .raw, indentation: Int = 0,
    instead: [String]? = nil
  ) {
    self.init(
      list: { listing in
        listing.begin(columns)
        for row in rows { try listing.append(row) }
      }, time: time, indentation: indentation, instead: instead)
  }
}
