/// The adaptation of screens to another route table that replaces theirs.
extension RouteState {
  /// The changes by which a session adopts another table while it runs: a pure function, so that
  /// verify can do it again. Where the table knows no screen that is shown, its own tree remains.
  package func adopting(
    _ table: RouteTable, by adaptation: Adaptation
  ) -> (changes: [RouteChange], restoration: Restoration) {
    var restoration = Restoration()
    var state = self
    var changes = state.adapt(to: table, by: adaptation, &restoration)
    if state.tree.showsNothingKnown {
      let anew = state.beginningAnew(with: table)
      restoration.extent = anew.extent
      changes += anew.changes.map(RouteChange.tree)
    }
    return (changes, restoration)
  }

  /// Brings the screens to the present version of the app.
  mutating func adapt(
    to table: RouteTable, by adaptation: Adaptation, _ restoration: inout Restoration
  ) -> [RouteChange] {
    restoration.formerTable = adaptation.formerDigest
    do throws(ChangeError) {
      let (edits, counts) = try adaptation.adapt(tree, to: table, after: counter)
      let changes = edits.map(RouteChange.tree)
      try apply(changes, limits: .format)
      restoration.migrated = counts.migrated
      restoration.buried = counts.buried
      restoration.revived = counts.revived
      restoration.rebuilt = counts.rebuilt
      return changes
    } catch {
      return []  // a forged state can hold what no table allows
    }
  }
}
