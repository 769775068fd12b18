/// Recognises the screen of a step.
private struct StepTest: ScreenTest {
  let tag: UInt64
  let step: CompiledStep
  let parameters: Parameters
  /// The test of the screens under it; nil when there are no requirements, which is most common.
  let ground: StepGround?

  var clues: Parameters { step.clues(in: parameters) }

  func accepts(_ index: Int, in leaf: borrowing ScreenLeaf) -> Bool {
    step.recognises(index, in: leaf, as: parameters)
      && ground?.isUnder(leaf.rows[index].id) ?? true
  }
}

/// Recognises the screens under the screen of a step. A class, so that a search copies one
/// reference.
private final class StepGround {
  /// The steps outside of it, outermost first.
  private let outer: [PreparedStep]
  private let tree: ScreenTree
  /// The number of screens that were tested.
  private var looks = 0
  /// For each outer step, the nearest screen of its kind under each screen that was visited. It is
  /// kept only after more than a few tests: in a stack of one kind each walk would lead down to the
  /// same screen.
  private var known: [[ScreenID: ScreenID?]] = []

  /// The number of tests after which results are kept.
  private static let few = 8

  init(outer: [PreparedStep], tree: ScreenTree) { (self.outer, self.tree) = (outer, tree) }

  /// Whether the screens under a screen are those of the outer steps: for each step the nearest one
  /// of its kind, if there is one.
  func isUnder(_ id: ScreenID) -> Bool {
    looks += 1
    if looks == Self.few + 1 { known = Array(repeating: [:], count: outer.count) }
    var place = id
    for index in outer.indices.reversed() {
      let step = outer[index]
      guard let kind = step.step.kind, let under = nearest(kind, of: index, under: place) else {
        continue
      }
      guard step.identifies(under, in: tree) else { return false }
      place = under.id
    }
    return true
  }

  private func nearest(_ kind: DeclaredKind, of index: Int, under place: ScreenID) -> ScreenRow? {
    let name = outer[index].step.name
    return looks <= Self.few
      ? tree.nearestScreen(under: place, of: name, tag: kind.tag)
      : tree.nearestScreen(under: place, of: name, tag: kind.tag, known: &known[index])
  }
}

extension Plan {
  /// The test that recognises the screen of a step; nil when there is none.
  private func test(_ index: Int) -> StepTest? {
    let step = steps[index].step
    guard step.finder != .none, let kind = step.kind else { return nil }
    // A screen that its parameters identify matches wherever it lies. A screen that is recognised
    // only by its kind matches only over the screens of the identified outer steps.
    var ground: StepGround?
    if step.isRecognisedByKind {
      let outer = steps[..<index].filter { $0.step.verb.namesScreen && $0.step.isIdentified }
      if !outer.isEmpty { ground = StepGround(outer: outer, tree: state.tree) }
    }
    return StepTest(
      tag: kind.tag, step: step, parameters: steps[index].parameters, ground: ground)
  }

  /// The first screen that a step's rule recognises, visible ones before hidden ones.
  private func firstScreen(recognisedBy index: Int, in scene: String) -> ScreenRow? {
    guard let test = test(index) else { return nil }
    return state.tree.firstRow(in: scene, scope: steps[index].step.scope, passing: test)
  }

  /// The first screen in and over a screen that a step's rule recognises.
  func firstScreen(recognisedBy index: Int, below id: ScreenID) -> ScreenRow? {
    test(index).flatMap { state.tree.firstRow(below: id, passing: $0) }
  }

  /// The innermost step of a run whose screen is present.
  func innermostFound(of run: Range<Int>, in scene: String) -> (step: Int, id: ScreenID)? {
    var index = run.upperBound
    while index > run.lowerBound {
      index -= 1
      if let screen = firstScreen(recognisedBy: index, in: scene) { return (index, screen.id) }
    }
    return nil
  }

