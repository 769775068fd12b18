public import RouteEngine
public import RouteStore

/// Decides every recorded request again with the recorded answers, and compares the results. With
/// the recorded route tables this is a *rerun*, with another table a *what-if*.
public struct Rerun: Sendable {
  /// The state in which each request is decided.
  public enum Footing: String, Hashable, Sendable, CaseIterable {
    /// The recorded state: each difference is the request's own.
    case pinned
    /// The state that the repeated decisions led to: a difference may cause further ones.
    case free
  }

  /// How many decisions were made again.
  public private(set) var decisions = 0
  /// The number of requests among these: a waiting request is decided again when it continues.
  public private(set) var requests = 0
  /// How many recorded ends came from rules of the session and not from a decision: repetitions of
  /// a source id, deaths, resume policies.
  public private(set) var settledByRule = 0
  /// How many of those ended requests that waited because of a decision: ``requests`` includes
  /// these.
  public private(set) var settledAfterDecision = 0
  /// The requests that were decided and have not ended yet.
  private var waitsDecided: Set<RequestID> = []
  /// How many decisions depend on data that the journal does not contain, so that their result is
  /// unknown: with another table than the recorded one or with an app's Swift steps, on private
  /// values of which it has only tokens; and if a session's first entry was pruned, on its limits.
  public private(set) var undecided = 0
  /// How many of those failed in a session whose limits were pruned.
  package private(set) var undecidedByLimits = 0
  /// The first entries of those, at most the requested number.
  public private(set) var undecidedEntries: [Int64] = []
  /// How many decisions differ.
  public private(set) var differing = 0
  /// The tallies of the sessions in which anything was decided, in their order.
  public private(set) var sessions: [SessionTally] = []
  /// How many sessions have a decision that differs.
  public var differingSessions: Int { sessions.count { $0.differing > 0 } }
  /// The first decisions that differ, at most the requested number, each once.
  public var divergences: [Divergence] { examples.prefix(most).map(\.divergence) }
  /// Those with their shifts, followed by the first of each shift that is not among them, at most
  /// as many again.
  package private(set) var examples: [(shift: OutcomeShift, divergence: Divergence)] = []
  /// How many decisions differ in a way that a reviewed file accepts, or only because of such a
  /// difference; ``differing`` does not count them.
  public private(set) var accepted = 0
  /// The number of decisions that each entry of that file accepts itself, in the file's order.
  public private(set) var acceptedCounts: [Int] = []
  /// The shifts of the differing requests, by route, recorded outcome and present outcome;
  /// ascending by all three. Each request of ``differing`` is counted in one of them.
  public private(set) var outcomeShifts: [OutcomeShift] = []

  /// A recorded outcome, and the outcome now.
  public struct OutcomeShift: Hashable, Sendable {
    /// The recorded route; nil when there was none.
    public let route: String?
    /// The recorded outcome, with its reason where it has one.
    public let recorded: String
    /// The outcome now; if it equals the recorded one, with the parts that differ.
    public let replayed: String
    /// The number of requests.
    public internal(set) var count: Int
  }

  /// The counts of deciding the requests of one session again.
  public struct SessionTally: Hashable, Sendable {
    /// Its number in the journal.
    public let session: Int64
    /// How many decisions were made again.
    public internal(set) var decisions = 0
    /// How many depend on private values, or on limits, that the journal does not contain.
    public internal(set) var undecided = 0
    /// How many differ, and are not accepted.
    public internal(set) var differing = 0
    /// The first of those; nil when none does.
    public internal(set) var firstDivergence: FirstDivergence?

    /// The first difference of a session.
    public struct FirstDivergence: Hashable, Sendable {
      /// The entry.
      public let sequence: Int64
      /// The word of its first difference.
      public let kind: String
    }
  }

  /// Whether everything could be decided again and nothing differs.
  public var isIdentical: Bool { differing == 0 && accepted == 0 && undecided == 0 }

  /// How many of the differences are caused by others; 0 in a pinned rerun.
  public private(set) var following = 0

