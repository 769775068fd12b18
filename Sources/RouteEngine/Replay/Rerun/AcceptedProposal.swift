/// Differences that can be accepted, for a reviewer to add the reasons. Similar differences are
/// listed once.
package struct AcceptedProposal: Sendable {
  /// Similar divergences.
  package struct Entry: Sendable {
    package let link: String
    package let lines: [String]
    /// The file of the first one.
    package let path: String
    package let sequence: Int64
    package fileprivate(set) var count = 1
  }

  package private(set) var entries: [Entry] = []
  private var indices: [[String]: Int] = [:]
  /// How many cannot be accepted, because the journal does not contain the request.
  package private(set) var unnamed = 0
  /// How many more there are than were kept.
  package private(set) var hidden = 0

  package init() {}

  /// Adds the differences of one file.
  package mutating func add(_ rerun: Rerun, of path: String) {
    hidden += rerun.differing - rerun.divergences.count
    // A divergence that another one causes is accepted with that one.
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
