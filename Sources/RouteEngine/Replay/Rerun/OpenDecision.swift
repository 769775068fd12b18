import RouteEngine

/// A recorded decision and the one made now, until the entries of its work have been read.
///
/// It is a class because it is large and is passed on several times: as a structure, the copies
/// took 9,000 instructions of the 119,000 that `rerun` needs for a decision.
final class OpenDecision {
  let recorded: RecordedEntry
  let request: RouteRequest
  let replayed: Decision
  /// The work that it brings, if any.
  private let work: RepeatedDecisions.Work?
  /// The state in which a free rerun decides; nil in a pinned rerun.
  private let stateBefore: RouteState?
  /// The recorded input of the decision, if another state was decided in.
  private let recordedInput: DecisionInput?
  /// The Swift steps that have another result now.
  let steps: [Divergence.Difference]
  /// The hierarchy that the request found; nil when no definition can have changed.
  let treeBefore: ScreenTree?
  /// The recorded hierarchy after the decision; nil before the comparison.
  private var treeAfter: ScreenTree?
  /// The state after the entry, if the changes found now and their result equal the recorded ones
  /// bit for bit.
  let reached: RouteState?
  /// The changes that enqueued work according to the journal.
  var enqueued: [RouteChange] = []

  /// Whether ``reached`` has a value. A comparison with nil would copy the state.
  private var isReached: Bool { if case .some = reached { true } else { false } }

  /// Decides by the table that the machine follows.
  ///
  /// - Parameters:
  ///   - state: the state in which to decide.
  ///   - recordedInput: the recorded input, if its state is another one.
  init(
    _ request: RouteRequest, recorded: RecordedEntry, in state: RouteState,
    on footing: Rerun.Footing, beside recordedInput: DecisionInput?, steps: [Divergence.Difference],
    treeBefore: ScreenTree?, by machine: inout RepeatedDecisions
  ) {
    (self.recorded, self.request, self.steps) = (recorded, request, steps)
    (self.recordedInput, self.treeBefore) = (recordedInput, treeBefore)
    stateBefore = footing == .free ? state : nil
    let entry = recorded.entry
    let id = entry.requestID ?? RequestID(entry.sequence)
    let (decision, work) = machine.decide(
      request, as: id, entry.answers, in: state, at: entry.at, entry.sequence)
    reached = decision.stateReached(asIn: entry)
    (replayed, self.work) = (decision, work)
  }

  var entry: JournalEntry { recorded.entry }

  /// The state after the decision in a free rerun, with its work accepted; nil in a pinned rerun.
  var stateReached: RouteState? {
    switch replayed {
    case .asks: stateBefore
    case .decided(let decided): stateBefore.map { _ in work?.state ?? decided.state }
    }
  }

  /// Whether it differs only because it was decided in another state than the recorded one.
  func onlyFollows(
    from recorded: RouteState, by machine: inout RepeatedDecisions
  ) -> Bool {
    guard let input = recordedInput else { return false }
    machine.follow(input.table, within: input.limits)
    let pinned = OpenDecision(
      request, recorded: self.recorded, in: input.state, on: .pinned, beside: nil, steps: steps,
      treeBefore: nil, by: &machine)
    pinned.enqueued = enqueued
    return pinned.differences(from: recorded).isEmpty
  }

  /// All differences, the most informative first; empty when there are none. `recorded` is the
  /// state after the decision and its work.
  func differences(from recorded: RouteState) -> [Divergence.Difference] {
    switch replayed {
    case .asks(let asking):
      let question = "asks \(asking.question.words)"
      return [.init(.answerMissing, recorded: recordedWord, replayed: question)] + steps
    case .decided(let decided): return differences(from: decided, recorded) + steps
    }
  }

  /// The divergence with these differences, the part in which the hierarchies differ, and the
  /// definitions that explain it.
  func divergence(
    by differences: [Divergence.Difference], from recorded: RouteState,
    _ definition: (OpenDecision) -> Divergence.Definition
  ) -> Divergence {
    treeAfter = recorded.tree
    switch replayed {
    case .asks(let asking):
      return divergence(differences, route: asking.route, treePart: nil, definition)
    case .decided(let decided):
      var found = differences
      let treePart = recorded.tree.firstDifference(from: decided.state.tree)
      if let treePart, let index = found.firstIndex(where: { $0.kind == .changes }) {
        found[index] = found[index].of(treePart)
      }
      return divergence(found, route: decided.route, treePart: treePart, definition)
    }
  }

