public import RouteEngine
public import RouteStore

/// Where a condition on the state begins to hold in a journal, and where it ceases to: found by one
/// walk, because a condition may come and go.
public struct Bisection: Sendable {
  /// An entry after which a condition holds that did not before, or no longer.
  public struct Turn: Hashable, Sendable {
    /// The entry.
    public let sequence: Int64
    /// The session that wrote it.
    public let session: Int64
    /// When it was written.
    public let at: RouteInstant
    /// The kind of the entry, by its word in the journal's table `entry_kind`: `decided`,
    /// `released`.
    public let kind: String
    /// Whether the condition holds from it on, or no longer.
    public let holds: Bool
    /// The request behind it; of an entry about an action, the one that brought the action.
    public let request: RequestID?
  }

  /// The condition.
  public let condition: StateCondition
  /// The first entry after which it holds; nil when it never does. Where it held before the
  /// first entry that is looked at, it is that one, unless it ceases there.
  public private(set) var first: Turn?
  /// Whether it held before the first entry that is looked at. Before a journal's first entry there
  /// is nothing in which it could, so at that one it does not turn.
  public private(set) var heldBefore = false
  /// The first entries at which it turned, at most as many as were asked for.
  public private(set) var turns: [Turn] = []
  /// How often it turned.
  public private(set) var turnCount = 0
  /// Whether it holds after the last entry that was looked at.
  public private(set) var holdsAtEnd = false
  /// The last entry that was looked at; nil when there was none.
  public private(set) var last: Int64?
  /// How many entries were looked at.
  public private(set) var entries = 0

  /// The first entry at which it began to hold after it had not held; nil when there is none.
  public private(set) var firstBeginning: Turn?

  /// Looks through a journal.
  ///
  /// The walk checks chain and digests of what it passes, holds one state at a time, and looks at
  /// it only where its digest is another than before.
  ///
  /// - Parameters:
  ///   - condition: what is looked for.
  ///   - history: the journal.
  ///   - from: the first entry that is looked at; nil for the journal's first.
  ///   - through: the last one; nil for the journal's last.
  ///   - most: how many turns are kept; all are counted.
  /// - Throws: `StoreError`, or an error with a description, when what is walked over is not
  ///   intact.
  public init(
    _ condition: StateCondition, in history: History, from: Int64? = nil, through: Int64? = nil,
    most: Int = 20
  ) throws {
    self.condition = condition
    let start = max(from ?? 1, 1) - 1
    var fold = try HistoryFold(through: start, of: history)
    var answer = Answer(condition)
    // Nil before the journal's first entry.
    var before: Bool? = fold.position.sequence > 0 ? answer.holds(in: fold.state) : nil
    heldBefore = before ?? false
    // An entry's own state is only known when the next one comes.
    var pending: JournalEntry?
    func look(at entry: JournalEntry, _ state: RouteState) {
      let holds = answer.holds(in: state)
      let isTurn = holds != before ?? holds
      before = holds
      entries += 1
      (last, holdsAtEnd) = (entry.sequence, holds)
      guard isTurn || holds && first == nil else { return }
      let turn = Turn(entry, holds: holds)
      if holds, first == nil { first = turn }
      guard isTurn else { return }
      if holds, firstBeginning == nil { firstBeginning = turn }
      turnCount += 1
      if turns.count < most { turns.append(turn) }
    }
    try fold.walk(history, through: through ?? .max) { entry, state in
      if let pending { look(at: pending, state) }
      pending = entry
    }
    if let pending { look(at: pending, fold.state) }
  }

  /// Asks the condition only of a state that is another than the one before.
  private struct Answer {
    private let condition: StateCondition
    private var known: (digest: UInt64, holds: Bool)?

    init(_ condition: StateCondition) { self.condition = condition }

    mutating func holds(in state: RouteState) -> Bool {
      let digest = state.digest
      if let known, known.digest == digest { return known.holds }
      let holds = condition.holds(in: state)
      known = (digest, holds)
      return holds
    }
  }
}

extension Bisection.Turn {
  fileprivate init(_ entry: JournalEntry, holds: Bool) {
    (sequence, session, at, kind) = (entry.sequence, entry.session, entry.at, entry.kind.word)
    (self.holds, request) = (holds, entry.requestID)
  }
}
