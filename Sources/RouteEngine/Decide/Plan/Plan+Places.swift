extension Plan {
  /// The innermost visible container with a wanted layout below the screen, or else the nearest one
  /// that holds it, in its own presentation layer. The search does not enter screens of other code.
  func nearestContainer(
    at id: ScreenID, where isWanted: (ContainerKind.Layout) -> Bool
  ) -> ScreenRow? {
    var leaf = state.tree.foreignScreen(around: id) ?? state.tree.row(id)
    while leaf?.ownership == .declared, let child = leaf.flatMap({ state.tree.shownChild(of: $0) })
    {
      leaf = child
    }
    var current = leaf
    while let screen = current {
      if let layout = screen.layout, screen.ownership == .declared, isWanted(layout) {
        return screen
      }
      guard let parent = screen.parent.flatMap({ state.tree.row($0) }),
        parent.presented != screen.id
      else {
        return nil
      }
      current = parent
    }
    return nil
  }

  /// The container for the screen of a step: the nearest one. If building begins with this step, it
  /// is the one in the topmost presentation layer that has such a container, and the layers above
  /// are dismissed. For example, a link finds the stack under a log-in. Layers that cover the
  /// container itself are dismissed, too.
  ///
  /// - Parameter beginsBuilding: whether no earlier step has found or built a screen.
  mutating func container(
    of index: Int, at cursor: ScreenID, beginsBuilding: Bool,
    where isWanted: (ContainerKind.Layout) -> Bool
  ) throws(PlanFailure) -> ScreenRow? {
    var (place, isCovered) = (cursor, false)
    while true {
      if let nearest = nearestContainer(at: place, where: isWanted) {
        if isCovered { try reveal(place, step: index + 1) }
        // The screens from `place` inwards can present, too.
        if nearest.id != place, let row = state.tree.row(place), nearest.depth > row.depth {
          try reveal(nearest.id, step: index + 1)
        }
        return nearest
      }
      guard beginsBuilding, let presenter = state.tree.row(state.tree.layerRoot(of: place))?.parent
      else { return nil }
      (place, isCovered) = (presenter, true)
    }
  }

  /// The kind of a screen, for messages.
  func kind(of row: ScreenRow) -> String { state.tree.kindName(row.id) }

  /// The position of the visible screen in a stack; -1 in an empty one.
  func position(ofTop stack: ScreenRow) -> Int {
    state.tree.shownChild(of: stack)?.position ?? stack.childCount - 1
  }

  /// The container with columns for the screen of a step, see
  /// ``container(of:at:beginsBuilding:where:)``, and the position of one column; all columns before
  /// it are present.
  mutating func place(
    of column: Column, for index: Int, at cursor: ScreenID, beginsBuilding: Bool
  ) throws(PlanFailure) -> (holder: ScreenRow, position: Int) {
    let columns = try container(of: index, at: cursor, beginsBuilding: beginsBuilding) {
      $0.hasColumns
    }
    guard let holder = columns, let layout = holder.layout else {
      let reason = "there is no split container to put \(steps[index].step.name) into"
      throw PlanFailure(step: index + 1, reason: reason)
    }
    guard let position = layout.columns.firstIndex(of: column) else {
      let reason = "\(kind(of: holder)) has no \(column.rawValue) column"
      throw PlanFailure(step: index + 1, reason: reason)
    }
    guard position <= holder.childCount else {
      let missing = layout.columns[holder.childCount].rawValue
      throw PlanFailure(
        step: index + 1,
        reason: "\(kind(of: holder)) has no \(missing) column yet, which comes before "
          + column.rawValue)
    }
    return (holder, position)
  }

  /// Throws when the visible screen is presented over the root.
  func checkRootIsCurrent(in scene: String, step: Int) throws(PlanFailure) {
    let tree = state.tree
    guard let leaf = tree.visibleID(of: scene) else { return }
    let layer = tree.layerRoot(of: leaf)
    guard layer != tree.root(of: scene) else { return }
    throw PlanFailure(step: step, reason: "\(tree.kindName(layer)) is presented over the root")
  }

  /// The screen that has to present another one.
  func presenter(
    _ from: Step.Presenter, at cursor: ScreenID, scene: String, step: Int
  ) throws(PlanFailure) -> ScreenID {
    let tree = state.tree
    let presenter: ScreenID
    switch from {
    case .current: presenter = tree.layerRoot(of: cursor)
    case .topmost: presenter = tree.layerRoot(of: tree.visibleID(of: scene) ?? cursor)
    case .named(let kind):
      let tag = Screen.tag(of: kind)
      let named = tree.firstRow(in: scene, scope: .everything) {
        tree.isKind(kind, tag, $0) && !$0.ownership.isUnknown && !tree.isForeignGround($0)
      }
      guard let named else {
        throw PlanFailure(step: step, reason: "there is no \(kind) to present from")
      }
      presenter = tree.layerRoot(of: named.id)
    }
    if let screen = tree.row(presenter), tree.isForeignGround(screen) {
      throw PlanFailure(step: step, reason: tree.ofOtherCode(presenter))
    }
    return presenter
  }
}
