extension PathPattern {
  /// Why a text is no pattern: where, what stands there, and what could stand there instead.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place, in UTF-8 bytes from the start of the pattern.
    public let offset: Int
    /// What is wrong there.
    public let problem: String
    /// What would be right.
    public let expectation: String

    init(_ offset: Int, _ problem: String, expected expectation: String) {
      self.offset = offset
      self.problem = problem
      self.expectation = expectation
    }

    /// Both in one sentence.
    public var description: String {
      "\(problem) at byte \(offset) of the pattern; expected \(expectation)"
    }
  }
}
