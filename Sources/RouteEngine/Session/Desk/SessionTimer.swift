/// Knows when a session continues by itself: its alarm, and whether a round is under way.
struct SessionTimer {
  /// Wakes the session when something happens by time alone.
  private var alarm: (moment: RouteInstant, task: Task<Void, Never>)?
  /// Whether host code or a round of work is under way further up the call stack. Work that is
  /// requested meanwhile waits for its end.
  private var isOccupied = false

  // MARK: The alarm

  /// The moment at which the session wakes; nil when it does not wake by itself.
  var moment: RouteInstant? { alarm?.moment }

  /// Sets the task that wakes the session at a moment.
  mutating func setAlarm(for moment: RouteInstant, _ task: Task<Void, Never>) {
    alarm = (moment, task)
  }

  /// Notes that the session is awake.
  mutating func wake() { alarm = nil }

  /// Cancels the alarm.
  mutating func cancelAlarm() {
    alarm?.task.cancel()
    alarm = nil
  }

  // MARK: Rounds

  /// Keeps other rounds out until ``reopen(_:)``.
  ///
  /// - Returns: whether a round was under way already, to be handed to ``reopen(_:)``.
  mutating func occupy() -> Bool {
    defer { isOccupied = true }
    return isOccupied
  }

  /// Ends the period that ``occupy()`` began.
  mutating func reopen(_ wasOccupied: Bool) { isOccupied = wasOccupied }
}
