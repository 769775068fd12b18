extension RouteSession {
  /// Puts another route table in the place of ``table`` while the session runs: one that came over
  /// the network, say, or a feature's that was just switched on.
  ///
  /// It is an entry of the journal, which keeps both tables, and what was decided before stays
  /// decided with the former one. Screens of earlier versions of their kinds are brought over, and
  /// those that the new table does not know are kept, not shown, as by an update of the app.
  /// Requests that wait stay as they are; one that host code is asked about is decided with the new
  /// table when that has answered. Host code itself is contributed at the launch alone.
  ///
  /// The next launch begins with the table that it is given: give it the same one, or its screens
  /// are brought over again.
  ///
  /// - Parameters:
  ///   - table: the new table.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: whether it is in force now, as the same one is already; false after the session's
  ///   end. True also while the journal is locked: then it is in force when the session begins.
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
