import RouteAnalytics
import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum ReportCommand {
  static let other = Argument.optional("OTHER", kind: .file, "a second journal to compare with")
  static let out = Option.required(
    "out", value: "PAGE.html", kind: .output, "the page to write; never an existing file")
  static let rerun = Option.flag(
    "rerun", "decide each request again and compare")
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file, "decide again with this table, as 'what-if' does")

  static let command = Command(
    name: "report",
    summary: "writes one page for a browser: every entry, its hierarchy, changes, failures",
    discussion: """
      The page is one file that needs no network and runs nothing but its own script: it can be \
      attached to an issue and opened years later. It shows what 'verify', 'log', 'tree', 'diff' \
      and 'actions' print, and the paths and funnels of 'stats'. Private values are tokens in it, \
      as in the journal.

      With a second journal, or a second session (--other-session), it compares the requests of \
      both, aligned as 'diff' does it. With --rerun or --routes it compares each request with its \
      decision now. To compare with a run of 'what-if' with other input, keep that run with --out \
      and give it as the second journal.

      Paths and funnels count what the entries on the page showed. Without --funnel 'feed > bag' \
      the funnels are those of the journal's table funnel_step.

      A page holds at most 100,000 entries; choose a part of a longer journal with --session, or \
      with --from and --to. The exit status is that of 'verify' and, when that is 0, that of the \
      comparison, as 'rerun', 'what-if' or 'diff' gives it; the page is written in each case, and \
      gives the reason. When no entry is chosen, no page is written; the exit status is that of \
      'log'.
      """,
    isPaged: false, arguments: [ReadingOptions.file, other],
    options: [
      out, ReadingOptions.session, LogCommand.from, LogCommand.to, DiffCommand.otherSession, rerun,
      routes, QuestionOptions.funnels,
    ],
    example: Command.Example(
      "route-replay report app.journal --session last --out report.html",
      "The last session as a page.")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    try checkUse(arguments)
    let file = try open(path, output)
    try LogCommand.checkEnd(arguments, in: file)
    let scope = ReportedJournal.Scope(
      session: try arguments[ReadingOptions.session].map { try file.session($0).number },
      first: arguments[LogCommand.from].map(Int64.init),
      last: arguments[LogCommand.to].map(Int64.init))
    try scope.requireAny(of: file)
    let page = try NewFile(at: arguments[out])
    var texts = ReportTexts()
    var journals = [try await read(path, file, scope, arguments, &texts, output)]
    var status = status(of: journals[0], file)
    var compared = Compared()
    if let second = try second(arguments, file, output) {
      journals.append(
        try await read(second.path, second.file, second.scope, arguments, &texts, output))
      status = status.graver(Self.status(of: journals[1], second.file))
      compared = try Compared { try compare((path, file, scope), second) }
    } else if arguments[rerun] || arguments[routes] != nil {
      let table = try RouteTable.read(arguments[routes])
      compared = try Compared { try decideAgain(path, file, table, arguments) }
    }
    if let problem = compared.problem { output.problem("route-replay: \(problem)") }
    let report = PageData(
      title: journals.map(\.name).joined(separator: " and "), journals: journals,
      comparison: compared.comparison, uncompared: compared.problem, texts: texts)
    try PageFile(.report, title: report.title, data: report.write).write {
      text throws(OutputError) in try page.write(text.utf8)
    }
    try page.finish()
    tellDamage(of: journals, output)
    let entries = journals.reduce(0) { $0 + $1.entries.count }
    output.note(
      "\(arguments[out]): \(counted(entries, "entry", "entries")); open it in a browser")
    return status.graver(compared.status)
  }

  /// Opens a journal; if it is damaged, its readable part.
  private static func open(_ path: String, _ output: Output) throws(CommandFailure) -> JournalFile {
    do throws(CommandFailure) {
      return try JournalFile(path, output: output)
    } catch {
      guard error.status == .damaged else { throw error }
      return try JournalFile(path, output: output, isDamaged: true)
    }
  }

  private static func checkUse(_ arguments: ParsedArguments) throws(CommandFailure) {
    let comparesTwo = arguments[other] != nil || arguments[DiffCommand.otherSession] != nil
    let decides = arguments[rerun] || arguments[routes] != nil
    if comparesTwo, decides {
      throw CommandFailure.usage(
        "a page has one comparison: with a second journal or session, or with the decisions now")
    }
    try LogCommand.checkSpan(arguments)
    guard comparesTwo else { return }
    if arguments[LogCommand.from] != nil || arguments[LogCommand.to] != nil {
      throw CommandFailure.usage(
        "two journals are compared by their sessions; leave out --from and --to")
    }
    if arguments[other] == nil, arguments[ReadingOptions.session] == nil {
      throw CommandFailure.usage(
        "name the first session of the two with --session, or a second journal")
    }
  }

  @MainActor
  private static func read(
    _ path: String, _ file: JournalFile, _ scope: ReportedJournal.Scope,
    _ arguments: ParsedArguments, _ texts: inout ReportTexts, _ output: Output
  ) async throws -> ReportedJournal {
    let funnels = try QuestionOptions.funnels(arguments)
    var journal = try file.history.atOneMoment {
      try ReportedJournal(path, file, scope, into: &texts)
    }
    guard let entries = journal.range else { return journal }
    var choice = HistoryChoice()
    choice.entries = entries
    journal.visits = try await ReportedVisits(into: &texts, journal.room, of: path) { [choice] in
      try await GatheredJournals(
        of: [path], ReportedVisits.columns, choice: choice, funnels: funnels)
    }
    return journal
  }

  private static func tellDamage(of journals: [ReportedJournal], _ output: Output) {
    var told: Set<String> = []
    for journal in journals where !journal.checked.findings.isEmpty {
      // Two sessions of one file are two journals on the page.
      guard told.insert(journal.path).inserted else { continue }
      output.problem(
        "route-replay: '\(journal.path)' is damaged, and the page says where; "
          + "'doctor' tells what can be saved")
    }
  }

  private static func status(of journal: ReportedJournal, _ file: JournalFile) -> ExitStatus {
    if !journal.checked.findings.isEmpty { return .damaged }
    return journal.checked.newerEntry != nil ? .incompatible : file.status
  }

  // MARK: Comparing

  private typealias Side = (path: String, file: JournalFile, scope: ReportedJournal.Scope)

  /// The journal or session to compare with; nil for none.
  private static func second(
    _ arguments: ParsedArguments, _ file: JournalFile, _ output: Output
  ) throws -> Side? {
    let path = arguments[other]
    guard path != nil || arguments[DiffCommand.otherSession] != nil else { return nil }
    let second = try path.map { try open($0, output) } ?? file
    let session = try arguments[DiffCommand.otherSession].map { try second.session($0).number }
    return (
      path ?? arguments[ReadingOptions.file], second, ReportedJournal.Scope(session: session)
    )
  }

  /// The result of a comparison, or of the attempt if the journals do not allow one.
  private struct Compared {
    var comparison: ReportedComparison?
    var status = ExitStatus.expected
    var problem: String?

    /// Nothing was compared.
    init() {}

    /// Throws problems of the question; problems of a journal are shown on the page.
    init(_ compare: () throws -> (ReportedComparison, ExitStatus)) throws {
      do {
        (comparison, status) = try compare()
      } catch {
        let failure = CommandFailure(of: error)
        guard failure.status != .usage else { throw failure }
        (problem, status) = (failure.message, failure.status)
      }
    }
  }

  private static func compare(_ left: Side, _ right: Side) throws -> (
    ReportedComparison, ExitStatus
  ) {
    let comparison = try JournalComparison.make(
      JournalComparison.Side(left.file.history, session: left.scope.session),
      JournalComparison.Side(right.file.history, session: right.scope.session),
      of: (left.path, right.path), most: ReportedComparison.most)
    let report = RequestsReport(
      comparison: comparison,
      left: .init(path: left.path, file: left.file, session: left.scope.session),
      right: .init(path: right.path, file: right.file, session: right.scope.session))
    return (
      try ReportedComparison(report, of: comparison),
      comparison.isIdentical ? .expected : .difference
    )
  }

  @MainActor
  private static func decideAgain(
    _ path: String, _ file: JournalFile, _ table: RouteTable?, _ arguments: ParsedArguments
  ) throws -> (ReportedComparison, ExitStatus) {
    let most = ReportedComparison.most
    let found =
      try arguments.program.host?.rerun(of: file.history, with: table, most: most)
      ?? Rerun(of: file.history, with: table, most: most)
    let report = DivergenceReport(
      rerun: found, file: file, path: path, routes: arguments[routes],
      hasOtherTable: table != nil, time: .iso)
    let differs: ExitStatus = found.differing > 0 ? .difference : .expected
    return (
      try ReportedComparison(report, of: found, routes: arguments[routes]),
      found.undecided > 0 ? differs.graver(.incompatible) : differs
    )
  }
}
