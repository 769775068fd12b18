/// The ordered edits that a destination needs in one state. It looks from the inside out for the
/// innermost step whose screen is present, uncovers this screen, and builds the rest.
///
/// The effects of Swift steps, pops and dismissals must be known before the steps after them can be
/// searched. They therefore divide a destination into runs of steps; each run is planned as a
/// whole.
struct Plan {
  let table: RouteTable
  private let limits: RouteLimits
  var steps: [PreparedStep]
  /// The answers of host code so far, and the number of this hop.
  private(set) var answers: [RecordedAnswer]
  let hop: Int
  /// The state after all edits, or before the next question.
  var state: RouteState
  /// The edits that led to it, with adjacent edits of one place joined.
  var changes: [RouteChange] = []
  /// The id counter of the first state.
  private var start: UInt64
  /// Whether an edit that was joined to another one has removed screens.
  private var mayHaveDroppedOwn = false
  /// The screens of the destination from the outside in, found or built, at which each step ended.
  var trace: [ScreenID] = []
  /// The indices in ``trace`` of screens that no step leads to: they became visible because a step
  /// removed others.
  var passed: [Int] = []
  /// The first step that had to be built.
  private var firstBuilt = 0
  /// Steps after the first run whose screens were present, and the steps outside of these.
  private var laterFound: [Range<Int>] = []
  /// The screens with the steps that have tasks.
  private(set) var tasked: [(step: Int, screen: ScreenID)] = []
  /// The answers that the plan has used, even if it failed.
  var used: [RecordedAnswer] = []

  /// A plan without edits yet.
  ///
  /// - Parameters:
  ///   - steps: the screens to be shown, outermost first.
  ///   - answers: the answers of host code so far.
  ///   - hop: the number of redirects so far.
  init(
    _ steps: consuming [PreparedStep], table: RouteTable, state: consuming RouteState,
    limits: RouteLimits, answers: consuming [RecordedAnswer], hop: Int
  ) {
    self.steps = steps
    self.table = table
    self.limits = limits
    self.answers = answers
    self.hop = hop
    start = state.counter
    self.state = state
  }

  /// Moves the plan out. Nothing may be read from the remaining value, see ``RouteState/take()``.
  mutating func take() -> Plan {
    var taken = Plan(
      steps.take(), table: table, state: state.take(), limits: limits, answers: answers.take(),
      hop: hop)
    // One after another: with tuples the compiler copies the whole plan, sixteen references.
    taken.start = start
    taken.firstBuilt = firstBuilt
    taken.mayHaveDroppedOwn = mayHaveDroppedOwn
    swap(&taken.changes, &changes)
    swap(&taken.trace, &trace)
    swap(&taken.passed, &passed)
    swap(&taken.laterFound, &laterFound)
    swap(&taken.tasked, &tasked)
    swap(&taken.used, &used)
    return taken
  }

  /// Takes more answers, and a state with the screens and ids of the one in which the plan began.
  mutating func resume(in base: borrowing RouteState, answers: [RecordedAnswer]) {
    state.takeRest(of: base)
    self.answers = answers
  }

  /// Whether a step had to be built: neither its screen nor that of a step inside it was present.
  func hasBuilt(_ step: Int) -> Bool {
    step >= firstBuilt && !laterFound.contains { $0.contains(step) }
  }

  /// Makes the edits.
  ///
  /// - Parameter scene: the scene to use; nil: the active one.
  /// - Returns: the question for a Swift step that has to be answered before the plan can continue.
  mutating func make(scene: String?) throws(PlanFailure) -> Question? {
    guard state.tree.root(of: scene) != nil else {
      let name = scene ?? state.tree.activeScene
      throw PlanFailure(step: 0, reason: "there is no scene \(name)")
    }
    if let scene, scene != state.tree.activeScene { try emit(.activate(scene: scene), step: 0) }
    let scene = scene ?? state.tree.activeScene
    trace.reserveCapacity(steps.count)
    changes.reserveCapacity(steps.count)
    var cursor: ScreenID?
    var start = 0
    while start < steps.count {
      var end = start
      while end < steps.count, steps[end].step.verb.isPlaced { end += 1 }
      if end > start { cursor = try make(start..<end, at: cursor, scene: scene) }
      if end < steps.count, let question = try carryOut(end, at: &cursor, scene: scene) {
        return question
      }
      start = end + 1
    }
    return nil
  }

