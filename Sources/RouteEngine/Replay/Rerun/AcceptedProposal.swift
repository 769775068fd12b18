/// Differences that could be accepted, for a person to give the reasons; those that are alike come
/// once.
package struct AcceptedProposal: Sendable {
  /// Divergences that are alike.
  package struct Entry: Sendable {
    package let link: String
    package let lines: [String]
    /// Where the first one stands.
    package let path: String
    package let sequence: Int64
    package fileprivate(set) var count = 1
  }

  package private(set) var entries: [Entry] = []
  private var indices: [[String]: Int] = [:]
  /// How many cannot be accepted, because the journal does not say what was asked for.
  package private(set) var unnamed = 0
  /// How many more there are than were kept.
  package private(set) var hidden = 0

  package init() {}

  /// Takes what differs in one file.
  package mutating func add(_ rerun: Rerun, of path: String) {
    hidden += rerun.differing - rerun.divergences.count
    // A divergence that only follows from another one is accepted with it.
    for divergence in rerun.divergences where divergence.follows == nil {
      guard !divergence.target.isEmpty else {
        unnamed += 1
        continue
      }
      let (link, lines) = (divergence.acceptedTarget, divergence.lines)
      if let index = indices[[link] + lines] {
        entries[index].count += 1
      } else {
        indices[[link] + lines] = entries.count
        entries.append(
          Entry(link: link, lines: lines, path: path, sequence: divergence.sequence))
      }
    }
  }
}
