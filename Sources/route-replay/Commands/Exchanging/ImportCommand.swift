import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum ImportCommand {
  static let lines = Argument.one(
    "LINES", kind: .file, "what 'export --format jsonl' wrote; - reads standard input")
  static let journal = Option<String>.required(
    "journal", value: "NEW", kind: .output, "the journal to write; never an existing file")

  private static let findingsShown = 5

  static let command = Command(
    name: "import",
    summary: "makes a journal of the lines that 'export --format jsonl' wrote",
    discussion: """
      The new journal has the same entries, digests, checkpoints, sessions, route tables and \
      source ids as the exported one, and exporting it again gives the same lines. The vault is \
      missing: private values and their keys are never exported, and tokens stand for them, as in \
      a report copy.

      Every line is checked: entries by their chain, the rest by the digest in the last line. A \
      line that was changed, left out or moved is refused with its number, and no file is written. \
      The result is verified before it gets its name, and no file is overwritten. The exit status \
      is 2 for lines without an entry; 3 for lines that were changed, and for a journal in which \
      something beside the entries was damaged when it was exported; 4 for lines of a newer \
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
      throw CommandFailure.unreadable("'\(path)' could not be written whole")
    }
    let report = report(path, end, checked)
    return try output.print(report, arguments[CommonOptions.report])
  }

  private static func report(
    _ path: String, _ end: LinesEnd, _ checked: Verification
  ) -> Report {
    var report = Report()
    let word = checked.verdict.rawValue
    report.add([
      "file": path, "entries": end.entries, "lines": end.lines + 1,
      "anchor": end.anchor.description, "result": word, "newer_entry": checked.newerEntry,
      "findings": checked.findings.map { finding in
        JSON.members(["sequence": finding.sequence, "problem": finding.problem])
      },
    ])
    report.line(
      """
      \(path): \(counted(end.entries, "entry", "entries")) of \(counted(end.lines + 1, "line")), \
      \(word)
      """)
    report.note("anchor \(end.anchor)")
    if let newer = checked.newerEntry {
      report.problem("entry \(newer) is of a newer version; use that version to look at it")
      report.status = .incompatible
    } else if !checked.isIntact {
      for finding in checked.findings.prefix(findingsShown) {
        report.problem(visible(finding.words))
      }
      report.problem("the journal was so when it was exported; 'doctor' tells what can be saved")
      report.status = .damaged
    }
    return report
  }
}
