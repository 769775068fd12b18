import RouteEngine
import RouteStore

/// The columns of an entry in a listing.
enum EntryColumns {
  /// The journal's columns that come first.
  private static let first: Set<EntryRow.Field> = [.outcome, .route, .link]
  private static let details = EntryRow.Field.allCases.filter { !first.contains($0) }

  static let columns =
    [
      Column("sequence", .number), Column("at", .time), Column("session", .number, isDetail: true),
      Column("kind"), Column("outcome", ink: Outcome.ink), Column("route", isSpare: true),
      Column("link", isDetail: true), Column("what", .middle),
    ]
    + details.map { Column($0.rawValue, $0.isNumber ? .number : .text, isDetail: true) }
    + [Column("state_digest", isDetail: true), Column("chain_digest", isDetail: true)]

  static func cells(
    _ row: EntryRow, _ reading: inout EntryReading
  ) throws(StoreError) -> [Cell] {
    let link = try reading.link(of: row)
    let what = try reading.what(row)
    return [
      .integer(row.sequence), .time(row.atMicroseconds), .integer(row.session),
      .text(kind(row.kind)), .text(row.outcome), .text(row.route), .text(link), .text(what),
    ]
      + details.map { Cell(row[$0]) }
      + [.text(row.stateDigest.map(Digest64.hex)), .text(row.chainDigest.description)]
  }

  /// The word of a kind; the number of a kind that only a newer version knows.
  static func kind(_ number: Int64) -> String {
    EntryKind(rawValue: number)?.word ?? "kind \(number)"
  }
}

extension Cell {
  fileprivate init(_ value: EntryRow.FieldValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    }
  }
}