  /// The kinds of the screens that one of the two decisions removes, visible or not. If one of them
  /// failed, the kinds of all presented screens are included: a screen that may not be dismissed
  /// blocks a request that has to uncover another one.
  var kindsThatGo: [String] {
    guard let treeBefore else { return [] }
    var after = [treeAfter].compactMap(\.self)
    var hasFailed = false
    if case .failed? = entry.outcome { hasFailed = true }
    if case .decided(let decided) = replayed {
      after.append(decided.state.tree)
      if case .ended(.failed) = decided.resolution { hasFailed = true }
    }
    var kinds: [String] = []
    for scene in treeBefore.scenes {
      treeBefore.forEachBelow(scene.root) { screen in
        if after.contains(where: { $0[screen.id] == nil }) { kinds.append(screen.kind) }
        guard hasFailed, let presented = screen.presented else { return }
        treeBefore.forEachBelow(presented) { kinds.append($0.kind) }
      }
    }
    return kinds
  }

  /// Compares values; text for people is only made for values that may differ.
  private func differences(
    from decided: Decision.Decided, _ recorded: RouteState
  ) -> [Divergence.Difference] {
    var found: [Divergence.Difference] = []
    func compare(
      _ comparison: Divergence.Comparison, _ recorded: String, _ replayed: String,
      _ parts: () -> [Divergence.Difference.Part] = { [] }
    ) {
      guard !recorded.hasSameBytes(as: replayed) else { return }
      found.append(.init(comparison, recorded: recorded, replayed: replayed, parts: parts()))
    }
    if entry.kind != .decided || !decided.resolution.isPlainly(entry.outcome) {
      compare(.outcome, recordedResolution, decided.resolution.summary)
    }
    if let route = routeDifference(from: decided) { found.append(route) }
    if !Bytes.same(entry.leftOut, decided.leftOut) {
      compare(.leftOut, Self.names(entry.leftOut), Self.names(decided.leftOut))
    }
    if !Bytes.same(entry.scene, decided.scene) {
      compare(.scene, entry.scene ?? "no scene", decided.scene)
    }
    if !isReached {
      compare(.changes, Self.json(entry.changes), Self.json(decided.changes)) {
        [
          .init(
            .changes, recorded: "the same screens", replayed: "the same screens by other changes")
        ]
      }
    }
    if !decided.actions.isEmpty || !enqueued.isEmpty {
      let actions = work?.changes ?? []
      let after = work?.state ?? decided.state
      // As with the changes, the digest compares texts by their bytes.
      if enqueued != actions || after.digest != recorded.digest {
        compare(.actionEntries, Self.json(enqueued), Self.json(actions)) {
          ActionComparison(
            of: .init(enqueued, on: recorded.tree), with: .init(actions, on: after.tree),
            at: entry.at
          ).parts
        }
      }
    }
    if !entry.answers.arePlainly(decided.answers) {
      compare(.answerUnused, Self.json(entry.answers), Self.json(decided.answers)) {
        answersUnused(by: decided)
      }
    }
    return found
  }

  /// The recorded answers that the decision does not ask for. If it asks for all of them, the
  /// difference is that they are not recorded once each, in the order of the questions.
  private func answersUnused(by decided: Decision.Decided) -> [Divergence.Difference.Part] {
    let unused = entry.answers.filter { !decided.answers.contains($0) }
    guard !unused.isEmpty else {
      return [
        .init(
          .answerOrder, recorded: "the same answers",
          replayed: "each once, in the order of the questions")
      ]
    }
    return unused.map {
      .init(.answerUnused, recorded: $0.question.words, replayed: "not asked")
    }
  }

  /// The difference in the route; nil when there is none. One line contains all of it.
  private func routeDifference(from decided: Decision.Decided) -> Divergence.Difference? {
    var found: [Divergence.Comparison] = []
    if !Bytes.same(entry.route, decided.route) { found.append(.route) }
    if entry.routeVersion != decided.routeVersion { found.append(.routeVersion) }
    if !Bytes.same(entry.router, decided.router) { found.append(.router) }
    guard let first = found.first else { return nil }
    let recorded = Self.route(entry.route, entry.routeVersion, entry.router)
    let replayed = Self.route(decided.route, decided.routeVersion, decided.router)
    let part = Divergence.Difference.Part(found, recorded: recorded, replayed: replayed)
    return .init(first, recorded: recorded, replayed: replayed, parts: [part])
  }

  private static func names(_ leftOut: [String]) -> String {
    leftOut.isEmpty ? "every item is read" : "left out: \(leftOut.joined(separator: ", "))"
  }

