package import RouteEngine

/// A clock that shows the times of an input and never steps back.
package final class InputClock {
  /// The time that it shows.
  private(set) var now: Int64
  /// The part of it that did not pass as time: the clock behind the input was set forward.
  private var ahead: Int64 = 0

  /// A clock that begins this many microseconds after 1970.
  package init(now: Int64) { self.now = now }

  /// Advances to a time; returns false when that time lies before the present one.
  @discardableResult
  package func advance(to time: Int64?) -> Bool {
    guard let time else { return true }
    defer { now = max(now, time) }
    return time >= now
  }

  /// Notes by how many microseconds, more than 0, the clock behind the input was set forward.
  package func wasSet(forward span: Int64) { ahead = ahead &+ span }

  /// The clock of a session that uses this one. A span by which it was set forward does not count
  /// as elapsed time.
  package var sessionClock: SessionClock {
    SessionClock(
      wallMicroseconds: { self.now }, monotonicMicroseconds: { self.now &- self.ahead })
  }
}
