import RouteEngine

/// A clock that moves when the story says so, and a little at each reading, because the engine's
/// own work takes time too.
final class VirtualClock {
  static let second: Int64 = 1_000_000
  static let minute = 60 * second
  static let hour = 60 * minute
  static let day = 24 * hour

  /// Microseconds since 1970.
  private(set) var now: Int64
  private let random: SeededNumbers

  init(at start: Int64, _ random: SeededNumbers) { (now, self.random) = (start, random) }

  func advance(by microseconds: Int64) { now += microseconds }

  /// The session's view of the clock.
  var sessionClock: SessionClock {
    SessionClock(
      wall: { RouteInstant(sinceEpoch: .microseconds(self.now)) },
      monotonic: { .microseconds(self.tick()) })
  }

  /// Up to 0.4 ms, once in fifty times up to 20 ms.
  private func tick() -> Int64 {
    now += Int64(random.below(random.below(50) == 0 ? 20_000 : 400))
    return now
  }
}
