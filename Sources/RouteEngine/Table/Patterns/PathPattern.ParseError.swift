extension PathPattern {
  /// Why a text is no pattern: the position, the problem, and the expected text.
  package struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the problem, in UTF-8 bytes from the start of the pattern.
    package let offset: Int
    /// The problem at that place.
    package let problem: String
    /// The text that would be correct.
    package let expectation: String

    init(_ offset: Int, _ problem: String, expected expectation: String) {
      self.offset = offset
      self.problem = problem
      self.expectation = expectation
    }

    /// All in one sentence.
    package var description: String {
      "\(problem) at byte \(offset) of the pattern; expected \(expectation)"
    }
  }
}
