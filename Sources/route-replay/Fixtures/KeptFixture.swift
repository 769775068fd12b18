import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// A journal that becomes a fixture: `fixture add`.
struct KeptFixture {
  private let arguments: ParsedArguments
  private let folder: FixtureFolder
  private let source: String

  init(_ arguments: ParsedArguments, in folder: FixtureFolder) throws(CommandFailure) {
    guard let source = arguments[FixtureOptions.file] else {
      throw CommandFailure.usage(
        "which journal is to be kept? "
          + inQuotes("route-replay fixture add \(pathForShell(folder.path)) FILE"))
    }
    (self.arguments, self.folder, self.source) = (arguments, folder, source)
    guard arguments[FixtureOptions.output] != .junit else {
      throw CommandFailure.usage("'-o junit' belongs to 'fixture test'")
    }
    if let name = arguments[FixtureOptions.name] { try FixtureFolder.check(name) }
  }

  /// Writes it.
  ///
  /// - Returns: `difference` when it is already decided differently, `incompatible` when one of its
  ///   requests cannot be decided.
  @MainActor
  func write(_ output: Output) throws -> ExitStatus {
    let file = try JournalFile(source, output: output)
    guard file.status == .expected else {
      throw StoreError.newerFormat(found: file.history.format, supported: History.newestFormat)
    }
    let row = try arguments[FixtureOptions.session].map(file.session)
    let name =
      arguments[FixtureOptions.name] ?? FixtureFolder.name(for: source, session: row?.number)
    try FixtureFolder.check(name)
    let path = folder.file(of: name)
    let replaces = arguments[FixtureOptions.replace]
    guard replaces || FileFacts(path: path) == nil else {
      throw CommandFailure.unreadable(
        "'\(path)' exists already; --replace overwrites it, --name gives another name")
    }
    return try file.history.atOneMoment {
      try withJournal(file, row) { history, first in
        let rerun = try Rerun(of: history, most: 1)
        try folder.make()
        let written = try FixtureJournal.write(history, to: path, replacing: replaces)
        let report = report(path, row, first, written, rerun)
        return try output.print(report, arguments[FixtureOptions.output])
      }
    }
  }

  /// Calls the body with the journal to keep, after checking that it is intact, and with its first
  /// entry.
  @MainActor
  private func withJournal<Result>(
    _ file: JournalFile, _ row: SessionRow?, _ body: (History, Int64) throws -> Result
  ) throws -> Result {
    guard let row else {
      try Verification(of: file.history).requireIntact()
      return try body(file.history, try file.history.base().sequence + 1)
    }
    return try ScratchJournal.withPath { path in
      let copy = try SessionCopy(of: row, in: file.history, to: path)
      return try body(try History(path: path), copy.first)
    }
  }

  private func report(
    _ path: String, _ row: SessionRow?, _ first: Int64, _ written: (entries: Int64, bytes: Int),
    _ rerun: Rerun
  ) -> Report {
    var report = Report()
    let next = "route-replay fixture test \(pathForShell(folder.path))"
    report.add([
      "file": source, "fixture": path, "session": row?.number, "first_sequence": first,
      "entries": written.entries, "bytes": written.bytes, "decided": rerun.decisions,
      "differing": rerun.differing, "undecided": rerun.undecided, "next": [next],
    ])
    let entries = counted(written.entries, "entry", "entries")
    let what = row.map { "session \($0.number)" } ?? "the whole journal"
    report.line("\(path): \(what), \(entries), \(written.bytes) bytes")
    if let row, first < row.firstSequence {
      let reason =
        row.isMaintenance
        ? "before the session begins: work on the journal is kept with the entries before it"
        : "in an earlier session: a pending action or a waiting request needs it"
      report.paragraph("kept from entry \(first) on, \(reason)")
    }
    report.note("next  \(next)")
    report.status = rerun.status
    if rerun.differing > 0 {
      report.problem(
        "\(rerun.differing) of \(counted(rerun.decisions, "decision")) "
          + "\(rerun.differing == 1 ? "differs" : "differ") already, with the recorded table: "
          + "'rerun' tells how")
    }
    if rerun.undecided > 0 {
      let reasons = DivergenceReport.reasons(
        undecided: rerun.undecided, byLimits: rerun.undecidedByLimits, with: "")
      report.problem(
        "\(counted(rerun.undecided, "request")) cannot be decided, now or in a test: \(reasons); "
          + "--session keeps a session that is whole")
    }
    return report
  }
}
