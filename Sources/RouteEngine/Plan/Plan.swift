/// The ordered edits that a destination needs in one state: looks from inside out for the innermost
/// step that is on screen, uncovers it, and builds the rest.
struct Plan {
  private let table: RouteTable
  private let limits: Limits
  private let way: Way
  /// One for each step.
  private let parameters: [Parameters]
  /// What host code has replied so far, and to which hop this is.
  private let answers: [RecordedAnswer]
  private let hop: Int
  /// The state after all edits, or at the moment of the question.
  var state: RouteState
  /// The id of the newest screen planned; its change may not be made yet.
  private var counter: UInt64
  /// The edits, adjacent ones of one container joined.
  private(set) var changes: [TreeChange] = []
  /// Whether the last change is made in ``state``: that is done when the next step looks.
  private var isLastMade = true
  /// Whether ``state`` is what these very changes lead to; false when some were joined.
  private(set) var isMade = true
  /// The screens of the destination from outside in, found and built, where each step ended.
  private(set) var trace: [ScreenID] = []
  /// The first step that had to be brought about, as did all after it.
  private(set) var firstBuilt = 0
  /// What Swift steps have replied and the plan has used, also when it failed.
  private(set) var used: [RecordedAnswer] = []

  /// A plan without edits yet.
  ///
  /// - Parameters:
  ///   - parameters: one for each step of the way.
  ///   - answers: what host code has replied so far.
  ///   - hop: how many redirects led here.
  init(
    _ way: Way, parameters: consuming [Parameters], table: RouteTable, state: RouteState,
    limits: Limits, answers: [RecordedAnswer], hop: Int
  ) {
    self.way = way
    self.parameters = parameters
    self.table = table
    self.limits = limits
    self.answers = answers
    self.hop = hop
    self.state = state
    counter = state.counter
  }

  /// Finds the edits.
  ///
  /// - Parameter scene: the scene wanted; the active one when nil.
  /// - Returns: what a Swift step has to be asked before the plan can go on.
  mutating func make(scene: String?) throws(PlanFailure) -> Question? {
    let scene = scene ?? state.tree.activeScene
    guard state.tree.root(of: scene) != nil else {
      throw PlanFailure(step: 0, reason: "there is no scene \(scene)")
    }
    if scene != state.tree.activeScene { try emit(.activate(scene: scene), step: 0) }
    let steps = way.steps
    let found = innermostFound(in: scene)
    var cursor: ScreenID?
    trace.reserveCapacity(steps.count)
    changes.reserveCapacity(steps.count)
    if let found {
      try make(step: found.step + 1)
      try reveal(found.id, step: found.step + 1)
      try update(found.id, found.step)
      outerFound(before: found.step, of: found.id)
      trace.append(found.id)
      cursor = found.id
    }
    if let found { firstBuilt = found.step + 1 }
    for index in firstBuilt..<steps.count {
      if steps[index].verb == .run {
        let asked = Question(.step, steps[index].name, hop: hop)
        guard let answer = answers.first(where: { $0.question == asked }) else {
          try make(step: index + 1)
          return asked
        }
        used.append(answer)
        cursor = try run(steps[index].name, answer.answer, scene: scene, step: index + 1)
      } else {
        cursor = try build(index, at: cursor, scene: scene)
      }
      if let cursor { trace.append(cursor) }
    }
    try make(step: steps.count)
    let count = changes.count
    TreeChange.coalesce(&changes, in: state.tree)
    isMade = changes.count == count
    return nil
  }
}

/// Recognises the screen of a step.
private struct StepTest: ScreenTest {
  let tag: UInt64
  let step: WayStep
  let parameters: Parameters

  func accepts(_ screen: Screen) -> Bool { step.recognises(screen, as: parameters) }
}

extension Plan {
  /// The first screen, visible ones before hidden ones, that a step's rule recognises.
  private func firstScreen(recognisedBy index: Int, in scene: String) -> Screen? {
    let step = way.steps[index]
    guard step.finder != .none, let kind = step.kind else { return nil }
    let test = StepTest(tag: kind.tag, step: step, parameters: parameters[index])
    return state.tree.firstScreen(in: scene, passing: test)
  }

