package import RouteEngine

/// A clock that shows the times of an input and never steps back.
package final class InputClock {
  /// The time that it shows.
  private(set) var now: Int64
  /// How much of that is not time that passed: the clock behind the input was set forward.
  private var ahead: Int64 = 0

  /// A clock that begins at that many microseconds since 1970.
  package init(now: Int64) { self.now = now }

  /// Goes on to a time; false where that lies behind it.
  @discardableResult
  package func advance(to time: Int64?) -> Bool {
    guard let time else { return true }
    defer { now = max(now, time) }
    return time >= now
  }

  /// Says by how many microseconds the clock behind the input was set, more than 0.
  package func wasSet(forward span: Int64) { ahead = ahead &+ span }

  /// The clock of a session that runs by this one: a span by which it was set forward is no time
  /// that passed.
  package var sessionClock: SessionClock {
    SessionClock(
      wallMicroseconds: { self.now }, monotonicMicroseconds: { self.now &- self.ahead })
  }
}
