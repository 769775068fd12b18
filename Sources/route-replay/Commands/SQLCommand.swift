import RouteEngine
import RouteStore

enum SQLCommand {
  static let query = Argument.one("QUERY", "one SELECT, in SQLite's SQL")
  static let rows = Option.integer(
    "rows", value: "N", default: 10_000, "stop after so many rows; 0 for all")
  static let seconds = Option.integer(
    "seconds", value: "N", in: 1...86_400, default: 60, "stop after so many seconds in a file")

  static let command = Command(
    name: "sql",
    summary: "read-only SQL over the documented views, bounded",
    discussion: """
      Only one statement that reads is allowed: no writing, no ATTACH, no PRAGMA, and nothing of \
      the vault, where private values lie. Begin with the views: v_entry, v_request, \
      v_refusal, v_screen_view, v_action, v_visit, v_run; 'SELECT name FROM sqlite_schema' lists \
      all.

      Each of several files is asked by itself; the rows of all are one table, whose first column \
      is the file.

      On a terminal, rows that are too wide for a table are printed as lists of their columns.

      Whether a file is as it was written is checked only by 'verify' and the summary.
      """,
    arguments: [ReadingOptions.files, query], options: [rows, seconds, CommonOptions.output],
    example: Command.Example(
      "route-replay sql app.journal 'SELECT kind, count(*) FROM v_entry GROUP BY 1'")
  ) { arguments, output in
    let most = arguments[rows] == 0 ? Int.max : arguments[rows]
    var isWhole = true
    var printer = RowPrinter(
      arguments[CommonOptions.output], showsFile: arguments[ReadingOptions.files].count > 1,
      to: output)
    var journals = try SeveralJournals(arguments[ReadingOptions.files], output)
    try journals.forEach(output) { file in
      var bounds = SQLBounds()
      bounds.rows = most - printer.count
      bounds.seconds = Double(arguments[seconds])
      do {
        if try !printer.print(arguments[query], of: file.history, bounds) { isWhole = false }
      } catch StoreError.invalidQuery(let message) {
        throw file.failure(of: arguments[query], message)
      } catch StoreError.limitReached {
        throw CommandFailure(
          .unreadable,
          "stopped after \(counted(arguments[seconds], "second")); ask for less, or give more time "
            + "with --seconds")
      }
    }
    try printer.finish()
    if !isWhole {
      output.problem(
        "route-replay: only the first \(arguments[rows]) rows are shown; --rows 0 shows all")
    }
    return journals.status
  }
}
