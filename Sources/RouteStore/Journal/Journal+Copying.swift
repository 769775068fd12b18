/// The rows of a journal beside its entries, for code that writes a copy.
package struct CompanionRows: Sendable {
  package var sessions: [SessionRow] = []
  package var routeTables: [RouteTableRow] = []
  package var checkpoints: [CheckpointRow] = []
  package var seen: [SeenRow] = []
  package var funnelSteps: [FunnelStepRow] = []
  package var vaultKeys: [VaultKey] = []
  package var vaultValues: [VaultValue] = []

  package init() {}

  /// How many rows there are.
  package var count: Int {
    sessions.count + routeTables.count + checkpoints.count + seen.count + funnelSteps.count
      + vaultKeys.count + vaultValues.count
  }
}

extension Journal {
  /// Writes the rows of a copy beside its entries, in one transaction.
  package func write(_ rows: CompanionRows) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for row in rows.sessions { try write(row) }
      for row in rows.routeTables { try write(row) }
      for row in rows.checkpoints { try statements.write(row, connection) }
      for row in rows.seen { try write(row) }
      for row in rows.funnelSteps { try write(row) }
      for row in rows.vaultKeys { try write(row) }
      for row in rows.vaultValues { try write(row) }
    }
  }

  private func write(_ row: FunnelStepRow) throws(StoreError) {
    let insert = try connection.prepare("INSERT OR REPLACE INTO funnel_step VALUES (?1, ?2, ?3)")
    insert.bind(row.funnel, at: 1)
    insert.bind(row.step, at: 2)
    insert.bind(row.screen, at: 3)
    try insert.run()
  }
}
