extension ActionTemplate {
  /// How often work that failed is tried again, and after what time: twice as long after each
  /// attempt, up to a bound.
  public struct RetryPolicy: Hashable, Sendable {
    /// How many attempts there are in all, the first included.
    public var attempts: Int
    /// Microseconds between the first failure and the second attempt.
    public var first: Int64
    /// Microseconds between two attempts at most.
    public var longest: Int64

    /// So many attempts.
    ///
    /// - Parameters:
    ///   - attempts: in all, the first included.
    ///   - first: microseconds between the first failure and the second attempt.
    ///   - longest: microseconds between two attempts at most.
    public init(attempts: Int, first: Int64 = 1_000_000, longest: Int64 = 3_600_000_000) {
      self.attempts = attempts
      self.first = first
      self.longest = longest
    }

    /// Microseconds to wait after an attempt that failed: from 0 to ``longest``.
    ///
    /// - Parameter attempt: the attempt's number, from 1.
    public func delay(after attempt: Int) -> Int64 {
      let bound = max(longest, 0)
      var delay = min(max(first, 0), bound)
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
