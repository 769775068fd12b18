/// Steps that build no screen: pops, dismissals and Swift steps.
extension Plan {
  /// Carries out such a step.
  ///
  /// - Parameter cursor: the screen from which the next steps are built; nil while no step has led
  ///   to one.
  /// - Returns: the question for a Swift step that has to be answered first.
  mutating func carryOut(
    _ index: Int, at cursor: inout ScreenID?, scene: String
  ) throws(PlanFailure) -> Question? {
    let (number, step) = (index + 1, steps[index].step)
    var named: ScreenID?
    switch step.verb {
    case .pop(let extent):
      let stack = try stack(at: cursor, scene: scene, step: number)
      // Hidden tombstones are popped together with the screen below them.
      let (top, first) = (position(ofTop: stack), state.tree.firstKnownPosition(in: stack))
      if top > first {
        try pop(stack, from: extent == .all ? first + 1 : top, step: number)
      } else if extent == .top {
        throw PlanFailure(
          step: number, reason: "there is nothing to pop: \(kind(of: stack)) has one screen")
      }
    case .popTo: named = try popTo(index, in: try stack(at: cursor, scene: scene, step: number))
    case .dismiss(let extent): try dismiss(extent, scene: scene, step: number)
    case .run:
      let asked = Question(.step, step.name, hop: hop, step: number)
      guard let answer = answer(to: asked) else { return asked }
      used.append(answer)
      try run(step.name, answer.answer, step: number)
    default: break
    }
    end(index, on: named, at: &cursor, scene: scene)
    return nil
  }

  /// Notes the screen at which such a step has ended: the one that it names, or else the visible
  /// one.
  private mutating func end(
    _ index: Int, on named: ScreenID?, at cursor: inout ScreenID?, scene: String
  ) {
    let visible = state.tree.visibleID(of: scene)
    let onlyLeaves = steps[index].step.verb.onlyLeaves
    // A step that only removes screens does not fix the place: screens built after it may cover the
    // rest. The screen that it leaves visible is the destination if no further step leads to one.
    if cursor != nil || !onlyLeaves { cursor = visible }
    guard let reached = named ?? visible else { return }
    if onlyLeaves, index < steps.count - 1 { passed.append(trace.count) }
    trace.append(reached)
  }

  /// The answer of a Swift step. Early journals do not record the step's number.
  private func answer(to asked: Question) -> RecordedAnswer? {
    let unnumbered = Question(.step, asked.name, hop: hop)
    return answers.first { $0.question == asked } ?? answers.first { $0.question == unnumbered }
  }

  private func stack(
    at cursor: ScreenID?, scene: String, step: Int
  ) throws(PlanFailure) -> ScreenRow {
    let place = cursor ?? state.tree.visibleID(of: scene)
    guard let stack = place.flatMap({ nearestContainer(at: $0, where: { $0 == .stack }) }) else {
      throw PlanFailure(step: step, reason: "there is no stack to pop from")
    }
    return stack
  }

  /// Returns the screen that the step names.
  private mutating func popTo(
    _ index: Int, in stack: ScreenRow
  ) throws(PlanFailure) -> ScreenID {
    var next = stack.children.last
    while let child = next.flatMap({ state.tree.row($0) }) {
      if !child.ownership.isUnknown, steps[index].recognises(child.id, in: state.tree) {
        // Tombstones alone do not cover it.
        if child.position < position(ofTop: stack) {
          try pop(stack, from: child.position + 1, step: index + 1)
        }
        return child.id
      }
      next = child.sibling.previous
    }
    let reason = "there is no \(steps[index].step.name) in \(kind(of: stack)) to pop to"
    throw PlanFailure(step: index + 1, reason: reason)
  }

  private mutating func dismiss(
    _ extent: Step.Extent, scene: String, step: Int
  ) throws(PlanFailure) {
    let presenters = state.tree.visiblePath(of: scene).filter { screen in
      screen.presented.flatMap { state.tree[$0] }?.ownership.isUnknown == false
    }
    if presenters.isEmpty, extent == .all { return }
    guard let last = presenters.last else {
      throw PlanFailure(step: step, reason: "there is nothing to dismiss")
    }
    // The outermost one takes further layers with it, but not what another screen of its own layer
    // presents.
    for presenter in extent == .all ? presenters : [last] {
      guard let row = state.tree.row(presenter.id) else { continue }
      if state.tree.isForeignGround(row) {
        throw PlanFailure(step: step, reason: state.tree.ofOtherCode(presenter.id))
      }
      try dismiss(from: row, step: step)
    }
  }

  private mutating func run(
    _ name: String, _ answer: Answer, step: Int
  ) throws(PlanFailure) {
    switch answer {
    case .edited(let edits):
      for change in edits {
        try state.tree.refuse(change, step: step)
        try emit(change, step: step)
      }
    case .failed(let reason): throw PlanFailure(step: step, reason: reason)
    default: throw PlanFailure(step: step, reason: "\(name) did not take the request")
    }
  }
}