  /// The state in which each request was decided.
  public let footing: Footing
  private var own = ReachedState()
  private var machine = RepeatedDecisions()
  private let most: Int
  private let accepting: AcceptedDivergences
  private let disabled: Set<Divergence.Comparison>
  /// The number of each shift; the key is the shift with a count of 0.
  private var shiftCounts: [OutcomeShift: Int] = [:]

  /// Runs over a whole journal, as it is at one moment.
  ///
  /// - Parameters:
  ///   - history: the journal.
  ///   - table: a table in place of the recorded ones; nil means each session's own.
  ///   - footing: the state in which each request is decided.
  ///   - most: the most divergences to keep; all are counted.
  ///   - limits: bounds in place of those in the sessions' first entries; nil means those.
  ///   - accepting: divergences that were reviewed and accepted.
  /// - Throws: `StoreError`, or an error with a description, when the journal is not intact,
  ///   ``Failure`` when a table that a decision needs is missing or cannot be built.
  public init(
    of history: History, with table: RouteTable? = nil, on footing: Footing = .pinned,
    most: Int = 100, limits: RouteLimits? = nil,
    accepting: AcceptedDivergences = AcceptedDivergences()
  ) throws {
    try self.init(
      of: history, with: table, on: footing, most: most, limits: limits, accepting: accepting,
      running: nil)
  }

  /// Runs over a whole journal, with an app's Swift steps, and without some comparisons.
  ///
  /// - Parameters:
  ///   - disabled: comparisons to leave out, to show the need for each of them.
  ///   - step: runs a step; nil when the app has none of its name, and then its recorded answer is
  ///     used.
  package init(
    of history: History, with table: RouteTable?, on footing: Footing = .pinned, most: Int,
    limits: RouteLimits? = nil, accepting: AcceptedDivergences = AcceptedDivergences(),
    without disabled: Set<Divergence.Comparison> = [],
    running step: ((Decision.Asking, DecisionInput) -> RepeatedAnswer?)?
  ) throws {
    (self.footing, self.most, self.accepting) = (footing, most, accepting)
    self.disabled = disabled
    acceptedCounts = accepting.entries.map { _ in 0 }
    try history.atOneMoment { try run(over: history, with: table, limits, running: step) }
    tellShifts()
  }

  private mutating func run(
    over history: History, with table: RouteTable?, _ limits: RouteLimits?,
    running step: ((Decision.Asking, DecisionInput) -> RepeatedAnswer?)?
  ) throws {
    let definitions = RecordedDefinitions(history: history, given: table)
    var fold = HistoryFold()
    var open: OpenDecision?
    var rules = StepChecks(try EarlierRequests(in: history))
    var arrivals = RequestComparison()
    try fold.follow(history, through: .max) { recorded, before in
      let entry = recorded.entry
      let stray = rules.acceptance.problem(with: entry)
      if let decision = open {
        if entry.isAcceptance, entry.cause == decision.entry.sequence {
          decision.enqueued.append(contentsOf: entry.changes)
          return nil
        }
        close(decision, reaching: before, definitions)
        open = nil
      }
      own.meet(before)
      if let found = arrivals.unasked(followedBy: entry, definitions, by: &machine) {
        take(found, definitions)
      }
      try definitions.follow(entry)
      if let stray { take(.init(ofStray: recorded, stray), definitions) }
      if let turn = try rules.turn(at: recorded, before: before) {
        take(.init(recorded, turn), definitions)
      }
      let bounds = limits ?? definitions.limits
      if let found = arrivals.foreign(recorded, before: before, limits: bounds) {
        take(.init(recorded, found), definitions)
      }
      guard let request = try requestToDecide(by: recorded, before: before, &rules, definitions)
      else { return nil }
      let table = try definitions.tableToDecideWith()
      // Rarely needed and expensive to copy: a closure would capture all of it each time.
      func input() -> DecisionInput {
        DecisionInput(
          request: request, id: entry.requestID ?? RequestID(entry.sequence),
          answers: entry.answers, state: before, table: table, now: entry.at, limits: bounds)
      }
      let steps = step.map { StepComparison(of: input(), by: &machine, $0) }
      if let steps, steps.turnsOnTokens { leaveUndecided(entry) }
      let state = own.state(beside: before)
      machine.follow(table, within: bounds)
      let decision = OpenDecision(
        request, recorded: recorded, in: state ?? before, on: footing,
        beside: state.map { _ in input() }, steps: steps?.differences ?? [],
        treeBefore: definitions.areOthers ? before.tree : nil,
        by: &machine)
      open = decision
      return decision.reached
    }
    if let decision = open { close(decision, reaching: fold.state, definitions) }
    if let found = arrivals.unasked(definitions, by: &machine) {
      take(found, definitions)
    }
  }

