extension RouteSession {
  /// Replaces ``table`` by another route table while the session runs: for example one that came
  /// over the network, or one with a feature that was just switched on.
  ///
  /// The adoption is an entry of the journal, which keeps both tables; earlier decisions remain as
  /// the former table made them. Screens of earlier versions of their kinds are migrated, and
  /// screens that the new table does not know are kept but not shown, as in an update of the app.
  /// Waiting requests stay as they are; a request that host code is asked about is decided with the
  /// new table after the code has answered. Host code itself can only be contributed at the launch.
  ///
  /// The next launch begins with the table that it is given. Give it the table adopted here;
  /// otherwise its screens are migrated again.
  ///
  /// - Parameters:
  ///   - table: the new table.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: whether the table is now in force, also if it was already; false after the
  ///   session's end. True also while the journal is locked: the table is then in force when the
  ///   session begins.
  @discardableResult
  public func adopt(_ table: RouteTable, isolation: isolated any Actor = #isolation) -> Bool {
    guard !held.isHolding else {
      keep(.input(.adopted(table)))
      return true
    }
    guard table.digest != self.table.digest else { return !machine.hasEnded }
    return feed(.adopted(table)) != nil
  }
}
