import RouteEngine

/// The screens that a condition means: one screen in the tree notation, without the screens in and
/// over it.
///
/// `product` means any screen of that kind, `product(id: 7)` one whose parameter has this exact
/// value, whatever its other parameters, `home/stack` one that is such a container, `shop*` a
/// selected tab. As in a `Guard`, tombstones and screens of other code are not included;
/// `map/foreign` and `map/unknown` mean those.
struct ScreenPattern: Hashable, Sendable {
  let kind: String
  /// The parameters that a screen must have, among others.
  let parameters: Parameters
  /// Nil for any container kind, and for screens that are not containers.
  let container: ContainerKind?
  let ownership: ScreenOwnership
  let isSelected: Bool

  /// A pattern from a screen in the notation.
  init(_ screen: Subtree, isSelected: Bool) {
    (kind, parameters, container) = (screen.kind, screen.parameters, screen.container)
    (ownership, self.isSelected) = (screen.ownership, isSelected)
  }

  /// Whether the pattern means the screen.
  func matches(_ screen: Screen, in tree: ScreenTree) -> Bool {
    isLike(screen, in: tree) && (ownership != .declared || !tree.isForeignGround(screen))
  }

  /// Whether the screen has the properties of the pattern, wherever it is.
  private func isLike(_ screen: Screen, in tree: ScreenTree) -> Bool {
    guard screen.kind.hasSameBytes(as: kind),
      ownership.isUnknown ? screen.ownership.isUnknown : screen.ownership == ownership,
      parameters.allSatisfy({ screen.parameters[$0.name] == $0.value })
    else { return false }
    if let container, screen.container != container { return false }
    return !isSelected || screen.parent.flatMap { tree[$0] }?.selected == screen.id
  }

  /// Whether a scene has such a screen in that scope.
  func isThere(in tree: ScreenTree, scene: String, scope: SearchScope) -> Bool {
    guard ownership == .declared else {
      return tree.firstScreen(in: scene, scope: scope) { matches($0, in: tree) } != nil
    }
    let test = Test(pattern: self, tree: tree)
    return tree.firstRow(in: scene, scope: scope, passing: test) != nil
  }

  /// How many such screens a scene has in that scope.
  func count(in tree: ScreenTree, scene: String, scope: SearchScope) -> Int {
    // The search visits visible screens twice.
    var found: Set<ScreenID> = []
    _ = tree.firstScreen(in: scene, scope: scope) { screen in
      if matches(screen, in: tree) { found.insert(screen.id) }
      return false
    }
    return found.count
  }

  private struct Test: ScreenTest {
    let pattern: ScreenPattern
    let tree: ScreenTree
    let tag: UInt64

    init(pattern: ScreenPattern, tree: ScreenTree) {
      (self.pattern, self.tree) = (pattern, tree)
      tag = Screen.tag(of: pattern.kind)
    }

    var clues: Parameters { pattern.parameters }

    func accepts(_ index: Int, in leaf: borrowing ScreenLeaf) -> Bool {
      tree[leaf.id(at: index)].map { pattern.isLike($0, in: tree) } ?? false
    }
  }
}
