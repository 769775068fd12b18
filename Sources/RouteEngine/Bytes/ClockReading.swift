/// One reading of the two clocks of a session. Two readings since the same boot show by how much
/// the wall clock was set between them.
package struct ClockReading: Hashable, Sendable {
  /// The wall clock, which may be set.
  package let wall: RouteInstant
  /// The boot of the system during which the clocks were read; nil when it is not known. Without it
  /// the monotonic clock says nothing.
  package let boot: String?
  /// The monotonic clock: microseconds since some moment of that boot, 0 or more.
  package let monotonic: Int64

  /// A reading with these values.
  package init(wall: RouteInstant, boot: String? = nil, monotonic: Int64 = 0) {
    (self.wall, self.boot, self.monotonic) = (wall, boot, monotonic)
  }

  /// How many microseconds passed since another reading; nil when that reading is of another boot,
  /// when a boot is not known, or when a clock cannot have shown these values.
  package func elapsed(since former: ClockReading) -> Int64? {
    guard let boot, let other = former.boot, boot.hasSameBytes(as: other),
      former.monotonic >= 0, monotonic >= former.monotonic
    else { return nil }
    return monotonic - former.monotonic
  }

  /// By how many microseconds the wall clock was set since another reading: forward, or back when
  /// negative; nil when the readings do not show it.
  package func clockSet(since former: ClockReading) -> Int64? {
    guard let elapsed = elapsed(since: former) else { return nil }
    let (silence, isTooLong) = wall.microseconds.subtractingReportingOverflow(
      former.wall.microseconds)
    let (span, overflow) = silence.subtractingReportingOverflow(elapsed)
    guard !isTooLong, !overflow else { return nil }
    return span.magnitude < Self.leastSetting ? 0 : span
  }

  /// A smaller difference does not count as a setting: the process can be suspended between reading
  /// one clock and the other, and time synchronization moves the wall clock a little all the time.
  private static let leastSetting: UInt64 = 1_000_000
}
