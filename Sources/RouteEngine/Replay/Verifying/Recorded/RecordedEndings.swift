import RouteEngine

/// What a session that begins clean ends: right behind its first entry stand those of every waiting
/// request and every pending action, of the same transaction, oldest first.
struct RecordedEndings {
  private enum Due {
    case request(RequestID)
    case action(ActionID)
  }

  /// Those that have no entry yet.
  private var due: [Due] = []
  /// Whether the entry before begins clean: what is left then is in the state after it.
  private var isBeginning = false
  /// Whether what comes may follow from an entry that was pruned.
  private var mayFollow: Bool

  /// - Parameter base: the last sequence that was pruned.
  init(after base: Int64) { mayFollow = base > 0 }

  /// What is wrong with an entry, by itself or because another one is missing in its place.
  mutating func problems(with entry: JournalEntry, before state: RouteState) -> [String] {
    defer { begin(with: entry) }
    // A beginning that could not be written at first says all of it in the gap.
    if isBeginning, entry.kind != .gap, entry.kind != .restored {
      due = state.waiting.map { .request($0.id) } + state.actions.map { .action($0.id) }
    }
    if entry.rule != .cleanBeginning { mayFollow = false }
    var problems: [String] = []
    if !take(entry) {
      problems += missing.map { [$0] } ?? []
      due = []
      if entry.rule == .cleanBeginning, !mayFollow {
        problems.append("no session begins clean before it")
      }
    }
    return problems
  }

  /// What is missing when nothing follows; nil when nothing is.
  func problemAtEnd(after state: RouteState) -> String? {
    guard isBeginning else { return missing }
    return state.waiting.isEmpty && state.actions.isEmpty ? nil : "it ends nothing of what is left"
  }

  private var missing: String? {
    switch due.first {
    case nil: nil
    case .request(let id)?: "request \(id) was to end in its place"
    case .action(let id)?: "action \(id) was to end in its place"
    }
  }

  /// Whether the entry is the one of what is due.
  private mutating func take(_ entry: JournalEntry) -> Bool {
    switch due.first {
    case .request(let id)?:
      guard entry.kind == .decided, entry.rule == .cleanBeginning, entry.requestID == id
      else { return false }
    case .action(let id)?:
      guard entry.rule == .cleanBeginning, entry.action == id else { return false }
    case nil: return false
    }
    due.removeFirst()
    return true
  }

  /// A file that takes the place of another may go on with what was on screen.
  private mutating func begin(with entry: JournalEntry) {
    guard entry.kind == .began, case .adopt? = entry.changes.first else {
      return isBeginning = false
    }
    isBeginning = entry.replaced == nil
  }
}