  private func innermostFound(in scene: String) -> (step: Int, id: ScreenID)? {
    // What Swift code will do to the tree is not known, so nothing behind it counts as found.
    let steps = way.steps
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
      let step = way.steps[index]
      let found = path.first { id in
        guard let screen = state.tree[id] else { return false }
        return step.recognises(screen, as: parameters[index])
          && !state.tree.isForeignGround(screen)
      }
      if let found { trace.append(found) }
    }
  }

  /// Uncovers a screen: outermost first, whatever lies over its path is dismissed, popped or put
  /// behind.
  ///
  /// - Parameter next: the screen on the path that this one holds or presents; nil at its end.
  private mutating func reveal(
    _ id: ScreenID, under next: ScreenID? = nil, step: Int
  ) throws(PlanFailure) {
    guard let screen = state.tree[id] else { return }
    if let parent = screen.parent { try reveal(parent, under: id, step: step) }
    if let next, screen.presented == next { return }
    if let presented = screen.presented.flatMap({ state.tree[$0] }),
      !presented.ownership.isUnknown  // such a one covers nothing
    {
      try checkDismissible(presented.id, step: step)
      try emit(.dismiss(from: id), step: step)
    }
    guard let next else { return }
    if screen.container == .stack, state.tree.shownChild(of: screen)?.id != next {
      let position = screen.childList.position(of: next) ?? 0
      let dropped = screen.childList.count - position - 1
      try checkDroppable(screen, from: position + 1, step: step)
      try emit(.splice(container: id, at: position + 1, drop: dropped, insert: []), step: step)
    } else if screen.container == .tabs, screen.selected != next {
      try emit(.select(child: next), step: step)
    }
  }

  private func checkDismissible(_ id: ScreenID, step: Int) throws(PlanFailure) {
    var held: String?
    state.tree.forEachBelow(id) { screen in
      guard !screen.ownership.isUnknown else { return }
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
    guard let screen = state.tree[id], screen.presented != nil || !screen.childList.isEmpty else {
      return
    }
    var presented: [ScreenID] = []
    state.tree.forEachBelow(id) { screen in
      if let over = screen.presented { presented.append(over) }
    }
    for id in presented { try checkDismissible(id, step: step) }
  }

  private mutating func update(_ id: ScreenID, _ index: Int) throws(PlanFailure) {
    guard way.steps[index].updates, state.tree[id]?.parameters != parameters[index] else { return }
    try emit(.parameters(id, parameters[index]), step: index + 1)
  }
}

extension Plan {
  /// Brings about one step and returns its screen.
  private mutating func build(
    _ index: Int, at cursor: ScreenID?, scene: String
  ) throws(PlanFailure) -> ScreenID {
    let number = index + 1
    let step = way.steps[index]
    if case .push = step.verb, let cursor, let top = pendingTop(at: cursor) {
      return try push(index, onto: top.stack, at: top.count, drop: 0)
    }
    try make(step: number)
    guard let cursor = cursor ?? state.tree.visibleLeaf(of: scene)?.id else {
      throw PlanFailure(step: number, reason: "the scene \(scene) shows no screen")
    }
    switch step.verb {
    case .select, .run:
      guard let screen = firstScreen(recognisedBy: index, in: scene) else {
        throw PlanFailure(step: number, reason: "there is no \(step.name) to select")
      }
      try reveal(screen.id, step: number)
      return screen.id
    case .push, .pushAsRoot, .replaceTop:
      guard let stack = nearestStack(at: cursor) else {
        throw PlanFailure(step: number, reason: "there is no stack to push \(step.name) onto")
      }
      let count = stack.childList.count
      let (position, drop) =
        switch step.verb {
        case .pushAsRoot: (0, count)
        case .replaceTop: (max(0, count - 1), min(1, count))
        default: (count, 0)
        }
      try checkDroppable(stack, from: position, step: number)
      return try push(index, onto: stack.id, at: position, drop: drop)
    case .present(let from, let style):
      let presenter = try presenter(from, at: cursor, scene: scene, step: number)
      if let over = state.tree[presenter], let presented = over.presented {
        guard state.tree[presented]?.ownership.isUnknown ?? false else {
          throw PlanFailure(step: number, reason: "\(over.kind) presents a screen already")
        }
        try emit(.dismiss(from: presenter), step: number)
      }
      let screen = newScreen(index)
      try emit(.present(over: presenter, style: style, screen: screen), step: number)
    case .root:
      if let root = state.tree.root(of: scene) { try checkUncovered(root, step: number) }
      let screen = newScreen(index)
      try emit(.root(scene: scene, screen: screen), step: number)
    }
    return ScreenID(counter)
  }

