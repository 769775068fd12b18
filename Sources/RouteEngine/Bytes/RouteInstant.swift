/// A point in time, to the microsecond: how long after 1970-01-01 00:00 UTC, leap seconds not
/// counted (POSIX time).
///
/// Nothing between a request and its entries reads a clock: an instant comes in as a field of the
/// request, or beside the machine's input.
public struct RouteInstant: InstantProtocol {
  /// Microseconds since the epoch; negative before it.
  package let microseconds: Int64

  /// Wraps microseconds since the epoch.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// The instant that lies so long after 1970-01-01 00:00 UTC, before it when the span is negative.
  /// It is rounded towards then; what lies 292,000 years from there and more is all one moment.
  public init(sinceEpoch span: Duration) { microseconds = span.microseconds }

  /// How long after 1970-01-01 00:00 UTC it is; negative before.
  public var sinceEpoch: Duration { .microseconds(microseconds) }

  /// The instant that lies `duration` microseconds later; stays at the end of time when that is
  /// beyond what 64 bits can hold.
  package func advanced(byMicroseconds duration: Int64) -> RouteInstant {
    let (sum, overflow) = microseconds.addingReportingOverflow(duration)
    guard overflow else { return RouteInstant(microseconds: sum) }
    return RouteInstant(microseconds: duration < 0 ? .min : .max)
  }

  /// The instant that lies so much later, earlier when the span is negative; stays at the end of
  /// time, some 292,000 years from 1970, when that is beyond it.
  public func advanced(by duration: Duration) -> RouteInstant {
    advanced(byMicroseconds: duration.microseconds)
  }

  /// How much later another instant is; negative when it is earlier.
  public func duration(to other: RouteInstant) -> Duration { other.sinceEpoch - sinceEpoch }

  /// Earlier first.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}
