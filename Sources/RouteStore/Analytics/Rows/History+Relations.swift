package import RouteStore

/// The base relations of a file.
extension History {
  /// Calls `body` with each row of the base relations that is wanted, when it is complete: the
  /// relation, and the values in the order of its columns, without those that follow from others
  /// (``BaseRelation/completed(_:)``). A column that is not wanted may be NULL.
  /// A request comes when it has its outcome, an action when it is over, a screen view when it is
  /// seen no more and two others were shown or its visit is over; what is not over comes last.
  ///
  /// - Parameter end: when it has taken long enough; it throws `limitReached` then.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
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
  /// that the choice leaves out, because what is chosen may be of it. The last argument says
  /// whether the row is chosen.
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
