import RouteEngine

/// What a signal and a resume let happen to the requests that waited for it: right behind either
/// stand the entries of those requests, of the same transaction, no more and no fewer.
struct RecordedReleases {
  /// A request that is to go on or to end.
  private struct Due {
    let request: RequestID
    /// Whether it may go on; one before another that has gone on may not any more.
    var mayGoOn: Bool
    /// The rule by which it may end; nil when it may not.
    let ending: SettlingRule?
  }

  /// Those that have no entry yet, oldest first.
  private var due: [Due] = []
  /// The entry that lets them go on or end.
  private var beginning: Int64?
  /// Whether a resume may put other targets in the requests' place.
  private var transforms = false
  /// Whether what comes may follow from an entry that was pruned.
  private var mayFollow: Bool

  /// - Parameter base: the last sequence that was pruned.
  init(after base: Int64) { mayFollow = base > 0 }

  /// What is wrong with an entry, by itself or because another one is missing in its place.
  mutating func problems(with entry: JournalEntry, before state: RouteState) -> [String] {
    defer { begin(with: entry, before: state) }
    guard entry.kind != .began, entry.kind != .gap else { return [] }
    let isStep = entry.kind == .released || entry.rule.map(Self.endings.contains) ?? false
    if !isStep { (mayFollow, beginning) = (false, nil) }
    var problems: [String] = []
    if !take(entry) {
      transforms = false
      if let missing = due.first {
        problems.append("request \(missing.request) was to go on or to end in its place")
        due = []
      }
      if isStep, !mayFollow, !isSignalledMeanwhile(entry, in: state) {
        problems.append("nothing lets its request \(entry.kind == .released ? "go on" : "end") so")
      }
    }
    if entry.kind == .resumed, entry.resumption == nil {
      problems.append("it does not say what becomes of what was kept back")
    }
    if entry.kind == .released, !mayFollow, entry.cause != beginning ?? entry.sequence - 1 {
      problems.append("its cause is not the entry that lets its request go on")
    }
    if entry.kind == .released, !transforms, !mayFollow, entry.replaces(in: state) {
      problems.append("only a resume that transforms puts something else in a request's place")
    }
    return problems
  }

  /// The rules by which a resume ends requests.
  private static let endings = Resumption.allCases.compactMap(\.ending)

  /// Whether the entry is the one of a request that is due.
  private mutating func take(_ entry: JournalEntry) -> Bool {
    if entry.kind == .released {
      let index = due.firstIndex { $0.request == entry.requestID && $0.mayGoOn }
      guard let index else { return false }
      for earlier in due.indices.prefix(index) { due[earlier].mayGoOn = false }
      due.remove(at: index)
      return true
    }
    guard let first = due.first, first.request == entry.requestID, let ending = first.ending,
      entry.rule == ending
    else { return false }
    due.removeFirst()
    for later in due.indices { due[later].mayGoOn = false }
    return true
  }

  /// Whether a request goes on that host code parked for a condition signalled since it was asked.
  private func isSignalledMeanwhile(_ entry: JournalEntry, in state: RouteState) -> Bool {
    guard entry.kind == .released, let waiting = entry.requestID.flatMap(state.waiting),
      case .condition(let condition) = waiting.status
    else { return false }
    return state.conditions.contains(condition) && waiting.request.mayGoOn(for: state.principal)
  }

  /// Takes note of what the entry lets happen.
  private mutating func begin(with entry: JournalEntry, before state: RouteState) {
    switch entry.kind {
    case .began, .gap: due = []
    case .signalled:
      beginning = entry.sequence
      guard case .signal(let condition, true)? = entry.changes.first else { return }
      transforms = false
      due = state.waiting(for: condition, as: state.principal).map {
        Due(request: $0.id, mayGoOn: true, ending: nil)
      }
    case .resumed:
      beginning = entry.sequence
      guard let resumption = entry.resumption else { return }
      transforms = resumption == .transforming
      due = Self.due(in: state.kept, by: resumption)
    default: return
    }
  }

  private static func due(in kept: [WaitingRequest], by resumption: Resumption) -> [Due] {
    guard resumption != .by(.none) else { return [] }
    return kept.map { waiting in
      let mayGoOn =
        switch resumption {
        case .by(.clear), .by(.none), .handingOver: false
        case .by(.latestOnly): waiting.id == kept.last?.id
        case .by(.execute), .transforming: true
        }
      let mayEnd = resumption == .transforming || !mayGoOn
      return Due(request: waiting.id, mayGoOn: mayGoOn, ending: mayEnd ? resumption.ending : nil)
    }
  }
}

extension JournalEntry {
  /// Whether it puts another target in its request's place.
  fileprivate func replaces(in state: RouteState) -> Bool {
    changes.contains { change in
      guard case .wait(let waiting) = change else { return false }
      return waiting.replacement != state.waiting(waiting.id)?.replacement
    }
  }
}
