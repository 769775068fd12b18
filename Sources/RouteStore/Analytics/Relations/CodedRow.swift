/// The values of a row that decide how it is counted, as numbers: a text is its place among those
/// that are known, the same for the same bytes, as texts are compared in SQL.
struct CodedRow {
  private struct Value {
    /// The number, or the place of the text; 0 for NULL.
    var number: Int64 = 0
    /// The part of a group's key that it is: the place of a text or of a day, and 1 for any other
    /// number; 0 for NULL.
    var place: UInt64 = 0
  }

  /// By the places of the columns; NULL for what decides nothing.
  private var values: [Value]

  /// A row with so many columns.
  init(columns: Int) { values = Array(repeating: Value(), count: columns) }

  /// The number in a column, or the place of the text there; 0 for NULL.
  subscript(column: Int) -> Int64 { values[column].number }

  /// The place of the text or day in a column, and 1 for any other number; 0 for NULL.
  func place(_ column: Int) -> UInt64 { values[column].place }

  /// Whether there is nothing in a column.
  func isNull(_ column: Int) -> Bool { values[column].place == 0 }

  /// The number in a column.
  func number(_ column: Int) -> Int64? { isNull(column) ? nil : values[column].number }

  /// Sets a column to NULL.
  mutating func clear(_ column: Int) { values[column] = Value() }

  /// Sets the number in a column, with the place that it has.
  mutating func set(_ column: Int, to number: Int64, at place: UInt64) {
    values[column] = Value(number: number, place: place)
  }
}

extension CodedRow {
  /// The texts that decide by themselves how a row is counted. Their places are the first ones.
  static let texts = [
    "failed", "stale", "impossible", "notFound", "denied", "interrupted", "quarantined",
    "shown", "alreadyShown", "superseded", "duplicate", "hostFact",
  ]
  /// The places of outcomes with which a request did not get where it wanted.
  static var failures: ClosedRange<Int64> { 1...7 }
  /// The places of those with which it did.
  static var successes: ClosedRange<Int64> { 8...9 }
  /// The places of those that are no end of its own.
  static var withdrawals: ClosedRange<Int64> { 10...11 }
  /// The place of the entry point of the user's own actions.
  static var hostFact: Int64 { 12 }
}
