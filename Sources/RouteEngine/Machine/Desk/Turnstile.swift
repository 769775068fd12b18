/// Whether host code or a round of work is under way further up the call stack: what is wished
/// meanwhile waits for its end.
struct Turnstile {
  private var isOccupied = false

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
