import RouteEngine
import RouteReplay
import RouteStore

enum WhatIfCommand {
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file,
    "the table to decide with; needed unless something else is changed")
  static let out = Option.text(
    "out", value: "NEW", kind: .output,
    "keep the run as a new journal, those of several files in a folder; never an existing file")

  static let command = Command(
    name: "what-if",
    summary: "replays with another table or input and shows what would change",
    discussion: """
      With --routes alone each request is decided in its recorded state, so one difference does \
      not hide the next, and nothing is written. 'routes' writes the recorded table for editing. \
      An app's own program (ReplayHost) decides with the app's table where none is given.

      For several files there is one summary by route and outcome, then a line for each file that \
      changes, then examples. The formats for programs have an object for each file and a last one \
      for all, whose result is 'unread' where no file could be read.

      With --drop, --edit, --answer or --out all recorded input is handed to new sessions, with \
      the recorded answers in place of the app's code. Each request then meets the state that the \
      requests before it lead to now. Requests that were cut off before they were answered are \
      left out, and private values are handed on as their tokens. --out keeps the run as a journal \
      that names the one it repeats; otherwise the run is discarded. A SEQUENCE chooses a request \
      of one file; route=, link= and outcome=, and '--answer NAME=REPLY', choose in several files, \
      each of which is run by itself.

      With --routes alone, --accepted, --propose and --results work as in 'rerun'; 'export \
      --results' has the rows of such results, and 'stats' counts only those of reruns. The exit \
      status is 1 when anything would change that is not accepted.
      """,
    isEveryday: true, arguments: [ReadingOptions.files],
    options: [
      routes, EditOptions.drop, EditOptions.edit, EditOptions.answer, out, RerunCommand.accepted,
      RerunCommand.propose,
      RerunCommand.most, RerunCommand.results, CommonOptions.report, CommonOptions.time,
    ],
    example: Command.Example(
      "route-replay what-if app.journal --routes tomorrow.json --edit 42=/orders/7",
      "With tomorrow's table, and another link in place of request 42.")
  ) { arguments, output in
    let path = arguments[routes]
    try InputFile.requireOneStandardInput([path, arguments[RerunCommand.accepted]])
    let table = try RouteTable.read(path)
    if (EditOptions.all + [out.shape]).contains(where: arguments.has) {
      guard arguments[RerunCommand.accepted] == nil, arguments[RerunCommand.results] == nil,
        !arguments[RerunCommand.propose]
      else {
        throw CommandFailure.usage(
          "'--accepted', '--propose' and '--results' go with '--routes' alone, where requests are "
            + "compared")
      }
      return try rehearse(arguments, table, output)
    }
    guard let table = table ?? arguments.program.host?.table else {
      throw CommandFailure.usage(
        "say what to change: another table with '--routes TABLE', or requests and answers with "
          + "--drop, --edit or --answer")
    }
    return try await Replaying(arguments, table, routes: path, sumsUp: true).run(output)
  }

  @MainActor
  private static func rehearse(
    _ arguments: ParsedArguments, _ table: RouteTable?, _ output: Output
  ) throws -> ExitStatus {
    let paths = arguments[ReadingOptions.files]
    guard paths.count == 1, let path = paths.first else {
      return try RehearsedFiles(arguments, table).run(output)
    }
    let file = try JournalFile(path, output: output)
    let run = try RecordedRun(file.history)
    let edits = try RequestEdits(arguments, GivenEdits(arguments), of: file, run.input, table)
    let new = arguments[out]
    let rehearsal = Rehearsal(
      run, with: table, host: arguments.program.host, drop: edits.chosen.dropped,
      edits: edits.chosen.links, answers: edits.answers, toAll: edits.answersToAll)
    var bar = output.progress(of: "running", total: rehearsal.count)
    defer { bar.finish() }
    try NewJournals.fill(new) { journal in
      try rehearsal.run(into: journal) { bar.advance(to: $0) }
    }
    bar.finish()
    var report = RehearsalReport(
      rehearsal: rehearsal, path: path, written: new, most: arguments[RerunCommand.most]
    ).report
    report.objects = [{ [json = report.json] in json }]
    report.status = rehearsal.isIdentical ? file.status : file.status.graver(.difference)
    return try output.print(report, arguments[CommonOptions.report])
  }
}
