import RouteEngine

extension Divergence {
  /// One thing in which the two differ.
  public struct Difference: Hashable, Sendable {
    /// The class of the difference.
    public let kind: Class
    /// The recorded value; changes, actions and answers as JSON.
    public let recorded: String
    /// The value that came out now.
    public let replayed: String
    /// The parts of it that differ, in words: without ids, moments and tokens, so that they are the
    /// same in another recording. Never empty.
    public internal(set) var parts: [Part]

    /// One part of a thing in which the two differ.
    public struct Part: Hashable, Sendable {
      /// The recorded value of the part.
      public let recorded: String
      /// The value of the part that came out now.
      public let replayed: String
      /// The comparisons that found it, the most telling first; never empty.
      package let comparisons: [Divergence.Comparison]

      init(_ comparisons: Divergence.Comparison..., recorded: String, replayed: String) {
        self.init(comparisons, recorded: recorded, replayed: replayed)
      }

      init(_ comparisons: [Divergence.Comparison], recorded: String, replayed: String) {
        self.comparisons = comparisons
        self.recorded = TokenSearch.withoutTokens(recorded)
        self.replayed = TokenSearch.withoutTokens(replayed)
      }
    }

    /// A difference; without parts that are given the whole is the part.
    init(
      _ comparison: Divergence.Comparison, recorded: String, replayed: String, parts: [Part] = []
    ) {
      kind = comparison.kind
      self.recorded = recorded
      self.replayed = replayed
      self.parts =
        parts.isEmpty ? [Part(comparison, recorded: recorded, replayed: replayed)] : parts
    }

    /// A line for each part: `outcome: shown -> not found`.
    public var lines: [String] {
      parts.map { "\(kind.rawValue): \($0.recorded) -> \($0.replayed)" }
    }
  }
}