  /// Carries out a run of steps that lead to screens; returns the last one's screen.
  private mutating func make(
    _ run: Range<Int>, at cursor: ScreenID?, scene: String
  ) throws(PlanFailure) -> ScreenID? {
    var cursor = cursor
    var index = run.lowerBound
    var popped: Int?
    if let found = innermostFound(of: run, in: scene) {
      index = found.step + 1
      let isPushedOver = index < run.upperBound && steps[index].step.isPlainPush
      let keepsPop = isPushedOver && !steps[found.step].step.updates
      popped = try reveal(found.id, keepsPop: keepsPop, step: index)
      try update(found.id, found.step)
      outerFound(in: run.lowerBound..<found.step, of: found.id)
      reach(found.id, step: found.step)
      cursor = found.id
    }
    if run.lowerBound == 0 {
      firstBuilt = index
    } else if index > run.lowerBound {
      laterFound.append(run.lowerBound..<index)
    }
    let first = index
    while index < run.upperBound {
      let pushed = pushed(with: index, before: run.upperBound)
      var screen = try build(
        pushed, inBuilt: index > first, at: cursor, popped: popped, scene: scene)
      popped = nil
      for step in pushed {
        reach(screen, step: step)
        cursor = screen
        screen = ScreenID(screen.rawValue + 1)
      }
      index = pushed.upperBound
    }
    return cursor
  }

  /// A step with the following ones that push onto the same stack; they form one change.
  private func pushed(with first: Int, before end: Int) -> Range<Int> {
    var next = first + 1
    if steps[first].step.isStacked {
      while next < end, steps[next - 1].step.holdsNone, steps[next].step.isPlainPush { next += 1 }
    }
    return first..<next
  }

  /// Notes the screen at which a step has ended.
  private mutating func reach(_ id: ScreenID, step: Int) {
    trace.append(id)
    if !steps[step].step.tasks.isEmpty { tasked.append((step, id)) }
  }

  /// Finds the screens of the steps outside a found one, as far as they lie on the path to it.
  private mutating func outerFound(in range: Range<Int>, of id: ScreenID) {
    guard !range.isEmpty else { return }
    let path = state.tree.path(to: id)
    for index in range {
      let found = path.first { id in
        guard let row = state.tree.row(id) else { return false }
        return steps[index].recognises(id, in: state.tree) && !state.tree.isForeignGround(row)
      }
      if let found { trace.append(found) }
    }
  }

  private mutating func update(_ id: ScreenID, _ index: Int) throws(PlanFailure) {
    let parameters = steps[index].parameters
    guard steps[index].step.updates, state.tree[id]?.parameters != parameters else { return }
    try emit(.parameters(id, parameters), step: index + 1)
  }

}

extension Plan {
  /// Applies a change to the tree for the next step and records it. If it can be joined with the
  /// change before, both become one, so that the state between them is never shown.
  mutating func emit(_ change: consuming TreeChange, step: Int) throws(PlanFailure) {
    do {
      try state.tree.apply(change, counter: &state.counter, limits: limits)
    } catch {
      throw PlanFailure(step: step, reason: error.description)
    }
    if !changes.isEmpty, changes[changes.count - 1].join(change, in: state.tree) {
      if case .splice(_, _, 1..., _) = change { mayHaveDroppedOwn = true }
      return
    }
    changes.append(.tree(change))
  }

  /// Returns the ids of screens that the plan has added and removed again, and removes edits
  /// without effect: no change refers to these screens. No step can be carried out afterwards.
  mutating func finish() {
    guard mayHaveDroppedOwn else { return }
    changes.removeAll(where: \.isNothing)
    var highest = start
    for change in changes {
      guard case .tree(let change) = change else { continue }
      change.inserted.forEachID { highest = max(highest, $0.rawValue) }
    }
    state.counter = highest
  }
}
