/// Turns a destination into a plan: looks from inside out for the innermost step that is on screen,
/// uncovers it, and builds the rest.
struct Planner {
  let table: RouteTable
  let limits: Limits
  private let way: Way
  /// One for each step.
  private let parameters: [Parameters]
  private var state: RouteState
  /// The id of the newest screen planned; its change may not be made yet.
  private var counter: UInt64
  private var changes: [TreeChange] = []
  /// The last change, not yet made in `state`: made when the next step looks.
  private var unmade: TreeChange?
  private var trace: [ScreenID] = []

  /// - Parameter parameters: one for each step of the way.
  init(
    _ way: Way, parameters: [Parameters], table: RouteTable, state: RouteState, limits: Limits
  ) {
    self.way = way
    self.parameters = parameters
    self.table = table
    self.limits = limits
    self.state = state
    counter = state.counter
  }

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - scene: the scene wanted; the active one when nil.
  ///   - edits: what a Swift step has replied; nil when it was not asked.
  mutating func plan(
    scene: String?, edits: (String) -> Answer?
  ) throws(PlanFailure) -> Plan {
    let scene = scene ?? state.tree.activeScene
    guard state.tree.root(of: scene) != nil else {
      throw PlanFailure(step: 0, reason: "there is no scene \(scene)")
    }
    if scene != state.tree.activeScene { try emit(.activate(scene: scene), step: 0) }
    let steps = way.destination.steps
    let found = innermostFound(in: scene)
    var cursor: ScreenID?
    if let found {
      try reveal(found.id, step: found.step + 1)
      try update(found.id, steps[found.step], parameters[found.step], step: found.step + 1)
      outerFound(before: found.step, of: found.id)
      trace.append(found.id)
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
        cursor = try build(index, at: cursor, scene: scene)
      }
      if let cursor { trace.append(cursor) }
    }
    try make(step: steps.count)
    let coalesced = TreeChange.coalesced(changes, in: state.tree)
    // Where nothing was joined, the changes have been made already, one by one.
    return Plan(
      changes: coalesced, isMade: coalesced.count == changes.count, state: state, trace: trace,
      built: first..<steps.count, question: question)
  }
}

extension Planner {
  /// The first screen, visible ones before hidden ones, that a step's rule recognises.
  private func firstScreen(recognisedBy index: Int, in scene: String) -> Screen? {
    let step = way.destination.steps[index]
    guard step.finder != .none, let kind = way.kinds[index] else { return nil }
    // Only these are captured: a closure over `self` copies the whole planner.
    let (tree, parameters) = (state.tree, parameters[index])
    return tree.firstScreen(in: scene, tagged: kind.tag) { screen in
      Self.recognises(screen, step, kind, parameters, in: tree)
    }
  }

  private static func recognises(
    _ screen: Screen, _ step: Step, _ kind: DeclaredKind, _ parameters: Parameters,
    in tree: ScreenTree
  ) -> Bool {
    let isWanted =
      switch step.finder {
      case .none: false
      case .name: screen.kind == step.name
      case .same: kind.isSame(screen, as: parameters)
      }
    return isWanted && !tree.isForeignGround(screen)
  }

  private func innermostFound(in scene: String) -> (step: Int, id: ScreenID)? {
    // What Swift code will do to the tree is not known, so nothing behind it counts as found.
    let steps = way.destination.steps
    var index = steps.firstIndex { $0.verb == .run } ?? steps.count
    while index > 0 {
      index -= 1
      if let screen = firstScreen(recognisedBy: index, in: scene) { return (index, screen.id) }
    }
    return nil
  }

  /// The screens of steps outside the found one, where they lie on the way to it.
  private mutating func outerFound(before end: Int, of id: ScreenID) {
    guard end > 0 else { return }
    let path = state.tree.path(to: id)
    for index in 0..<end {
      guard let kind = way.kinds[index] else { continue }
      let step = way.destination.steps[index]
      for id in path {
        guard let screen = state.tree[id],
          Self.recognises(screen, step, kind, parameters[index], in: state.tree)
        else { continue }
        trace.append(id)
        break
      }
    }
  }

  /// Uncovers a screen: outermost first, whatever lies over its path is dismissed, popped or put
  /// behind.
  private mutating func reveal(_ id: ScreenID, step: Int) throws(PlanFailure) {
    try make(step: step)
    let tree = state.tree
    let path = tree.path(to: id)
    for index in path.indices {
      guard let screen = tree[path[index]] else { continue }
      let next = index + 1 < path.count ? path[index + 1] : nil
      if let next, screen.presented == next { continue }
      if let presented = screen.presented {
        try checkDismissible(presented, step: step)
        try emit(.dismiss(from: screen.id), step: step)
      }
      guard let next else { continue }
      if screen.container == .stack, screen.childList.last != next {
        let position = screen.childList.position(of: next) ?? 0
        let dropped = screen.childList.count - position - 1
        try checkDroppable(screen, from: position + 1, step: step)
        try emit(
          .splice(container: screen.id, at: position + 1, drop: dropped, insert: []), step: step)
      } else if screen.container == .tabs, screen.selected != next {
        try emit(.select(child: next), step: step)
      }
    }
  }