  /// Uncovers a screen: from the outside in, it dismisses and pops the screens over its path and
  /// selects the tabs on it.
  ///
  /// - Parameters:
  ///   - next: the next screen on the path, which this one holds or presents; nil at the end of the
  ///     path.
  ///   - keepsPop: whether a push onto the screen's stack follows. The push then removes the
  ///     screens above the screen, because a separate pop would edit the stack twice.
  /// - Returns: the position in that stack from which the push removes screens; nil when it removes
  ///   none.
  @discardableResult
  mutating func reveal(
    _ id: ScreenID, under next: ScreenID? = nil, keepsPop: Bool = false, step: Int
  ) throws(PlanFailure) -> Int? {
    guard let screen = state.tree.row(id) else { return nil }
    var popped: Int?
    if let parent = screen.parent {
      // A container takes the push itself. A presented screen is dismissed after the pop.
      let keepsPop =
        keepsPop && next == nil && screen.layout == nil && screen.ownership == .declared
        && screen.presented == nil
      popped = try reveal(parent, under: id, keepsPop: keepsPop, step: step)
    }
    if let next, screen.presented == next {
      try dismissAll(in: screen, step: step)
      return nil
    }
    if let over = screen.presented, let presented = state.tree.row(over),
      !presented.ownership.isUnknown  // a tombstone covers nothing
    {
      try dismiss(from: screen, step: step)
    }
    guard let next else { return popped }
    if screen.layout == .stack, state.tree.shownChild(of: screen)?.id != next {
      let position = (state.tree.position(of: next, in: screen) ?? 0) + 1
      if keepsPop, screen.ownership == .declared {
        try checkDroppable(screen, from: position, screen.childCount - position, step: step)
        return position
      }
      try pop(screen, from: position, step: step)
    } else if screen.layout == .tabs, screen.selected != next,
      // It can be shown in place of a tombstone.
      state.tree.hasOnlyDeclared || state.tree.shownChild(of: screen)?.id != next
    {
      try emit(.select(child: next), step: step)
    } else if screen.layout?.hasColumns ?? false, state.tree.shownChild(of: screen)?.id != next {
      try dismissAll(in: screen, step: step)
    }
    return nil
  }

  /// Dismisses what the visible screens inside a container present: it covers all of the container
  /// and what the container presents.
  mutating func dismissAll(in holder: ScreenRow, step: Int) throws(PlanFailure) {
    var next = state.tree.shownChild(of: holder)
    while let screen = next {
      if let over = screen.presented, state.tree.row(over)?.ownership.isUnknown == false {
        if state.tree.isForeignGround(screen) {
          throw PlanFailure(step: step, reason: state.tree.ofOtherCode(screen.id))
        }
        try dismiss(from: screen, step: step)
      }
      next = state.tree.shownChild(of: screen)
    }
  }

  /// Dismisses what a screen presents.
  mutating func dismiss(from presenter: ScreenRow, step: Int) throws(PlanFailure) {
    guard let presented = presenter.presented else { return }
    try checkDismissible(presented, step: step)
    try emit(.dismiss(from: presenter.id), step: step)
  }

  /// Pops the screens of a stack from a position on.
  mutating func pop(_ stack: ScreenRow, from position: Int, step: Int) throws(PlanFailure) {
    let drop = max(0, stack.childCount - position)
    try checkDroppable(stack, from: position, drop, step: step)
    try emit(.splice(container: stack.id, at: position, drop: drop, insert: []), step: step)
  }

  private func checkDismissible(_ id: ScreenID, step: Int) throws(PlanFailure) {
    var held: String?
    let (tree, table) = (state.tree, table)  // a closure over the plan copies it for each screen
    tree.forEachRow(below: id) { screen in
      guard held == nil, !screen.ownership.isUnknown else { return }
      let kind = tree.kindName(screen.id)
      if table.kind(kind)?.declaration.isDismissible == false { held = kind }
    }
    if let held { throw PlanFailure(step: step, reason: "\(held) may not be dismissed") }
  }

  /// Fails when a screen over the screens to be removed may not be dismissed.
  func checkDroppable(
    _ holder: ScreenRow, from position: Int, _ drop: Int, step: Int
  ) throws(PlanFailure) {
    guard drop > 0 else { return }
    var next = state.tree.child(of: holder.children, at: position)
    for _ in 0..<drop {
      guard let child = next.flatMap({ state.tree.row($0) }) else { return }
      try checkUncovered(child, step: step)
      next = child.sibling.next
    }
  }

  /// Fails when a screen that is presented in or over the one to be removed may not be dismissed.
  func checkUncovered(_ screen: ScreenRow, step: Int) throws(PlanFailure) {
    guard screen.presented != nil || screen.childCount > 0 else { return }
    var presented: [ScreenID] = []
    state.tree.forEachRow(below: screen.id) { screen in
      if let over = screen.presented { presented.append(over) }
    }
    for id in presented { try checkDismissible(id, step: step) }
  }
}
