import BenchmarkWorkload
import Floor
import RouteStore

/// The rows that a session wrote, read back so that the floor can write them.
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

  /// The mean number of payload bytes of an entry.
  var meanPayload: Double {
    var sum: Int64 = 0
    for index in 0..<count { unsafe sum += floor_rows_payload(rows, index) }
    return Double(sum) / Double(count)
  }
}

/// Writes rows through C code that calls SQLite directly.
@safe nonisolated final class FloorWriter {
  private let writer: OpaquePointer

  /// Makes and opens an empty journal, which is identical to the file with which a session starts.
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

  /// Appends one entry while a reader's lock is kept between commits.
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