  private mutating func tellShifts() {
    outcomeShifts = shiftCounts.map { shift, count in
      var shift = shift
      shift.count = count
      return shift
    }
    outcomeShifts.sort {
      ($0.route ?? "", $0.recorded, $0.replayed) < ($1.route ?? "", $1.recorded, $1.replayed)
    }
  }

  /// The request that an entry decides; nil when it decides none, or one that cannot be decided
  /// again, which is then counted.
  private mutating func requestToDecide(
    by recorded: RecordedEntry, before: RouteState, _ rules: inout StepChecks,
    _ definitions: RecordedDefinitions
  ) throws -> RouteRequest? {
    let entry = recorded.entry
    guard entry.kind == .decided || entry.kind == .parked else {
      follow(recorded, definitions)
      return nil
    }
    // A rule excuses only its own result; anything else is decided again like other entries.
    if entry.rule != nil, try rules.excuses(recorded, before: before) {
      if entry.kind == .decided { countRule(of: entry) }
      follow(recorded, definitions)
      return nil
    }
    let waiting = entry.requestID.flatMap { before.waiting($0) }
    guard let id = entry.requestID, let request = entry.request ?? waiting?.request else {
      countDecision(of: recorded)
      take(.init(ofUnknown: recorded), definitions)
      follow(recorded, definitions)
      return nil
    }
    // It may have failed because of a limit that is no longer known.
    if !definitions.knowsLimits, case .failed? = entry.outcome {
      undecidedByLimits += 1
      leaveUndecided(entry)
      follow(recorded, definitions)
      return nil
    }
    guard !definitions.turnsOnTokens(waiting?.target ?? request.target, entry.answers) else {
      leaveUndecided(entry)
      follow(recorded, definitions)
      return nil
    }
    if let state = own.state, waiting != nil, !state.isWaiting(id) {
      countDecision(of: recorded)
      takeUnfit(recorded, .ended, "request \(id) has ended already", definitions)
      return nil
    }
    return request
  }

  /// Applies an input that is not a decision to the state of a free rerun, if that state differs
  /// from the recorded one.
  private mutating func follow(_ recorded: RecordedEntry, _ definitions: RecordedDefinitions) {
    if let problem = own.follow(recorded.entry) {
      takeUnfit(recorded, .unfit, problem, definitions)
    }
  }

  private mutating func takeUnfit(
    _ recorded: RecordedEntry, _ comparison: Divergence.Comparison, _ problem: String,
    _ definitions: RecordedDefinitions
  ) {
    let found = EntryDifference(ofUnfit: recorded, comparison, problem)
    take([found.difference], of: recorded.entry, follows: own.origin) {
      Divergence(of: found, definitions.comparison(of: nil))
    }
  }

  private mutating func leaveUndecided(_ entry: JournalEntry) {
    undecided += 1
    tally(entry.session) { $0.undecided += 1 }
    if undecidedEntries.count < most { undecidedEntries.append(entry.sequence) }
  }

