import RouteReplay

/// The description of one command, from which parsing, help, completions and the manual page are
/// made.
///
/// A command's file holds its options as typed constants and the description that lists them:
///
/// ```swift
/// enum SessionsCommand {
///   static let file = Argument.one("FILE", kind: .file, "the journal to read")
///   static let last = Option.integer("last", value: "N", "only the last N sessions")
///
///   static let command = Command(
///     name: "sessions",
///     summary: "lists the sessions: when, how they began and ended, entries, outcomes",
///     arguments: [file],
///     options: [last, CommonOptions.output, CommonOptions.time],
///     example: Command.Example("route-replay sessions app.journal --last 5")
///   ) { arguments, output in
///     var report = Report()
///     let sessions = try readSessions(arguments[file], last: arguments[last])
///     report.list(
///       Table(
///         [Column("session", .number), Column("began", .time), Column("ended", .text)],
///         sessions.map { [.integer($0.number), .time($0.beganAt), .text($0.end)] },
///         time: arguments[CommonOptions.time]))
///     return try output.print(report, arguments[CommonOptions.output])
///   }
/// }
/// ```
struct Command: Sendable {
  /// A command line that works, shown in help.
  struct Example: Sendable {
    let line: String
    /// The effect of the command line, for help; may be empty.
    let meaning: String

    init(_ line: String, _ meaning: String = "") {
      self.line = line
      self.meaning = meaning
    }
  }

  typealias Run = @MainActor (ParsedArguments, Output) async throws -> ExitStatus

  let name: String
  /// One line, without a full stop.
  let summary: String
  /// A longer text for the command's own help; paragraphs are separated by an empty line.
  let discussion: String
  /// Whether help lists it among the first commands.
  let isEveryday: Bool
  /// Whether its output goes through a pager when it is longer than the terminal's screen.
  let isPaged: Bool
  let arguments: [any DeclaredArgument]
  /// The command's own options, then those of every command.
  let options: [any DeclaredOption]
  /// The flags that allow no other option of the command, except the common ones, and need no
  /// argument.
  let standalone: [Option<Bool>]
  let example: Example
  let run: Run

  init(
    name: String, summary: String, discussion: String = "", isEveryday: Bool = false,
    isPaged: Bool = true, arguments: [any DeclaredArgument] = [],
    options: [any DeclaredOption] = [], standalone: [Option<Bool>] = [],
    example: Example, run: @escaping Run
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.isEveryday = isEveryday
    self.isPaged = isPaged
    self.arguments = arguments
    self.options = options + CommonOptions.everywhere
    self.standalone = standalone
    self.example = example
    self.run = run
    assert(isUnambiguous)
  }

  /// A description that cannot be parsed unambiguously is a mistake in this program: debug builds,
  /// which tests run for every command, check for it. The check took 600,000 instructions at each
  /// start.
  private var isUnambiguous: Bool {
    let names = options.map(\.shape.name) + options.compactMap { $0.shape.short.map(String.init) }
    precondition(Set(names).count == names.count, "\(name): two options share a name")
    let arities = arguments.map(\.shape.arity)
    precondition(arities.count { $0 == .many } <= 1, "\(name): two arguments take many words")
    if let many = arities.firstIndex(of: .many) {
      let after = arguments[(many + 1)...].map(\.shape)
      precondition(
        after.allSatisfy { $0.arity == .one || !$0.kind.choices.isEmpty },
        "\(name): an optional argument without choices follows one that takes many words")
    }
    return true
  }
}

/// Options that several commands share, so that they have one meaning everywhere.
enum CommonOptions {
  /// For output that is a list of similar items.
  static let output = output(.text, .json, .jsonl, .csv)
  /// For output that is more than a table.
  static let report = output(.text, .json, .jsonl)
  static let time = Option.choice(
    "time", value: "STYLE", default: TimeStyle.auto,
    "how to print points in time"
  ).common()
  static let noColor = Option.flag("no-color", "no colour, even on a terminal").common()
  static let noPager = Option.flag(
    "no-pager", "print long output without a pager"
  ).common()
  static let quiet = Option.flag("quiet", short: "q", "no notes and no progress").common()
  static let help = Option.flag("help", short: "h", "show this help").common()
  static let version = Option.flag("version", "show the version").common()

  static func output(_ formats: OutputFormat...) -> Option<OutputFormat> {
    .choice(
      "output", short: "o", value: "FORMAT", of: formats, default: .text,
      "how to print the result"
    ).common()
  }

  /// The options that `Command` adds to every command.
  static let everywhere: [any DeclaredOption] = [noColor, noPager, quiet, help, version]
  /// The options that may also precede the command's name.
  static let leading: [any DeclaredOption] = [output, time] + everywhere
}

/// The whole program, described once.
struct Program: Sendable {
  let name: String
  let version: String
  /// The day of the version, as 2026-11-27, for the manual page.
  let released: String
  let summary: String
  /// The commands in the order of help, the most common first.
  let commands: [Command]
  /// The command that runs when the first word is a file and not a command.
  let fallback: Command?
  /// The app's code that commands may run; nil when there is none.
  let host: ReplayHost?

  init(
    name: String, version: String, released: String, summary: String, commands: [Command],
    fallback: Command? = nil, host: ReplayHost? = nil
  ) {
    self.name = name
    self.version = version
    self.released = released
    self.summary = summary
    let all = commands + Self.builtIn
    self.commands = all.filter(\.isEveryday) + all.filter { !$0.isEveryday }
    self.fallback = fallback
    self.host = host
  }
}
