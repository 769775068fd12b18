package import RouteStore

/// The base relations of a file.
extension History {
  /// Calls `body` with each complete row of the wanted base relations: the relation, and the values
  /// in the order of its columns, without derived ones (``BaseRelation/completed(_:)``). A column
  /// that is not wanted may be NULL. A request follows when it has its outcome, an action when it
  /// has ended, a screen view when it has ended and either two others were shown or its visit has
  /// ended; unfinished rows come last.
  ///
  /// - Parameter end: the deadline; after it, `limitReached` is thrown.
  ///
  /// Throws `StoreError`, and the errors of `body`.
  package func forEachRelationRow(
    _ columns: RelationColumns = .all, choice: HistoryChoice = HistoryChoice(),
    until end: ContinuousClock.Instant? = nil,
    _ body: (BaseRelation.Kind, [SQLValue]) throws -> Void
  ) throws {
    try forEachKnownRow(columns, choice: choice, until: end) { kind, row, isChosen in
      if isChosen { try body(kind, row) }
    }
  }

  /// Calls `body` with the rows of ``forEachRelationRow(_:choice:until:_:)``, and with each run
  /// outside the choice, because chosen rows may belong to it. The last argument says whether the
  /// row is chosen.
  func forEachKnownRow(
    _ columns: RelationColumns, choice: HistoryChoice, until end: ContinuousClock.Instant?,
    _ body: (BaseRelation.Kind, [SQLValue], _ isChosen: Bool) throws -> Void
  ) throws {
    try atOneMoment {
      if columns.contains(.funnelStep) {
        try forEachFunnelStep {
          try body(.funnelStep, [.text($0.funnel), .integer($0.step), .text($0.screen)], true)
        }
      }
      guard columns.isOfEntries else { return }
      var pass = try RelationPass(of: file.connection, columns, choice: choice)
      try pass.run(on: file.connection, until: end, body)
    }
    try file.check()
  }
}
