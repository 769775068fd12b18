/// One reading of the two clocks of a session. Two readings of one run of the system tell by how
/// much the wall's clock was set between them.
package struct ClockReading: Hashable, Sendable {
  /// The wall's clock, which may be set.
  package let wall: RouteInstant
  /// The run of the system that the clocks were read in; nil when it is not known. Without it the
  /// other clock says nothing.
  package let boot: String?
  /// The clock that never steps: microseconds since some moment of that run, 0 or more.
  package let monotonic: Int64

  /// A reading with these values.
  package init(wall: RouteInstant, boot: String? = nil, monotonic: Int64 = 0) {
    (self.wall, self.boot, self.monotonic) = (wall, boot, monotonic)
  }

  /// How many microseconds passed since another reading; nil when that reading was in another run
  /// of the system, when a run is not known, or when a clock cannot have shown these values.
  package func elapsed(since former: ClockReading) -> Int64? {
    guard let boot, let other = former.boot, boot.hasSameBytes(as: other),
      former.monotonic >= 0, monotonic >= former.monotonic
    else { return nil }
    return monotonic - former.monotonic
  }

  /// By how many microseconds the wall's clock was set since another reading: forward, or back when
  /// below 0; nil when the readings do not tell.
  package func clockSet(since former: ClockReading) -> Int64? {
    guard let elapsed = elapsed(since: former) else { return nil }
    let (silence, isTooLong) = wall.microseconds.subtractingReportingOverflow(
      former.wall.microseconds)
    let (span, overflow) = silence.subtractingReportingOverflow(elapsed)
    guard !isTooLong, !overflow else { return nil }
    return span.magnitude < Self.leastSetting ? 0 : span
  }

  /// Less is no setting: the process can be held up between reading one clock and the other, and
  /// clocks that are kept right by a network move a little all the time.
  private static let leastSetting: UInt64 = 1_000_000
}
