extension PathPattern {
  /// Why a text is no pattern: where, what stands there, and what could stand there instead.
  package struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place, in UTF-8 bytes from the start of the pattern.
    package let offset: Int
    /// The problem at that place.
    package let problem: String
    /// The text that would be right.
    package let expectation: String

    init(_ offset: Int, _ problem: String, expected expectation: String) {
      self.offset = offset
      self.problem = problem
      self.expectation = expectation
    }

    /// Both in one sentence.
    package var description: String {
      "\(problem) at byte \(offset) of the pattern; expected \(expectation)"
    }
  }
}
