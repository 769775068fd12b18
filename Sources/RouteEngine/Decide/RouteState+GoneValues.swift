/// The screens that a launch removes, because they need a private value or a secret that is gone,
/// or because the table does not restore their kind: a pure function of the state, the route table,
/// and the missing values.
extension RouteState {
  /// The changes of the tree that lead to the nearest screens that need none of the missing values.
  /// A screen that requires one is removed with what lies over it, and so is a screen of a kind
  /// that is not restored. A screen that can do without the value loses the parameter. A scene
  /// whose root is removed begins as in the table.
  ///
  /// Screens of other code, the screens in them, and tombstones stay as they are.
  ///
  /// - Parameters:
  ///   - gone: the tokens of missing values. Secrets are always missing.
  ///   - table: the route table.
  /// - Returns: the changes, and the number of affected screens.
  func leavingWhatNeeds(
    _ gone: Set<String>, with table: RouteTable
  ) -> (changes: [TreeChange], count: Int) {
    var way = WayBack(tree: tree, counter: counter, table: table)
    for scene in tree.scenes {
      tree.forEachBelow(scene.root) { screen in
        let lost = screen.parameters.filter { $0.value.isGone(gone) }.map(\.name)
        let isRestored = table.kind(screen.kind)?.declaration.isRestored ?? true
        if !lost.isEmpty || !isRestored {
          way.goBack(from: screen, without: lost, leaves: !isRestored)
        }
      }
    }
    return (way.changes, way.count)
  }

  /// The tokens in the parameters of screens that may be removed.
  package var shownTokens: Set<String> {
    var tokens: Set<String> = []
    for screen in tree.screens where tree.isOwn(screen) {
      for case .token(let token) in screen.parameters.map(\.value) { tokens.insert(token) }
    }
    return tokens
  }
}

extension ScreenTree {
  /// Whether the engine may change the screen: it is declared, and not inside other code.
  fileprivate func isOwn(_ screen: Screen) -> Bool {
    screen.ownership == .declared && !isForeignGround(screen)
  }
}

extension ParameterValue {
  /// Whether it is a token whose value is gone.
  fileprivate func isGone(_ gone: Set<String>) -> Bool {
    guard case .token(let token) = self else { return false }
    return isSecret || gone.contains(token)
  }
}

/// A tree on its way back, and the changes so far.
private struct WayBack {
  var tree: ScreenTree
  var counter: UInt64
  let table: RouteTable
  private(set) var changes: [TreeChange] = []
  private(set) var count = 0

  init(tree: ScreenTree, counter: UInt64, table: RouteTable) {
    (self.tree, self.counter, self.table) = (tree, counter, table)
  }

  /// Removes a screen or some of its parameters. Does nothing when the screen was removed with
  /// another one, or when the engine may not change it.
  mutating func goBack(from screen: Screen, without lost: [String], leaves: Bool) {
    guard tree[screen.id] != nil, tree.isOwn(screen) else { return }
    let schema = table.kind(screen.kind)?.declaration.schema
    let isNeeded = leaves || lost.contains { schema?[$0]?.isRequired ?? false }
    var rest = screen.parameters
    for name in lost { rest[name] = schema?[name]?.missingValue }
    do throws(ChangeError) {
      for change in isNeeded ? leaving(screen.id) : [.parameters(screen.id, rest)] {
        try tree.apply(change, counter: &counter, limits: .format)
        changes.append(change)
      }
      count += 1
    } catch {
      return  // a forged state can have a screen that cannot be removed
    }
  }

  private func leaving(_ id: ScreenID) -> [TreeChange] {
    if let change = tree.leaving(id) { return [change] }
    let root = tree.outermost(of: id)
    guard let scene = tree.scenes.first(where: { $0.root == root })?.name else { return [] }
    let own = table.initialScenes.scenes.first { $0.name.hasSameBytes(as: scene) }
    if own == nil, tree.scenes.count > 1 { return [.close(scene: scene)] }
    guard var screen = (own ?? table.initialScenes.scenes.first)?.root else { return [] }
    var counter = counter
    screen.assignIDs(after: &counter)
    return [.root(scene: scene, screen: [screen])]
  }
}
