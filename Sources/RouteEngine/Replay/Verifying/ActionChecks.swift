import RouteEngine

/// Checks what entries let happen to pending actions: those rules of their table that need more
/// than where an action stands, which ``PendingAction/moved(by:)`` looks at already.
struct ActionChecks {
  /// What is wrong with an entry, by the sequence of that entry or of one before it.
  typealias Problem = (sequence: Int64, text: String)

  /// Actions that gave way to work which has not been enqueued yet.
  private var displaced: [(sequence: Int64, action: PendingAction)] = []

  /// What is wrong with an entry that speaks of an action.
  ///
  /// - Parameter state: what the entries before it lead to.
  mutating func problems(with entry: JournalEntry, before state: RouteState) -> [Problem] {
    var problems = settleDisplaced(by: entry)
    guard let id = entry.action, entry.kind != .enqueued else { return problems }
    guard let action = state.action(id) else {
      // What is late may come when the action is over.
      guard entry.kind != .late else { return problems }
      problems.append((entry.sequence, "it speaks of action \(id), which is not pending"))
      return problems
    }
    if entry.kind == .late, action.status == .started, entry.attempt == action.attempt {
      problems.append(
        (entry.sequence, "action \(id) is under way at this attempt: nothing is late"))
    } else if entry.kind != .late, let attempt = action.attempt(in: entry.changes),
      attempt != entry.attempt ?? 0
    {
      problems.append((entry.sequence, "action \(id) is at attempt \(attempt)"))
    }
    if entry.requestID != action.request {
      problems.append((entry.sequence, "action \(id) belongs to request \(action.request)"))
    }
    if case .advance(_, let transition)? = entry.changes.first,
      let text = problem(with: transition, of: action, at: entry.at, in: state)
    {
      problems.append((entry.sequence, "action \(id) \(text)"))
    }
    if entry.kind == .superseded, action.actionKey.map(state.actions(of:))?.count ?? 0 < 2 {
      displaced.append((entry.sequence, action))
    }
    return problems
  }

  /// Why it is not the action's turn; whether somebody handles it, and what a person asks for, no
  /// entry says.
  private func problem(
    with transition: PendingAction.Transition, of action: PendingAction, at moment: Instant,
    in state: RouteState
  ) -> String? {
    switch transition {
    case .claim, .start:
      let isFree = action.status != .waiting || state.isFree(action)
      let turn = state.turn(of: action, at: moment, isFree: isFree) { _ in true }
      return turn == transition ? nil : "has not its turn to be \(transition.participle)"
    case .fail, .retry:
      return action.failure(at: moment) == transition
        ? nil : "is not tried again when its terms say"
    case .expire:
      return action.expires.map { $0 < moment } ?? false ? nil : "expires before its time"
    case .shelve:
      return action.isClosure ? "is a closure: such a one is not kept for a later version" : nil
    case .supersede:
      return action.key == nil ? "has no key, and gives way to nothing" : nil
    case .giveBack, .finish, .interrupt, .crash, .die, .cancel, .revive, .clockSet: return nil
    }
  }

  /// Work of the same key follows at once what gave way to it.
  private mutating func settleDisplaced(by entry: JournalEntry) -> [Problem] {
    guard !displaced.isEmpty, entry.kind != .superseded else { return [] }
    defer { displaced.removeAll() }
    var new: ActionKey?
    if case .enqueue(let action)? = entry.changes.first { new = action.actionKey }
    return displaced.filter { new == nil || new != $0.action.actionKey }
      .map { ($0.sequence, "action \($0.action.id) gives way to nothing") }
  }
}

extension PendingAction {
  /// The attempt that an entry speaks of which lets something happen to it; nil when that cannot
  /// be. One that is given back is the one it was at.
  fileprivate func attempt(in changes: [RouteChange]) -> Int? {
    guard let change = changes.first, case .advance(_, let transition) = change else { return nil }
    do throws(Refusal) {
      return max(attempt, try moved(by: transition)?.attempt ?? attempt)
    } catch {
      return nil
    }
  }
}

extension PendingAction.Transition {
  fileprivate var participle: String { self == .claim ? "claimed" : "started" }
}
