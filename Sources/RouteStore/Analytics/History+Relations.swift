/// The base relations of a file, whole and as they are at one moment.
extension History {
  /// Runs `body` on this journal as it is at one moment: on the file itself where nobody can write
  /// to it meanwhile, otherwise on a private copy, so that no reader keeps the owner's log from
  /// being emptied.
  ///
  /// Throws `damaged` when the file is not as its format says, other cases of `StoreError` when
  /// there can be no copy, and whatever `body` throws.
  package func withSealed<Result>(_ body: (History) throws -> Result) throws -> Result {
    guard file.isBesideOwner else { return try seal(body) }
    return try withCopy { try History(path: $0).seal(body) }
  }

  private func seal<Result>(_ body: (History) throws -> Result) throws -> Result {
    if let difference = try schemaDifferences().first {
      throw StoreError.damaged(
        reason: "it is not as its format says: \(difference)", sequence: nil)
    }
    return try atOneMoment { try body(self) }
  }

  /// Calls `body` with each row of the base relations that is wanted, when it is complete: the
  /// relation, and the values in the order of its columns. A column that is not wanted may be NULL.
  /// A request comes when it has its outcome, an action when it is over, a screen view when the
  /// next one begins; what is not over comes last.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachRelationRow(
    _ columns: RelationColumns = .all, choice: HistoryChoice = HistoryChoice(),
    _ body: (BaseRelation.Kind, [SQLValue]) throws -> Void
  ) throws {
    try atOneMoment {
      if columns.contains(.funnelStep) {
        try file.connection.checkIsTable("funnel_step")
        try forEachFunnelStep {
          try body(.funnelStep, [.text($0.funnel), .integer($0.step), .text($0.screen)])
        }
      }
      guard columns.isOfEntries else { return }
      var pass = try RelationPass(of: file.connection, columns, choice: choice)
      try pass.run(on: file.connection, body)
    }
    try file.check()
  }
}
