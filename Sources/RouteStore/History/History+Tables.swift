/// All content of a file besides its entries and its vault, row by row.
extension History {
  /// Runs `body` with the file's content of one moment, whatever its owner writes meanwhile. In
  /// nested calls, the outer moment counts.
  ///
  /// Throws the errors of `body`. If another process began to write to a file without an owner,
  /// throws `busy` instead: then the content that was read is not consistent.
  package func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result {
    if file.connection.isInTransaction { return try body() }
    try file.connection.execute("BEGIN")
    defer { file.connection.rollBack() }
    let result = Swift.Result { try body() }
    try file.check()
    return try result.get()
  }

  /// Calls `body` with each route table, in the order of their digests.
  ///
  /// Throws `StoreError`, and the errors of `body`.
  package func forEachRouteTable(_ body: (RouteTableRow) throws -> Void) throws {
    let list = try file.connection.prepare("SELECT digest, json FROM route_table ORDER BY digest")
    while try list.step() {
      try body(RouteTableRow(digest: try list.words(0), json: try list.longText(1)))
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

  /// Throws `damaged` when a table other than the table of entries contains a value outside
  /// ``FileBounds``. The values of entries are checked when entries are read.
  package func checkValues() throws(StoreError) {
    try file.connection.checkValues(format: format)
    try file.check()
  }

  /// The lowest sequence of a row that lies before all entries, so that no chain includes it; nil
  /// when there is none.
  package func strayEntry() throws(StoreError) -> Int64? {
    let base = try base().sequence
    let lowest = try file.connection.prepare("SELECT min(sequence) AS sequence FROM journal")
    guard try lowest.step(), let sequence = lowest.optionalInteger(0) else { return nil }
    return sequence <= base ? sequence : nil
  }

  /// The reason for which ``checkValues()`` would throw; nil when there is none.
  package func valueProblem() throws(StoreError) -> String? {
    do throws(StoreError) {
      try checkValues()
      return nil
    } catch {
      guard case .damaged(let reason, _) = error else { throw error }
      return reason
    }
  }
}
