import RouteEngine
import RouteStore

enum SQLCommand {
  static let query = Argument.one("QUERY", "one SELECT, in SQLite's SQL")
  static let rows = Option.integer(
    "rows", value: "N", default: 10_000, "stop after so many rows; 0 for all")
  static let seconds = Option.integer(
    "seconds", value: "N", in: 1...86_400, default: 60, "stop after so many seconds")

  static let command = Command(
    name: "sql",
    summary: "read-only SQL over the documented views, bounded",
    discussion: """
      Only one statement that reads is allowed: no writing, no ATTACH, no PRAGMA, and nothing of \
      the vault, where private values lie. Begin with the views: v_entry, v_request, \
      v_screen_view, v_action, v_visit, v_run; 'SELECT name FROM sqlite_schema' lists all.

      One file at a time; what asks many files at once belongs to a later version.

      Whether the file is as it was written is checked only by 'verify' and the summary.
      """,
    arguments: [ReadingOptions.file, query], options: [rows, seconds, CommonOptions.output],
    example: Command.Example(
      "route-replay sql app.journal 'SELECT kind, count(*) FROM v_entry GROUP BY 1'")
  ) { arguments, output in
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    var bounds = SQLBounds()
    bounds.rows = arguments[rows] == 0 ? .max : arguments[rows]
    bounds.seconds = Double(arguments[seconds])
    let isWhole: Bool
    do {
      isWhole = try print(arguments[query], of: file.history, bounds, arguments, output)
    } catch StoreError.limitReached {
      throw CommandFailure(
        .unreadable,
        "stopped after \(arguments[seconds]) seconds; ask for less, or give more time with "
          + "--seconds")
    }
    if !isWhole {
      output.problem(
        "route-replay: only the first \(arguments[rows]) rows are shown; --rows 0 shows all")
    }
    return file.status
  }

  /// Prints the rows of a query while they arrive; false when there are more than the bound.
  ///
  /// `times` names columns that a table for people shows as points in time.
  static func print(
    _ sql: String, of history: History, _ bounds: SQLBounds = SQLBounds(),
    times: Set<String> = [], _ arguments: ParsedArguments, _ output: Output
  ) throws -> Bool {
    let isText = arguments[CommonOptions.output] == .text
    var names: [String] = []
    var listing: Listing?
    func begin(_ first: [SQLValue]?) -> Listing {
      let columns = names.enumerated().map { index, name in
        let isTime = isText && times.contains(name)
        return Column(visible(name), isTime ? .time : first.map { kind($0[index]) } ?? .text)
      }
      return Listing(
        columns, format: arguments[CommonOptions.output], time: isText ? .iso : .raw, to: output)
    }
    let isWhole = try history.query(sql, bounds: bounds, columns: { names = $0 }) { row in
      var started = listing ?? begin(row)
      try started.append(
        zip(names, row).map { name, value in
          if isText, times.contains(name), case .integer(let time) = value { return .time(time) }
          return cell(value)
        })
      listing = started
    }
    var ended = listing ?? begin(nil)
    try ended.finish()
    return isWhole
  }

  private static func kind(_ value: SQLValue) -> Column.Kind {
    switch value {
    case .integer, .real: .number
    case .null, .text, .blob: .text
    }
  }

  private static func cell(_ value: SQLValue) -> Cell {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .text(hexadecimal(bytes))
    }
  }

  /// Bytes as an SQL literal.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("x'".utf8)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text + Array("'".utf8), as: UTF8.self)
  }
}
