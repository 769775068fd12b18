/// The screens that a launch removes when earlier launches died with them: a pure function of the
/// state and the route table.
extension RouteState {
  /// The changes of the tree for a number of unclean ends in a row. A step that would change
  /// nothing is skipped in favour of the next that does.
  ///
  /// - Returns: how much is restored, and the changes; the whole place when nothing has to be
  ///   removed.
  func steppingOut(
    after uncleanEnds: Int, to table: RouteTable
  ) -> (extent: Restoration.Extent, changes: [TreeChange]) {
    let wanted = Restoration.Extent(after: uncleanEnds)
    guard wanted != .whole else { return (.whole, []) }
    for extent in Restoration.Extent.allCases.drop(while: { $0 != wanted }) {
      let changes = steppingOut(to: extent, table)
      if !changes.isEmpty { return (extent, changes) }
    }
    return (.whole, [])
  }

  /// The changes that lead to the route table's own tree; the whole place when the state has that
  /// tree.
  func beginningAnew(
    with table: RouteTable
  ) -> (extent: Restoration.Extent, changes: [TreeChange]) {
    let changes = steppingOut(to: .clean, table)
    return (changes.isEmpty ? .whole : .clean, changes)
  }

  private func steppingOut(
    to extent: Restoration.Extent, _ table: RouteTable
  ) -> [TreeChange] {
    var way = WayOut(tree: tree, counter: counter)
    do throws(ChangeError) {
      switch extent {
      case .whole: break
      case .top: try way.leaveTop()
      case .presented: for scene in tree.scenes { try way.dismissAll(in: scene.name) }
      case .root: for scene in tree.scenes { try way.popToRoot(in: scene.name) }
      case .clean: try way.beginAnew(with: table.initialScenes)
      }
      return way.changes
    } catch {
      return []  // a forged state can be so full that the table's tree has no room
    }
  }
}

/// A tree on its way out, and the changes so far.
private struct WayOut {
  var tree: ScreenTree
  var counter: UInt64
  private(set) var changes: [TreeChange] = []

  init(tree: ScreenTree, counter: UInt64) {
    self.tree = tree
    self.counter = counter
  }

  private mutating func make(_ change: TreeChange) throws(ChangeError) {
    try tree.apply(change, counter: &counter, limits: .format)
    changes.append(change)
  }

  /// The visible screens that are not inside other code, outermost first.
  private func visible(in scene: String?) -> [Screen] {
    tree.visiblePath(of: scene).filter { !tree.isForeignGround($0) }
  }

  /// Removes the innermost visible screen of the active scene.
  mutating func leaveTop() throws(ChangeError) {
    if let top = visible(in: nil).last, let change = tree.leaving(top.id) { try make(change) }
  }

  mutating func dismissAll(in scene: String) throws(ChangeError) {
    while let presenter = visible(in: scene).first(where: { $0.presented != nil }) {
      try make(.dismiss(from: presenter.id))
    }
  }

  mutating func popToRoot(in scene: String) throws(ChangeError) {
    try dismissAll(in: scene)
    while let stack = visible(in: scene).first(where: {
      $0.layout == .stack && $0.ownership != .foreign
        && $0.childCount > tree.firstKnownPosition(in: $0.row) + 1
    }) {
      let kept = tree.firstKnownPosition(in: stack.row) + 1
      let drop = stack.childCount - kept
      try make(.splice(container: stack.id, at: kept, drop: drop, insert: []))
    }
  }

  mutating func beginAnew(with notation: TreeNotation) throws(ChangeError) {
    guard !tree.shows(notation) else { return }
    for scene in notation.scenes {
      var root = scene.root
      root.assignIDs(after: &counter)
      try make(.root(scene: scene.name, screen: [root]))
    }
    for scene in tree.scenes where !notation.scenes.contains(where: { $0.name == scene.name }) {
      try make(.close(scene: scene.name))
    }
    if tree.activeScene != notation.activeScene {
      try make(.activate(scene: notation.activeScene))
    }
  }
}

extension ScreenTree {
  /// Whether the tree has these scenes and screens, whatever their ids.
  fileprivate func shows(_ notation: TreeNotation) -> Bool {
    activeScene == notation.activeScene && scenes.count == notation.scenes.count
      && notation.scenes.allSatisfy { scene in
        root(of: scene.name).flatMap(subtree)?.shows(scene.root) ?? false
      }
  }
}

extension Subtree {
  fileprivate func shows(_ other: Subtree) -> Bool {
    kind == other.kind && parameters == other.parameters && container == other.container
      && ownership == other.ownership && style == other.style
      && (layout != .tabs || (selected ?? 0) == (other.selected ?? 0))
      && children.count == other.children.count && presented.count == other.presented.count
      && zip(children, other.children).allSatisfy { $0.shows($1) }
      && zip(presented, other.presented).allSatisfy { $0.shows($1) }
  }
}
