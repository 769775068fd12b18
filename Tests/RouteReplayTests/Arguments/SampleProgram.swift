@testable import RouteReplayProgram

/// A program with every kind of option and argument, which prints its arguments.
enum SampleProgram {
  static let file = Argument.one("FILE", kind: .file, "the journal to read")
  static let session = Option.text("session", value: "N|last", "only this session")
  static let from = Option.integer("from", value: "SEQUENCE", in: 1...1000, "first entry")
  static let limit = Option.integer("limit", short: "n", value: "N", default: 10, "how many")
  static let follow = Option.flag("follow", short: "f", "wait for more")
  static let edits = Option.list("edit", value: "SEQ=LINK", "put this link in its place")
  static let routes = Option.required("routes", value: "FILE", kind: .file, "the route table")

  static let log = Command(
    name: "log", summary: "the entries of a journal",
    discussion: """
      Prints one line for each entry, oldest first, and stops at the last one that is in the file \
      when it gets there.

      With --follow it waits for more until it is interrupted; it's gentle: [it] never blocks a \
      writer.
      """,
    isEveryday: true, arguments: [file],
    options: [session, from, limit, follow, edits, CommonOptions.output, CommonOptions.time],
    example: Command.Example("route-replay log app.journal --session last", "The last session.")
  ) { arguments, output in
    var report = Report()
    report.list(
      Table(
        [Column("file"), Column("limit", .number)],
        [[.text(arguments[file]), .integer(arguments[limit])]]))
    return try output.print(report, arguments[CommonOptions.output])
  }

  static let files = Argument.many("FILE", kind: .file, "journals to read")
  static let query = Argument.one("QUERY", "an SQL query")
  static let sql = Command(
    name: "sql", summary: "read-only SQL over the documented views", arguments: [files, query],
    options: [CommonOptions.output],
    example: Command.Example("route-replay sql app.journal 'SELECT 1'")
  ) { _, _ in .difference }

  static let question = Argument.optional(
    "NAME", kind: .choice(["outcomes", "paths"]), "one question")
  static let stats = Command(
    name: "stats", summary: "the named questions, as a table: counts",
    arguments: [files, question],
    options: [CommonOptions.output],
    example: Command.Example("route-replay stats app.journal paths")
  ) { _, _ in throw CommandFailure(.unreadable, "it is \u{1B}[31mlocked") }

  static let folder = Argument.optional("FOLDER", kind: .folder, "where to")
  static let record = Command(
    name: "record", summary: "runs a list of links into a journal", isEveryday: true,
    arguments: [file, folder], options: [routes],
    example: Command.Example("route-replay record app.journal --routes routes.json")
  ) { _, _ in .expected }

  static let overview = Command(
    name: "overview", summary: "one screen about a journal", arguments: [file],
    example: Command.Example("route-replay app.journal")
  ) { arguments, output in
    try output.line("overview of \(arguments[file])")
    return .expected
  }

  static let program = Program(
    name: "route-replay", version: "1.2.3", released: "2026-01-02",
    summary: "shows, checks and replays journals", commands: [sql, log, stats, record],
    fallback: overview)

  static func arguments(_ words: String...) throws -> ParsedArguments {
    guard case .run(let arguments) = try program.parse(words) else { throw NotRun() }
    return arguments
  }

  /// The message for a wrong command line, or nil if it is right.
  static func mistake(_ words: String...) -> String? {
    do {
      _ = try program.parse(words)
      return nil
    } catch {
      return error.message
    }
  }

  struct NotRun: Error {}
}

extension Output {
  var text: String { String(decoding: written, as: UTF8.self) }
  var notesText: String { String(decoding: writtenNotes, as: UTF8.self) }
}
