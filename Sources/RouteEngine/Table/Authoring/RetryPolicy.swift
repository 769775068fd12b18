extension ActionTemplate {
  /// How often work that failed is tried again, and after what time: twice as long after each
  /// attempt, up to a bound.
  public struct RetryPolicy: Hashable, Sendable {
    /// How many attempts there are in all, the first included.
    public var attempts: Int
    /// Microseconds between the first failure and the second attempt.
    package var firstMicroseconds: Int64
    /// Microseconds between two attempts at most.
    package var longestMicroseconds: Int64

    /// How long lies between the first failure and the second attempt.
    public var first: Duration { .microseconds(firstMicroseconds) }
    /// How long lies between two attempts at most.
    public var longest: Duration { .microseconds(longestMicroseconds) }

    /// So many attempts.
    ///
    /// - Parameters:
    ///   - attempts: in all, the first included.
    ///   - first: how long lies between the first failure and the second attempt. Below zero is a
    ///     mistake that the route table is refused for.
    ///   - longest: how long lies between two attempts at most; no shorter than the first.
    public init(
      attempts: Int, first: Duration = .seconds(1), longest: Duration = .seconds(3_600)
    ) {
      self.init(
        attempts: attempts, firstMicroseconds: first.microseconds,
        longestMicroseconds: longest.microseconds)
    }

    /// A policy with its times in microseconds, see ``init(attempts:first:longest:)``.
    package init(attempts: Int, firstMicroseconds first: Int64, longestMicroseconds longest: Int64)
    {
      self.attempts = attempts
      firstMicroseconds = first
      longestMicroseconds = longest
    }

    /// Microseconds to wait after an attempt that failed, from 0 on.
    ///
    /// - Parameter attempt: the attempt's number, from 1.
    package func delay(after attempt: Int) -> Int64 {
      let bound = max(longestMicroseconds, 0)
      var delay = min(max(firstMicroseconds, 0), bound)
      var doublings = max(attempt - 1, 0)
      while doublings > 0, delay > 0, delay < bound {
        let (double, overflow) = delay.multipliedReportingOverflow(by: 2)
        delay = overflow ? bound : min(double, bound)
        doublings -= 1
      }
      return delay
    }
  }
}

/// ``ActionTemplate/RetryPolicy``, as this package calls it.
package typealias RetryPolicy = ActionTemplate.RetryPolicy
