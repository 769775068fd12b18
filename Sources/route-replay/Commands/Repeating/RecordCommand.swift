import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum RecordCommand {
  private static let problemsShown = 5
  static let inputs = Argument.many(
    "INPUT", kind: .file, "what to record; - reads standard input")
  static let journal = Option.required(
    "journal", value: "FILE", kind: .output, "the journal to write to; made when missing")
  static let routes = Option.required(
    "routes", value: "FILE", kind: .file, "the route table to decide with")
  static let format = Option.choice(
    "format", value: "FORMAT", default: RecordingPlan.Format.links, "how the input is written")
  static let answers = Option.list(
    "answer", value: "NAME=REPLY",
    "the reply of host code, by default allow for an interceptor: "
      + GivenAnswer.grammar(of: GivenAnswer.kindsInTables))

  static let command = Command(
    name: "record",
    summary: "runs links through a real session into a journal",
    discussion: """
      links: one link per line, # begins a comment. jsonl: one object per line, such as {"link": \
      "/orders/7", "at_us": 1700000000000000, "id": "push-1", "principal": "u1"}; only link is \
      required. Each input becomes a session. An id belongs to one request: when another input \
      repeats it with the same link, that request is left out.

      access-log: the combined format of web servers. All inputs are read as one log. The requests \
      of a visitor, up to 30 minutes of silence, become a session that begins with the table's own \
      tree. Each visit in lines that are recorded later becomes a session of its own, even when it \
      continues a recorded one.

      Recording the same input again adds nothing, unless it has values that may be private and a \
      redaction came in between. After an interruption the same command continues where it \
      stopped. Lines that are no requests are reported with their numbers and left out. When times \
      go back within an input of jsonl, this is reported, and time stands still there.

      Actions are enqueued and not performed. Those of an access log are cancelled when their \
      visit ends, the others when another session begins.
      """,
    isEveryday: true, isPaged: false, arguments: [inputs],
    options: [journal, routes, format, answers, CommonOptions.output],
    example: Command.Example(
      "route-replay record --journal app.journal --routes routes.json links.txt")
  ) { arguments, output in
    try InputFile.requireOneStandardInput(arguments[inputs] + [arguments[routes]])
    let table = try RouteTable.read(arguments[routes])
    let given = try GivenAnswer.all(arguments[answers], among: GivenAnswer.names(in: table))
    try checkSteps(given)
    let plan = try RecordingPlan(arguments[inputs], arguments[format])
    for (input, problem) in plan.problems.prefix(problemsShown) {
      output.problem("\(input): \(problem.message)")
    }
    let hidden = plan.problems.count - problemsShown
    if hidden > 0 { output.problem("… and \(counted(hidden, "more line")) left out") }
    if let input = plan.linkless.first {
      throw CommandFailure.usage(
        "no line of '\(input)' is a link, so nothing was recorded; choose another format with "
          + "--format, or another file")
    }
    guard !plan.sessions.isEmpty || plan.problems.isEmpty else {
      throw CommandFailure.usage(
        "no line is a request in the format '\(arguments[format].rawValue)'; "
          + "choose another with --format")
    }
    if let conflict = plan.conflict { throw failure(of: conflict) }
    let path = arguments[journal]
    try checkTarget(path)
    guard !plan.sessions.isEmpty else {
      output.note("there is no request in what was given, so nothing was recorded")
      return try output.print(outcomes([:]), arguments[CommonOptions.output])
    }
    var recording = Recording(
      table: table, journal: try Journal.open(.file(path)), given: given)
    note(table, given, output)
    var bar = output.progress(of: "recording", total: plan.count)
    defer { bar.finish() }
    try recording.run(plan.sessions) { bar.advance(to: $0) }
    bar.finish()
    try report(recording, plan, arguments, output)
    return .expected
  }

  private static func failure(of conflict: RecordingPlan.Conflict) -> CommandFailure {
    func words(_ place: (input: String, link: String)) -> String {
      "for '\(truncated(place.link, toWidth: 60))' in '\(place.input)'"
    }
    return CommandFailure.usage(
      "the id '\(truncated(conflict.id, toWidth: 60))' stands \(words(conflict.first)) and "
        + "\(words(conflict.second)), and takes effect once; give each request an id of its own, "
        + "or record each input into its own journal")
  }

  /// Checks an existing file by reading only: opening it for writing would leave a lock and a log
  /// beside a file that is damaged or not a journal.
  private static func checkTarget(_ path: String) throws(StoreError) {
    try AsideMark(beside: path).checkIsTakenUp()
    do {
      _ = try History(path: path)
    } catch .missing, .busy {
      // Opening it reports more, or creates it.
    }
  }

  /// Throws for an answer that replaces a step's code: its edits have to be made.
  private static func checkSteps(_ given: [GivenAnswer]) throws(CommandFailure) {
    for answer in given where answer.kind == .step && answer.answer != .declined {
      throw CommandFailure.usage(
        "'--answer': '\(answer.name)' is \(answer.kind.phrase), which only the app has; here it "
          + "can decline and nothing else")
    }
  }

  private static func note(_ table: RouteTable, _ given: [GivenAnswer], _ output: Output) {
    func unanswered(_ kind: Question.Kind) -> [String] {
      table.hostCode(kind).filter { name in
        !given.contains { $0.kind == kind && $0.name.hasSameBytes(as: name) }
      }
    }
    let allowed = unanswered(.interceptor)
    if !allowed.isEmpty {
      output.note(
        "answering allow for \(allowed.joined(separator: ", ")); --answer chooses another reply")
    }
    for kind in Question.Kind.allCases where kind != .interceptor {
      let names = unanswered(kind)
      guard !names.isEmpty else { continue }
      output.note(
        "only the app has these, and requests that need them fail: \(kind.words) "
          + names.joined(separator: ", "))
    }
  }

  /// The number of requests with each outcome.
  private static func outcomes(_ counts: [String: Int]) -> Report {
    let rows = (Outcome.words + [Recording.waiting]).compactMap { word in
      counts[word].map { [Cell.text(word), .integer($0)] }
    }
    var report = Report()
    report.list(
      Table(
        [Column("outcome", ink: Outcome.ink), Column("requests", .number)], rows, instead: []))
    return report
  }

  private static func report(
    _ recording: Recording, _ plan: RecordingPlan, _ arguments: ParsedArguments, _ output: Output
  ) throws {
    _ = try output.print(outcomes(recording.outcomes), arguments[CommonOptions.output])
    let recorded = recording.outcomes.values.reduce(0, +)
    output.note(
      "\(counted(recorded, "request")) recorded in \(counted(recording.sessions, "session")), "
        + counted(recording.known, "was there already", "were there already")
        + ", \(counted(plan.problems.count, "line")) left out")
    if let first = recording.late.first {
      let count = counted(recording.late.count, "time goes", "times go")
      output.note(
        "\(count) back, first that of '\(truncated(first.link, toWidth: 60))'; time stands still "
          + "there, for in a session it never goes back")
    }
    output.note("next: route-replay \(pathForShell(arguments[journal]))")
  }
}
