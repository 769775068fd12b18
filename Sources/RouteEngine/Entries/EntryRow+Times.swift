public import RouteStore

// The times of a row. The store keeps numbers; the engine gives them their meaning.

extension EntryRow {
  /// Wall clock: the session's start plus monotonic time.
  public var at: RouteInstant { RouteInstant(microseconds: atMicroseconds) }
  /// How long the session ran then, by a clock that never steps.
  public var elapsed: Duration { .microseconds(elapsedMicroseconds) }
  /// How long it was from the arrival of the request to the entry.
  public var duration: Duration? { durationMicroseconds.map { .microseconds($0) } }
}

extension SessionRow {
  /// Wall clock at its beginning.
  public var began: RouteInstant { RouteInstant(microseconds: beganMicroseconds) }
  /// Wall clock at its end; nil while the session runs, or when its end was not observed.
  public var ended: RouteInstant? { endedMicroseconds.map(RouteInstant.init(microseconds:)) }
}
