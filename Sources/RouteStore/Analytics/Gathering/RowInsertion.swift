import RouteStore

/// The insertion of the rows of one table.
///
/// It inserts many rows at a time. A statement opens its table each time it runs, so a million rows
/// of eight columns are inserted in 0.6 s instead of 0.9 with 32 rows in each statement.
final class RowInsertion {
  private let places: [Int]
  private let one: Statement
  private let many: Statement
  private var waiting: [[SQLValue]] = []

  private static let rowsAtOnce = 32

  /// - Parameter places: the indices of the table's columns in a row.
  init(
    _ table: String, _ columns: [String], _ places: [Int], on connection: borrowing Connection
  ) throws(StoreError) {
    self.places = places
    let list = places.map { columns[$0] }.joined(separator: ", ")
    let row = "(\(places.map { _ in "?" }.joined(separator: ", ")))"
    func insertion(of rows: Int) -> String {
      let rows = Array(repeating: row, count: rows).joined(separator: ", ")
      return "INSERT INTO \(table) (\(list)) VALUES \(rows)"
    }
    one = try connection.prepare(insertion(of: 1), persistent: true)
    many = try connection.prepare(insertion(of: Self.rowsAtOnce), persistent: true)
    waiting.reserveCapacity(Self.rowsAtOnce)
  }

  /// Adds a row; it may be inserted later.
  func add(_ values: [SQLValue]) throws(StoreError) {
    guard values.allSatisfy(\.isShort) else {
      try insert(values)
      return
    }
    waiting.append(values)
    guard waiting.count == Self.rowsAtOnce else { return }
    for (row, values) in waiting.enumerated() {
      bind(values, to: many, from: row * places.count + 1)
    }
    waiting.removeAll(keepingCapacity: true)
    try many.run()
  }

  /// Inserts the waiting rows.
  func finish() throws(StoreError) {
    for values in waiting { try insert(values) }
    waiting = []
  }

  private func insert(_ values: [SQLValue]) throws(StoreError) {
    bind(values, to: one, from: 1)
    try one.run()
    one.clearBindings()
  }

  private func bind(_ values: [SQLValue], to statement: borrowing Statement, from first: Int) {
    for (index, place) in places.enumerated() {
      statement.bind(values[place], at: Int32(first + index))
    }
  }
}

extension SQLValue {
  /// Whether it is so short that some dozens of rows with it may wait.
  fileprivate var isShort: Bool {
    guard case .text(let text) = self else { return true }
    return text.utf8.count <= 65_536
  }
}
