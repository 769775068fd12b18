/// Walks through a tree: over the screens that a person sees, and up to the screens that hold one.
extension ScreenTree {
  /// The screens that a person sees in a scene, outermost first: from the root over visible
  /// children to the innermost, then on into the screens that these present. Without a scene's name
  /// it is the active scene.
  public func visiblePath(of scene: String? = nil) -> [ScreenTree.Screen] {
    var path: [Screen] = []
    forEachVisible(of: scene) { path.append($0) }
    return path
  }

  /// The innermost screen that a person sees in a scene, without a name in the active one. In a
  /// split it is the one in the last column, even while the display has room for only one other
  /// column.
  public func visibleLeaf(of scene: String? = nil) -> ScreenTree.Screen? {
    visibleID(of: scene).flatMap { self[$0] }
  }

  /// Calls the body with each screen of ``visiblePath(of:)``, outermost first.
  func forEachVisible(of scene: String? = nil, _ body: (Screen) -> Void) {
    var walk = VisibleWalk(root: root(of: scene))
    while let id = walk.next(in: self) {
      if let screen = self[id] { body(screen) }
    }
  }

  /// The id of ``visibleLeaf(of:)``.
  package func visibleID(of scene: String? = nil) -> ScreenID? {
    var leaf: ScreenID?
    var walk = VisibleWalk(root: root(of: scene))
    while let id = walk.next(in: self) { leaf = id }
    return leaf
  }

  /// The kind of ``visibleLeaf(of:)`` of the active scene.
  package func visibleKind() -> String? {
    guard let id = visibleID() else { return nil }
    return kindName(id)  // passed as a method, it would copy the tree
  }

  /// The position of a walk over the screens that a person sees.
  struct VisibleWalk {
    /// The next screen of this layer.
    var inner: ScreenID?
    /// The screen that the innermost presenter of this layer presents; the next layer begins with
    /// it.
    var presented: ScreenID?

    init(root: ScreenID?) { inner = root }

    mutating func next(in tree: ScreenTree) -> ScreenID? {
      while var id = inner ?? presented {
        if inner == nil { presented = nil }
        inner = nil
        guard var link = tree.childLink(of: id) else { continue }
        if link.isUnknown {
          guard let other = tree.row(id).flatMap(tree.shownInstead) else { continue }
          (id, link) = (other.id, (other.visibleChild, other.presented, false))
        }
        inner = link.shown
        presented = tree.upper(link.presented, over: presented)
        return id
      }
      return nil
    }
  }

  /// The one of two presented screens of a layer that a person sees: the one that an inner screen
  /// presents, unless it is a tombstone.
  func upper(_ inner: ScreenID?, over outer: ScreenID?) -> ScreenID? {
    guard let inner, outer != nil else { return inner ?? outer }
    return row(inner)?.ownership.isUnknown ?? false ? outer : inner
  }

  /// The child that a person sees: ``ScreenTree/Screen/visibleChild``. If that is a tombstone, it
  /// is the nearest one before it that is not, or in tabs the first one that is not.
  public func shownChild(of screen: ScreenTree.Screen) -> ScreenTree.Screen? {
    shownChild(of: screen.row).flatMap { self[$0.id] }
  }

  /// The child that a person sees.
  func shownChild(of row: ScreenRow) -> ScreenRow? {
    guard let child = row.visibleChild.flatMap({ self.row($0) }) else { return nil }
    return child.ownership.isUnknown ? shownInstead(of: child) : child
  }

  /// The children that a person sees: in columns all that are no tombstones, otherwise the one of
  /// ``shownChild(of:)``.
  public func shownChildren(of screen: ScreenTree.Screen) -> [ScreenID] {
    guard screen.layout?.columns.isEmpty ?? true else {
      return screen.children.filter { row($0)?.ownership.isUnknown == false }
    }
    return shownChild(of: screen.row).map { [$0.id] } ?? []
  }

  /// The screen that is shown in a tombstone's place; nil when the tombstone is presented or a
  /// root, or when there is no other screen.
  private func shownInstead(of tombstone: ScreenRow) -> ScreenRow? {
    guard let holder = tombstone.parent.flatMap({ row($0) }), holder.presented != tombstone.id
    else { return nil }
    let isForward = holder.layout == .tabs
    var next = isForward ? holder.children.first : holder.children.last
    while let child = next.flatMap({ row($0) }) {
      if !child.ownership.isUnknown { return child }
      next = isForward ? child.sibling.next : child.sibling.previous
    }
    return nil
  }

  /// The child at a position from 0; the walk begins at the nearer end.
  func child(of children: ScreenRow.Children, at position: Int) -> ScreenID? {
    let count = Int(children.count)
    guard position >= 0, position < count else { return nil }
    let isForward = position < count / 2
    var id = isForward ? children.first : children.last
    for _ in 0..<(isForward ? position : count - 1 - position) {
      let sibling = id.flatMap { row($0) }?.sibling
      id = isForward ? sibling?.next : sibling?.previous
    }
    return id
  }

