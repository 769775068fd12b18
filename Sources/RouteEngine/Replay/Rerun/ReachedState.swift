import RouteEngine

/// The state that a free rerun reaches by its own decisions, while it differs from the recorded
/// one.
struct ReachedState {
  /// The state; nil while it is the recorded one.
  private(set) var state: RouteState?
  /// The entry whose difference causes it: if the screens differ, the entry that changed those.
  var origin: Int64 { screensOrigin ?? stateOrigin }
  private var stateOrigin: Int64 = 0
  private var screensOrigin: Int64?
  /// Whether that difference is accepted.
  private(set) var isAccepted = false

  /// The most ids that are checked in order to give new screens their recorded ids.
  private static let mostIDs: UInt64 = 10_000

  /// The state in which to decide; nil for the recorded one. New screens get their recorded ids if
  /// those are free, so that later inputs mean the same screens.
  mutating func state(beside recorded: RouteState) -> RouteState? {
    guard var state else { return nil }
    if state.counter > recorded.counter {
      let first = recorded.counter + 1
      guard state.counter - recorded.counter <= Self.mostIDs,
        !(first...state.counter).contains(where: { state.tree[ScreenID($0)] != nil }),
        !state.actions.contains(where: { $0.screen.rawValue >= first })
      else { return state }
    }
    state.counter = recorded.counter
    self.state = state
    return state
  }

  /// Drops the state if it equals the recorded one again.
  ///
  /// - Parameter entry: the entry of a decision that differs and was just applied.
  mutating func meet(_ recorded: RouteState, after entry: Int64? = nil) {
    guard let state else { return }
    if state.tree.digest == recorded.tree.digest {
      screensOrigin = nil
    } else {
      screensOrigin = screensOrigin ?? entry
    }
    if state.digest == recorded.digest { self.state = nil }
  }

  /// Continues from the result of a decision.
  ///
  /// - Parameters:
  ///   - next: the state with the accepted work.
  ///   - entry: the entry of the decision, if the difference is its own.
  mutating func take(_ next: RouteState, from entry: Int64?, isAccepted: Bool) {
    if let entry, state == nil || self.isAccepted && !isAccepted {
      (stateOrigin, self.isAccepted) = (entry, isAccepted)
      if !isAccepted { screensOrigin = nil }
    }
    state = next
  }

  /// Continues with an input that is not a decision, as far as it fits.
  ///
  /// - Returns: the part that does not fit; nil for work that was not accepted here, which the
  ///   decision already reported.
  mutating func follow(_ entry: JournalEntry) -> String? {
    guard var next = state, !entry.changes.isEmpty else { return nil }
    if entry.isAdopting {
      state = nil  // from here on, all of it is the recorded state
      return nil
    }
    defer { state = next }
    return entry.applyElsewhere(to: &next)
  }
}
