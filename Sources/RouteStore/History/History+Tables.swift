/// Everything that a file holds beside its entries and its vault, row by row.
extension History {
  /// Runs `body` while the file is seen as it is at one moment, whatever its owner writes to it
  /// meanwhile; of one such within another the outer moment counts.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result {
    if file.connection.isInTransaction { return try body() }
    try file.connection.execute("BEGIN")
    defer { file.connection.rollBack() }
    return try body()
  }

  /// Calls `body` with each route table, in the order of their digests.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachRouteTable(_ body: (RouteTableRow) throws -> Void) throws {
    let list = try file.connection.prepare("SELECT digest, json FROM route_table ORDER BY digest")
    while try list.step() {
      try body(RouteTableRow(digest: try list.words(0), json: list.bytes(1)))
    }
    try file.check()
  }

  /// Calls `body` with each session, in the order of their numbers.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachSession(_ body: (SessionRow) throws -> Void) throws {
    let list = try file.connection.prepare(
      "SELECT \(SessionRow.columns) FROM session ORDER BY number")
    while try list.step() { try body(try SessionRow(list)) }
    try file.check()
  }

  /// Calls `body` with each checkpoint, in the order of their sequences.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachCheckpoint(_ body: (CheckpointRow) throws -> Void) throws {
    let list = try file.connection.prepare(
      "SELECT \(CheckpointRow.columns) FROM checkpoint ORDER BY sequence")
    while try list.step() { try body(try CheckpointRow(list)) }
    try file.check()
  }

  /// Calls `body` with each step of each funnel, in the order of names and steps.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachFunnelStep(_ body: (FunnelStepRow) throws -> Void) throws {
    let list = try file.connection.prepare(
      "SELECT funnel, step, screen FROM funnel_step ORDER BY funnel, step")
    while try list.step() {
      try body(
        FunnelStepRow(
          funnel: try list.words(0), step: try list.number(1), screen: try list.words(2)))
    }
    try file.check()
  }

  /// Throws `damaged` when one of the tables that a copy takes over, that of the entries aside,
  /// holds a text that is no UTF-8, which reading repairs; what an entry holds, its chain tells.
  package func checkTexts() throws(StoreError) {
    for table in Journal.copiedTables where table != "journal" {
      let list = try file.connection.prepare("SELECT * FROM \(table)")
      while try list.step() {
        for column in 0..<list.columnCount where list.holdsText(column) {
          let bytes = list.bytes(column)
          guard !String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else { continue }
          throw .damaged(reason: "table '\(table)' holds a text that is no UTF-8", sequence: nil)
        }
      }
    }
  }
}
