import RouteEngine

/// The state that a free rerun reaches by its own decisions, as long as it is another than the
/// recorded one.
struct ReachedState {
  /// The state; nil while it is the recorded one.
  private(set) var state: RouteState?
  /// The entry whose difference it comes from: that of the screens, where those are others.
  var origin: Int64 { screensOrigin ?? stateOrigin }
  private var stateOrigin: Int64 = 0
  private var screensOrigin: Int64?
  /// Whether somebody has accepted that difference.
  private(set) var isAccepted = false

  /// As many ids are looked at to give new screens the recorded ones again.
  private static let mostIDs: UInt64 = 10_000

  /// The state to decide in; nil for the recorded one. Where the ids are free, new screens get the
  /// recorded ones, so that what comes in later means the same screens.
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

  /// Forgets it where it is the recorded one again.
  ///
  /// - Parameter entry: a decision's that differs and has just been taken.
  mutating func meet(_ recorded: RouteState, after entry: Int64? = nil) {
    guard let state else { return }
    if state.tree.digest == recorded.tree.digest {
      screensOrigin = nil
    } else {
      screensOrigin = screensOrigin ?? entry
    }
    if state.digest == recorded.digest { self.state = nil }
  }

  /// Goes on from what a decision led to.
  ///
  /// - Parameters:
  ///   - next: the state with the work that was accepted.
  ///   - entry: the decision's, when the difference is its own.
  mutating func take(_ next: RouteState, from entry: Int64?, isAccepted: Bool) {
    if let entry, state == nil || self.isAccepted && !isAccepted {
      (stateOrigin, self.isAccepted) = (entry, isAccepted)
      if !isAccepted { screensOrigin = nil }
    }
    state = next
  }

  /// Goes on with what came in and is no decision, as far as it fits.
  ///
  /// - Returns: what does not fit; nil for work that was not accepted here, of which the decision
  ///   told already.
  mutating func follow(_ entry: JournalEntry) -> String? {
    guard var next = state, !entry.changes.isEmpty else { return nil }
    if entry.isAdopting {
      state = nil  // all of it is the recorded one from here on
      return nil
    }
    defer { state = next }
    return entry.applyElsewhere(to: &next)
  }
}
