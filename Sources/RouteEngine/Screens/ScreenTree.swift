extension ScreenTree {
  /// A window of the app: a name and the screen at its root.
  public struct SceneRoot: Hashable, Sendable {
    /// The scene's name; the first one is called ``ScreenTree/mainScene`` unless the table says
    /// otherwise.
    public let name: String
    /// The screen at its root.
    public internal(set) var root: ScreenID
  }
}

/// ``ScreenTree/SceneRoot``, as this package calls it.
package typealias SceneRoot = ScreenTree.SceneRoot

/// The hierarchy of screens: scenes, their roots, and every screen by its id.
///
/// All relations are ids in one table, so a screen is found without a walk, an edit touches only
/// the screens it names, and depth costs nothing. The digest is the wrapping sum of the screens'
/// digests (an additive set hash: Bellare and Micciancio, "A New Paradigm for Collision-free
/// Hashing", 1997), kept up to date with each edit.
public struct ScreenTree: Sendable {
  /// The name of a scene that was given none.
  public static let mainScene = "main"

  package private(set) var screens = OrderedTable<Screen>()
  /// All scenes, oldest first.
  public package(set) var scenes: [ScreenTree.SceneRoot] = []
  /// The name of the active scene.
  public package(set) var activeScene = ScreenTree.mainScene
  private var sum: UInt64 = 0
  /// The index of ``screens``; none while there are few. An array, because a state is moved often
  /// and few have one: with its two tables in the state each decision took 1,080 instructions more.
  private var indexes: [ScreenIndex] = []

  /// A tree without scenes.
  package init() {}

  /// How many screens there are.
  public var count: Int { screens.count }

  /// The index, which follows from ``screens``; nil while there are few.
  var index: ScreenIndex? { indexes.first }

  /// The screen with that id.
  public subscript(id: ScreenID) -> ScreenTree.Screen? { screens[id.rawValue] }

  /// The digest of every screen, the scenes, and which one is active.
  public var digest: UInt64 {
    var digest = Digest64()
    digest.combine(sum)
    digest.combine(UInt64(scenes.count))
    for scene in scenes {
      digest.combine(scene.name)
      digest.combine(scene.root.rawValue)
    }
    digest.combine(activeScene)
    return digest.value
  }

  /// Whether the sum of the screens' digests is what it is when it is taken anew.
  var hasFreshSum: Bool {
    var fresh: UInt64 = 0
    screens.forEach { fresh &+= $0.digest }
    return fresh == sum
  }

  /// The root of the scene with that name; without a name, of the active one.
  public func root(of scene: String? = nil) -> ScreenID? {
    // A single scene is the active one.
    if scene == nil, scenes.count == 1 { return scenes[0].root }
    let name = scene ?? activeScene
    for index in scenes.indices where scenes[index].name == name { return scenes[index].root }
    return nil
  }

  /// The screens a person looks at in a scene, outermost first: from the root over visible children
  /// to the innermost, then on into what it or an outer screen presents.
  public func visiblePath(of scene: String? = nil) -> [ScreenTree.Screen] {
    var path: [Screen] = []
    forEachVisible(of: scene) { path.append($0) }
    return path
  }

  /// The innermost screen a person looks at in a scene. Of a split it is the one in the last
  /// column, also while a display has room for another column alone.
  public func visibleLeaf(of scene: String? = nil) -> ScreenTree.Screen? {
    var leaf: Screen?
    var walk = VisibleWalk(root: root(of: scene))
    while let screen = walk.next(in: self) { leaf = screen }
    return leaf
  }

  /// Calls the body with each screen of ``visiblePath(of:)``, outermost first.
  package func forEachVisible(of scene: String? = nil, _ body: (Screen) -> Void) {
    var walk = VisibleWalk(root: root(of: scene))
    while let screen = walk.next(in: self) { body(screen) }
  }

  /// How far a walk over the screens that a person looks at has come.
  struct VisibleWalk {
    /// The next screen of this layer.
    var inner: ScreenID?
    /// The screen that the innermost presenter of this layer presents: the next layer.
    var presented: ScreenID?

    init(root: ScreenID?) { inner = root }

    mutating func next(in tree: ScreenTree) -> Screen? {
      while let id = inner ?? presented {
        if inner == nil { presented = nil }
        inner = nil
        guard var screen = tree[id] else { continue }
        if screen.ownership.isUnknown {
          guard let other = tree.shownInstead(of: screen) else { continue }
          screen = other
        }
        inner = screen.visibleChild
        presented = screen.presented ?? presented
        return screen
      }
      return nil
    }
  }

  /// The child that a person sees: ``ScreenTree/Screen/visibleChild``, or the nearest before it
  /// that is no tombstone; of tabs the first one.
  public func shownChild(of screen: ScreenTree.Screen) -> ScreenTree.Screen? {
    guard let child = screen.visibleChild.flatMap({ self[$0] }) else { return nil }
    return child.ownership.isUnknown ? shownInstead(of: child) : child
  }

  /// The children that a person sees: of columns all that are no tombstones, otherwise the one of
  /// ``shownChild(of:)``.
  public func shownChildren(of screen: ScreenTree.Screen) -> [ScreenID] {
    guard screen.layout?.columns.isEmpty ?? true else {
      return screen.children.filter { self[$0]?.ownership.isUnknown == false }
    }
    return shownChild(of: screen).map { [$0.id] } ?? []
  }

