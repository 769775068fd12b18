import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum VerifyCommand {
  static let anchor = Option.text(
    "anchor", value: "SEQUENCE:DIGEST", "the anchor that an earlier run printed; one file only")
  static let deep = Option.flag(
    "deep", "also run SQLite's own check of the file's pages; reads everything twice")

  static let command = Command(
    name: "verify",
    summary: "runs every integrity check, without any app code",
    discussion: """
      Checks the chain of digests, that no sequence is missing, the state after every entry, that \
      each request has one outcome, that the entries follow from the session's rules and limits, \
      checkpoints, session rows, route tables, source ids, the vault, and that tables, indexes and \
      triggers are those of the format, which has no views. Several files are checked at the same \
      time. The exit status is 3 when a check fails, and 4 when a newer version wrote something in \
      the file, or the entry of the anchor was pruned or lies in a file that was set aside. The \
      formats for programs name the check of each finding, and give in 'unchecked_anchor' the \
      reason why the anchor could not be checked.

      A file alone does not show that its last entries were cut off cleanly. Keep the anchor that \
      this command prints, and give it with --anchor the next time.
      """,
    isEveryday: true, arguments: [ReadingOptions.files],
    options: [deep, anchor, CommonOptions.output],
    example: Command.Example("route-replay verify app.journal --anchor 42:9f86d081...")
  ) { arguments, output in
    let paths = arguments[ReadingOptions.files]
    let anchor = try arguments[anchor].map { word in
      guard let anchor = JournalAnchor(word) else {
        throw CommandFailure.usage(
          "'--anchor' takes SEQUENCE:DIGEST as 'verify' prints it, not '\(word)'")
      }
      guard paths.count == 1 else {
        throw CommandFailure.usage("'--anchor' belongs to one file; give only one")
      }
      return anchor
    }
    let isDeep = arguments[deep]
    let results = await inParallel(journals: paths, showing: output) { path, walked in
      CheckedFile.result(path, anchor, isDeep: isDeep, among: paths.count, walked)
    }
    if paths.count == 1, case .failure(let failure)? = results.first { throw failure }
    var rows: [[Cell]] = []
    var report = Report()
    for (path, result) in zip(paths, results) {
      switch result {
      case .failure(let failure):
        output.problem("\(visible(path)): \(failure.message)")
        rows.append(
          [.text(path), .text(failure.status.fileWord)]
            + Array(repeating: .null, count: columns.count - 2))
        report.status = report.status.graver(failure.status)
      case .success(let file):
        file.report(path, to: output)
        rows.append(file.row(path))
        report.status = report.status.graver(file.status)
      }
    }
    report.list(Table(columns, rows))
    return try output.print(report, arguments[CommonOptions.output])
  }

  private static let columns = [
    Column("file"),
    Column("result", ink: { $0 == .text("intact") ? .green : .red }),
    Column("entries", .number), Column("sessions", .number), Column("outcomes", .number),
    Column("state_digest", isDetail: true), Column("anchor", isDetail: true),
    Column("unchecked_anchor", isDetail: true), Column("findings", isDetail: true),
  ]
}

/// One file with the results of its checks.
private struct CheckedFile: Sendable {
  let checked: Verification
  let newerNote: String?
  /// The reason why the anchor could not be checked; nil when it was, or none was given.
  let uncheckedNote: String?

  static func result(
    _ path: String, _ anchor: JournalAnchor?, isDeep: Bool, among files: Int, _ walked: Walked
  ) -> Result<CheckedFile, CommandFailure> {
    Result {
      let file = try JournalFile(path, among: files)
      file.history.walked = walked
      let note = anchor.flatMap { uncheckedNote($0, in: file.history) }
      let checked = try Verification(
        of: file.history, anchor: note == nil ? anchor : nil, checksPages: isDeep)
      return CheckedFile(checked: checked, newerNote: file.newerNote, uncheckedNote: note)
    }.mapError(CommandFailure.init(of:))
  }

  /// Why an anchor cannot be checked by what a file holds; nil when it can.
  private static func uncheckedNote(_ anchor: JournalAnchor, in history: History) -> String? {
    // A base that cannot be read ends the walk over the entries, which says why.
    guard let base = try? history.base(), anchor.sequence <= base.sequence, anchor != base
    else { return nil }
    if let past = AdoptedPast(of: history), past.holds(anchor.sequence) {
      let advice = past.name == nil ? "" : "; 'verify' checks it with that file"
      return "entry \(anchor.sequence) lay \(past.place), and its anchor cannot be checked here"
        + advice
    }
    guard anchor.sequence < base.sequence else { return nil }
    return "entry \(anchor.sequence) was pruned, and its anchor cannot be checked any more; give "
      + "one of entry \(base.sequence) or a later one"
  }

  /// The result of the file's own checks.
  private var result: ExitStatus {
    if !checked.findings.isEmpty { return .damaged }
    return checked.newerEntry != nil || newerNote != nil ? .incompatible : .expected
  }

  var status: ExitStatus { uncheckedNote == nil ? result : result.graver(.incompatible) }

  func row(_ path: String) -> [Cell] {
    return [
      .text(path), .text(result == .expected ? "intact" : result.fileWord),
      .integer(checked.entries), .integer(checked.sessions), .integer(checked.outcomes),
      .text(Digest64.hex(checked.stateDigest)), .text(checked.end.description),
      .text(uncheckedNote), .json(.array(checked.findings.map(\.json))),
    ]
  }

  @MainActor
  func report(_ path: String, to output: Output) {
    // A line end in the path or in a text of the file must not begin another message.
    let name = visible(path)
    if let newerNote { output.problem(newerNote) }
    if let uncheckedNote { output.problem("\(name): \(uncheckedNote)") }
    for finding in checked.findings { output.problem("\(name): \(visible(finding.words))") }
    if let missing = checked.missingWords { output.note("\(name): missing: \(missing)") }
    for remark in checked.remarks { output.note("\(name): \(visible(remark.problem))") }
    if let newer = checked.newerEntry {
      output.problem(
        "\(name): entry \(newer) is of a newer version; use that version")
    }
    if checked.isIntact {
      let what = newerNote == nil ? "intact" : "intact as far as this version knows it"
      output.note("\(name): \(what); keep this anchor in another place\nanchor \(checked.end)")
    } else if checked.newerEntry == nil {
      output.problem(
        "\(name): damaged; keep the file as it is, and work on a copy")
    }
  }
}