  /// Compares a decision whose work has been read; `recorded` is the state after it.
  private mutating func close(
    _ decision: OpenDecision, reaching recorded: RouteState, _ definitions: RecordedDefinitions
  ) {
    countDecision(of: decision.recorded)
    let differences = decision.differences(from: recorded)
    var (isOwn, isCounted) = (false, false)
    if !differences.isEmpty {
      isOwn = !decision.onlyFollows(from: recorded, by: &machine)
      isCounted = take(
        differences, of: decision.entry, follows: isOwn ? nil : own.origin, from: decision.ends
      ) { decision.divergence(by: differences, from: recorded, definitions.comparison) }
    }
    if let next = decision.stateReached {
      let origin = isOwn ? decision.entry.sequence : nil
      own.take(next, from: origin, isAccepted: !isCounted)
      own.meet(recorded, after: origin)
    }
  }

  /// Keeps and counts one difference of an entry that is not a decision.
  private mutating func take(_ difference: EntryDifference, _ definitions: RecordedDefinitions) {
    take([difference.difference], of: difference.entry) {
      Divergence(of: difference, definitions.comparison(of: nil))
    }
  }

  /// Keeps and counts the differences of an entry, unless they are accepted.
  ///
  /// - Parameters:
  ///   - follows: the entry whose difference causes these; nil when they are the entry's own.
  ///   - ends: the recorded and the present result of a decision; nil for other entries.
  ///   - divergence: makes the divergence. It is called only if the divergence is kept or could be
  ///     accepted: finding where hierarchies differ, and which definitions, took 60 of the 148
  ///     thousand instructions of a decision when one of eight differed.
  @discardableResult
  private mutating func take(
    _ differences: [Divergence.Difference], of entry: JournalEntry, follows: Int64? = nil,
    from ends: (recorded: String, replayed: String)? = nil, _ divergence: () -> Divergence
  ) -> Bool {
    let differences = differences.without(disabled)
    guard !differences.isEmpty else { return false }
    if follows != nil, own.isAccepted {
      accepted += 1
      return false
    }
    let (recorded, replayed) = differences.shift(from: ends)
    let shift = OutcomeShift(
      route: entry.route, recorded: recorded, replayed: replayed, count: 0)
    let isKept = examples.count - most < (shiftCounts[shift] == nil ? most : 0)
    if isKept || !accepting.entries.isEmpty {
      var told = divergence()
      (told.differences, told.follows) = (told.differences.without(disabled), follows)
      if let index = accepting.index(accepting: told) {
        accepted += 1
        acceptedCounts[index] += 1
        return false
      }
      if isKept { examples.append((shift, told)) }
    }
    differing += 1
    if follows != nil { following += 1 }
    tally(entry.session) { session in
      session.differing += 1
      guard session.firstDivergence == nil else { return }
      session.firstDivergence = .init(
        sequence: entry.sequence, kind: differences.first?.kind.rawValue ?? "")
    }
    shiftCounts[shift, default: 0] += 1
    return true
  }

  private mutating func countRule(of entry: JournalEntry) {
    settledByRule += 1
    guard let id = entry.requestID, waitsDecided.remove(id) != nil else { return }
    settledAfterDecision += 1
  }

  private mutating func countDecision(of recorded: RecordedEntry) {
    let entry = recorded.entry
    decisions += 1
    let id = entry.requestID ?? RequestID(entry.sequence)
    let isKnown = !waitsDecided.isEmpty && waitsDecided.contains(id)
    if !isKnown { requests += 1 }
    if entry.kind == .parked {
      waitsDecided.insert(id)
    } else if isKnown {
      waitsDecided.remove(id)
    }
    tally(entry.session) { $0.decisions += 1 }
  }

  /// Sessions are consecutive, so the last one is nearly always the one to count for.
  private mutating func tally(_ session: Int64, _ count: (inout SessionTally) -> Void) {
    if let index = sessions.lastIndex(where: { $0.session <= session }),
      sessions[index].session == session
    {
      count(&sessions[index])
    } else {
      var new = SessionTally(session: session)
      count(&new)
      let place = sessions.lastIndex { $0.session < session }.map { $0 + 1 } ?? 0
      sessions.insert(new, at: place)
    }
  }
}
