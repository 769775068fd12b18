/// Lets one round of work run at a time: what is wished meanwhile is done by the round that runs.
struct Turnstile {
  /// Whether host code or a decision is under way further up the call stack.
  private var isOccupied = false
  /// Whether another round was wished for meanwhile.
  private(set) var isWished = false

  /// Enters, unless somebody is inside: then the wish for another round is remembered.
  mutating func enter() -> Bool {
    guard !isOccupied else {
      isWished = true
      return false
    }
    isOccupied = true
    return true
  }

  /// Begins a round, which does what was wished for.
  mutating func beginRound() { isWished = false }

  /// Leaves.
  mutating func leave() { isOccupied = false }

  /// Keeps everybody else out for a while.
  ///
  /// - Returns: whether somebody was inside already, for ``reopen(_:)``.
  mutating func occupy() -> Bool {
    defer { isOccupied = true }
    return isOccupied
  }

  /// Ends what ``occupy()`` began.
  mutating func reopen(_ wasOccupied: Bool) { isOccupied = wasOccupied }
}
