import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum RerunCommand {
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file, "this table instead of those recorded")
  static let free = Option.flag(
    "free", "decide each request in the state that the rerun itself reached")
  static let accepted = Option.text(
    "accepted", value: "FILE", kind: .file,
    "accepted differences, reviewed and with reasons; they do not count")
  static let propose = Option.flag(
    "propose", "write text that accepts the differences, for a file of --accepted")
  static let most = Option.integer(
    "most", value: "N", in: 1...100_000, default: 10,
    "describe at most N of the requests that differ in a file")
  static let results = Option.text(
    "results", value: "FILE", kind: .output,
    "add the result of each session to this file of results; made when missing")

  static let command = Command(
    name: "rerun",
    summary: "decides every request again from the recorded input and compares",
    discussion: """
      Each request is decided in the recorded state with the recorded answers and the limits of \
      its session; outcome, route, changes and actions are compared. An app's own program \
      (ReplayHost) also runs its Swift steps again, each twice. With --free each request is \
      decided in the state that the requests before it lead to now. What only follows from an \
      earlier difference then differs as well, and is marked so.

      A difference that is intended can be accepted: --propose writes it in the form of a file, a \
      person adds the reason, and with --accepted FILE it no longer counts. Entries of that file \
      that match no difference any more are reported.

      With --results FILE the result of each session is added to a file for 'stats --results', \
      which then shows how often replays came to the same result; the journal is not changed.

      The exit status is 1 when there is a difference that is not accepted. It is 4 when a request \
      cannot be decided: another table or a Swift step depends on a private value of which the \
      journal has only the token, or the request failed and the limits of its session were pruned. \
      It is 6 when a route table is neither in the journal nor given.
      """,
    arguments: [ReadingOptions.files],
    options: [
      routes, free, accepted, propose, most, results, CommonOptions.report, CommonOptions.time,
    ],
    example: Command.Example("route-replay rerun app.journal")
  ) { arguments, output in
    try InputFile.requireOneStandardInput([arguments[routes], arguments[accepted]])
    let table = try RouteTable.read(arguments[routes])
    return try await Replaying(
      arguments, table, routes: arguments[routes], on: arguments[free] ? .free : .pinned
    ).run(output)
  }
}

/// Decides the requests of several journals again, and reports in the requested format.
struct Replaying {
  private let arguments: ParsedArguments
  private let table: RouteTable?
  private let routes: String?
  private let footing: Rerun.Footing
  private let accepted: AcceptedFile?
  /// Whether several files are summarised before any details.
  private let sumsUp: Bool

  /// The least number of proposals: a file is always read completely.
  private static let leastProposed = 1_000

  init(
    _ arguments: ParsedArguments, _ table: RouteTable?, routes: String?,
    on footing: Rerun.Footing = .pinned, sumsUp: Bool = false
  ) throws(CommandFailure) {
    (self.arguments, self.table, self.routes, self.footing) = (arguments, table, routes, footing)
    self.sumsUp = sumsUp && arguments[ReadingOptions.files].count > 1
    guard !arguments[RerunCommand.propose] || arguments[CommonOptions.report] == .text else {
      throw CommandFailure.usage("--propose is a form of its own: leave out --output, or --propose")
    }
    accepted = try arguments[RerunCommand.accepted].map { path throws(CommandFailure) in
      try AcceptedFile(reading: path)
    }
  }

  private var paths: [String] { arguments[ReadingOptions.files] }
  private var proposes: Bool { arguments[RerunCommand.propose] }
  private var time: TimeStyle { arguments[CommonOptions.time] }
  private var most: Int {
    max(arguments[RerunCommand.most], proposes ? Self.leastProposed : 0)
  }

