public import RouteEngine
public import RouteStore

/// The entries at which a condition on the state begins and ceases to hold in a journal. They are
/// found by a walk over all entries, because a condition may change several times.
public struct Bisection: Sendable {
  /// An entry at which a condition begins or ceases to hold.
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
    /// Whether the condition begins to hold there, or ceases to.
    public let holds: Bool
    /// The request behind it; for an entry about an action, the request that brought the action.
    public let request: RequestID?
  }

  /// The condition.
  public let condition: StateCondition
  /// The first entry after which it holds; nil when it never does. If it held before the first
  /// entry of the search, this is the first entry of the search, unless it ceases there.
  public private(set) var first: Turn?
  /// Whether it held before the first entry of the search. Before a journal's first entry there is
  /// no state, so that entry is not a turn.
  public private(set) var heldBefore = false
  /// The first turns, at most the requested number.
  public private(set) var turns: [Turn] = []
  /// The total number of turns.
  public private(set) var turnCount = 0
  /// Whether it holds after the last entry of the search.
  public private(set) var holdsAtEnd = false
  /// The last entry of the search; nil when it had none.
  public private(set) var last: Int64?
  /// The number of entries in the search.
  public private(set) var entries = 0

  /// The first entry at which it begins to hold; nil when there is none.
  public private(set) var firstBeginning: Turn?

  /// Searches a journal.
  ///
  /// The walk checks chain and digests of the entries that it passes. It keeps one state at a time,
  /// and tests it only when its digest has changed.
  ///
  /// - Parameters:
  ///   - condition: the condition to search for.
  ///   - history: the journal.
  ///   - from: the first entry of the search; nil for the journal's first.
  ///   - through: the last entry; nil for the journal's last.
  ///   - most: the most turns to keep; all are counted.
  /// - Throws: `StoreError`, or an error with a description, when the walked entries are not
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
    // The state after an entry is only known with the next entry.
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

  /// Tests the condition only when the state differs from the one before.
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