  /// The position of a screen among a holder's children; nil when it is not one of them.
  func position(of id: ScreenID, in holder: ScreenRow) -> Int? {
    guard let row = row(id), row.parent == holder.id, holder.presented != id else { return nil }
    return row.position
  }

  /// The ids from a scene's root to the screen, both included; empty when there is no such screen.
  public func path(to id: ScreenID) -> [ScreenID] {
    var path: [ScreenID] = []
    path.reserveCapacity(8)
    var next: ScreenID? = id
    while let current = next, let parent = parentLink(of: current) {
      path.append(current)
      next = parent.id
    }
    path.reverse()
    return path
  }

  /// The root above the screen, or the screen itself.
  package func outermost(of id: ScreenID) -> ScreenID {
    var current = id
    while let parent = parentLink(of: current)?.id { current = parent }
    return current
  }

  /// The scene the screen is in.
  public func scene(of id: ScreenID) -> String? {
    let root = outermost(of: id)
    return scenes.first { $0.root == root }?.name
  }

  /// Whether the screen lies inside one that belongs to other code, or in or over a tombstone. The
  /// engine leaves such screens alone. A foreign screen itself does not count: it can be shown, and
  /// another screen can be presented over it.
  public func isForeignGround(_ screen: ScreenTree.Screen) -> Bool { isForeignGround(screen.row) }

  /// Whether the screen lies inside one that belongs to other code; with `evenUnknown`, also
  /// whether it lies in or over a tombstone.
  func isForeignGround(_ row: ScreenRow, evenUnknown: Bool = true) -> Bool {
    if hasOnlyDeclared { return false }
    var (inner, next) = (row.id, row.parent)
    while let id = next, let outer = parentLink(of: id) {
      if outer.ownership == .foreign, outer.presented != inner { return true }
      if evenUnknown, outer.ownership.isUnknown { return true }
      (inner, next) = (id, outer.id)
    }
    return false
  }

  /// The outermost screen of other code that the screen lies in, or the screen itself when it is of
  /// other code; nil when there is none.
  func foreignScreen(around id: ScreenID) -> ScreenRow? {
    guard !hasOnlyDeclared, let link = parentLink(of: id) else { return nil }
    var found = link.ownership == .foreign ? id : nil
    var (inner, next) = (id, link.id)
    while let id = next, let outer = parentLink(of: id) {
      if outer.ownership == .foreign, outer.presented != inner { found = id }
      (inner, next) = (id, outer.id)
    }
    return found.flatMap { row($0) }
  }

  /// The outermost screen of the presentation layer that the screen belongs to: the one that was
  /// presented, or the scene's root.
  public func layerRoot(of id: ScreenID) -> ScreenID {
    var (current, next) = (id, parentLink(of: id)?.id)
    while let id = next, let parent = parentLink(of: id), parent.presented != current {
      (current, next) = (id, parent.id)
    }
    return current
  }

  /// Calls the body with each screen below `id`, itself first, depth first: children in order, then
  /// what is presented.
  public func forEachBelow(_ id: ScreenID, _ body: (ScreenTree.Screen) -> Void) {
    forEachRow(below: id) { row in
      if let screen = self[row.id] { body(screen) }
    }
  }

  /// How many screens there are below `id`, itself included.
  func count(below id: ScreenID) -> Int {
    var count = 0
    forEachRow(below: id) { _ in count += 1 }
    return count
  }

  /// Calls the body with each screen below `id`, itself first, depth first.
  func forEachRow(below id: ScreenID, _ body: (ScreenRow) -> Void) {
    guard let row = row(id) else { return }
    body(row)
    var next = row.children.first
    while let child = next {
      next = self.row(child)?.sibling.next
      forEachRow(below: child, body)
    }
    if let presented = row.presented { forEachRow(below: presented, body) }
  }
}

extension ScreenTree {
  /// The part of a screen that a walk to the root needs. Copying the whole row takes longer than
  /// finding it.
  @inline(__always)
  private func parentLink(
    of id: ScreenID
  ) -> (id: ScreenID?, presented: ScreenID?, ownership: ScreenRow.Ownership)? {
    rows.find(id.rawValue) { leaf, index in
      (leaf.rows[index].parent, leaf.rows[index].presented, leaf.rows[index].ownership)
    }
  }

  /// The part of a screen that a walk over visible screens needs.
  @inline(__always)
  private func childLink(
    of id: ScreenID
  ) -> (shown: ScreenID?, presented: ScreenID?, isUnknown: Bool)? {
    rows.find(id.rawValue) { leaf, index in
      (
        leaf.rows[index].visibleChild, leaf.rows[index].presented,
        leaf.rows[index].ownership.isUnknown
      )
    }
  }

  /// The kind of a screen; empty when it is not there.
  func kindName(_ id: ScreenID) -> String {
    rows.find(id.rawValue) { leaf, index in leaf.kind(of: leaf.rows[index]) } ?? ""
  }
}
