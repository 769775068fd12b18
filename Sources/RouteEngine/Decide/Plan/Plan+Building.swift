extension Plan {
  /// Brings about one step and returns its screen.
  ///
  /// - Parameter inBuilt: whether the cursor is what the step before has built.
  mutating func build(
    _ index: Int, inBuilt: Bool, at cursor: ScreenID?, scene: String
  ) throws(PlanFailure) -> ScreenID {
    let (number, step) = (index + 1, steps[index].step)
    let begins = cursor == nil
    guard let cursor = cursor ?? state.tree.visibleID(of: scene) else {
      throw PlanFailure(step: number, reason: "the scene \(scene) shows no screen")
    }
    switch step.verb {
    case .push, .pushAsRoot, .replaceTop:
      return try push(index, at: cursor, beginsBuilding: begins)
    case .tab, .replaceTab: return try addTab(index, at: cursor, beginsBuilding: begins)
    case .column(let column):
      let (holder, place) = try place(of: column, at: cursor, for: step.name, number)
      let drop = place < holder.childCount ? 1 : 0
      try checkDroppable(holder, from: place, drop, step: number)
      return try put(index, in: holder.id, at: place, drop: drop)
    case .present(let from, let style):
      let presenter = try presenter(from, at: cursor, scene: scene, step: number)
      if let over = state.tree.row(presenter), let presented = over.presented {
        guard state.tree.row(presented)?.ownership.isUnknown ?? false else {
          throw PlanFailure(step: number, reason: "\(kind(of: over)) presents a screen already")
        }
        try emit(.dismiss(from: presenter), step: number)
      }
      let id = nextID
      try emit(.present(over: presenter, style: style, screen: newScreen(index)), step: number)
      return id
    case .root(let from):
      if from == .current { try checkRootIsCurrent(in: scene, step: number) }
      if let root = state.tree.root(of: scene).flatMap({ state.tree.row($0) }) {
        try checkUncovered(root, step: number)
      }
      let id = nextID
      try emit(.root(scene: scene, screen: newScreen(index)), step: number)
      return id
    case .select, .pop, .popTo, .dismiss, .choose, .run:
      return try select(index, inside: inBuilt ? cursor : nil)
    }
  }

  /// Goes to a screen in what the step before has built.
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
    _ index: Int, at cursor: ScreenID, beginsBuilding: Bool
  ) throws(PlanFailure) -> ScreenID {
    let step = steps[index].step
    let stack: ScreenRow
    if let column = step.column {
      let (holder, place) = try place(of: column, at: cursor, for: step.name, index + 1)
      let child = state.tree.child(of: holder.children, at: place).flatMap { state.tree.row($0) }
      guard let child, child.layout == .stack, child.ownership == .declared else {
        throw PlanFailure(
          step: index + 1,
          reason: "the \(column.rawValue) column of \(kind(of: holder)) is no stack")
      }
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
    let position =
      switch step.verb {
      case .pushAsRoot: 0
      case .replaceTop: max(0, self.position(ofTop: stack))
      default: count
      }
    try checkDroppable(stack, from: position, count - position, step: index + 1)
    return try put(index, in: stack.id, at: position, drop: count - position)
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
    if case .tab(let wanted?) = step.verb { position = min(wanted, count) }
    if case .replaceTab(let wanted) = step.verb, wanted < count { (position, drop) = (wanted, 1) }
    try checkDroppable(tabs, from: position, drop, step: index + 1)
    let replaced = drop == 1 ? state.tree.child(of: tabs.children, at: position) : nil
    let isSelected = count == 0 || replaced != nil && replaced == tabs.selected
    let id = try put(index, in: tabs.id, at: position, drop: drop)
    if !isSelected { try emit(.select(child: id), step: index + 1) }
    return id
  }

  /// Puts the screen of a step into a container.
  private mutating func put(
    _ index: Int, in container: ScreenID, at position: Int, drop: Int
  ) throws(PlanFailure) -> ScreenID {
    let id = nextID
    try emit(
      .splice(container: container, at: position, drop: drop, insert: newScreen(index)),
      step: index + 1)
    return id
  }

  /// The id that the next screen gets.
  private var nextID: ScreenID { ScreenID(state.counter + 1) }

  /// The screen of a step with what it holds from the beginning, under the next ids.
  private func newScreen(_ index: Int) -> NewScreens {
    let id = nextID
    let screen = steps[index].step.screen.identified(as: id, with: steps[index].parameters)
    guard !steps[index].content.isEmpty else { return screen }
    return NewScreens(screen, holding: steps[index].content, after: id.rawValue)
  }
}
