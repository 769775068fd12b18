import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum DiffCommand {
  static let first = Argument.optional(
    "A", kind: .file, "an entry's sequence (0: before the first one), or another journal")
  static let second = Argument.optional(
    "B", "another entry's sequence; by default the newest entry")
  static let otherSession = Option.text(
    "other-session", value: "N|last", "only this session of the second journal, or of the same")
  static let most = Option.integer(
    "most", value: "N", in: 1...100_000, default: 20,
    "describe at most N of the requests that differ")

  static let command = Command(
    name: "diff",
    summary: "compares two points, sessions or files",
    discussion: """
      Two points of one journal are compared by their states: screens, selection, who is signed \
      in, conditions, waiting requests, pending actions. Two journals, or two sessions (--session \
      and --other-session), are compared request by request. Requests with the same source id are \
      paired; the others are aligned by what they ask for, so an additional request does not \
      affect the comparison of later ones. Screens that differed before a request do not count as \
      its difference. The screens at the end are compared only when those at the beginning are the \
      same.

      A minus marks what is in the first, a plus what is in the second. The exit status is 1 when \
      anything differs.
      """,
    arguments: [ReadingOptions.file, first, second],
    options: [ReadingOptions.session, otherSession, most, CommonOptions.report],
    example: Command.Example(
      "route-replay diff app.journal 118 120", "What entries 119 and 120 did.")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output)
    let sessions = (arguments[ReadingOptions.session], arguments[otherSession])
    guard let word = arguments[first] else {
      guard sessions.0 != nil, sessions.1 != nil else {
        throw CommandFailure.usage(
          "name what to compare with: two entries ('diff FILE A B'), another journal ('diff FILE "
            + "FILE2') or two sessions ('diff FILE --session 1 --other-session 2')")
      }
      return try compare((path, file), (path, file), arguments, output)
    }
    guard let from = Int64(word) else {
      if let extra = arguments[second] {
        throw CommandFailure.usage(
          "'\(word)' is no sequence: give the sequences of two entries, or another journal without "
            + "'\(extra)'")
      }
      return try compare((path, file), (word, JournalFile(word, output: output)), arguments, output)
    }
    guard sessions == (nil, nil) else {
      throw CommandFailure.usage(
        "two entries are compared without sessions; leave out --session and --other-session")
    }
    guard !arguments.has(most.shape) else {
      throw CommandFailure.usage(
        "of two entries every difference is listed; --most is for requests, leave it out")
    }
    return try compare(path, file, from: from, to: arguments[second], arguments, output)
  }

  /// Compares two states.
  private static func compare(
    _ path: String, _ file: JournalFile, from: Int64, to word: String?,
    _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let (to, comparison) = try file.history.atOneMoment {
      let newest = try file.history.head().sequence
      let oldest = try file.history.base().sequence
      guard let to = word.map(Int64.init) ?? newest else {
        throw CommandFailure.usage(
          "'\(word ?? "")' is no sequence; 'log' lists the sequence of each entry")
      }
      for sequence in [from, to] where sequence < oldest || sequence > newest {
        throw try file.missing(sequence)
      }
      return (to, try StateComparison(from: file.state(at: from), to: file.state(at: to)))
    }
    var report = StateReport(comparison: comparison, path: path, from: from, to: to).report
    report.status = comparison.isEmpty ? file.status : file.status.graver(.difference)
    return try output.print(report, arguments[CommonOptions.report])
  }

  /// Compares the requests of two journals or sessions.
  private static func compare(
    _ left: (path: String, file: JournalFile), _ right: (path: String, file: JournalFile),
    _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let (comparison, told) = try left.file.history.atOneMoment {
      try right.file.history.atOneMoment { try requests(left, right, arguments) }
    }
    var report = told
    let status = left.file.status.graver(right.file.status)
    report.status = comparison.isIdentical ? status : status.graver(.difference)
    return try output.print(report, arguments[CommonOptions.report])
  }

  private static func requests(
    _ left: (path: String, file: JournalFile), _ right: (path: String, file: JournalFile),
    _ arguments: ParsedArguments
  ) throws -> (JournalComparison, Report) {
    let session = try arguments[ReadingOptions.session].map { try left.file.session($0).number }
    let other = try arguments[otherSession].map { try right.file.session($0).number }
    let comparison = try JournalComparison.make(
      .init(left.file.history, session: session), .init(right.file.history, session: other),
      of: (left.path, right.path), most: arguments[most])
    let told = try RequestsReport(
      comparison: comparison, left: .init(path: left.path, file: left.file, session: session),
      right: .init(path: right.path, file: right.file, session: other)
    ).report()
    return (comparison, told)
  }
}