  private func checkDismissible(_ id: ScreenID, step: Int) throws(PlanFailure) {
    var held: String?
    state.tree.forEachBelow(id) { screen in
      if table.kind(screen.kind)?.declaration.isDismissible == false { held = held ?? screen.kind }
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
    state.tree.forEachBelow(id) { screen in
      if let over = screen.presented { presented.append(over) }
    }
    for id in presented { try checkDismissible(id, step: step) }
  }

  private mutating func update(
    _ id: ScreenID, _ step: Step, _ parameters: Parameters, step number: Int
  ) throws(PlanFailure) {
    guard step.updates, let screen = state.tree[id], screen.parameters != parameters else { return }
    try emit(.parameters(id, parameters), step: number)
  }
}

extension Planner {
  /// Brings about one step and returns its screen.
  private mutating func build(
    _ index: Int, at cursor: ScreenID?, scene: String
  ) throws(PlanFailure) -> ScreenID {
    let number = index + 1
    if case .push = way.destination.steps[index].verb, let cursor,
      let top = pendingTop(at: cursor)
    {
      return try push(index, onto: top.stack, at: top.count, drop: 0)
    }
    try make(step: number)
    guard let cursor = cursor ?? state.tree.visibleLeaf(of: scene)?.id else {
      throw PlanFailure(step: number, reason: "the scene \(scene) shows no screen")
    }
    switch way.destination.steps[index].verb {
    case .select, .run:
      guard let screen = firstScreen(recognisedBy: index, in: scene) else {
        let name = way.destination.steps[index].name
        throw PlanFailure(step: number, reason: "there is no \(name) to select")
      }
      try reveal(screen.id, step: number)
      return screen.id
    case .push, .pushAsRoot, .replaceTop:
      guard let stack = nearestStack(at: cursor) else {
        let name = way.destination.steps[index].name
        throw PlanFailure(step: number, reason: "there is no stack to push \(name) onto")
      }
      let count = stack.childList.count
      let (position, drop) =
        switch way.destination.steps[index].verb {
        case .pushAsRoot: (0, count)
        case .replaceTop: (max(0, count - 1), min(1, count))
        default: (count, 0)
        }
      try checkDroppable(stack, from: position, step: number)
      return try push(index, onto: stack.id, at: position, drop: drop)
    case .present(let from, let style):
      let presenter = try presenter(from, at: cursor, scene: scene, step: number)
      if let over = state.tree[presenter], over.presented != nil {
        throw PlanFailure(step: number, reason: "\(over.kind) presents a screen already")
      }
      let screen = newScreen(index)
      try emit(.present(over: presenter, style: style, screen: screen.subtree), step: number)
      return screen.id
    case .root:
      if let root = state.tree.root(of: scene) { try checkUncovered(root, step: number) }
      let screen = newScreen(index)
      try emit(.root(scene: scene, screen: screen.subtree), step: number)
      return screen.id
    }
  }

  private mutating func push(
    _ index: Int, onto stack: ScreenID, at position: Int, drop: Int
  ) throws(PlanFailure) -> ScreenID {
    let screen = newScreen(index)
    try emit(
      .splice(container: stack, at: position, drop: drop, insert: [screen.subtree]),
      step: index + 1)
    return screen.id
  }

  /// The stack that has the cursor's screen on top once the unmade change is made, and how many
  /// screens it holds then: a pop and pushes onto one stack are joined without making each.
  private func pendingTop(at cursor: ScreenID) -> (stack: ScreenID, count: Int)? {
    guard case .splice(let container, let position, let drop, let insert)? = unmade,
      let stack = state.tree[container], stack.container == .stack, stack.ownership == .declared,
      position + drop == stack.childList.count
    else { return nil }
    if let last = insert.last {
      guard last.id == cursor, last.container == nil else { return nil }
    } else {
      guard position > 0, stack.childList[position - 1] == cursor,
        let top = state.tree[cursor], top.container == nil, top.ownership == .declared
      else { return nil }
    }
    return (container, position + insert.count)
  }

  /// The innermost stack that a person sees below the screen or that holds it, in its own
  /// presentation layer.
  private func nearestStack(at id: ScreenID) -> Screen? {
    var leaf = state.tree[id]
    while let child = leaf?.visibleChild.flatMap({ state.tree[$0] }) { leaf = child }
    var current = leaf
    while let screen = current {
      if screen.ownership == .foreign { return nil }
      if screen.container == .stack { return screen }
      guard let parent = screen.parent.flatMap({ state.tree[$0] }), parent.presented != screen.id
      else {
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
    case .current: return state.tree.layerRoot(of: cursor)
    case .topmost: return state.tree.layerRoot(of: state.tree.visibleLeaf(of: scene)?.id ?? cursor)
    case .named(let kind):
      guard let screen = state.tree.firstScreen(in: scene, where: { $0.kind == kind }) else {
        throw PlanFailure(step: step, reason: "there is no \(kind) to present from")
      }
      return state.tree.layerRoot(of: screen.id)
    }
  }

  private mutating func newScreen(_ index: Int) -> (id: ScreenID, subtree: Subtree) {
    var subtree = Subtree(
      kind: way.destination.steps[index].name, parameters: parameters[index],
      container: way.kinds[index]?.declaration.container)
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
      for change in edits {
        try make(step: step)  // host code's edits have to fit one by one, not only joined
        try emit(change, step: step)
      }
      try make(step: step)
      return state.tree.visibleLeaf(of: scene)?.id
    case .failed(let reason): throw PlanFailure(step: step, reason: reason)
    default: throw PlanFailure(step: step, reason: "\(name) did not take the request")
    }
  }

  private mutating func emit(_ change: TreeChange, step: Int) throws(PlanFailure) {
    if let joined = unmade?.joined(with: change, in: state.tree) {
      changes[changes.count - 1] = joined
      unmade = joined
      return
    }
    try make(step: step)
    changes.append(change)
    unmade = change
  }

  /// Makes the last change in the tree that the next step looks at.
  private mutating func make(step: Int) throws(PlanFailure) {
    guard let change = unmade else { return }
    unmade = nil
    do {
      try state.apply(.tree(change), limits: limits)
      counter = max(counter, state.counter)
    } catch {
      throw PlanFailure(step: step, reason: error.description)
    }
  }
}