  private mutating func push(
    _ index: Int, onto stack: ScreenID, at position: Int, drop: Int
  ) throws(PlanFailure) -> ScreenID {
    let screen = newScreen(index)
    try emit(
      .splice(container: stack, at: position, drop: drop, insert: [screen]), step: index + 1)
    return ScreenID(counter)
  }

  /// The stack that has the cursor's screen on top once the unmade change is made, and how many
  /// screens it holds then: a pop and pushes onto one stack are joined without making each.
  private func pendingTop(at cursor: ScreenID) -> (stack: ScreenID, count: Int)? {
    guard !isLastMade,
      case .splice(let container, let position, let drop, let insert)? = changes.last,
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
  /// presentation layer. Screens of other code are covered whole, not edited.
  private func nearestStack(at id: ScreenID) -> Screen? {
    var leaf = state.tree.foreignScreen(around: id) ?? state.tree[id]
    while leaf?.ownership == .declared, let child = leaf.flatMap({ state.tree.shownChild(of: $0) })
    {
      leaf = child
    }
    var current = leaf
    while let screen = current {
      if screen.container == .stack, screen.ownership == .declared { return screen }
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
    let tree = state.tree
    let presenter: ScreenID
    switch from {
    case .current: presenter = tree.layerRoot(of: cursor)
    case .topmost: presenter = tree.layerRoot(of: tree.visibleLeaf(of: scene)?.id ?? cursor)
    case .named(let kind):
      let named = tree.firstScreen(in: scene) {
        $0.kind == kind && !$0.ownership.isUnknown && !tree.isForeignGround($0)
      }
      guard let named else {
        throw PlanFailure(step: step, reason: "there is no \(kind) to present from")
      }
      presenter = tree.layerRoot(of: named.id)
    }
    if let screen = tree[presenter], tree.isForeignGround(screen) {
      throw PlanFailure(step: step, reason: ofOtherCode(presenter))
    }
    return presenter
  }

  /// Why a screen cannot be edited.
  private func ofOtherCode(_ id: ScreenID) -> String {
    let kind = state.tree[id]?.kind ?? ""
    let owner = state.tree.foreignScreen(around: id).map {
      $0.id == id ? "" : " lies in \($0.kind) and"
    }
    return "\(kind) (\(id))\(owner ?? "") belongs to other code"
  }

  /// The screen of a step, with the next id.
  private mutating func newScreen(_ index: Int) -> Subtree {
    let step = way.steps[index]
    var subtree = Subtree(
      kind: step.name, parameters: parameters[index],
      container: step.kind?.declaration.container)
    counter += 1
    subtree.id = ScreenID(counter)
    return subtree
  }

  private mutating func run(
    _ name: String, _ answer: Answer, scene: String, step: Int
  ) throws(PlanFailure) -> ScreenID? {
    switch answer {
    case .edited(let edits):
      for change in edits {
        try make(step: step)  // host code's edits have to fit one by one, not only joined
        if let place = state.tree.foreignPlace(of: change) {
          throw PlanFailure(step: step, reason: ofOtherCode(place))
        }
        try emit(change, step: step)
      }
      try make(step: step)
      return state.tree.visibleLeaf(of: scene)?.id
    case .failed(let reason): throw PlanFailure(step: step, reason: reason)
    default: throw PlanFailure(step: step, reason: "\(name) did not take the request")
    }
  }

  private mutating func emit(_ change: consuming TreeChange, step: Int) throws(PlanFailure) {
    if !isLastMade {
      if changes[changes.count - 1].join(change, in: state.tree) { return }
      try make(step: step)
    }
    changes.append(change)
    isLastMade = false
  }

  /// Makes the last change in the tree that the next step looks at.
  private mutating func make(step: Int) throws(PlanFailure) {
    guard !isLastMade else { return }
    isLastMade = true
    do {
      try state.apply(.tree(changes[changes.count - 1]), limits: limits)
      counter = max(counter, state.counter)
    } catch {
      throw PlanFailure(step: step, reason: error.description)
    }
  }
}

extension ScreenTree {
  /// The screen of other code that a change would edit the inside of; nil when it edits none.
  fileprivate func foreignPlace(of change: TreeChange) -> ScreenID? {
    switch change {
    case .splice(let container, _, _, _): foreignScreen(around: container)?.id
    case .select(let child): self[child].flatMap { isForeignGround($0) ? child : nil }
    case .present(let over, _, _), .dismiss(let over), .parameters(let over, _):
      self[over].flatMap { isForeignGround($0) ? over : nil }
    case .root, .close, .activate, .become, .ready, .unready: nil
    }
  }
}
