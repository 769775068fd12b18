/// The time as a session has it.
extension RouteSession {
  /// The clocks when the session began: every moment that it writes counts from there.
  var beginningClocks: ClockReading { clocks(after: 0) }

  /// The clocks at this moment; the wall's as the session has it.
  var clocks: ClockReading { clocks(after: elapsed) }

  private func clocks(after elapsed: Int64) -> ClockReading {
    ClockReading(
      wall: moment(elapsed), boot: configuration.clock.boot,
      monotonic: start.monotonic &+ elapsed)
  }

  /// Microseconds since the session began, by the clock that never steps.
  var elapsed: Int64 { configuration.clock.monotonicMicroseconds() &- start.monotonic }

  /// The moment that lies so many microseconds after the session's start. The machine knows it too,
  /// but a question to it copies it: three of them cost 60 retains for each `open`.
  func moment(_ elapsed: Int64) -> RouteInstant {
    RouteInstant(microseconds: start.wall).advanced(byMicroseconds: elapsed)
  }

  /// This moment: the session's start plus what has elapsed, so that time never runs backwards in
  /// it.
  var now: RouteInstant { moment(elapsed) }
}
