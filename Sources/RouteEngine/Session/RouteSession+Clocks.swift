/// The time of a session.
extension RouteSession {
  /// The clocks when the session began. Every moment that it writes counts from there.
  var beginningClocks: ClockReading { clocks(after: 0) }

  /// The clocks at this moment; the wall clock as the session computes it.
  var clocks: ClockReading { clocks(after: elapsed) }

  private func clocks(after elapsed: Int64) -> ClockReading {
    ClockReading(
      wall: moment(elapsed), boot: configuration.clock.boot,
      monotonic: start.monotonic &+ elapsed)
  }

  /// Microseconds since the session began, by the monotonic clock.
  var elapsed: Int64 { configuration.clock.monotonicMicroseconds() &- start.monotonic }

  /// The moment that lies this many microseconds after the session's start. The machine could
  /// compute it too, but a call to it copies it: three of them cost 60 retains for each `open`.
  func moment(_ elapsed: Int64) -> RouteInstant {
    RouteInstant(microseconds: start.wall).advanced(byMicroseconds: elapsed)
  }

  /// This moment: the session's start plus the elapsed time, so that time never runs backwards
  /// within a session.
  var now: RouteInstant { moment(elapsed) }
}
