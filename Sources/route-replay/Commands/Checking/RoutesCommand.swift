import RouteEngine
import RouteReplay
import RouteStore

enum RoutesCommand {
  static let session = Option.text(
    "session", value: "N|last",
    "the newest table of this session; last, the default, is the app's last session")
  static let at = Option.integer(
    "at", value: "SEQUENCE", in: 1...Int.max,
    "the table in force at this entry: a session may adopt others while it runs")

  static let command = Command(
    name: "routes",
    summary: "writes the recorded route table, ready to edit for what-if",
    discussion: """
      It is JSON in each format: '-o json' prints the same lines as the text, '-o jsonl' prints \
      all of it in one line.
      """,
    arguments: [ReadingOptions.file], options: [session, at, CommonOptions.report],
    example: Command.Example(
      "route-replay routes app.journal > routes.json", "The table of the app's last session.")
  ) { arguments, output in
    guard arguments[RoutesCommand.session] == nil || arguments[at] == nil else {
      throw CommandFailure.usage("'--session' and '--at' each name one table; give one of them")
    }
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    var session = try file.session(arguments[session] ?? "last")
    var wanted = session.tableDigest
    if let sequence = arguments[at].map(Int64.init) {
      guard let row = try file.session(ofEntryAt: sequence),
        try file.history.entry(at: sequence) != nil
      else { throw try file.missing(sequence) }
      (session, wanted) = (row, try file.history.tableDigest(at: sequence))
    }
    guard let digest = wanted, let bytes = try file.history.routeTable(digest: digest)
    else {
      throw CommandFailure.definitionsMissing(
        "the journal does not hold the route table of session \(session.number); "
          + "ask for the one that the app was built with")
    }
    // Bytes that are not an object are reported in words that name the table.
    guard case .object(let members)? = try? JSON(parsing: bytes) else {
      throw CommandFailure.damaged("route table \(digest) in the journal is no object in JSON")
    }
    var report = Report()
    report.status = file.status
    report.document(members)
    let status = try output.print(report, arguments[CommonOptions.report])
    output.note("route table \(digest) of session \(session.number)")
    return status
  }
}
