/// A point in time, to the microsecond, as the time since 1970-01-01 00:00 UTC without leap seconds
/// (POSIX time).
///
/// The engine reads no clock between a request and its entries: an instant comes in as a field of
/// the request, or beside the machine's input.
public struct RouteInstant: InstantProtocol {
  /// Microseconds since the epoch; negative before it.
  package let microseconds: Int64

  /// Wraps microseconds since the epoch.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// The instant at a span after 1970-01-01 00:00 UTC; before it when the span is negative. The
  /// span is rounded towards zero and clamped at some 292,000 years.
  public init(sinceEpoch span: Duration) { microseconds = span.microseconds }

  /// The time since 1970-01-01 00:00 UTC; negative before.
  public var sinceEpoch: Duration { .microseconds(microseconds) }

  /// The instant `duration` microseconds later, clamped to the range of 64 bits.
  package func advanced(byMicroseconds duration: Int64) -> RouteInstant {
    let (sum, overflow) = microseconds.addingReportingOverflow(duration)
    guard overflow else { return RouteInstant(microseconds: sum) }
    return RouteInstant(microseconds: duration < 0 ? .min : .max)
  }

  /// The instant that is `duration` later, or earlier when it is negative; clamped at some 292,000
  /// years from 1970.
  public func advanced(by duration: Duration) -> RouteInstant {
    advanced(byMicroseconds: duration.microseconds)
  }

  /// How much later another instant is; negative when it is earlier.
  public func duration(to other: RouteInstant) -> Duration { other.sinceEpoch - sinceEpoch }

  /// Earlier first.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}
