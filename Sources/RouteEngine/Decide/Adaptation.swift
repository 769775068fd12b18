/// The adaptation of screens when the app was updated, or went back to an earlier version. Screens
/// of an earlier version of their kind are converted, screens that this version does not know
/// become tombstones, and tombstones that it knows become screens again.
package struct Adaptation: Hashable, Sendable {
  /// The route table with which the screens were shown; nil when it is not available, and the
  /// screens are treated as screens of the present versions.
  package let former: RouteTable?
  /// Its hexadecimal digest.
  package let formerDigest: String

  /// An adaptation from another table to the present one.
  package init(from former: RouteTable?, digest: String) {
    (self.former, formerDigest) = (former, digest)
  }

  /// The changes, in the order of the tree, and the number of screens of each sort.
  func adapt(
    _ tree: ScreenTree, to table: RouteTable, after counter: UInt64
  ) throws(ChangeError) -> (changes: [TreeChange], counts: Counts) {
    var changes: [TreeChange] = []
    var counts = Counts()
    for scene in tree.scenes {
      tree.forEachBelow(scene.root) { screen in
        guard let change = change(of: screen, in: tree, table, &counts) else { return }
        changes.append(change)
      }
    }
    var (adapted, counter) = (tree, counter)
    for change in changes { try adapted.apply(change, counter: &counter, limits: .format) }
    for scene in table.initialScenes.scenes {
      guard let root = newRoot(of: scene, in: adapted, before: tree, &counter) else { continue }
      changes.append(.root(scene: scene.name, screen: [root]))
      counts.rebuilt += 1
    }
    return (changes, counts)
  }

  /// The new root of a scene, when the table begins the scene with another shape than the former
  /// table and the scene does not have that shape; nil when the root stays.
  private func newRoot(
    of scene: SceneSubtree, in adapted: ScreenTree, before: ScreenTree, _ counter: inout UInt64
  ) -> Subtree? {
    guard let old = adapted.root(of: scene.name).flatMap(adapted.subtree),
      let kind = before.root(of: scene.name).flatMap({ before[$0] })?.kind
    else { return nil }
    let former = former?.initialScenes.scenes.first { $0.name.hasSameBytes(as: scene.name) }?.root
    // If the root is of another kind than in the table, a route chose it.
    let isOwn = former.map { $0.kind.hasSameBytes(as: kind) } ?? false
    let isReshaped = isOwn && former.map(RootShape.init) != RootShape(scene.root)
    guard old.ownership.isUnknown || isReshaped,
      RootShape(old).known != RootShape(scene.root) || old.ownership.isUnknown
    else { return nil }
    return RebuiltRoot(from: old, to: scene.root, after: &counter).root
  }

  /// The number of screens that were adapted in each way.
  struct Counts {
    var migrated = 0
    var buried = 0
    var revived = 0
    /// The number of scenes, not of screens.
    var rebuilt = 0
  }

  private func change(
    of screen: Screen, in tree: ScreenTree, _ table: RouteTable, _ counts: inout Counts
  ) -> TreeChange? {
    guard screen.ownership != .foreign, !tree.isForeignGround(screen.row, evenUnknown: false) else {
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
