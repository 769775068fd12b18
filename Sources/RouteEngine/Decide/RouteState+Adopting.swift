/// The adaptation of screens to a new route table.
extension RouteState {
  /// The changes by which a session adopts another table while it runs: a pure function, so that
  /// verify can repeat it. When the table knows no visible screen, its own tree is used.
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

  /// Adapts the screens to the present version of the app.
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
      return []  // a forged state can have what no table allows
    }
  }
}
