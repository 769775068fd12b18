package import RouteEngine

/// A clock that moves when a test says so: both hands together, or the wall's alone.
package final class ManualClock {
  /// Microseconds since 1970.
  package var wall: Int64
  /// Microseconds of the clock that never jumps.
  package var monotonic: Int64 = 0
  /// Which run of the system that clock belongs to; nil: it does not tell.
  package var boot: String?

  package init(wall: Int64 = 1_700_000_000_000_000) { self.wall = wall }

  /// Time passes.
  package func advance(by microseconds: Int64) {
    wall += microseconds
    monotonic += microseconds
  }

  /// What a session reads.
  package var sessionClock: SessionClock {
    SessionClock(
      wallMicroseconds: { self.wall }, monotonicMicroseconds: { self.monotonic }, boot: boot)
  }
}
