#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import RouteEngine
import RouteStore

enum WhatIfCommand {
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file,
    "the table to decide with; needed unless requests are dropped or edited")
  static let drop = Option.list(
    "drop", value: "SEQUENCE", "leave out the request that this entry belongs to")
  static let edit = Option.list(
    "edit", value: "SEQUENCE=LINK", "open this link in place of that request")
  static let out = Option.text(
    "out", value: "NEW", kind: .file, "keep the run as a new journal; never an existing file")

  static let command = Command(
    name: "what-if",
    summary: "the same with another table or input: what would change, by route and outcome",
    discussion: """
      With --routes alone each request is decided in the state that was recorded before it, so one \
      difference does not hide the next, and nothing is written. 'routes' writes the recorded \
      table for editing. An app's own program (ReplayHost) decides with the app's table where none \
      is given.

      With --drop, --edit or --out everything that came in is handed to new sessions, with the \
      recorded answers in place of the app's code, so what one request does is what the next one \
      finds. What was cut off before it was answered is left out, and private values are handed on \
      as the tokens that stand for them. The run is kept with --out, and forgotten without. One \
      file at a time.

      With --routes alone --accepted and --propose are as for 'rerun'. The exit status is 1 when \
      anything would change that is not accepted.
      """,
    isEveryday: true, arguments: [ReadingOptions.files],
    options: [
      routes, drop, edit, out, RerunCommand.accepted, RerunCommand.propose, RerunCommand.most,
      CommonOptions.report, CommonOptions.time,
    ],
    example: Command.Example(
      "route-replay what-if app.journal --routes tomorrow.json --edit 42=/orders/7",
      "With tomorrow's table, and another link in place of request 42.")
  ) { arguments, output in
    let path = arguments[routes]
    let table = try path.map { path throws(CommandFailure) in try RouteTable.read(path) }
    if !arguments[drop].isEmpty || !arguments[edit].isEmpty || arguments[out] != nil {
      guard arguments[RerunCommand.accepted] == nil, !arguments[RerunCommand.propose] else {
        throw CommandFailure(
          .usage,
          "'--accepted' and '--propose' go with '--routes' alone, where requests are compared")
      }
      return try rehearse(arguments, table, output)
    }
    guard let table = table ?? arguments.program.host?.table else {
      throw CommandFailure(
        .usage, "'--routes TABLE' is needed, or --drop or --edit: what is to be another?")
    }
    return try await Replaying(arguments, table, routes: path).run(output)
  }

  @MainActor
  private static func rehearse(
    _ arguments: ParsedArguments, _ table: RouteTable?, _ output: Output
  ) throws -> ExitStatus {
    let paths = arguments[ReadingOptions.files]
    guard paths.count == 1, let path = paths.first else {
      throw CommandFailure(.usage, "'--drop', '--edit' and '--out' belong to one file; give one")
    }
    let file = try JournalFile(path, output: output)
    let dropped = try Set(arguments[drop].map { try request($0, in: file, "--drop") })
    var edits: [RequestID: String] = [:]
    for word in arguments[edit] {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure(.usage, "'--edit' takes SEQUENCE=LINK, not '\(word)'")
      }
      edits[try request(parts[0], in: file, "--edit")] = parts[1]
    }
    let new = arguments[out]
    let rehearsal = try Rehearsal(
      RecordedRun(file), with: table, host: arguments.program.host, drop: dropped, edits: edits)
    let journal = try new.map(makeNew) ?? Journal.open(.memory)
    var bar = output.progress(of: "running", total: rehearsal.count)
    defer { bar.finish() }
    try rehearsal.run(into: journal) { bar.advance(to: $0) }
    bar.finish()
    let report = RehearsalReport(
      rehearsal: rehearsal, path: path, written: new, most: arguments[RerunCommand.most])
    switch arguments[CommonOptions.report] {
    case .text: try report.write(to: output)
    case .json: try output.line(prettyJSON(.array([report.json()])))
    case .jsonl: try output.line(oneLine(report.json()))
    }
    return rehearsal.isIdentical ? file.status : .difference
  }

  /// The request that an entry belongs to.
  private static func request(
    _ word: String, in file: JournalFile, _ option: String
  ) throws -> RequestID {
    guard let sequence = Int64(word) else {
      throw CommandFailure(
        .usage, "'\(option)' takes the sequence of an entry, as 'log' lists them, not '\(word)'")
    }
    guard let row = try file.history.entry(at: sequence) else {
      throw CommandFailure(.usage, "'\(option)': there is no entry \(sequence)")
    }
    guard let id = row.request, row.action == nil else {
      throw CommandFailure(.usage, "'\(option)': entry \(sequence) belongs to no request")
    }
    return RequestID(id)
  }

  private static func makeNew(_ path: String) throws -> Journal {
    try requireNew(path)
    return try Journal.open(.file(path))
  }

  /// Throws when there is a file of that name already.
  static func requireNew(_ path: String) throws(CommandFailure) {
    guard unsafe access(path, F_OK) != 0 else {
      throw CommandFailure(
        .unreadable, "'\(path)' exists already; --out writes only to a new file")
    }
  }
}
