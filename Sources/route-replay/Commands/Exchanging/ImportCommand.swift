import RouteEngine
import RouteStore
import TextTerminal

enum ImportCommand {
  static let lines = Argument.one(
    "LINES", kind: .file, "what 'export --format jsonl' wrote; - reads standard input")
  static let journal = Option<String>.required(
    "journal", value: "NEW", kind: .file, "the journal to write; never an existing file")

  private static let findingsShown = 5

  static let command = Command(
    name: "import",
    summary: "makes a journal of the lines that 'export --format jsonl' wrote",
    discussion: """
      The new journal has the same entries, digests, checkpoints, sessions, route tables and ids \
      of sources as the one that was exported, and exported again it gives the same lines. What \
      stays behind is the vault: private values and their keys are never exported, and tokens \
      stand for them, as in a report copy.

      Every line is checked, entries by their chain and the rest by the digest in the last line; \
      one that was changed, left out or moved is refused with its number, and then there is no \
      file. The result is verified before it gets its name. Nothing is overwritten. The exit \
      status is 3 for lines that are not as they were written, and for a journal in which \
      something beside the entries was damaged when it was exported; 4 for those of a newer \
      version.
      """,
    isPaged: false, arguments: [lines], options: [journal, CommonOptions.report],
    example: Command.Example(
      "route-replay import bug.jsonl --journal bug.journal",
      "'route-replay export app.journal --format jsonl | route-replay import - --journal new' "
        + "copies a journal.")
  ) { arguments, output in
    let path = arguments[journal]
    let imported = try ImportedLines(path: arguments[lines], to: path)
    guard let end = imported.summary, let checked = imported.verification else {
      throw CommandFailure(.unreadable, "'\(path)' could not be written whole")
    }
    let word = checked.newerEntry != nil ? "newer" : checked.isIntact ? "intact" : "damaged"
    let findings = checked.findings.map { finding in
      JSON.members(["sequence": .int(finding.sequence), "problem": .string(finding.problem)])
    }
    let json = JSON.members([
      "file": .string(path), "entries": .int(end.entries), "lines": .int(end.lines + 1),
      "anchor": .string(end.anchor.description), "result": .string(word),
      "newer_entry": .number(checked.newerEntry), "findings": .array(findings),
    ])
    if try output.lineUnlessText(json, arguments[CommonOptions.report]) {
      try output.line(
        "\(visible(path)): \(counted(end.entries, "entry", "entries")) of "
          + "\(counted(end.lines + 1, "line")), \(word)")
      output.note("anchor \(end.anchor)")
    }
    if let newer = checked.newerEntry {
      output.problem("entry \(newer) is of a newer version; use that version to look at it")
      return .incompatible
    }
    for finding in checked.findings.prefix(findingsShown) {
      let place = finding.sequence > 0 ? "entry \(finding.sequence): " : ""
      output.problem("\(place)\(finding.problem)")
    }
    if !checked.isIntact {
      output.problem("the journal was so when it was exported; 'doctor' tells what can be saved")
    }
    return checked.isIntact ? .expected : .damaged
  }
}
