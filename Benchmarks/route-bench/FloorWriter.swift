import BenchmarkWorkload
import Floor
import RouteStore

/// The rows that a session wrote, read back for the floor to write.
@safe nonisolated final class FloorRows {
  fileprivate let rows: OpaquePointer
  let count: Int64

  init(journal path: String) throws {
    guard let rows = unsafe floor_rows_read(path) else {
      throw BenchmarkError(description: "cannot read the rows of \(path)")
    }
    unsafe self.rows = unsafe rows
    count = unsafe floor_rows_count(rows)
  }

  deinit { unsafe floor_rows_free(rows) }

  /// Bytes of payload of an entry, on average.
  var meanPayload: Double {
    var sum: Int64 = 0
    for index in 0..<count { unsafe sum += floor_rows_payload(rows, index) }
    return Double(sum) / Double(count)
  }
}

/// Writes rows with nothing between them and SQLite but C.
@safe nonisolated final class FloorWriter {
  private let writer: OpaquePointer

  /// Makes an empty journal, the very same file that a session would start with, and opens it.
  init(path: String, durability: Durability = .process) throws {
    _ = try Journal.open(.file(path))
    guard let writer = unsafe floor_open(path, durability == .power ? 1 : 0) else {
      throw BenchmarkError(description: "cannot open \(path)")
    }
    unsafe self.writer = unsafe writer
  }

  deinit { unsafe floor_close(writer) }

  /// Appends one entry in a transaction of its own.
  func append(_ rows: FloorRows, _ index: Int64) throws {
    try check(unsafe floor_append(writer, rows.rows, index))
  }

  /// The same with a reader's lock that is kept between commits.
  func appendHolding(_ rows: FloorRows, _ index: Int64) throws {
    try check(unsafe floor_append_holding(writer, rows.rows, index))
  }

  /// Looks a source's id up and appends entry and `seen` row in one transaction.
  func appendSeen(_ rows: FloorRows, _ index: Int64) throws {
    try check(unsafe floor_append_seen(writer, rows.rows, index))
  }

  private func check(_ code: Int32) throws {
    guard code == 0 else { throw BenchmarkError(description: "SQLite says \(code)") }
  }
}
