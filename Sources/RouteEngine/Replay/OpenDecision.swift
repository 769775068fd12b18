/// A recorded decision compared with the one made now, open until the entries that it enqueued have
/// come by.
///
/// Keeps only what is still needed for those; texts for people are made where something differs.
struct OpenDecision {
  /// The entry's position: what it enqueued names it as its cause.
  let sequence: Int64
  /// The recorded outcome's word; `parked` while there is none.
  let recordedWord: String
  /// The word that came out now.
  let replayedWord: String
  /// What was enqueued according to the journal.
  var enqueued: [RouteChange] = []
  /// The state after the entry, when what came out now is to the bit what is recorded.
  private(set) var reached: RouteState?
  private let request: RequestID
  private let target: RouteRequest.Target
  private let route: String?
  private let replayedRoute: String?
  /// What would be enqueued now; nil when nothing was decided.
  private var actions: [RouteChange]?
  private var found: [Divergence] = []
  private var unused: [Divergence] = []

  init(entry: JournalEntry, request: RouteRequest, replayed: Decision) {
    sequence = entry.sequence
    recordedWord = entry.outcome?.word ?? "parked"
    self.request = entry.requestID ?? RequestID(entry.sequence)
    target = request.target
    route = entry.route
    switch replayed {
    case .asks(let asking):
      (replayedRoute, replayedWord) = (asking.route, "asks")
      add(
        .answerMissing, recordedWord, "asks \(asking.question.kind) \(asking.question.name)")
    case .decided(let decided):
      replayedRoute = decided.route
      if case .ended(let outcome) = decided.resolution {
        replayedWord = outcome.word
      } else {
        replayedWord = "parked"
      }
      compare(entry, decided)
    }
  }

  private mutating func compare(_ entry: JournalEntry, _ decided: Decision.Decided) {
    if !decided.resolution.isPlainly(entry.outcome) {
      add(.outcome, entry.resolutionSummary, decided.resolution.summary)
    }
    if !Bytes.same(entry.route, decided.route)
      || (entry.routeVersion ?? 1) != (decided.routeVersion ?? 1)
    {
      add(
        .route, Self.route(entry.route, entry.routeVersion),
        Self.route(decided.route, decided.routeVersion))
    }
    if !Bytes.same(entry.scene, decided.scene) {
      add(.scene, entry.scene ?? "no scene", decided.scene)
    }
    // The digests know texts by their bytes, the changes only by what they look like.
    if entry.changes == decided.changes, entry.stateDigest == decided.state.digest {
      reached = decided.state
    } else {
      add(.changes, Self.json(entry.changes), Self.json(decided.changes))
    }
    actions = decided.actions.enumerated().map { index, draft in
      .enqueue(
        draft.enqueued(as: ActionID(entry.sequence &+ Int64(index) &+ 1), by: self.request))
    }
    if !entry.answers.isEmpty || !decided.answers.isEmpty {
      add(.answerUnused, Self.json(entry.answers), Self.json(decided.answers))
    }
  }

  /// Everything in which the two differ; the most telling first.
  func divergences() -> [Divergence] {
    guard let actions, !actions.isEmpty || !enqueued.isEmpty else { return found + unused }
    var all = self
    all.add(.action, Self.json(enqueued), Self.json(actions))
    return all.found + unused
  }

  /// Notes a difference, if it is one in what is read of it.
  private mutating func add(_ kind: Divergence.Class, _ recorded: String, _ replayed: String) {
    guard !recorded.hasSameBytes(as: replayed) else { return }
    let divergence = Divergence(
      sequence: sequence, request: request, target: target.summary, kind: kind,
      recorded: recorded, replayed: replayed, route: route, replayedRoute: replayedRoute)
    if kind == .answerUnused { unused.append(divergence) } else { found.append(divergence) }
  }

  private static func route(_ identifier: String?, _ version: Int?) -> String {
    guard let identifier else { return "no route" }
    return "\(identifier) version \(version ?? 1)"
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

extension JournalEntry {
  /// How its request ended, or what it waits for, in one line for a person.
  fileprivate var resolutionSummary: String {
    if let outcome { return outcome.description }
    for case .wait(let waiting) in changes {
      return Decision.Resolution.parked(waiting.status).summary
    }
    return "parked"
  }
}

extension Decision.Resolution {
  /// Whether it is that outcome, and one that says everything by its word.
  fileprivate func isPlainly(_ recorded: Outcome?) -> Bool {
    guard case .ended(let outcome) = self, outcome == recorded else { return false }
    return outcome.reason == nil
  }

  /// One line for a person.
  package var summary: String {
    switch self {
    case .ended(let outcome): outcome.description
    case .parked(.received): "received"
    case .parked(.released): "released"
    case .parked(.suspended): "parked until resumed"
    case .parked(.condition(let condition)): "parked until \(condition)"
    }
  }
}
