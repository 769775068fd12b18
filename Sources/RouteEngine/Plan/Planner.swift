/// Turns a destination into a plan: looks from inside out for the innermost step that is on screen,
/// uncovers it, and builds the rest.
struct Planner {
  let table: RouteTable
  let limits: Limits
  private var tree: ScreenTree
  private var counter: UInt64
  private var changes: [TreeChange] = []
  /// The last change, not yet made in `tree`: most plans end before anybody has to look.
  private var unmade: TreeChange?
  private var trace: [ScreenID] = []

  init(table: RouteTable, state: RouteState, limits: Limits) {
    self.table = table
    self.limits = limits
    tree = state.tree
    counter = state.counter
  }

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - parameters: one for each step.
  ///   - scene: the scene wanted; the active one when nil.
  ///   - edits: what a Swift step has replied; nil when it was not asked.
  mutating func plan(
    _ destination: Destination, parameters: [Parameters], scene: String?,
    edits: (String) -> Answer?
  ) throws(PlanFailure) -> Plan {
    let scene = scene ?? tree.activeScene
    guard tree.root(of: scene) != nil else {
      throw PlanFailure(step: 0, reason: "there is no scene \(scene)")
    }
    if scene != tree.activeScene { try emit(.activate(scene: scene), step: 0) }
    let steps = destination.steps
    let found = innermostFound(steps, parameters, in: scene)
    var cursor: ScreenID?
    if let found {
      try reveal(found.id, step: found.step + 1)
      try update(found.id, steps[found.step], parameters[found.step], step: found.step + 1)
      trace = outerFound(steps, parameters, before: found.step, of: found.id) + [found.id]
      cursor = found.id
    }
    let first = found.map { $0.step + 1 } ?? 0
    var question: String?
    for index in first..<steps.count {
      if steps[index].verb == .run {
        guard let answer = edits(steps[index].name) else {
          question = steps[index].name
          break
        }
        cursor = try run(steps[index].name, answer, scene: scene, step: index + 1)
      } else {
        cursor = try build(
          steps[index], parameters[index], at: cursor, scene: scene, step: index + 1)
      }
      if let cursor { trace.append(cursor) }
    }
    if question != nil { try make(step: 0) }
    let built = steps[first...].filter { $0.verb != .run && $0.verb != .select }.map(\.name)
    return Plan(
      changes: TreeChange.coalesced(changes) { isJoinable($0) }, trace: trace,
      builtKinds: built.reversed(), question: question, tree: tree, counter: counter)
  }
}

extension Planner {
  private func isJoinable(_ container: ScreenID) -> Bool {
    tree[container].map { $0.container != .tabs } ?? false
  }

  private func recognises(_ screen: Screen, _ step: Step, _ parameters: Parameters) -> Bool {
    switch step.finder {
    case .none: false
    case .name: screen.kind == step.name && !tree.isForeignGround(screen)
    case .same:
      table.screen(step.name)?.isSame(screen, as: parameters) == true
        && !tree.isForeignGround(screen)
    }
  }

  private func innermostFound(
    _ steps: [Step], _ parameters: [Parameters], in scene: String
  ) -> (step: Int, id: ScreenID)? {
    // What Swift code will do to the tree is not known, so nothing behind it counts as found.
    let end = steps.firstIndex { $0.verb == .run } ?? steps.count
    for index in steps[..<end].indices.reversed() where steps[index].finder != .none {
      let step = steps[index]
      if let screen = tree.firstScreen(
        in: scene, where: { recognises($0, step, parameters[index]) })
      {
        return (index, screen.id)
      }
    }
    return nil
  }

  /// The screens of steps outside the found one, where they lie on the way to it.
  private func outerFound(
    _ steps: [Step], _ parameters: [Parameters], before end: Int, of id: ScreenID
  ) -> [ScreenID] {
    guard end > 0 else { return [] }
    let path = tree.path(to: id).compactMap { tree[$0] }
    return (0..<end).compactMap { index in
      path.first { recognises($0, steps[index], parameters[index]) }?.id
    }
  }

  /// Uncovers a screen: outermost first, whatever lies over its path is dismissed, popped or put
  /// behind.
  private mutating func reveal(_ id: ScreenID, step: Int) throws(PlanFailure) {
    try make(step: step)
    let path = tree.path(to: id).compactMap { tree[$0] }
    for (index, screen) in path.enumerated() {
      let next = index + 1 < path.count ? path[index + 1] : nil
      if let next, screen.presented == next.id { continue }
      if let presented = screen.presented {
        try checkDismissible(presented, step: step)
        try emit(.dismiss(from: screen.id), step: step)
      }
      guard let next else { continue }
      if screen.container == .stack, screen.childList.last != next.id {
        let position = screen.childList.position(of: next.id) ?? 0
        let dropped = screen.childList.count - position - 1
        try checkDroppable(screen, from: position + 1, step: step)
        try emit(
          .splice(container: screen.id, at: position + 1, drop: dropped, insert: []), step: step)
      } else if screen.container == .tabs, screen.selected != next.id {
        try emit(.select(child: next.id), step: step)
      }
    }
  }

  private func checkDismissible(_ id: ScreenID, step: Int) throws(PlanFailure) {
    var held: String?
    tree.forEachBelow(id) { screen in
      if table.screen(screen.kind)?.isDismissible == false { held = held ?? screen.kind }
    }
    if let held { throw PlanFailure(step: step, reason: "\(held) may not be dismissed") }
  }

