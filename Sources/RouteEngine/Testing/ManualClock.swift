public import RouteEngine

/// A clock that moves when a test says so: both readings together, or the wall clock alone.
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
  /// Microseconds of the monotonic clock.
  package var monotonic: Int64 = 0
  /// The system run to which that clock belongs; nil: unknown.
  public var boot: String?

  /// A clock that shows a moment in November 2023, the same in every run.
  public convenience init() { self.init(wall: 1_700_000_000_000_000) }

  package init(wall: Int64) { self.wall = wall }

  /// Advances both readings by a duration.
  public func advance(by duration: Duration) { advance(by: duration.microseconds) }

  /// Sets the wall clock alone, forward or back, as a user or the network does.
  public func setWall(by duration: Duration) { wall = wall.moved(by: duration.microseconds) }

  package func advance(by microseconds: Int64) {
    wall = wall.moved(by: microseconds)
    monotonic = monotonic.moved(by: microseconds)
  }

  /// The clock that a session reads; ``boot`` is taken at this moment.
  public var sessionClock: SessionClock {
    SessionClock(
      wallMicroseconds: { self.wall }, monotonicMicroseconds: { self.monotonic }, boot: boot)
  }
}

@available(*, unavailable)
extension ManualClock: Sendable {}

extension Int64 {
  /// A reading stops at the bound of 64 bits.
  fileprivate func moved(by span: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(span)
    return overflow ? (span < 0 ? .min : .max) : sum
  }
}
