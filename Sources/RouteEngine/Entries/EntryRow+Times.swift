public import RouteStore

// The times of a row. The store keeps numbers; the engine gives them their meaning.

extension EntryRow {
  /// The wall clock: the session's start plus monotonic time.
  public var at: RouteInstant { RouteInstant(microseconds: atMicroseconds) }
  /// The time since the session's start, by a monotonic clock.
  public var elapsed: Duration { .microseconds(elapsedMicroseconds) }
  /// The time from the arrival of the request, or after a relaunch from when that launch first took
  /// it up, to the entry.
  public var duration: Duration? { durationMicroseconds.map { .microseconds($0) } }
}

extension SessionRow {
  /// The wall clock at its beginning.
  public var began: RouteInstant { RouteInstant(microseconds: beganMicroseconds) }
  /// The wall clock when it ended, or went to the background for the last time; nil while it is in
  /// the foreground, or when its end was not observed.
  public var ended: RouteInstant? { endedMicroseconds.map(RouteInstant.init(microseconds:)) }
}
