#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The two clocks a session reads: the wall's, which may jump, and one that never does.
public struct SessionClock {
  /// Microseconds since 1970-01-01 00:00 UTC.
  public var wall: () -> Int64
  /// Microseconds since some moment, never stepping back.
  public var monotonic: () -> Int64
  /// Waits for so many microseconds, or until its task is cancelled. With nil the session never
  /// wakes by itself: it looks at the time when it is called.
  public var sleep: (@Sendable (Int64) async -> Void)?

  /// Clocks of one's own: tests, and programs that record what happened earlier.
  public init(
    wall: @escaping () -> Int64, monotonic: @escaping () -> Int64,
    sleep: (@Sendable (Int64) async -> Void)? = nil
  ) {
    self.wall = wall
    self.monotonic = monotonic
    self.sleep = sleep
  }

  /// The system's clocks.
  public static var system: SessionClock {
    SessionClock(
      wall: { Self.microseconds(CLOCK_REALTIME) },
      monotonic: { Self.microseconds(Self.continuous) },
      sleep: { try? await Task.sleep(for: .microseconds($0)) })
  }

  /// The clock that never steps and goes on while the system sleeps: a lease is over then too. On
  /// Darwin that is CLOCK_MONOTONIC; on Linux that one stands still (clock_gettime(2)).
  private static var continuous: clockid_t {
    #if os(Linux)
    CLOCK_BOOTTIME
    #else
    CLOCK_MONOTONIC
    #endif
  }

  private static func microseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

@available(*, unavailable)
extension SessionClock: Sendable {}
