/// The screens on which a user decides whether a condition holds, such as a log-in; see
/// ``ScreenDeclaration/answers``.
extension Machine {
  /// The edits that close the screens that answer a condition. There are none in the middle of a
  /// transition; at its end, the condition is signalled again for them.
  mutating func closingsNow(answering condition: String) -> [TreeChange] {
    let closings = closings(answering: condition)
    guard !closings.isEmpty, isInTransition else { return closings }
    if !closesLater.contains(where: { $0.hasSameBytes(as: condition) }) {
      closesLater.append(condition)
    }
    return []
  }

  /// The edits that close the screens that answer a condition.
  private func closings(answering condition: String) -> [TreeChange] {
    guard !table.answering.isEmpty else { return [] }
    var changes: [TreeChange] = []
    for id in state.tree.screens(answering: condition, by: table.answering) {
      // It may have left with an earlier screen.
      guard let tree = tree(after: changes), let change = tree.leaving(id) else { continue }
      changes.append(change)
    }
    return changes
  }

  /// The tree after some edits; nil when they do not fit the tree.
  func tree(after changes: [TreeChange]) -> ScreenTree? {
    var (tree, counter) = (state.tree, state.counter)
    do {
      for change in changes {
        try tree.apply(change, counter: &counter, limits: settings.limits)
      }
    } catch {
      return nil
    }
    return tree
  }

  /// The conditions that a user decided against in a step: the last screen that answers the
  /// condition has gone, and the condition does not hold.
  func refusals(by entries: borrowing [JournalEntry], in next: borrowing RouteState) -> [GivenUp] {
    guard let fact = reported(by: entries) else { return [] }
    var refusals: [GivenUp] = []
    for condition in awaitedAnswers {
      guard
        let gone = state.tree.screens(answering: condition, by: table.answering).first,
        next.tree.screens(answering: condition, by: table.answering).isEmpty,
        !next.conditions.contains(where: { $0.hasSameBytes(as: condition) })
      else { continue }
      let kind = state.tree.kindName(gone)
      let reason = fact.isOfRendering ? "\(kind) could not be shown" : "\(kind) was closed"
      refusals.append(GivenUp(condition: condition, reason: reason))
    }
    return refusals
  }

  /// Gives up the condition that a request begins to wait for, if a user decided against it while
  /// host code worked on the answer, and no screen is left on which to decide again.
  ///
  /// The entry that gives a condition up ends every request that waits for it.
  mutating func giveUpIfRefused(_ ticket: Ticket, at elapsed: Int64) {
    guard let id = requests.id(of: ticket),
      case .condition(let condition)? = state.waiting(id)?.status
    else { return }
    let refused = requests.edit(ticket) { pending in
      defer { pending.refused = [] }
      return pending.refused
    }
    guard let refusal = refused?.first(where: { $0.condition.hasSameBytes(as: condition) }),
      !holds(condition), state.tree.screens(answering: condition, by: table.answering).isEmpty
    else { return }
    receive(.gaveUp(condition, reason: refusal.reason), at: elapsed)
  }

  /// The conditions that screens answer and that requests wait for, or may begin to wait for
  /// because host code was asked. Each is listed once, because a search for its screens looks at
  /// every screen.
  private var awaitedAnswers: [String] {
    let answered = table.answering.values.flatMap { $0 }
    var awaited: [String] = []
    for waiting in state.waiting {
      guard case .condition(let condition) = waiting.status,
        !awaited.contains(where: { $0.hasSameBytes(as: condition) }),
        answered.contains(where: { $0.hasSameBytes(as: condition) })
      else { continue }
      awaited.append(condition)
    }
    guard requests.mayBeginToWait else { return awaited }
    // In any order: no request waits for these yet.
    for condition in answered
    where !awaited.contains(where: { $0.hasSameBytes(as: condition) }) {
      awaited.append(condition)
    }
    return awaited
  }

  /// The fact that the first entry reports, also when it had waited for its turn; nil when it
  /// reports none.
  private func reported(by entries: borrowing [JournalEntry]) -> HostFact? {
    guard !entries.isEmpty, entries[0].kind == .decided else { return nil }
    let request = entries[0].request ?? entries[0].requestID.flatMap { state.waiting($0)?.request }
    guard case .fact(let fact)? = request?.target else { return nil }
    return fact
  }
}

extension HostFact {
  /// Whether the fact says that something could not be shown.
  fileprivate var isOfRendering: Bool { if case .renderFailed = self { true } else { false } }
}

extension ScreenTree {
  /// The screens that answer a condition, lowest id first, without those of other code.
  ///
  /// - Parameter kinds: the conditions that each kind of screen answers, by the tag of the kind.
  fileprivate func screens(
    answering condition: String, by kinds: [UInt64: [String]]
  ) -> [ScreenID] {
    var screens: [ScreenID] = []
    rows.forEachLeaf { leaf in
      for row in leaf.rows {
        guard let conditions = kinds[row.tag], row.ownership == .declared,
          conditions.contains(where: { $0.hasSameBytes(as: condition) }), !isForeignGround(row)
        else { continue }
        screens.append(row.id)
      }
      return true
    }
    return screens
  }
}
