import RouteEngine

/// The fates of the steps of a route in a decision.
struct StepFates {
  private let decided: Decision.Decided
  private let before: ScreenTree
  /// The screen at which each planned step ended; nil when it is not known.
  private let ends: [ScreenID?]

  /// - Parameter before: the screens when the request was decided.
  init(_ decided: Decision.Decided, before: ScreenTree) {
    self.decided = decided
    self.before = before
    ends = Self.ends(of: decided, before)
  }

  /// The planned steps with their fates; those of the destination if none was planned.
  func steps(of destination: Destination) -> [ExplainedDecision.Step] {
    guard decided.steps.isEmpty else {
      return decided.steps.enumerated().map { index, step in
        ExplainedDecision.Step(
          verb: step.step.verb, name: step.step.name, fate: failure(index) ?? fate(of: index))
      }
    }
    // The selected case may have no steps.
    let isChosen = decided.route != nil && (outcome?.isSuccess ?? false)
    return destination.steps.enumerated().map { index, step in
      ExplainedDecision.Step(
        verb: step.verb, name: step.name,
        fate: failure(index) ?? (isChosen ? .notNeeded : .notReached))
    }
  }

  private var outcome: Outcome? {
    if case .ended(let outcome) = decided.resolution { outcome } else { nil }
  }

  private func failure(_ index: Int) -> ExplainedDecision.Step.Fate? {
    guard case .failed(index + 1, let reason)? = outcome else { return nil }
    return .failed(reason: reason)
  }

  private func fate(of index: Int) -> ExplainedDecision.Step.Fate {
    if decided.trace.isEmpty { return .notReached }
    guard decided.steps[index].step.verb.isPlaced else {
      return outcome == .shown && hasChanged(index) ? .carriedOut : .notNeeded
    }
    guard let end = ends[index] else { return .notNeeded }
    return before[end] == nil ? .built : .found
  }

  /// The trace has an entry for every step that leads to no screen of its own, and for the last of
  /// consecutive other steps. Earlier ones of those have an entry if they are on the way to the
  /// last.
  private static func ends(
    of decided: Decision.Decided, _ before: ScreenTree
  ) -> [ScreenID?] {
    let steps = decided.steps.map(\.step)
    let hasPlace = steps.indices.map { index in
      !steps[index].verb.isPlaced || index + 1 == steps.count || !steps[index + 1].verb.isPlaced
    }
    var ends = [ScreenID?](repeating: nil, count: steps.count)
    var trace = decided.trace[...]
    var places = hasPlace.count { $0 }
    for index in steps.indices.reversed() {
      if hasPlace[index] { places -= 1 }
      guard let end = trace.last, trace.count > places else { continue }
      // A screen that was built and removed again is in neither tree.
      let kind = (decided.state.tree[end] ?? before[end])?.kind
      guard hasPlace[index] || kind == nil || kind == steps[index].name else { continue }
      ends[index] = end
      trace.removeLast()
    }
    return ends
  }
}

extension StepFates {
  /// Whether a step that leads to no screen of its own has changed something in a decision that
  /// passed it. True if this cannot be judged from the step alone.
  private func hasChanged(_ index: Int) -> Bool {
    switch decided.steps[index].step.verb {
    case .run: hasEdited(index)
    case .pop(.all), .popTo, .dismiss(.all): hasUncovered(index)
    // If there was nothing to remove, these steps fail.
    case .pop(.top), .dismiss(.top): true
    default: false
    }
  }

  private func hasEdited(_ index: Int) -> Bool {
    let name = decided.steps[index].step.name
    // An early journal does not state which step of this name it was.
    let answer = decided.answers.last { recorded in
      recorded.question.kind == .step && recorded.question.name.hasSameBytes(as: name)
        && (recorded.question.step == index + 1 || recorded.question.step == 0)
    }
    guard case .edited(let changes)? = answer?.answer else { return true }
    return !changes.isEmpty
  }

  /// Whether another screen is visible after the step than before it.
  private func hasUncovered(_ index: Int) -> Bool {
    guard let leaf = ends[index] else { return true }
    let former =
      index == 0 ? before.visibleID(of: decided.scene) : ends[index - 1]
    guard let former else { return true }
    if former == leaf { return false }
    // For a step that leads to a container, the screen inside it is not recorded.
    guard holdsScreens(former) || holdsScreens(leaf), before[leaf] != nil else { return true }
    return isUncovered(leaf)
  }

  private func holdsScreens(_ id: ScreenID) -> Bool {
    (decided.state.tree[id] ?? before[id])?.children.isEmpty == false
  }

  /// Whether a removed screen lay over a screen.
  private func isUncovered(_ leaf: ScreenID) -> Bool {
    var screen = before[leaf]
    while let inner = screen {
      if let presented = inner.presented, hasGone(presented) { return true }
      let outer = inner.parent.flatMap { before[$0] }
      if let outer, outer.layout == .stack,
        outer.children.drop(while: { $0 != inner.id }).contains(where: hasGone)
      {
        return true
      }
      screen = outer
    }
    return false
  }

  private func hasGone(_ id: ScreenID) -> Bool { decided.state.tree[id] == nil }
}
