import RouteEngine

extension Divergence {
  /// One difference between the two decisions.
  public struct Difference: Hashable, Sendable {
    /// The class of the difference.
    public let kind: Class
    /// The recorded value; changes, actions and answers as JSON.
    public let recorded: String
    /// The value found now.
    public let replayed: String
    /// The parts of it that differ, in words: without ids, moments and tokens, so that another
    /// recording has the same words. Never empty.
    public internal(set) var parts: [Part]

    /// One part that differs.
    public struct Part: Hashable, Sendable {
      /// The recorded value of the part.
      public let recorded: String
      /// The value of the part found now.
      public let replayed: String
      /// The comparisons that found it, the most informative first; never empty.
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

    /// A difference. If no parts are given, the whole is the part.
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
