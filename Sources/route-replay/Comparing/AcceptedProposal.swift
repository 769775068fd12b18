import RouteEngine
import RouteReplay
import TextTerminal

/// The text that accepts what differs, for a person to give the reasons in: as long as one is
/// missing, the file is refused.
struct AcceptedProposal {
  private struct Entry {
    let link: String
    let lines: [String]
    /// Where the first one stands.
    let place: String
    var count = 1
  }

  private var entries: [Entry] = []
  private var indices: [[String]: Int] = [:]
  /// How many cannot be accepted, because the journal does not say what was asked for.
  private(set) var unnamed = 0
  /// How many more there are than were kept.
  private(set) var hidden = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Takes what differs in one file; what differs alike comes once.
  mutating func add(_ rerun: Rerun, of path: String) {
    hidden += rerun.differing - rerun.divergences.count
    // What only follows from another is accepted with it.
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
          Entry(link: link, lines: lines, place: "entry \(divergence.sequence) of \(path)"))
      }
    }
  }

  /// Writes a whole file, or what has to go into one that is there.
  func write(to output: Output, asFile isFile: Bool) throws(OutputError) {
    guard !entries.isEmpty else { return }
    if isFile {
      try output.line("{\n  format: \(jsonString(AcceptedDivergences.format)),\n  accepted: [")
    }
    for entry in entries {
      let more = entry.count > 1 ? ", and \(entry.count - 1) more" : ""
      try output.line("    {  // \(visible(entry.place))\(more)")
      try output.line("      link: \(jsonString(entry.link)),")
      try output.line("      differs: [")
      for line in entry.lines { try output.line("        \(jsonString(line)),") }
      try output.line("      ],\n      why: \"\",\n    },")
    }
    if isFile { try output.line("  ],\n}") }
  }
}
