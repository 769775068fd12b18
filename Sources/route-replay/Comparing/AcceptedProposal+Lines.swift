import RouteEngine
import RouteReplay

extension AcceptedProposal {
  /// The lines of a whole file, or of the entries to be added to an existing one. While a reason is
  /// missing, the file is refused.
  func lines(asFile isFile: Bool) -> [String] {
    guard !entries.isEmpty else { return [] }
    var lines =
      isFile ? ["{", "  format: \(jsonString(AcceptedDivergences.format)),", "  accepted: ["] : []
    for entry in entries {
      let more = entry.count > 1 ? ", and \(entry.count - 1) more" : ""
      lines += [
        "    {  // entry \(entry.sequence) of \(entry.path)\(more)",
        "      link: \(jsonString(entry.link)),", "      differs: [",
      ]
      lines += entry.lines.map { "        \(jsonString($0))," }
      lines += ["      ],", "      why: \"\",", "    },"]
    }
    return lines + (isFile ? ["  ],", "}"] : [])
  }
}
