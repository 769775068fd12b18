import RouteAnalytics
import RouteEngine
import RouteStore

enum SQLCommand {
  static let query = Argument.one("QUERY", "one SELECT, in SQLite's SQL")
  static let rows = Option.integer(
    "rows", value: "N", default: 10_000, "stop after N rows; 0 for all")
  static let seconds = Option.integer(
    "seconds", value: "N", in: 0...86_400, default: 60, "stop after N seconds; 0 for a day")
  static let each = Option.flag(
    "each", "ask each file separately and gather nothing: quicker for a few rows")

  static let schema = Option.flag(
    "schema", "print the relations and their columns, with their types; needs no FILE")

  static let command = Command(
    name: "sql",
    summary: "runs one read-only SQL query over the documented views, within limits",
    discussion: """
      Only one statement that reads is allowed: no writing, no ATTACH, no PRAGMA, and no access to \
      the vault, which has the private values. Begin with the relations: v_request, v_screen_view, \
      v_action, v_visit, v_run; --schema lists all of them with their columns, and 'stats \
      --dictionary' explains each column. They are defined by this program, whatever the file \
      contains; 'SELECT name FROM sqlite_schema' lists what the file has.

      Besides SQLite's functions there are percentile_disc(NUMBER, FRACTION), nearest rank as in \
      'stats'; percentile_cont(NUMBER, FRACTION), which interpolates; median(NUMBER); and TEXT \
      REGEXP EXPRESSION, for example link REGEXP '^https://[^/]+/orders/\\d+$', which takes time \
      linear in the text and refuses look-around and back references. Of SQLite's virtual tables \
      there are json_each and json_tree: SELECT e.sequence, j.key, j.value FROM journal e, \
      json_each(e.payload) j.

      The relations that the query needs are gathered first, with the indexes that its joins use. \
      Several files, any number of them, are gathered as one history. To ask many queries, with \
      sqlite3 or a program of your own, 'export --format sqlite' writes the relations to one file. \
      Other tables of a file are read from the file itself; with several files this needs --each, \
      which asks each file separately and prints one table, whose first column is the file. \
      Gathering takes time and a temporary folder; --each avoids it, also for one file.

      No value may have more than 16 MiB. CSV has no NULL: the field is empty there. It writes \
      invisible characters as escapes, such as \\r or \\x1b, while a backslash, a tab and a line \
      feed stay as they are; a text that a spreadsheet would take for a formula begins with an \
      apostrophe. JSON has NULL and all texts as they are, and NULL in place of a number that is \
      infinite; of columns with the same name it calls the later ones NAME_2, NAME_3. On a \
      terminal, rows that are too wide for a table are printed as lists of their columns.

      Only 'verify' and the summary check whether a file is intact.
      """,
    arguments: [ReadingOptions.files, query],
    options: [rows, seconds, each, schema, CommonOptions.output],
    standalone: [schema],
    example: Command.Example(
      "route-replay sql app.journal 'SELECT kind, count(*) FROM v_entry GROUP BY 1'")
  ) { arguments, output in
    if arguments[schema] {
      return try output.print(RelationDictionary().schema, arguments[CommonOptions.output])
    }
    let isOne = arguments[ReadingOptions.files].count == 1
    let bounds = bounds(arguments)
    if !arguments[each], let columns = try columns(of: arguments[query], isOne: isOne) {
      return try await askAll(columns, bounds, arguments, output)
    }
    return try askEach(bounds, showsFile: !isOne, arguments, output)
  }

  private static func bounds(_ arguments: ParsedArguments) -> SQLBounds {
    var bounds = SQLBounds()
    bounds.rows = arguments[rows] == 0 ? .max : arguments[rows]
    bounds.seconds = arguments[seconds] == 0 ? 86_400 : Double(arguments[seconds])
    return bounds
  }

