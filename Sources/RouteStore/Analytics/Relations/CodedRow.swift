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
  private static let reached = ["shown", "alreadyShown"]
  private static let withdrawn = ["superseded", "duplicate"]

  /// The texts that decide by themselves how a row is counted. Their places are the first ones.
  static let texts = BaseRelation.failedOutcomes + reached + withdrawn + ["hostFact"]
  /// The places of outcomes with which a request did not get where it wanted.
  static let failures = places(of: BaseRelation.failedOutcomes, after: 0)
  /// The places of those with which it did.
  static let successes = places(of: reached, after: failures.upperBound)
  /// The places of those that are no end of its own.
  static let withdrawals = places(of: withdrawn, after: successes.upperBound)
  /// The place of the entry point of the user's own actions.
  static let hostFact = withdrawals.upperBound + 1

  private static func places(of texts: [String], after last: Int64) -> ClosedRange<Int64> {
    (last + 1)...(last + Int64(texts.count))
  }
}