  /// What lies over screens that are to go may itself have to stay.
  private func checkDroppable(
    _ holder: Screen, from position: Int, step: Int
  ) throws(PlanFailure) {
    for index in position..<holder.childList.count {
      try checkUncovered(holder.childList[index], step: step)
    }
  }

  private func checkUncovered(_ id: ScreenID, step: Int) throws(PlanFailure) {
    var presented: [ScreenID] = []
    tree.forEachBelow(id) { screen in
      if let over = screen.presented { presented.append(over) }
    }
    for id in presented { try checkDismissible(id, step: step) }
  }

  private mutating func update(
    _ id: ScreenID, _ step: Step, _ parameters: Parameters, step number: Int
  ) throws(PlanFailure) {
    guard step.updates, let screen = tree[id], screen.parameters != parameters else { return }
    try emit(.parameters(id, parameters), step: number)
  }
}

extension Planner {
  /// Brings about one step and returns its screen.
  private mutating func build(
    _ step: Step, _ parameters: Parameters, at cursor: ScreenID?, scene: String, step number: Int
  ) throws(PlanFailure) -> ScreenID {
    try make(step: number)
    guard let cursor = cursor ?? tree.visibleLeaf(of: scene)?.id else {
      throw PlanFailure(step: number, reason: "the scene \(scene) shows no screen")
    }
    switch step.verb {
    case .select, .run:
      guard let screen = tree.firstScreen(in: scene, where: { recognises($0, step, parameters) })
      else { throw PlanFailure(step: number, reason: "there is no \(step.name) to select") }
      try reveal(screen.id, step: number)
      return screen.id
    case .push, .pushAsRoot, .replaceTop:
      return try push(step, parameters, at: cursor, step: number)
    case .present(let from, let style):
      let presenter = try presenter(from, at: cursor, scene: scene, step: number)
      if let over = tree[presenter], over.presented != nil {
        throw PlanFailure(step: number, reason: "\(over.kind) presents a screen already")
      }
      let screen = newScreen(step, parameters)
      try emit(.present(over: presenter, style: style, screen: screen.subtree), step: number)
      return screen.id
    case .root:
      if let root = tree.root(of: scene) { try checkUncovered(root, step: number) }
      let screen = newScreen(step, parameters)
      try emit(.root(scene: scene, screen: screen.subtree), step: number)
      return screen.id
    }
  }

  private mutating func push(
    _ step: Step, _ parameters: Parameters, at cursor: ScreenID, step number: Int
  ) throws(PlanFailure) -> ScreenID {
    guard let stack = nearestStack(at: cursor) else {
      throw PlanFailure(step: number, reason: "there is no stack to push \(step.name) onto")
    }
    let count = stack.childList.count
    let screen = newScreen(step, parameters)
    let (position, drop) =
      switch step.verb {
      case .pushAsRoot: (0, count)
      case .replaceTop: (max(0, count - 1), min(1, count))
      default: (count, 0)
      }
    try checkDroppable(stack, from: position, step: number)
    try emit(
      .splice(container: stack.id, at: position, drop: drop, insert: [screen.subtree]),
      step: number)
    return screen.id
  }

  /// The innermost stack that a person sees below the screen or that holds it, in its own
  /// presentation layer.
  private func nearestStack(at id: ScreenID) -> Screen? {
    var leaf = tree[id]
    while let child = leaf?.visibleChild.flatMap({ tree[$0] }) { leaf = child }
    var current = leaf
    while let screen = current {
      if screen.ownership == .foreign { return nil }
      if screen.container == .stack { return screen }
      guard let parent = screen.parent.flatMap({ tree[$0] }), parent.presented != screen.id else {
        return nil
      }
      current = parent
    }
    return nil
  }

  private func presenter(
    _ from: Step.Presenter, at cursor: ScreenID, scene: String, step: Int
  ) throws(PlanFailure) -> ScreenID {
    switch from {
    case .current: return tree.layerRoot(of: cursor)
    case .topmost: return tree.layerRoot(of: tree.visibleLeaf(of: scene)?.id ?? cursor)
    case .named(let kind):
      guard let screen = tree.firstScreen(in: scene, where: { $0.kind == kind }) else {
        throw PlanFailure(step: step, reason: "there is no \(kind) to present from")
      }
      return tree.layerRoot(of: screen.id)
    }
  }

  private mutating func newScreen(
    _ step: Step, _ parameters: Parameters
  ) -> (id: ScreenID, subtree: Subtree) {
    var subtree = Subtree(
      kind: step.name, parameters: parameters, container: table.screen(step.name)?.container)
    counter += 1
    let id = ScreenID(counter)
    subtree.id = id
    return (id, subtree)
  }

  private mutating func run(
    _ name: String, _ answer: Answer, scene: String, step: Int
  ) throws(PlanFailure) -> ScreenID? {
    switch answer {
    case .edited(let edits):
      for change in edits { try emit(change, step: step) }
      try make(step: step)
      return tree.visibleLeaf(of: scene)?.id
    case .failed(let reason): throw PlanFailure(step: step, reason: reason)
    default: throw PlanFailure(step: step, reason: "\(name) did not take the request")
    }
  }

  private mutating func emit(_ change: TreeChange, step: Int) throws(PlanFailure) {
    try make(step: step)
    changes.append(change)
    unmade = change
  }

  /// Makes the last change in the tree that the next step looks at.
  private mutating func make(step: Int) throws(PlanFailure) {
    guard let change = unmade else { return }
    unmade = nil
    do {
      try tree.apply(change, counter: &counter, limits: limits)
    } catch {
      throw PlanFailure(step: step, reason: error.description)
    }
  }
}
