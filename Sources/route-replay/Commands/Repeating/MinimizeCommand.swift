import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum MinimizeCommand {
  private static let diverges = "diverges"
  static let until = Option.required(
    "until", value: "EXPR|diverges",
    "what the requests have to show: a condition as in 'bisect', or that a request is "
      + "decided otherwise")
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file,
    "run with this table; 'diverges' then compares it with the recorded one")
  static let out = Option.text(
    "out", value: "NEW", kind: .output,
    "record the requests that are left in this new journal; never an existing file")
  static let trials = Option.integer(
    "trials", value: "N", in: 1...1_000_000, default: 2_000, "try at most N sets of requests")

  static let command = Command(
    name: "minimize",
    summary: "finds the fewest requests that still show a condition or difference",
    discussion: """
      Runs smaller and smaller sets of the requests again, with the recorded answers in place of \
      the app's code, as long as the condition of --until still shows (delta debugging). No \
      request of the resulting set can be left out. With 'diverges' the condition is the first \
      request that 'what-if --routes' finds different, or 'rerun' without a table: it has to \
      differ in the same way in the journal that --out writes. Signals, sign-ins and other input \
      that is no request stay as they are. With --session only requests of that session are left \
      out.

      The exit status is 1 when no run shows the condition.
      """,
    arguments: [ReadingOptions.file],
    options: [until, ReadingOptions.session, routes, out, trials, CommonOptions.report],
    example: Command.Example(
      "route-replay minimize app.journal --routes next.json --until diverges",
      "Which requests it takes to see what tomorrow's table changes.")
  ) { arguments, output in
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    let table = try RouteTable.read(arguments[routes])
    let host = arguments.program.host
    let condition = try condition(arguments[until])
    if let condition {
      DeclaredScreens.check(condition, in: file.history, with: table ?? host?.table, output)
    }
    var minimizing = Minimizing(
      condition.map { .state($0.holds) } ?? .divergence, in: try RecordedRun(file.history),
      with: table, host: host,
      session: try arguments[ReadingOptions.session].map(file.session), most: arguments[trials])
    if let new = arguments[out] {
      try NewJournals.requireNew(new)
      try FilePath.requireFolder(of: new)
    }
    var bar = output.progress(of: "trials", total: nil)
    let count = minimizing.count
    defer { bar.finish() }
    let found = try minimizing.find { progress in
      bar.advance(to: progress.trials, ", \(progress.left) of \(count) requests left")
    }
    bar.finish()
    var report = MinimizedReport(
      found: found, count: count, differing: minimizing.differing,
      path: arguments[ReadingOptions.file], until: arguments[until], routes: arguments[routes],
      session: arguments[ReadingOptions.session])
    // A result that took long to find is also printed when the journal cannot be written.
    let writing = Result { try write(found, of: minimizing, to: arguments[out]) }
    report.written = (try? writing.get()).flatMap(\.self)
    _ = try output.print(report.report, arguments[CommonOptions.report])
    _ = try writing.get()
    return found == nil ? file.status.graver(.difference) : file.status
  }

  /// Runs the result into a new journal, if one is requested.
  @MainActor
  private static func write(
    _ found: Minimizing.Found?, of minimizing: Minimizing, to path: String?
  ) throws -> MinimizedReport.Written? {
    guard let found, let path else { return nil }
    let session = try NewJournals.fill(path) { try minimizing.write(found, into: $0) }
    return MinimizedReport.Written(path: path, session: session)
  }

  /// The condition on the state; nil when a request has to be decided differently.
  private static func condition(_ text: String) throws(CommandFailure) -> StateCondition? {
    text == diverges ? nil : try BisectCommand.condition(text, of: "--until")
  }
}
