public import RouteStore

/// Decides every recorded request again, from the recorded state with the recorded answers, and
/// compares: with the recorded route tables that is *rerun*, with another one *what-if*.
public struct Rerun: Sendable {
  /// How many decisions were made again.
  public private(set) var decisions = 0
  /// How many recorded ends came from rules of the session, not from a decision: repetitions of a
  /// source id, deaths, resume policies.
  public private(set) var settledByRule = 0
  /// How many decisions turn on private values of which the journal has only tokens: with another
  /// table than the recorded one nobody can say what they come to.
  public private(set) var undecided = 0
  /// The first entries of those, at most as many as were asked for.
  public private(set) var undecidedEntries: [Int64] = []
  /// How many decisions differ.
  public private(set) var differing = 0
  /// How many sessions have a decision that differs.
  public private(set) var differingSessions = 0
  /// The newest of them.
  private var differingSession: Int64?
  /// The first decisions that differ, at most as many as were asked for; each once.
  public private(set) var divergences: [Divergence] = []
  /// How often an outcome became another, by recorded and replayed word; ascending by both.
  public private(set) var outcomeShifts: [OutcomeShift] = []

  /// A recorded outcome that is another one now.
  public struct OutcomeShift: Hashable, Sendable {
    /// The recorded route; nil when there was none.
    public let route: String?
    /// The recorded outcome's word.
    public let recorded: String
    /// The word now.
    public let replayed: String
    /// How many requests.
    public internal(set) var count: Int
  }

  /// Whether everything could be decided again, and nothing differs.
  public var isIdentical: Bool { differing == 0 && undecided == 0 }

  /// Why a journal cannot be decided again.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// The journal does not hold the table that a session began with.
    case tableMissing(session: Int64, digest: String)
    /// The journal's table is not one that this version can build.
    case tableBroken(digest: String, RouteTableMistakes)

    /// One line for a person.
    public var description: String {
      switch self {
      case .tableMissing(let session, let digest):
        "session \(session) ran with route table \(digest), which the journal does not hold; "
          + "give one with --routes"
      case .tableBroken(let digest, let mistakes):
        "route table \(digest) cannot be built by this version: \(mistakes)"
      }
    }
  }

  /// Runs over a whole journal.
  ///
  /// - Parameters:
  ///   - history: the journal.
  ///   - table: another table than those recorded; nil means each session's own.
  ///   - most: how many divergences are kept; all are counted.
  ///   - limits: other bounds than those that the sessions' first entries name; nil means those.
  /// - Throws: `StoreError` and ``EntryError`` when the journal is not intact, ``Failure`` when a
  ///   table is missing.
  public init(
    of history: History, with table: RouteTable? = nil, most: Int = 100,
    limits: Limits? = nil
  ) throws {
    try self.init(of: history, with: table, most: most, limits: limits, running: nil)
  }

  /// The same with an app's Swift steps.
  ///
  /// - Parameter step: runs one; nil where the app has none of its name, whose recorded answer then
  ///   stands unquestioned.
  package init(
    of history: History, with table: RouteTable?, most: Int, limits: Limits? = nil,
    running step: ((Decision.Asking, DecisionInput) -> RepeatedAnswer?)?
  ) throws {
    let definitions = RecordedDefinitions(history: history, given: table)
    var fold = HistoryFold()
    var open: OpenDecision?
    let earlier = try EarlierRequests(in: history)
    try fold.follow(history, through: .max) { entry, before in
      if let decision = open {
        if entry.isAcceptance, entry.cause == decision.entry.sequence {
          decision.enqueued.append(contentsOf: entry.changes)
          return nil
        }
        close(decision, from: before.tree, definitions, most: most)
        open = nil
      }
      try definitions.follow(entry)
      guard entry.kind == .decided || entry.kind == .parked else { return nil }
      // A rule excuses only what it leads to; anything else is decided again like the rest.
      if let rule = entry.rule, rule.problem(with: entry, before: before, earlier) == nil {
        if entry.kind == .decided { settledByRule += 1 }
        return nil
      }
      guard let id = entry.requestID, let request = entry.request ?? before.waiting(id)?.request
      else {
        miss(entry, definitions, most: most)
        return nil
      }
      let target = before.waiting(id)?.target ?? request.target
      guard !definitions.turnsOnTokens(target, entry.answers) else {
        leaveUndecided(entry, most: most)
        return nil
      }
      let input = DecisionInput(
        request: request, id: id, answers: entry.answers, state: before,
        table: try definitions.table(), now: entry.at, limits: limits ?? definitions.limits)
      let steps = step.map { StepComparison(of: input, $0) }
      if let steps, steps.turnsOnTokens { leaveUndecided(entry, most: most) }
      let decision = OpenDecision(
        entry: entry, request: request, replayed: Decision.decide(input),
        steps: steps?.differences ?? [])
      open = decision
      return decision.reached
    }
    if let decision = open { close(decision, from: fold.state.tree, definitions, most: most) }
    outcomeShifts.sort {
      ($0.route ?? "", $0.recorded, $0.replayed) < ($1.route ?? "", $1.recorded, $1.replayed)
    }
  }

  private mutating func leaveUndecided(_ entry: JournalEntry, most: Int) {
    undecided += 1
    if undecidedEntries.count < most { undecidedEntries.append(entry.sequence) }
  }

  /// A decision whose request is nowhere cannot be made again: nobody knows that it is the same.
  private mutating func miss(
    _ entry: JournalEntry, _ definitions: RecordedDefinitions, most: Int
  ) {
    decisions += 1
    differing += 1
    countSession(of: entry)
    guard divergences.count < most else { return }
    let unknown = "unknown: the journal does not hold the request"
    divergences.append(
      Divergence(
        sequence: entry.sequence, session: entry.session,
        request: entry.requestID ?? RequestID(entry.sequence), target: "", link: nil,
        differences: [
          .init(kind: .request, recorded: entry.outcome?.word ?? "parked", replayed: unknown)
        ], definition: definitions.comparison(of: [entry.route].compactMap(\.self)), treePart: nil,
        route: entry.route, replayedRoute: nil))
  }

  private mutating func close(
    _ decision: OpenDecision, from tree: ScreenTree, _ definitions: RecordedDefinitions, most: Int
  ) {
    decisions += 1
    guard let found = decision.divergence(from: tree, definitions.comparison) else { return }
    differing += 1
    countSession(of: decision.entry)
    if divergences.count < most { divergences.append(found) }
    guard found.differences.contains(where: { $0.kind == .outcome || $0.kind == .answerMissing })
    else { return }
    count(found.route, decision.recordedWord, decision.replayedWord)
  }

  private mutating func countSession(of entry: JournalEntry) {
    guard differingSession != entry.session else { return }
    differingSession = entry.session
    differingSessions += 1
  }

  private mutating func count(_ route: String?, _ recorded: String, _ replayed: String) {
    let index = outcomeShifts.firstIndex {
      $0.route == route && $0.recorded == recorded && $0.replayed == replayed
    }
    if let index {
      outcomeShifts[index].count += 1
    } else {
      outcomeShifts.append(
        OutcomeShift(route: route, recorded: recorded, replayed: replayed, count: 1))
    }
  }
}
