/// What a test waited for and did not come.
public struct UnmetExpectation: Error, Hashable, Sendable {
  /// What was waited for.
  public let expected: String
  /// What is so instead.
  public let found: String
  /// For how long it was waited.
  public let waited: Duration
}

extension UnmetExpectation: CustomStringConvertible {
  /// A few lines for a person, of at most 80 columns.
  public var description: String {
    (["not within \(waited)"]
      + Wrapped.lines(of: expected, after: "  expected  ", margin: "            ")
      + Wrapped.lines(of: found, after: "  found     ", margin: "            "))
      .joined(separator: "\n")
  }
}
