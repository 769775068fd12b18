/// When a session began, and what wakes it.
struct SessionTimer {
  /// What the clocks showed when the session began: every moment counts from there.
  let start: (wall: Int64, monotonic: Int64)
  /// Wakes the session when something happens by time alone.
  var alarm: (moment: RouteInstant, task: Task<Void, Never>)?

  init(start: (wall: Int64, monotonic: Int64)) { self.start = start }

  /// The moment that lies so many microseconds after the session's start. The machine knows it too,
  /// but a question to it copies it: three of them cost 60 retains for each `open`.
  func now(_ elapsed: Int64) -> RouteInstant {
    RouteInstant(microseconds: start.wall).advanced(byMicroseconds: elapsed)
  }

  /// Wakes the session no more.
  mutating func cancelAlarm() {
    alarm?.task.cancel()
    alarm = nil
  }
}
