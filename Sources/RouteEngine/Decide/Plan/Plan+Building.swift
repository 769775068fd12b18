extension Plan {
  /// Carries out one step, or several pushes in one change. Returns the id of the first step's
  /// screen; the screens of the other steps have the ids after it.
  ///
  /// - Parameters:
  ///   - inBuilt: whether the cursor is the screen that the step before has built.
  ///   - popped: the position in the cursor's stack from which screens are removed by a push.
  mutating func build(
    _ pushed: Range<Int>, inBuilt: Bool, at cursor: ScreenID?, popped: Int?, scene: String
  ) throws(PlanFailure) -> ScreenID {
    let index = pushed.lowerBound
    let (number, step) = (index + 1, steps[index].step)
    let begins = cursor == nil
    guard let cursor = cursor ?? state.tree.visibleID(of: scene) else {
      throw PlanFailure(step: number, reason: "the scene \(scene) shows no screen")
    }
    switch step.verb {
    case .push, .pushAsRoot, .replaceTop:
      return try push(pushed, at: cursor, popped: popped, beginsBuilding: begins)
    case .tab, .replaceTab: return try addTab(index, at: cursor, beginsBuilding: begins)
    case .column(let column):
      let (holder, place) = try place(
        of: column, for: index, at: cursor, beginsBuilding: begins)
      let drop = place < holder.childCount ? 1 : 0
      try checkDroppable(holder, from: place, drop, step: number)
      if place < holder.childCount - 1 { try dismissAll(in: holder, step: number) }
      return try put(pushed, in: holder.id, at: place, drop: drop)
    case .present(let from, let style):
      let presenter = try presenter(from, at: cursor, scene: scene, step: number)
      if let over = state.tree.row(presenter) {
        try uncover(over, isNamed: from != .current && from != .topmost, step: number)
      }
      let id = nextID
      try emit(.present(over: presenter, style: style, screen: newScreens(pushed)), step: number)
      return id
    case .root(let from):
      if from == .current { try checkRootIsCurrent(in: scene, step: number) }
      if let root = state.tree.root(of: scene).flatMap({ state.tree.row($0) }) {
        try checkUncovered(root, step: number)
      }
      let id = nextID
      try emit(.root(scene: scene, screen: newScreens(pushed)), step: number)
      return id
    case .select, .pop, .popTo, .dismiss, .choose, .run:
      return try select(index, inside: inBuilt ? cursor : nil)
    }
  }

  /// Makes sure that a screen that is presented over this one is visible.
  ///
  /// - Parameter isNamed: whether other screens may cover the presenter itself.
  private mutating func uncover(
    _ presenter: ScreenRow, isNamed: Bool, step: Int
  ) throws(PlanFailure) {
    if let presented = presenter.presented.flatMap({ state.tree.row($0) }),
      !presented.ownership.isUnknown
    {
      throw PlanFailure(step: step, reason: "\(kind(of: presenter)) presents a screen already")
    }
    if isNamed { try reveal(presenter.id, step: step) }
    try dismissAll(in: presenter, step: step)
    if presenter.presented != nil { try emit(.dismiss(from: presenter.id), step: step) }
  }

  /// Goes to a screen in the content that the step before has built.
  private mutating func select(
    _ index: Int, inside outer: ScreenID?
  ) throws(PlanFailure) -> ScreenID {
    let name = steps[index].step.name
    guard let outer = outer.flatMap({ state.tree.row($0) }) else {
      throw PlanFailure(step: index + 1, reason: "there is no \(name) to select")
    }
    guard let screen = firstScreen(recognisedBy: index, below: outer.id) else {
      throw PlanFailure(
        step: index + 1, reason: "there is no \(name) in the built hierarchy of \(kind(of: outer))")
    }
    try reveal(screen.id, step: index + 1)
    return screen.id
  }

  private mutating func push(
    _ pushed: Range<Int>, at cursor: ScreenID, popped: Int?, beginsBuilding: Bool
  ) throws(PlanFailure) -> ScreenID {
    let index = pushed.lowerBound
    let step = steps[index].step
    let stack: ScreenRow
    if let column = step.column {
      let (holder, place) = try place(
        of: column, for: index, at: cursor, beginsBuilding: beginsBuilding)
      let child = state.tree.child(of: holder.children, at: place).flatMap { state.tree.row($0) }
      guard let child, child.layout == .stack, child.ownership == .declared else {
        throw PlanFailure(
          step: index + 1,
          reason: "the \(column.rawValue) column of \(kind(of: holder)) is no stack")
      }
      try reveal(child.id, step: index + 1)
      stack = child
    } else if let nearest = try container(
      of: index, at: cursor, beginsBuilding: beginsBuilding, where: { $0 == .stack })
    {
      stack = nearest
    } else {
      throw PlanFailure(
        step: index + 1, reason: "there is no stack to push \(step.name) onto")
    }
    let count = stack.childCount
    if let popped {
      return try put(pushed, in: stack.id, at: popped, drop: count - popped, popsBefore: true)
    }
    let position =
      switch step.verb {
      case .pushAsRoot: 0
      case .replaceTop: max(0, self.position(ofTop: stack))
      default: count
      }
    try checkDroppable(stack, from: position, count - position, step: index + 1)
    return try put(pushed, in: stack.id, at: position, drop: count - position)
  }

  private mutating func addTab(
    _ index: Int, at cursor: ScreenID, beginsBuilding: Bool
  ) throws(PlanFailure) -> ScreenID {
    let step = steps[index].step
    let nearest = try container(
      of: index, at: cursor, beginsBuilding: beginsBuilding, where: { $0 == .tabs })
    guard let tabs = nearest else {
      throw PlanFailure(step: index + 1, reason: "there are no tabs to add \(step.name) to")
    }
    let count = tabs.childCount
    var (position, drop) = (count, 0)
    // Hidden tombstones do not count.
    if case .tab(let wanted?) = step.verb {
      position = state.tree.position(ofKnown: wanted, in: tabs) ?? count
    }
    if case .replaceTab(let wanted) = step.verb,
      let known = state.tree.position(ofKnown: wanted, in: tabs)
    {
      (position, drop) = (known, 1)
    }
    try checkDroppable(tabs, from: position, drop, step: index + 1)
    let replaced = drop == 1 ? state.tree.child(of: tabs.children, at: position) : nil
    let isSelected = count == 0 || replaced != nil && replaced == tabs.selected
    let id = try put(index..<index + 1, in: tabs.id, at: position, drop: drop)
    if !isSelected { try emit(.select(child: id), step: index + 1) }
    return id
  }

  /// Puts the screens of steps into a container.
  ///
  /// - Parameter popsBefore: whether a pop before the first step removes the dropped screens.
  private mutating func put(
    _ pushed: Range<Int>, in container: ScreenID, at position: Int, drop: Int,
    popsBefore: Bool = false
  ) throws(PlanFailure) -> ScreenID {
    let (id, first) = (nextID, pushed.lowerBound)
    do throws(PlanFailure) {
      try emit(
        .splice(container: container, at: position, drop: drop, insert: newScreens(pushed)),
        step: first + 1)
    } catch {
      // One after the other, to find the step that fails.
      guard popsBefore || pushed.count > 1 else { throw error }
      if popsBefore {
        try emit(.splice(container: container, at: position, drop: drop, insert: []), step: first)
      }
      for index in pushed {
        let drop = index == first && !popsBefore ? drop : 0
        let place = position + index - first
        _ = try put(index..<index + 1, in: container, at: place, drop: drop)
      }
    }
    return id
  }

  /// The id of the next screen.
  private var nextID: ScreenID { ScreenID(state.counter + 1) }

  /// The screens of steps with the next ids, the last one with its initial content.
  private func newScreens(_ pushed: Range<Int>) -> NewScreens {
    var (screens, id) = (NewScreens(), state.counter)
    if pushed.count > 1 {
      var size = 0
      for index in pushed { size += steps[index].step.screen.size(with: steps[index].parameters) }
      screens.reserve(size)
    }
    for index in pushed {
      id += 1
      screens.append(steps[index].step.screen, as: ScreenID(id), with: steps[index].parameters)
    }
    let content = steps[pushed.upperBound - 1].content
    return content.isEmpty ? screens : NewScreens(screens, holding: content, after: id)
  }
}
