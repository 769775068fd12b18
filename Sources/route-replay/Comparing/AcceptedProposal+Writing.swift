import RouteEngine
import RouteReplay
import TextTerminal

extension AcceptedProposal {
  /// Writes a whole file, or what has to go into one that is there. As long as a reason is missing,
  /// the file is refused.
  func write(to output: Output, asFile isFile: Bool) throws(OutputError) {
    guard !entries.isEmpty else { return }
    if isFile {
      try output.line("{\n  format: \(jsonString(AcceptedDivergences.format)),\n  accepted: [")
    }
    for entry in entries {
      let place = "entry \(entry.sequence) of \(entry.path)"
      let more = entry.count > 1 ? ", and \(entry.count - 1) more" : ""
      try output.line("    {  // \(visible(place))\(more)")
      try output.line("      link: \(jsonString(entry.link)),")
      try output.line("      differs: [")
      for line in entry.lines { try output.line("        \(jsonString(line)),") }
      try output.line("      ],\n      why: \"\",\n    },")
    }
    if isFile { try output.line("  ],\n}") }
  }
}
