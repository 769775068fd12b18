extension ActionTemplate {
  /// How often failed work is retried, and after what delay: the delay doubles after each attempt,
  /// up to a bound.
  public struct RetryPolicy: Hashable, Sendable {
    /// The number of attempts in all, including the first.
    public var attempts: Int
    /// Microseconds between the first failure and the second attempt.
    package var firstMicroseconds: Int64
    /// The most microseconds between two attempts.
    package var longestMicroseconds: Int64

    /// The time between the first failure and the second attempt.
    public var first: Duration { .microseconds(firstMicroseconds) }
    /// The longest time between two attempts.
    public var longest: Duration { .microseconds(longestMicroseconds) }

    /// A policy with a number of attempts.
    ///
    /// - Parameters:
    ///   - attempts: the number in all, including the first.
    ///   - first: the time between the first failure and the second attempt. The route table is
    ///     refused for a negative one.
    ///   - longest: the longest time between two attempts; not shorter than the first.
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

    /// Microseconds to wait after a failed attempt, 0 or more.
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