  /// Queries each file separately.
  private static func askEach(
    _ bounds: SQLBounds, showsFile: Bool, _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let sql = arguments[query]
    var journals = try SeveralJournals(arguments[ReadingOptions.files], output)
    try print(arguments, output, front: showsFile ? "file" : nil) { rows in
      var isWhole = true
      try journals.forEach(output) { file in
        let rest = bounds.after(rows: rows.count)
        if try !ask(sql, of: file, rest, &rows, arguments) { isWhole = false }
      }
      return isWhole
    }
    return journals.status
  }

  private static func ask(
    _ sql: String, of file: JournalFile, _ bounds: SQLBounds, _ rows: inout AnsweredRows,
    _ arguments: ParsedArguments
  ) throws -> Bool {
    do {
      try file.history.showViews()
      try file.history.define(AnalystFunctions.all)
      return try rows.add(from: file.history.path) { columns, row in
        try file.history.query(sql, bounds: bounds, columns: columns, row: row)
      }
    } catch StoreError.invalidQuery(let message) {
      throw file.failure(of: sql, message)
    } catch StoreError.limitReached(ResultCode.outOfTime, _) {
      throw tooSlow(arguments)
    }
  }

  /// Queries all files as one history.
  private static func askAll(
    _ columns: RelationColumns, _ bounds: SQLBounds, _ arguments: ParsedArguments, _ output: Output
  ) async throws -> ExitStatus {
    let end = ContinuousClock.now + .seconds(bounds.seconds)
    let journals = try SeveralJournals.together(arguments[ReadingOptions.files], output)
    do {
      let gathered = try await GatheredJournals(
        of: journals.paths, columns, until: end, functions: AnalystFunctions.all)
      var rest = bounds
      rest.seconds = (end - .now) / .seconds(1)
      guard rest.seconds > 0 else { throw tooSlow(arguments) }
      try print(arguments, output) { [rest] rows in
        try rows.add { try gathered.query(arguments[query], rest, columns: $0, row: $1) }
      }
      return journals.status
    } catch StoreError.limitReached(ResultCode.outOfTime, _) {
      throw tooSlow(arguments)
    }
  }

  /// Prints rows as they arrive, and reports when there were more than the bound.
  private static func print(
    _ arguments: ParsedArguments, _ output: Output, front: String? = nil,
    _ ask: @escaping (inout AnsweredRows) throws -> Bool
  ) throws {
    var isWhole = true
    var report = Report()
    report.list(Table(front: front) { isWhole = try ask(&$0) })
    _ = try output.print(report, arguments[CommonOptions.output])
    guard !isWhole else { return }
    let shown = arguments[rows] == 1 ? "row is" : "\(arguments[rows]) rows are"
    output.problem("route-replay: only the first \(shown) shown; --rows 0 shows all")
  }

  private static func tooSlow(_ arguments: ParsedArguments) -> CommandFailure {
    CommandFailure.unreadable(
      "stopped after \(counted(arguments[seconds], "second")); ask for less, or give more time "
        + "with --seconds")
  }

  /// The columns of the relations that a query reads; nil when the file itself has to be queried.
  private static func columns(of sql: String, isOne: Bool) throws -> RelationColumns? {
    do throws(StoreError) {
      let columns = try RelationColumns(askedBy: sql, functions: AnalystFunctions.all)
      return isOne && columns.isEmpty ? nil : columns
    } catch {
      if isOne { return nil }
      guard case .invalidQuery(let message) = error, message.hasPrefix("no such table") else {
        throw error
      }
      throw CommandFailure.usage(
        "\(message); several files are asked as one history, which has what 'sql --schema' lists "
          + "without v_entry and v_refusal. --each asks each file separately")
    }
  }
}

extension SQLBounds {
  /// The remaining bounds after some rows.
  fileprivate func after(rows count: Int) -> SQLBounds {
    var rest = self
    if rows != .max { rest.rows -= count }
    return rest
  }
}
