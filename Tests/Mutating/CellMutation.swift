import RouteStore

/// One changed value or row of a file, with everything else unchanged: a mistake of a disk or of a
/// program that does not know the format.
struct CellMutation: CustomStringConvertible {
  /// The change, by table, row and column.
  let description: String
  /// The SQL that makes the change.
  let sql: String

  /// The table and the change, without the row.
  let family: String

  /// The columns that identify the rows of each table.
  private static let tables: [(name: String, keys: [String])] = [
    ("base", ["sequence"]), ("checkpoint", ["sequence"]), ("entry_kind", ["number"]),
    ("journal", ["sequence"]), ("migration", ["number"]), ("route_table", ["digest"]),
    ("seen", ["source"]), ("session", ["number"]), ("vault", ["principal", "token"]),
    ("vault_key", ["principal"]),
  ]

  /// All mutations of every table that a session writes: each value changed and dropped, each row
  /// dropped and repeated, and each two neighbours swapped.
  static func all(of path: String) throws -> [CellMutation] {
    let connection = try Connection(path: path, mode: .readImmutable)
    return try tables.flatMap { table in
      try mutations(of: table.name, Array(table.keys), on: connection)
    }
  }

  private static func mutations(
    of table: String, _ keys: [String], on connection: borrowing Connection
  ) throws -> [CellMutation] {
    let columns = try columns(of: table, on: connection)
    var rows: [[String]] = []
    let quoted = columns.map { "quote(\($0.name))" }.joined(separator: ", ")
    let list = try connection.prepare(
      "SELECT \(quoted) FROM \(table) ORDER BY \(keys.joined(separator: ", "))")
    while try list.step() { rows.append(columns.indices.map { list.text(Int32($0)) }) }
    var mutations: [CellMutation] = []
    for (index, row) in rows.enumerated() {
      func value(_ name: String) -> String {
        columns.firstIndex { $0.name == name }.map { row[$0] } ?? "NULL"
      }
      let place = keys.map { "\($0) = \(value($0))" }.joined(separator: " AND ")
      let name = "\(table) \(keys.map(value).joined(separator: " "))"
      func add(_ what: String, _ sql: String) {
        mutations.append(
          CellMutation(description: "\(name) \(what)", sql: sql, family: "\(table) \(what)"))
      }
      for (column, old) in zip(columns, row) {
        let (set, rest) = ("UPDATE \(table) SET \(column.name) =", "WHERE \(place)")
        add("\(column.name) changed", "\(set) \(other(than: old)) \(rest)")
        if column.isOptional, old != "NULL" {
          add("\(column.name) dropped", "\(set) NULL \(rest)")
        }
        if index > 0, !keys.contains(column.name) {
          let before = rows[index - 1][columns.firstIndex { $0.name == column.name } ?? 0]
          if before != old { add("\(column.name) swapped", "\(set) \(before) \(rest)") }
        }
      }
      add("dropped", "DELETE FROM \(table) WHERE \(place)")
      let copied = columns.map { keys.last == $0.name ? another($0.name, row, columns) : $0.name }
      add(
        "repeated",
        "INSERT INTO \(table) SELECT \(copied.joined(separator: ", ")) FROM \(table) WHERE \(place)"
      )
    }
    return mutations
  }

  /// A key that no row has.
  private static func another(
    _ key: String, _ row: [String], _ columns: [(name: String, isOptional: Bool)]
  ) -> String {
    let value = columns.firstIndex { $0.name == key }.map { row[$0] } ?? ""
    return value.hasPrefix("'") ? "\(key) || 'x'" : "\(key) + 1000000"
  }

  /// SQL for a value of the same type.
  private static func other(than value: String) -> String {
    switch value.first {
    case "'": "\(value) || 'x'"
    case "X", "x": "x'\(value.dropFirst(2).first == "0" ? "1" : "0")\(value.dropFirst(3))"
    case "N": "'x'"
    default: "(\(value) | 1000000) - (\(value) & 1000000)"
    }
  }

  private static func columns(
    of table: String, on connection: borrowing Connection
  ) throws -> [(name: String, isOptional: Bool)] {
    let list = try connection.prepare("PRAGMA table_info(\(table))")
    var columns: [(name: String, isOptional: Bool)] = []
    while try list.step() {
      columns.append((list.text(1), list.integer(3) == 0 && list.integer(5) == 0))
    }
    return columns
  }
}
