/// A point in time: microseconds since 1970-01-01 00:00 UTC, leap seconds not counted (POSIX time).
///
/// The engine never reads a clock between Model and Apply; an instant arrives as a field of a
/// request.
public struct RouteInstant: Hashable, Comparable, Sendable {
  /// Microseconds since the epoch; negative before it.
  public let microseconds: Int64

  /// Wraps microseconds since the epoch.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The instant that lies `duration` microseconds later; stays at the end of time when that is
  /// beyond what 64 bits can hold.
  public func advanced(by duration: Int64) -> RouteInstant {
    let (sum, overflow) = microseconds.addingReportingOverflow(duration)
    guard overflow else { return RouteInstant(microseconds: sum) }
    return RouteInstant(microseconds: duration < 0 ? .min : .max)
  }

  /// Earlier first.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}
