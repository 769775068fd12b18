/// An expectation of a test that was not met in time, or before the task of the test was cancelled.
public struct UnmetExpectation: Error, Hashable, Sendable {
  /// The expected state.
  public let expected: String
  /// The actual state.
  public let found: String
  /// The time limit of the wait. A test whose task was cancelled waited for less.
  public let waited: Duration
}

extension UnmetExpectation: CustomStringConvertible {
  /// A few lines for people, of at most 80 columns.
  public var description: String {
    (["not within \(waited)"]
      + Wrapped.lines(of: expected, after: "  expected  ", margin: "            ")
      + Wrapped.lines(of: found, after: "  found     ", margin: "            "))
      .joined(separator: "\n")
  }
}
