/// The values of a row that decide how it is counted, as numbers: a text is its place among those
/// that are known, the same for the same bytes, as texts are compared in SQL.
struct CodedRow {
  /// By the places of the columns: 0 for NULL, and for what decides nothing.
  private var values: [Int64]
  /// A bit for each column that is NULL.
  private var nulls: UInt64 = 0

  /// A row with so many columns.
  init(columns: Int) { values = Array(repeating: 0, count: columns) }

  /// The number in a column, or the place of the text there; 0 for NULL.
  subscript(column: Int) -> Int64 { values[column] }

  /// Whether there is nothing in a column.
  func isNull(_ column: Int) -> Bool { nulls & (1 << UInt64(column)) != 0 }

  /// The number in a column.
  func number(_ column: Int) -> Int64? { isNull(column) ? nil : values[column] }

  /// Sets the number in a column, or the place of the text there; nil for NULL.
  mutating func set(_ column: Int, to value: Int64?) {
    values[column] = value ?? 0
    let bit: UInt64 = 1 << UInt64(column)
    if value == nil { nulls |= bit } else { nulls &= ~bit }
  }
}

extension CodedRow {
  /// The texts that decide by themselves how a row is counted. Their places are the first ones.
  static let texts = [
    "failed", "stale", "impossible", "notFound", "denied", "interrupted", "quarantined",
    "shown", "alreadyShown", "superseded", "duplicate", "hostFact",
  ]
  /// The places of outcomes with which a request did not get where it wanted.
  static let failures: ClosedRange<Int64> = 1...7
  /// The places of those with which it did.
  static let successes: ClosedRange<Int64> = 8...9
  /// The places of those that are no end of its own.
  static let withdrawals: ClosedRange<Int64> = 10...11
  /// The place of the entry point of the user's own actions.
  static let hostFact: Int64 = 12
}
