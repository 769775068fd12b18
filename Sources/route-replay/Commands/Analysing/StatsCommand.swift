import RouteAnalytics
import RouteEngine
import RouteStore
import TextTerminal

enum StatsCommand {
  static let name = Argument.optional(
    "NAME", kind: .choice(NamedQuestion.allCases.map(\.rawValue)),
    "one question; by default all of them")
  static let rows = Option.integer(
    "rows", value: "N", in: 1...Int.max, "at most N rows of each answer")
  static let list = Option.flag("list", "print the questions, with their views; needs no FILE")
  static let html = Option.text(
    "html", value: "PAGE.html", kind: .output,
    "write the answers as one page for a browser; never an existing file")
  static let dictionary = Option.flag(
    "dictionary", "print the relations and columns, and what each means; needs no FILE")
  static let definitions = Option.flag(
    "sql", "print the views, as SQL for one connection of another program; needs no FILE")

  private static let discussion = """
    Each question is a view, so 'sql' can ask it in other ways. A journal itself has no views: \
    --sql prints their definitions for another program, as in 'sqlite3 -readonly -init views.sql \
    app.journal'. Several files are asked as one history: those of a fleet, or those of one device \
    from before and after.

    Without a name a table has the first ten rows of each answer, and JSON all rows by the \
    question's name; CSV needs a name. The formats for programs have all columns. Times in \
    microseconds are points in time since 1970, days begin at midnight UTC. What 'record' made of \
    input with times has those, so its requests took no time.

    A funnel is a list of screens without containers: --funnel 'feed > product > bagContents'. \
    Without one, the funnels are those in the table funnel_step of the files. A screen, an entry \
    point or a version that does not exist is reported.

    --html writes one page with a plot and a table for each question. It needs no network, has at \
    most \(Dashboard.mostRows) rows of each answer, and says how many more there are.

    The line below a question says which requests, visits or sessions it counts.

    --from, --before and --app-version choose requests, screens, actions, visits, sessions and \
    replays by their beginning. --entry-point chooses the requests that came by it, and the \
    screens and actions that they led to. The screens before and after a chosen screen in its \
    visit are shown even when they are not chosen; a loop counts where its first two screens were. \
    The sessions of a crash loop are chosen ones, and no other session of the device lies between \
    them, except those of maintenance.

    Only 'verify' and the summary check whether a file is intact.
    """

  static let command = Command(
    name: "stats",
    summary: "answers the named analytics questions as a table, CSV or JSON",
    discussion: discussion,
    isEveryday: true, arguments: [ReadingOptions.files, name],
    options: QuestionOptions.all + [
      rows, html, list, definitions, dictionary, CommonOptions.output,
    ],
    standalone: [list, definitions, dictionary],
    example: Command.Example("route-replay stats app.journal top-paths --rows 20")
  ) { arguments, output in
    if let status = try tellWithoutFile(arguments, output) { return status }
    try checkNames(arguments[ReadingOptions.files])
    let question = arguments[name].flatMap(NamedQuestion.init)
    let format = arguments[CommonOptions.output]
    if arguments[html] != nil, format != .text {
      throw CommandFailure.usage("--html is a form of its own: leave out --output, or --html")
    }
    if question == nil, format == .csv {
      throw CommandFailure.usage(
        "name one question for this format: 'stats FILE NAME'; --list has them")
    }
    let questions = question.map { [$0] } ?? NamedQuestion.allCases
    let page = try arguments[html].map { try NewFile(at: $0) }
    let isShort = question == nil && format == .text && page == nil
    let rows = arguments[rows] ?? (isShort ? 10 : nil)
    let queries = questions.map { $0.sql(for: page == nil ? format : .json, rows: rows) }
    let (results, choice) = try (GivenResults(arguments).paths, QuestionOptions.choice(arguments))
    let funnels = try QuestionOptions.funnels(arguments)
    let journals = try SeveralJournals.together(arguments[ReadingOptions.files], output)
    let gathered = try await GatheredJournals(
      of: journals.paths, try RelationColumns(readBy: queries, isCounting: true),
      choice: choice, funnels: funnels, results: results)
    var problems = try ChosenNames.problems(of: choice, in: journals.paths)
    if questions.contains(where: \.isOfFunnels) {
      problems += try FunnelScreens.problems(
        of: gathered, in: journals.paths, isAlone: question != nil)
    } else if funnels != nil {
      problems.append("'--funnel' is for 'funnel' and 'funnel-split', and changes no other answer")
    }
    for problem in problems { output.problem("route-replay: \(problem)") }
    if let page {
      let answers = try await gathered.answers(to: queries, .ofQuestions)
      let dashboard = Dashboard(
        files: journals.paths, choice: QuestionOptions.words(arguments), problems: problems,
        answers: zip(questions, answers).map { Dashboard.Answer($0, $1) })
      try dashboard.write(to: page)
      output.note("\(arguments[html] ?? ""): \(counted(questions.count, "question"))")
      return journals.status
    }
    var report = Report()
    report.status = journals.status
    if let question {
      let table = Table(times: NamedQuestion.times) { rows in
        try rows.add { try gathered.query(queries[0], .ofQuestions, columns: $0, row: $1) }
      }
      report.list(table, heading: "\(question.rawValue): \(question.meaning)", question.counted)
    } else {
      let answers = try await gathered.answers(to: queries, .ofQuestions)
      report.list(by: "question", zip(questions, answers).map(table))
    }
    return try output.print(report, format)
  }

  /// Prints the output that needs no file; nil when a file is queried.
  private static func tellWithoutFile(
    _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus? {
    let format = arguments[CommonOptions.output]
    if arguments[list] { return try output.print(questions, format) }
    if arguments[dictionary] { return try output.print(RelationDictionary().report, format) }
    guard arguments[definitions] else { return nil }
    try arguments.refuseOutput(beside: definitions)
    try output.write(RelationView.temporaryDefinitions())
    return .expected
  }

  /// The questions, with their views.
  private static var questions: Report {
    var report = Report()
    report.list(
      Table(
        [Column("name"), Column("view"), Column("meaning"), Column("counted")],
        NamedQuestion.allCases.map {
          [.text($0.rawValue), .text($0.view), .text($0.meaning), .text($0.counted)]
        }))
    return report
  }

  /// One of several answers.
  private static func table(
    _ question: NamedQuestion, _ answer: GatheredJournals.Answer
  ) -> (name: String, heading: String, explanation: String, table: Table) {
    let table = Table(times: NamedQuestion.times, instead: ["none"]) { rows in
      try rows.add { columns, row in
        try columns(answer.columns)
        try answer.rows.forEach(row)
        return true
      }
    }
    return (question.rawValue, question.meaning, question.counted, table)
  }

  /// A misspelt question, or one without a file, looks like a file.
  private static func checkNames(_ paths: [String]) throws(CommandFailure) {
    let words = NamedQuestion.allCases.map(\.rawValue)
    for path in paths where FileFacts(path: path) == nil {
      if words.contains(path) {
        let problem = paths.count == 1 ? "a file is missing" : "one question, after the files"
        throw CommandFailure.usage("\(problem): 'route-replay stats FILE \(path)'")
      }
      let nearest = nearestWord(to: path, among: words).map { "; did you mean '\($0)'?" }
      guard nearest != nil || !looksLikeFile(path) else { continue }
      throw CommandFailure.usage(
        "there is no file and no question '\(path)'\(nearest ?? ";") 'stats --list' lists all")
    }
  }
}
