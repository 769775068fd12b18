import RouteEngine
package import RouteStore

/// The longest prefix of a journal that passes every check, written to a new file; the journal
/// itself stays as it is.
package struct SalvagedCopy {
  /// The last entry of the copy.
  package let end: JournalAnchor
  /// The result of the checks on the copy.
  package let verification: Verification

  /// Writes the copy.
  ///
  /// The copy has the entries, the values of the vault, the route tables, and the rows of sessions
  /// and source ids that belong to the entries. A checkpoint is made at the end. If the damage
  /// begins between a decision and the work accepted with it, the copy has only the decision, and a
  /// rerun reports that. A route table that cannot be read does not shorten the copy: a launch has
  /// its own table, and the checks of the copy report which session lacks one.
  ///
  /// No copy is made if the checks fail for another reason: a copy that ends before the entry that
  /// records the pruning cannot be told from one whose beginning was cut off.
  ///
  /// - Throws: `StoreError.alreadyExists` when a file has the name, `damaged` when there is no
  ///   sound entry or a copy would be damaged too, and the errors of writing; then there is no
  ///   file.
  package init(of history: History, to destination: String) throws {
    var fold = HistoryFold()
    let problem = fold.walkSoundPart(of: history)
    let base = try history.base().sequence
    var last = fold.position.sequence
    while last > base {
      let copy = try JournalCopy(at: destination)
      try JournalPrefix(of: history, through: last).write(history, to: copy)
      let verification = try copy.check()
      let problems = verification.findings.filter { $0.check != .routeTable }
      let wrong = problems.map(\.sequence).filter { $0 > base && $0 <= last }.min()
      guard let wrong else {
        // A shorter copy would have the same problem.
        if let problem = problems.first {
          throw StoreError.damaged(
            reason: "a copy to entry \(last) would be damaged too: \(problem.problem)",
            sequence: nil)
        }
        try copy.finish()
        (end, self.verification) = (verification.end, verification)
        return
      }
      last = wrong - 1
    }
    let reason = problem.map { "\($0)" } ?? "no entry is sound"
    throw StoreError.damaged(reason: reason, sequence: base + 1)
  }
}
