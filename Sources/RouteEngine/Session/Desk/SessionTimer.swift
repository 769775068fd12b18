/// When a session goes on by itself: what wakes it, and who is inside already.
struct SessionTimer {
  /// Wakes the session when something happens by time alone.
  private var alarm: (moment: RouteInstant, task: Task<Void, Never>)?
  /// Whether host code or a round of work is under way further up the call stack: what is wished
  /// meanwhile waits for its end.
  private var isOccupied = false

  // MARK: The alarm

  /// The moment at which the session wakes; nil when it does not by itself.
  var moment: RouteInstant? { alarm?.moment }

  /// Takes in what wakes the session at a moment.
  mutating func setAlarm(for moment: RouteInstant, _ task: Task<Void, Never>) {
    alarm = (moment, task)
  }

  /// Takes note that the session is awake.
  mutating func wake() { alarm = nil }

  /// Wakes the session no more.
  mutating func cancelAlarm() {
    alarm?.task.cancel()
    alarm = nil
  }

  // MARK: Rounds

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
