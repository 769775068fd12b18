import RouteEngine
import RouteStore

enum RoutesCommand {
  static let session = Option.text(
    "session", value: "N|last", "the table of this session; without it of the newest")

  static let command = Command(
    name: "routes",
    summary: "writes the recorded route table, ready to edit for what-if",
    arguments: [ReadingOptions.file], options: [session],
    example: Command.Example(
      "route-replay routes app.journal > routes.json", "The table of the newest session.")
  ) { arguments, output in
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    let session = try file.session(arguments[session] ?? "last")
    guard let digest = session.tableDigest, let bytes = try file.history.routeTable(digest: digest)
    else {
      throw CommandFailure(
        .definitionsMissing,
        "the journal does not hold the route table of session \(session.number); "
          + "ask for the one that the app was built with")
    }
    guard let json = try? JSON(parsing: bytes) else {
      throw CommandFailure(.damaged, "route table \(digest) in the journal is no JSON")
    }
    try output.line(prettyJSON(json))
    output.note("route table \(digest) of session \(session.number)")
    return file.status
  }
}
