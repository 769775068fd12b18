/// What becomes of screens when the app was updated, or went back to an earlier version: those of
/// an earlier version of their kind are brought to this one, those that this version does not know
/// are kept as tombstones, and tombstones that it knows come back to life.
package struct Adaptation: Hashable, Sendable {
  /// The route table with which the screens were shown; nil when it is not at hand, and they are
  /// taken for screens of the present versions.
  package let former: RouteTable?
  /// Its digest in hexadecimal.
  package let formerDigest: String

  /// From another table to the present one.
  package init(from former: RouteTable?, digest: String) {
    (self.former, formerDigest) = (former, digest)
  }

  /// The changes, in the order of the tree, and how many screens of each sort there are.
  func adapt(
    _ tree: ScreenTree, to table: RouteTable
  ) -> (changes: [TreeChange], counts: Counts) {
    var changes: [TreeChange] = []
    var counts = Counts()
    for scene in tree.scenes {
      tree.forEachBelow(scene.root) { screen in
        guard let change = change(of: screen, in: tree, table, &counts) else { return }
        changes.append(change)
      }
    }
    return (changes, counts)
  }

  /// How many screens became what.
  struct Counts {
    var migrated = 0
    var buried = 0
    var revived = 0
  }

  private func change(
    of screen: Screen, in tree: ScreenTree, _ table: RouteTable, _ counts: inout Counts
  ) -> TreeChange? {
    guard screen.ownership != .foreign, !tree.isForeignGround(screen, evenUnknown: false) else {
      return nil
    }
    let buried = screen.ownership.unknownVersion
    let version = buried ?? version(of: screen.kind, table)
    if let known = table.known(screen.kind, version: version, screen.parameters) {
      let isSame = known.kind == screen.kind && known.parameters == screen.parameters
      if buried != nil { counts.revived += 1 } else if !isSame { counts.migrated += 1 }
      guard buried != nil || !isSame else { return nil }
      return .become(
        screen.id, kind: known.kind, parameters: known.parameters, ownership: .declared)
    }
    guard buried == nil else { return nil }
    counts.buried += 1
    return .become(
      screen.id, kind: screen.kind, parameters: screen.parameters,
      ownership: .unknown(version: version))
  }

  private func version(of kind: String, _ table: RouteTable) -> Int {
    (former ?? table).kind(kind)?.declaration.version ?? 1
  }
}
