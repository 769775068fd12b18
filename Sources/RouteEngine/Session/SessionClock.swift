import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The two clocks that a session reads: the wall clock, which may jump, and a monotonic clock.
public struct SessionClock {
  /// Microseconds since 1970-01-01 00:00 UTC. The session reads its clocks in all its work, so they
  /// are part of its cost.
  package var wallMicroseconds: () -> Int64
  /// Microseconds since some moment, never decreasing.
  package var monotonicMicroseconds: () -> Int64
  /// The system run (boot) to which the monotonic clock belongs. Readings with the same boot, all
  /// zero or more, are of one clock, also over a relaunch; so a launch knows by how much the wall
  /// clock was set since the last one. Nil when it is not known: then two launches have only the
  /// wall clock in common. It is written to the journal, see <doc:private-values>.
  public var boot: String?
  /// Waits for a duration, or until its task is cancelled; nil: the session never wakes by itself.
  package var sleep: (@Sendable (Duration) async -> Void)?

  /// Custom clocks: for tests, and for programs that record what happened earlier.
  ///
  /// - Parameters:
  ///   - wall: the wall clock.
  ///   - monotonic: the time since some moment, never decreasing.
  ///   - boot: the system run of that moment, see ``boot``.
  ///   - sleep: waits for a duration, or until its task is cancelled. With nil the session never
  ///     wakes by itself: it checks the time when it is called.
  public init(
    wall: @escaping () -> RouteInstant, monotonic: @escaping () -> Duration, boot: String? = nil,
    sleep: (@Sendable (Duration) async -> Void)? = nil
  ) {
    self.init(
      wallMicroseconds: { wall().microseconds },
      monotonicMicroseconds: { monotonic().microseconds }, boot: boot, sleep: sleep)
  }

  /// Clocks that count microseconds.
  package init(
    wallMicroseconds: @escaping () -> Int64, monotonicMicroseconds: @escaping () -> Int64,
    boot: String? = nil, sleep: (@Sendable (Duration) async -> Void)? = nil
  ) {
    self.wallMicroseconds = wallMicroseconds
    self.monotonicMicroseconds = monotonicMicroseconds
    self.boot = boot
    self.sleep = sleep
  }

  /// The times at which a session can begin, in microseconds since 1970; a wall clock outside this
  /// range counts as its nearest end. The moments that a journal can hold end in the year 2255, and
  /// this range ends 35 years before, so that each later moment of the session fits too.
  package static let beginnings =
    FileBounds.numbers.lowerBound...(FileBounds.numbers.upperBound - (1 << 50))

  /// Both clocks' readings when a session begins.
  var start: (wall: Int64, monotonic: Int64) {
    let bounds = Self.beginnings
    return (
      min(max(wallMicroseconds(), bounds.lowerBound), bounds.upperBound), monotonicMicroseconds()
    )
  }

  /// The system's clocks.
  public static var system: SessionClock {
    SessionClock(
      wallMicroseconds: { Self.microseconds(CLOCK_REALTIME) },
      monotonicMicroseconds: { Self.microseconds(Self.continuous) }, boot: systemBoot,
      // A cancelled sleep has ended, and its caller needs no more.
      sleep: { try? await Task.sleep(for: $0) })
  }

  /// The monotonic clock that continues while the system sleeps, so that a lease can end then too.
  /// On Darwin that is CLOCK_MONOTONIC; on Linux CLOCK_MONOTONIC stops (clock_gettime(2)).
  private static var continuous: clockid_t {
    #if os(Linux)
    CLOCK_BOOTTIME
    #else
    CLOCK_MONOTONIC
    #endif
  }

  /// The present system run; nil when the system does not tell.
  private static let systemBoot = readBoot()

  #if canImport(Darwin)
  // Only its types are checked for Darwin (`Scripts/apple`); it has never run there.
  private static func readBoot() -> String? {
    var count = 0
    guard unsafe sysctlbyname("kern.bootsessionuuid", nil, &count, nil, 0) == 0,
      (1...longestBoot).contains(count)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else {
      return nil
    }
    return boot(bytes.prefix { $0 != 0 })
  }
  #elseif os(Linux)
  private static func readBoot() -> String? {
    let file = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: longestBoot)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return boot(bytes[..<count].prefix { $0 != UInt8(ascii: "\n") })
  }
  #else
  private static func readBoot() -> String? { nil }
  #endif

  /// A UUID is written in 36 bytes.
  private static let longestBoot = 64

  private static func boot(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func microseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

@available(*, unavailable)
extension SessionClock: Sendable {}
