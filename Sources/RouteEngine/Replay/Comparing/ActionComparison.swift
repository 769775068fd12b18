import RouteEngine

/// The work of a decision as recorded and as made now, compared field by field, in words that are
/// also valid in another recording.
struct ActionComparison {
  /// One side.
  struct Side {
    /// The work, in order.
    fileprivate let actions: [PendingAction]
    /// The number of actions that give way.
    fileprivate let givesWay: Int
    private let tree: ScreenTree

    /// - Parameters:
    ///   - changes: one for each entry that accepts work, or makes work give way.
    ///   - tree: the hierarchy that the work belongs to.
    init(_ changes: [RouteChange], on tree: ScreenTree) {
      actions = changes.compactMap { if case .enqueue(let action) = $0 { action } else { nil } }
      givesWay = changes.count - actions.count
      self.tree = tree
    }

    /// Every field except the id, which is the entry's.
    fileprivate func fields(of action: PendingAction, at moment: RouteInstant) -> [Field] {
      let terms = action.terms
      func span(_ end: RouteInstant?) -> String? {
        guard let end else { return nil }
        let (length, overflow) = end.microseconds.subtractingReportingOverflow(moment.microseconds)
        return overflow ? "never" : "\(length < 0 ? "-" : "")\(Self.text(length.magnitude))"
      }
      return [
        Field(.actionParameters, "parameters", "(\(action.parameters.notation))"),
        Field(.actionKey, "key", action.key),
        Field(.actionDelay, "delay", span(action.notBefore)),
        Field(.actionExpiry, "expires after", span(action.expires)),
        Field(.actionMoment, "when", terms.moment.rawValue),
        Field(.actionCondition, "condition", terms.condition),
        Field(.actionLane, "lane", terms.lane),
        Field(
          .actionRetry, "retry",
          terms.retry.map {
            "\($0.attempts) attempts, first after \(Self.text($0.firstMicroseconds.magnitude)), "
              + "at most \(Self.text($0.longestMicroseconds.magnitude))"
          }),
        Field(.actionLease, "lease", terms.leaseMicroseconds.map { Self.text($0.magnitude) }),
        Field(
          .actionScreen, "screen", tree[action.screen]?.kind ?? "unknown",
          Int64(bitPattern: action.screen.rawValue)),
        Field(.actionPrincipal, "principal", action.principal),
        Field(.actionClosure, "closure", "\(action.isClosure)"),
        Field(.actionGiven, "given", "\(action.isGiven)"),
        Field(.actionRequest, "request", "", action.request.rawValue),
        Field(.actionStatus, "status", action.status.rawValue),
        Field(.actionAttempt, "attempt", "\(action.attempt)"),
        Field(.actionCrashes, "crashes", "\(action.crashes)"),
        Field(.actionRevival, "revived at", action.revivedAt.map { "\($0)" }),
        Field(.actionPossiblyExecuted, "possibly executed", "\(action.possiblyExecuted)"),
      ]
    }

    private static func text(_ microseconds: UInt64) -> String {
      TimeSpan(microseconds: Int64(clamping: microseconds)).text
    }
  }

  /// A field in words. Words name no ids; a number distinguishes fields that differ only in ids.
  fileprivate struct Field {
    let comparison: Divergence.Comparison
    let name: String
    let text: String
    let number: Int64

    init(_ comparison: Divergence.Comparison, _ name: String, _ text: String?, _ number: Int64 = 0)
    {
      self.comparison = comparison
      (self.name, self.text, self.number) = (name, text ?? "none", number)
    }

    /// The field of the work of this name; `another` where the words of both sides are equal.
    func words(of work: String, unlike other: Field? = nil) -> String {
      let another = other.map { Bytes.same($0.text, text) } ?? false
      return [work, name, another ? "another" : "", text].filter { !$0.isEmpty }
        .joined(separator: " ")
    }

    func isSame(as other: Field) -> Bool {
      Bytes.same(text, other.text) && number == other.number
    }
  }

  /// The parts that differ, in the order of the work.
  private(set) var parts: [Divergence.Difference.Part] = []

  /// - Parameter moment: the moment of the decision, from which durations count.
  init(of recorded: Side, with replayed: Side, at moment: RouteInstant) {
    for index in 0..<max(recorded.actions.count, replayed.actions.count) {
      let was = recorded.actions.indices.contains(index) ? recorded.actions[index] : nil
      let isNow = replayed.actions.indices.contains(index) ? replayed.actions[index] : nil
      guard let was, let isNow, Bytes.same(was.name, isNow.name) else {
        let comparison: Divergence.Comparison =
          was == nil ? .actionMissing : isNow == nil ? .actionExtra : .actionName
        add(comparison, was?.name ?? "nothing", isNow?.name ?? "nothing")
        continue
      }
      let pairs = zip(recorded.fields(of: was, at: moment), replayed.fields(of: isNow, at: moment))
      for (field, now) in pairs where !field.isSame(as: now) {
        add(field.comparison, field.words(of: was.name), now.words(of: was.name, unlike: field))
      }
    }
    if recorded.givesWay != replayed.givesWay {
      add(.actionsGivingWay, Self.words(givingWay: recorded), Self.words(givingWay: replayed))
    }
    if parts.isEmpty { add(.actionEntries, "the same work", "the same work in other entries") }
  }

  private static func words(givingWay side: Side) -> String {
    switch side.givesWay {
    case 0: "no action of the same key gives way"
    case 1: "1 action of the same key gives way"
    default: "\(side.givesWay) actions of the same key give way"
    }
  }

  private mutating func add(
    _ comparison: Divergence.Comparison, _ recorded: String, _ replayed: String
  ) {
    parts.append(.init(comparison, recorded: recorded, replayed: replayed))
  }
}
