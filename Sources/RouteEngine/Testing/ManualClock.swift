public import RouteEngine

/// A clock that moves when a test says so: both hands together, or the wall's alone.
///
/// ```swift
/// let clock = ManualClock()
/// let session = RouteSession.launch(table, at: .memory) { $0.clock = clock.sessionClock }
/// clock.advance(by: .seconds(60))
/// session.wake()  // it looks at the time when it is called, and never by itself
/// ```
public final class ManualClock {
  /// Microseconds since 1970.
  package var wall: Int64
  /// Microseconds of the clock that never jumps.
  package var monotonic: Int64 = 0
  /// Which run of the system that clock belongs to; nil: it does not tell.
  public var boot: String?

  /// A clock that shows a moment in November 2023, the same in every run.
  public convenience init() { self.init(wall: 1_700_000_000_000_000) }

  package init(wall: Int64) { self.wall = wall }

  /// Time passes: so much for both hands.
  public func advance(by duration: Duration) { advance(by: Self.microseconds(duration)) }

  /// Sets the wall's clock alone, forward or back, as a person or the network does.
  public func setWall(by duration: Duration) { wall += Self.microseconds(duration) }

  package func advance(by microseconds: Int64) {
    wall += microseconds
    monotonic += microseconds
  }

  /// Rounded towards zero; beyond what a clock can show, some 285,000 years.
  static func microseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let bound: Int64 = 9_000_000_000_000
    return min(max(seconds, -bound), bound) * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// What a session reads; ``boot`` as it is at this moment.
  public var sessionClock: SessionClock {
    SessionClock(wall: { self.wall }, monotonic: { self.monotonic }, boot: boot)
  }
}

@available(*, unavailable)
extension ManualClock: Sendable {}
