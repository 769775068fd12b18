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
  public func advance(by duration: Duration) { advance(by: duration.microseconds) }

  /// Sets the wall's clock alone, forward or back, as a person or the network does.
  public func setWall(by duration: Duration) { wall = wall.moved(by: duration.microseconds) }

  package func advance(by microseconds: Int64) {
    wall = wall.moved(by: microseconds)
    monotonic = monotonic.moved(by: microseconds)
  }

  /// The clock that a session reads; ``boot`` as it is at this moment.
  public var sessionClock: SessionClock {
    SessionClock(
      wallMicroseconds: { self.wall }, monotonicMicroseconds: { self.monotonic }, boot: boot)
  }
}

@available(*, unavailable)
extension ManualClock: Sendable {}

extension Int64 {
  /// A hand of a clock stops at the bound of 64 bits.
  fileprivate func moved(by span: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(span)
    return overflow ? (span < 0 ? .min : .max) : sum
  }
}
