#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import RouteEngine
import RouteStore
import TextTerminal

enum StatsCommand {
  /// A question that analysts ask often, and the documented view that answers it.
  enum Question: String, CaseIterable {
    case screenViews = "screen-views"
    case linkSuccess = "link-success"
    case failureReasons = "failure-reasons"
    case topPaths = "top-paths"
    case routingLatency = "routing-latency"

    var view: String { "v_" + rawValue.replacing("-", with: "_") }

    var meaning: String {
      switch self {
      case .screenViews: "which screens were seen, how often and for how long"
      case .linkSuccess: "what arrived by each entry point, and how it ended"
      case .failureReasons: "why requests did not get where they wanted"
      case .topPaths: "three screens in a row that visits went through most"
      case .routingLatency: "how long a request took from its arrival to its decision"
      }
    }

    /// What a table for people has of the view; what is left out is nearly always zero.
    var columns: String {
      guard self == .linkSuccess else { return "*" }
      return """
        entry_point, requests, shown, already_shown, not_found, failed,
        requests - shown - already_shown - not_found - failed AS other,
        success_rate AS success
        """
    }

    /// The most telling rows first; names decide between equals.
    var order: String {
      switch self {
      case .screenViews: "views DESC, screen"
      case .linkSuccess: "requests DESC, entry_point"
      case .failureReasons: "failures DESC, reason, route"
      case .topPaths: "occurrences DESC, path"
      case .routingLatency: "requests DESC, entry_point"
      }
    }
  }

  static let name = Argument.optional(
    "NAME", kind: .choice(Question.allCases.map(\.rawValue)),
    "one question; a table has all without it")
  static let rows = Option.integer(
    "rows", value: "N", in: 1...Int.max, "at most so many rows of each answer")
  static let list = Option.flag("list", "only the questions, with their views")

  static let command = Command(
    name: "stats",
    summary: "the named analytics questions, as table, CSV or JSON",
    discussion: """
      Each question is a view in the file, so 'sql' can ask it in other ways.

      Without a name the table has the first ten rows of each answer. The other formats answer \
      one question only and need its name; they have all its columns and rows. Of several files \
      the first column is the file. Times in microseconds are points in time since 1970. What \
      'record' made has the times of its input, so its requests took none.
      Whether the file is as it was written is checked only by 'verify' and the summary.
      """,
    isEveryday: true, arguments: [ReadingOptions.files, name],
    options: [rows, list, CommonOptions.output],
    example: Command.Example("route-replay stats app.journal top-paths --rows 20")
  ) { arguments, output in
    if arguments[list] {
      try printList(arguments, output)
      return .expected
    }
    try checkNames(arguments[ReadingOptions.files])
    var journals = try SeveralJournals(arguments[ReadingOptions.files], output)
    if let question = arguments[name].flatMap(Question.init) {
      try answer(question, rows: arguments[rows], &journals, arguments, output)
      return journals.status
    }
    guard arguments[CommonOptions.output] == .text else {
      throw CommandFailure(
        .usage, "name one question for this format: 'stats FILE NAME'; --list has them")
    }
    for (index, question) in Question.allCases.enumerated() {
      if index > 0 { try output.line() }
      try output.line(output.painted("\(question.rawValue): \(question.meaning)", .bold))
      try answer(question, rows: arguments[rows] ?? 10, &journals, arguments, output)
    }
    return journals.status
  }

  /// A question that is written wrongly, or stands there alone, looks like a file.
  private static func checkNames(_ paths: [String]) throws(CommandFailure) {
    let words = Question.allCases.map(\.rawValue)
    for path in paths where unsafe access(path, F_OK) != 0 {
      if words.contains(path) {
        throw CommandFailure(.usage, "a file is missing: 'route-replay stats FILE \(path)'")
      }
      let nearest = nearestWord(to: path, among: words).map { "; did you mean '\($0)'?" }
      guard nearest != nil || !looksLikeFile(path) else { continue }
      throw CommandFailure(
        .usage,
        "there is no file and no question '\(path)'\(nearest ?? ";") --list has them all")
    }
  }

  private static func printList(_ arguments: ParsedArguments, _ output: Output) throws {
    var listing = Listing(
      [Column("name"), Column("view"), Column("meaning")],
      format: arguments[CommonOptions.output], time: .raw, to: output)
    for question in Question.allCases {
      try listing.append([.text(question.rawValue), .text(question.view), .text(question.meaning)])
    }
    try listing.finish()
  }

  private static func answer(
    _ question: Question, rows: Int?, _ journals: inout SeveralJournals,
    _ arguments: ParsedArguments, _ output: Output
  ) throws {
    let format = arguments[CommonOptions.output]
    let limit = rows.map { " LIMIT \($0)" } ?? ""
    let columns = format == .text ? question.columns : "*"
    let sql = "SELECT \(columns) FROM \(question.view) ORDER BY \(question.order)\(limit)"
    var bounds = SQLBounds()
    bounds.rows = .max
    bounds.seconds = 600
    var printer = RowPrinter(
      format, times: ["last_seen_us"], showsFile: arguments[ReadingOptions.files].count > 1,
      to: output)
    try journals.forEach(output) { file in
      do {
        _ = try printer.print(sql, of: file.history, bounds)
      } catch StoreError.invalidQuery(let message) {
        throw file.failure(of: sql, message)
      }
    }
    try printer.finish()
  }
}
