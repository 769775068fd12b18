import RouteEngine
import RouteStore
import TextTerminal

/// The rows of answers to queries, in one listing.
struct AnsweredRows {
  /// The columns that are shown to people as points in time.
  fileprivate let times: Set<String>
  fileprivate var listing: Listing
  private var names: [String]?

  fileprivate init(times: Set<String>, _ listing: Listing) {
    (self.times, self.listing) = (times, listing)
  }

  /// The number of rows.
  var count: Int { listing.count }

  /// Adds the rows of a query, for example those of one file. The query returns the names of the
  /// columns, then each row, and whether those were all rows.
  @discardableResult
  mutating func add(
    from source: String? = nil,
    _ query: (([String]) throws -> Void, ([SQLValue]) throws -> Void) throws -> Bool
  ) throws -> Bool {
    if let source { listing.lead?.cell = .text(source) }
    return try query({ try expect($0, from: source) }) { row in
      if count == 0 { begin(row) }
      try listing.append(zip(names ?? [], row).map(cell))
    }
  }

  /// Checks the columns: files of different formats may have different columns in views of one
  /// name.
  private mutating func expect(_ found: [String], from source: String?) throws(CommandFailure) {
    guard let names else { return names = found }
    guard names == found else {
      throw CommandFailure.usage(
        "'\(source ?? "")' has other columns than the file before; ask it in a command of its own")
    }
  }

  fileprivate mutating func begin(_ row: [SQLValue]?) {
    listing.begin(
      (names ?? []).enumerated().map { index, name in
        if times.contains(name) { return Column(name, .time) }
        // The beginnings of two devices' names may be equal.
        if name == "device" { return Column(name, .whole) }
        return switch row?[index] {
        case .integer, .real: Column(visible(name), .number)
        case .null, .text, .blob, nil: Column(visible(name))
        }
      })
  }

  private func cell(_ name: String, _ value: SQLValue) -> Cell {
    switch value {
    case .null: .null
    case .integer(let number): times.contains(name) ? .microseconds(number) : .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes):
      .text("x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'")
    }
  }
}

extension Table {
  /// The rows of answers to queries, which are asked when the table is written. The first column,
  /// if it has a name, shows the source of each row.
  init(
    times: Set<String> = [], front: String? = nil, instead: [String]? = nil,
    answers ask: @escaping (inout AnsweredRows) throws -> Void
  ) {
    self.init(
      list: { listing in
        if let front { listing.lead = (front, .null) }
        var rows = AnsweredRows(times: times, listing)
        try ask(&rows)
        if rows.count == 0 { rows.begin(nil) }
        listing = rows.listing
      }, mayExpand: true, instead: instead)
  }
}
