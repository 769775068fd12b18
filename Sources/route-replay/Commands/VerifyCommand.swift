import RouteEngine
import RouteStore

enum VerifyCommand {
  static let files = Argument.many("FILE", kind: .file, "the journals to check")
  static let anchor = Option.text(
    "anchor", value: "SEQUENCE:DIGEST", "a position kept outside the file; one file only")

  static let command = Command(
    name: "verify",
    summary: "every check of integrity, without any app code",
    discussion: """
      Checks the chain of digests, that no sequence is missing, the state after every entry, that \
      each request has one outcome, checkpoints, session rows and route tables. The exit status is \
      3 when anything is not as it was written.

      That the end of a file was cut off cleanly cannot be seen from inside it. Keep the anchor \
      that this command prints, and give it with --anchor the next time.
      """,
    isEveryday: true, arguments: [files], options: [anchor, CommonOptions.output],
    example: Command.Example("route-replay verify app.journal --anchor 42:9f86d081...")
  ) { arguments, output in
    let paths = arguments[files]
    let anchor = try arguments[anchor].map { word in
      guard let anchor = JournalAnchor(word) else {
        throw CommandFailure(
          .usage, "'--anchor' takes SEQUENCE:DIGEST as 'verify' prints it, not '\(word)'")
      }
      guard paths.count == 1 else {
        throw CommandFailure(.usage, "'--anchor' belongs to one file; give only one")
      }
      return anchor
    }
    var listing = Listing(columns, format: arguments[CommonOptions.output], time: .raw, to: output)
    var worst = ExitStatus.expected
    for path in paths {
      let (row, status) = try check(path, anchor, isAlone: paths.count == 1, output)
      try listing.append(row)
      worst = graver(worst, status)
    }
    try listing.finish()
    return worst
  }

  private static let columns = [
    Column("file"),
    Column("result", ink: { $0 == .text("intact") ? .green : .red }),
    Column("entries", .number), Column("sessions", .number), Column("outcomes", .number),
    Column("state_digest", isDetail: true), Column("anchor", isDetail: true),
  ]

  private static func check(
    _ path: String, _ anchor: JournalAnchor?, isAlone: Bool, _ output: Output
  ) throws -> ([Cell], ExitStatus) {
    let file: JournalFile
    let checked: Verification
    do throws(StoreError) {
      file = try JournalFile(path, output: output)
      checked = try Verification(of: file.history, anchor: anchor)
    } catch {
      let failure = CommandFailure(error)
      if isAlone { throw failure }
      output.problem("\(path): \(failure.message)")
      return (
        [.text(path), .text("unreadable"), .null, .null, .null, .null, .null], failure.status
      )
    }
    if checked.entries == 0, file.lacksItsLog {
      output.problem("\(path): \(JournalFile.emptiness(of: path))")
      return (
        [.text(path), .text("empty"), .integer(0), .null, .null, .null, .null], .damaged
      )
    }
    for finding in checked.findings {
      let place = finding.sequence > 0 ? "entry \(finding.sequence): " : ""
      output.problem("\(path): \(place)\(finding.problem)")
    }
    if let newer = checked.newerEntry {
      output.problem(
        "\(path): entry \(newer) is of a kind that only a newer version knows; use that version")
    }
    if checked.isIntact {
      output.note("\(path): intact; keep its anchor elsewhere\nanchor \(checked.end)")
    } else if checked.newerEntry == nil {
      output.problem(
        "\(path): not what was written; keep the file as it is, and work on a copy")
    }
    let isNewer = checked.newerEntry != nil || file.status != .expected
    let status: ExitStatus =
      !checked.findings.isEmpty ? .damaged : isNewer ? .incompatible : .expected
    let word = !checked.findings.isEmpty ? "damaged" : isNewer ? "newer" : "intact"
    return (
      [
        .text(path), .text(word), .integer(checked.entries), .integer(checked.sessions),
        .integer(checked.outcomes), .text(Digest64.hex(checked.stateDigest)),
        .text(checked.end.description),
      ], status
    )
  }

  /// Of several files the gravest result counts: damage, then what cannot be read, then the rest.
  private static func graver(_ one: ExitStatus, _ other: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [.damaged, .unreadable, .incompatible]
    return order.first { $0 == one || $0 == other } ?? .expected
  }
}
