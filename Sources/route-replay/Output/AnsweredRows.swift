import RouteEngine
import RouteStore
import TextTerminal

/// The rows that queries are answered with, in one listing.
struct AnsweredRows {
  /// Columns that people read as points in time.
  fileprivate let times: Set<String>
  fileprivate var listing: Listing
  private var names: [String]?

  fileprivate init(times: Set<String>, _ listing: Listing) {
    (self.times, self.listing) = (times, listing)
  }

  /// How many rows have been added.
  var count: Int { listing.count }

  /// Adds the rows of a query, which are from a file for example. It hands over the names of the
  /// columns, then each row, and returns whether those were all.
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

  /// Files of several formats may have other columns under the same names of views.
  private mutating func expect(_ found: [String], from source: String?) throws(CommandFailure) {
    guard let names else { return names = found }
    guard names == found else {
      throw CommandFailure.usage(
        "'\(source ?? "")' answers with other columns than the file before; ask it alone")
    }
  }

  fileprivate mutating func begin(_ row: [SQLValue]?) {
    listing.begin(
      (names ?? []).enumerated().map { index, name in
        if times.contains(name) { return Column(name, .time) }
        // The beginnings of two devices' names may well be the same.
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
  /// The rows that queries are answered with, asked when the table is written; the column in front,
  /// where it has a name, says where each is from.
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