  /// The word of the recorded outcome; `parked` while there is none.
  var recordedWord: String { entry.outcome?.word ?? "parked" }

  /// The outcome with its reason, or the condition of a waiting request: recorded and now.
  var ends: (recorded: String, replayed: String) {
    var recorded = recordedResolution
    if entry.kind == .decided, let outcome = entry.outcome, outcome.reason == nil {
      recorded = outcome.word
    }
    switch replayed {
    case .asks(let asking):
      return (recorded, "asks \(asking.question.words)")
    case .decided(let decided):
      if case .ended(let outcome) = decided.resolution, outcome.reason == nil {
        return (recorded, outcome.word)
      }
      return (recorded, decided.resolution.summary)
    }
  }

  private var recordedResolution: String {
    guard entry.kind != .decided else { return entry.outcome?.description ?? "no outcome" }
    var parked = "parked"
    for case .wait(let waiting) in entry.changes.prefix(1) {
      parked = Decision.Resolution.parked(waiting.status).summary
    }
    return entry.outcome.map { "\(parked), and \($0)" } ?? parked
  }

  private func divergence(
    _ differences: [Divergence.Difference], route: String?, treePart: Divergence.TreePart?,
    _ definition: (OpenDecision) -> Divergence.Definition
  ) -> Divergence {
    Divergence(
      sequence: entry.sequence, session: entry.session,
      request: entry.requestID ?? RequestID(entry.sequence), target: request.target.summary,
      link: request.target.link?.text, differences: differences, definition: definition(self),
      treePart: treePart, route: entry.route, replayedRoute: route)
  }

  private static func route(
    _ identifier: String?, _ version: Int?, _ router: String?
  ) -> String {
    let owner = router.map { " of router \($0)" } ?? ""
    let number = version.map { " version \($0)" }
    guard let identifier else { return "no route" + (number ?? "") + owner }
    return identifier + (number ?? " without a version") + owner
  }

  private static func json(_ changes: [RouteChange]) -> String {
    var writer = JSONWriter()
    writer.array(changes) { $0.change($1) }
    return writer.text
  }

  private static func json(_ answers: [RecordedAnswer]) -> String {
    var writer = JSONWriter()
    writer.array(answers) { $0.answer($1) }
    return writer.text
  }
}

extension Divergence.Difference {
  /// The difference, located by the place where the hierarchies differ.
  fileprivate func of(_ tree: Divergence.TreePart) -> Self {
    let place = tree.place.isEmpty ? "" : "in \(tree.place.joined(separator: " > ")): "
    let part = Part(
      .changes, recorded: place + (tree.recorded ?? "nothing"), replayed: tree.replayed ?? "nothing"
    )
    return Self(.changes, recorded: recorded, replayed: replayed, parts: [part])
  }
}

extension Decision.Resolution {
  /// Whether it equals an outcome that is fully described by its word.
  fileprivate func isPlainly(_ recorded: Outcome?) -> Bool {
    guard case .ended(let outcome) = self, outcome == recorded else { return false }
    return outcome.reason == nil
  }
}

extension [RecordedAnswer] {
  /// Whether all answers are equal in the sense of ``RecordedAnswer/isPlainly(_:)``. They are read
  /// in place: comparing them as sequences copies each answer twice.
  fileprivate func arePlainly(_ others: Self) -> Bool {
    guard count == others.count else { return false }
    for index in indices where !self[index].isPlainly(others[index]) { return false }
    return true
  }
}

extension RecordedAnswer {
  /// Whether they are equal, byte for byte, as far as that can be seen without writing both.
  fileprivate func isPlainly(_ other: RecordedAnswer) -> Bool {
    guard case .allow = answer, self == other else { return false }
    return question.name.hasSameBytes(as: other.question.name)
  }
}

extension RouteRequest.Target {
  /// The requested link; nil when the target is not a link.
  fileprivate var link: RouteLink? {
    if case .link(let link) = self { link } else { nil }
  }
}

extension Decision {
  /// The state that the decision leads to, if that state and the changes equal those of an entry
  /// bit for bit. This is called before the decision is stored: taking it out of an object copies
  /// it.
  fileprivate func stateReached(asIn entry: JournalEntry) -> RouteState? {
    // The digests compare texts by their bytes, the changes by Unicode equivalence.
    guard case .decided(let decided) = self, entry.stateDigest == decided.state.digest,
      entry.changes == decided.changes
    else { return nil }
    return decided.state
  }
}