  /// The screen that is seen in a tombstone's place; nil when the tombstone is presented, a root,
  /// or nothing else is there.
  private func shownInstead(of tombstone: Screen) -> Screen? {
    guard let holder = tombstone.parent.flatMap({ self[$0] }), holder.presented != tombstone.id
    else { return nil }
    var ids = holder.children
    if holder.layout != .tabs { ids.reverse() }
    return ids.lazy.compactMap { self[$0] }.first { !$0.ownership.isUnknown }
  }

  /// The ids from a scene's root to the screen, both included; empty when there is no such screen.
  public func path(to id: ScreenID) -> [ScreenID] {
    var path: [ScreenID] = []
    path.reserveCapacity(8)
    var next: ScreenID? = id
    while let current = next, let screen = self[current] {
      path.append(current)
      next = screen.parent
    }
    path.reverse()
    return path
  }

  /// The root above the screen, or the screen itself.
  package func outermost(of id: ScreenID) -> ScreenID {
    var current = id
    while let parent = self[current]?.parent { current = parent }
    return current
  }

  /// How many screens lie on the way from a scene's root to the screen, both included.
  func depth(of id: ScreenID) -> Int {
    var depth = 0
    var next: ScreenID? = id
    while let current = next, let screen = self[current] {
      depth += 1
      next = screen.parent
    }
    return depth
  }

  /// The scene the screen is in.
  public func scene(of id: ScreenID) -> String? {
    let root = outermost(of: id)
    return scenes.first { $0.root == root }?.name
  }

  /// Whether the screen lies inside one that belongs to other code, or in or over a tombstone. A
  /// foreign screen itself can be shown, and covered by what is presented over it. The engine
  /// leaves the screens inside it alone.
  public func isForeignGround(_ screen: ScreenTree.Screen) -> Bool {
    isForeignGround(screen, evenUnknown: true)
  }

  /// Whether the screen lies inside one that belongs to other code; with `evenUnknown`, also
  /// whether it lies in or over a tombstone.
  package func isForeignGround(_ screen: Screen, evenUnknown: Bool) -> Bool {
    var inner = screen
    while let id = inner.parent, let outer = self[id] {
      if outer.ownership == .foreign, outer.presented != inner.id { return true }
      if evenUnknown, outer.ownership.isUnknown { return true }
      inner = outer
    }
    return false
  }

  /// The outermost screen of other code that the screen lies in, or the screen itself when it is of
  /// other code; nil when it is declared, and so is all that holds it.
  package func foreignScreen(around id: ScreenID) -> Screen? {
    guard var inner = self[id] else { return nil }
    var found = inner.ownership == .foreign ? inner : nil
    while let id = inner.parent, let outer = self[id] {
      if outer.ownership == .foreign, outer.presented != inner.id { found = outer }
      inner = outer
    }
    return found
  }

  /// The outermost screen of the presentation layer that the screen belongs to: the one that was
  /// presented, or the scene's root.
  public func layerRoot(of id: ScreenID) -> ScreenID {
    var current = id
    while let parent = self[current]?.parent, self[parent]?.presented != current {
      current = parent
    }
    return current
  }

  /// Calls the body with each screen below `id`, itself first, depth first: children in order, then
  /// what is presented.
  public func forEachBelow(_ id: ScreenID, _ body: (ScreenTree.Screen) -> Void) {
    var pending = [id]
    while let next = pending.popLast() {
      guard let screen = self[next] else { continue }
      body(screen)
      if let presented = screen.presented { pending.append(presented) }
      for child in screen.children.reversed() { pending.append(child) }
    }
  }
}

extension ScreenTree {
  /// Adds the screen or replaces the one with its id.
  package mutating func put(_ screen: Screen) {
    let old = screens.insert(screen)
    if let old { sum &-= old.digest }
    sum &+= screen.digest
    if !indexes.isEmpty {
      if let old {
        // Most edits change what a screen holds, and not what it is found by.
        if old.tag == screen.tag, old.parameters == screen.parameters { return }
        indexes[0].remove(old, from: screens)
      }
      indexes[0].insert(screen)
    } else if count > ScreenIndex.worthwhile {
      var index = ScreenIndex()
      screens.forEach { index.insert($0) }
      indexes = [index]
    }
  }

  /// Takes the screen and all below it out of the table; its parent is the caller's to mend.
  package mutating func removeAll(from id: ScreenID) {
    guard let old = screens.remove(id.rawValue) else { return }
    sum &-= old.digest
    if !indexes.isEmpty {
      indexes[0].remove(old, from: screens)
      if count < ScreenIndex.worthwhile / 2 { indexes = [] }
    }
    for position in 0..<old.childList.count { removeAll(from: old.childList[position]) }
    if let presented = old.presented { removeAll(from: presented) }
  }
}

extension ScreenTree: Equatable {
  /// Equal when scenes, active scene and every screen are.
  public static func == (left: ScreenTree, right: ScreenTree) -> Bool {
    guard
      left.sum == right.sum, left.scenes == right.scenes, left.activeScene == right.activeScene,
      left.count == right.count
    else { return false }
    return left.screens.elements == right.screens.elements
  }
}