  @MainActor
  func run(_ output: Output) async throws -> ExitStatus {
    let results = arguments[RerunCommand.results]
    if let results { try GivenResults.checkPlace(results) }
    let decisions = await decideAll(output)
    if paths.count == 1, case .failure(let failure)? = decisions.first { throw failure }
    var report = Report()
    report.objects = []
    var proposal = AcceptedProposal()
    var sessions = results.map { ReplayedSessions(at: $0, hasOtherTable: table != nil) }
    var survey = RerunSurvey()
    for (path, result) in zip(paths, decisions) {
      switch result {
      case .failure(let failure):
        report.problem("\(path): \(failure.message)")
        report.status.worsen(to: failure.status)
        survey.miss()
        report.objects?.append { failure.json(of: path) }
      case .success(let decided):
        if let note = decided.newerNote { report.problem(note) }
        report.status.worsen(to: decided.status)
        report.status.worsen(to: decided.rerun.status)
        try sessions?.add(decided.rerun, of: History(path: path, allowingNewer: true))
        guard !proposes else {
          proposal.add(decided.rerun, of: path)
          continue
        }
        guard !sumsUp else {
          try survey.add(decided.rerun, of: path, JournalFile(path).history)
          report.objects?.append { try divergences(in: decided.rerun, of: path).json }
          continue
        }
        let told = try divergences(in: decided.rerun, of: path)
        report.objects?.append { told.json }
        if paths.count > 1 {
          if path != paths.first { report.space() }
          report.heading(path)
        }
        report.add(told)
      }
    }
    if sumsUp, !proposes {
      let summary = try RerunSurveyReport(
        survey: survey, routes: routes, most: most, accepted: accepted, time: time
      ).report()
      report.add(summary)
      report.objects?.append { summary.json }
    }
    try sessions?.write(at: SessionClock.system.wallMicroseconds())
    if proposes { tell(proposal, &report) }
    // Files that failed were reported above.
    let reruns = decisions.compactMap { try? $0.get().rerun }
    if let accepted, reruns.count == decisions.count {
      for line in accepted.staleLines(after: reruns) { report.problem(line) }
    }
    return try output.print(report, arguments[CommonOptions.report])
  }

  private func divergences(in rerun: Rerun, of path: String) throws -> Report {
    try DivergenceReport(
      rerun: rerun, file: JournalFile(path), path: path, routes: routes,
      hasOtherTable: table != nil, accepted: accepted, time: time
    ).report()
  }

  private func tell(_ proposal: AcceptedProposal, _ report: inout Report) {
    report.lines(proposal.lines(asFile: accepted == nil))
    if proposal.entries.isEmpty { report.note("nothing differs that could be accepted") }
    if proposal.unnamed > 0 {
      report.problem(
        "\(counted(proposal.unnamed, "divergence")) cannot be accepted: no request is recorded")
    }
    if proposal.hidden > 0 {
      report.problem(
        "\(counted(proposal.hidden, "more differs", "more differ")); --most writes down more")
    }
  }

  /// A rerun with the effect of the file's format on the exit status.
  private struct Decided: Sendable {
    let rerun: Rerun
    let status: ExitStatus
    let newerNote: String?
  }

  /// Decides files in parallel; with an app's code, one after the other on its actor.
  @MainActor
  private func decideAll(_ output: Output) async -> [Result<Decided, CommandFailure>] {
    let (table, most, footing) = (table, most, footing)
    let accepting = accepted?.divergences ?? AcceptedDivergences()
    if let host = arguments.program.host {
      return paths.map { path in
        Self.decided(path, among: 1, { $0.showWalks(on: output) }) {
          try host.rerun(of: $0, with: table, on: footing, most: most, accepting)
        }
      }
    }
    let files = paths.count
    return await inParallel(journals: paths, showing: output) { path, walked in
      Self.decided(path, among: files, { $0.history.walked = walked }) {
        try Rerun(of: $0, with: table, on: footing, most: most, accepting: accepting)
      }
    }
  }

  private static func decided(
    _ path: String, among files: Int, _ showWalks: (JournalFile) -> Void,
    by decide: (History) throws -> Rerun
  ) -> Result<Decided, CommandFailure> {
    Result {
      let file = try JournalFile(path, among: files)
      showWalks(file)
      let rerun = try decide(file.history)
      return Decided(rerun: rerun, status: file.status, newerNote: file.newerNote)
    }.mapError(CommandFailure.init(of:))
  }
}
