/// The values of a row that decide how it is counted, as numbers. A text is represented by its
/// place among the known texts: texts with equal bytes have equal places, as SQL compares texts.
struct CodedRow {
  private struct Value {
    /// The number, or the place of the text; 0 for NULL.
    var number: Int64 = 0
    /// Its part of a group's key: the place of a text or of a day, and 1 for any other number; 0
    /// for NULL.
    var place: UInt64 = 0
  }

  /// The values by the indices of the columns; NULL for columns that decide nothing.
  private var values: [Value]

  /// A row with this number of columns.
  init(columns: Int) { values = Array(repeating: Value(), count: columns) }

  /// The number in a column, or the place of the text there; 0 for NULL.
  subscript(column: Int) -> Int64 { values[column].number }

  /// The place of the text or day in a column, and 1 for any other number; 0 for NULL.
  func place(_ column: Int) -> UInt64 { values[column].place }

  /// Whether a column is NULL.
  func isNull(_ column: Int) -> Bool { values[column].place == 0 }

  /// The number in a column.
  func number(_ column: Int) -> Int64? { isNull(column) ? nil : values[column].number }

  /// Sets a column to NULL.
  mutating func clear(_ column: Int) { values[column] = Value() }

  /// Sets the number in a column, with its place.
  mutating func set(_ column: Int, to number: Int64, at place: UInt64) {
    values[column] = Value(number: number, place: place)
  }
}

extension CodedRow {
  private static let reached = ["shown", "alreadyShown"]
  private static let withdrawn = ["superseded", "duplicate"]

  /// The texts that decide alone how a row is counted. Their places are the first ones.
  static let texts = BaseRelation.failedOutcomes + reached + withdrawn + ["hostFact"]
  /// The places of the outcomes of unsuccessful requests.
  static let failures = places(of: BaseRelation.failedOutcomes, after: 0)
  /// The places of the outcomes of successful requests.
  static let successes = places(of: reached, after: failures.upperBound)
  /// The places of the outcomes that count as neither.
  static let withdrawals = places(of: withdrawn, after: successes.upperBound)
  /// The place of the entry point of the user's own actions.
  static let hostFact = withdrawals.upperBound + 1

  private static func places(of texts: [String], after last: Int64) -> ClosedRange<Int64> {
    (last + 1)...(last + Int64(texts.count))
  }
}
