import RouteEngine
import RouteStore

enum RedactCommand {
  static let principal = Option<String?>.text(
    "principal", value: "ID", "all values of that principal, and its key")
  static let nobody = Option.flag("nobody", "all values that came in while no user was signed in")
  static let token = Option<String?>.text("token", value: "~TOKEN", "the value behind a token")
  static let value = Option<String?>.text(
    "value", value: "TEXT", "that value, of any principal; - reads it from standard input")
  static let before = Option<String?>.text(
    "before", value: "TIME", "all values stored before TIME: 2026-05-17, 2026-05-17T10:05, UTC")
  static let all = Option.flag("all", "every value and every key")

  static let command = Command(
    name: "redact",
    summary: "removes private values; the journal still verifies",
    discussion: """
      Exactly one option chooses the values. They are removed from the vault, and with all values \
      of a principal its key. The entries do not change, because they have only tokens. Afterwards \
      no byte of the values is left in the file or its log. An entry of kind redacted records how \
      many values were removed and how they were chosen, in a session of its own whose beginning \
      is 'maintenance'.

      While a principal's key is kept, anyone who has the file can guess a short value and compare \
      it with its token; --principal removes the key as well. Copies of the file, and files that \
      an app has set aside as damaged, have to be redacted separately; delete one that is too \
      damaged for that.

      Without --write it prints how many values would be removed, and changes nothing.

      The exit status is 1 when the vault has nothing of the --principal, --token or --value that \
      is named; --nobody, --before and --all may find nothing. The app must not run while its \
      journal is changed. While it runs the exit status is 5, and nothing is changed.
      """,
    isPaged: false, arguments: [WritingOptions.file],
    options: [
      WritingOptions.write, principal, nobody, token, value, before, all, CommonOptions.report,
    ],
    example: Command.Example(
      "route-replay redact app.journal --write --principal user-7",
      "What a person asks for who wants to be forgotten.")
  ) { arguments, output in
    let path = arguments[WritingOptions.file]
    let redaction = try redaction(arguments)
    let isWritten = arguments[WritingOptions.write]
    let result: Redaction.Result
    if isWritten {
      let maintenance = try JournalMaintenance(at: path)
      result = try maintenance.redact(redaction)
      try maintenance.end()
    } else {
      let file = try JournalFile(path)
      guard file.status == .expected else {
        throw StoreError.newerFormat(
          found: file.history.format, supported: History.newestFormat)
      }
      result = try JournalMaintenance.preview(redaction, of: file.history)
    }
    var report = Report()
    report.add([
      "file": path, "written": isWritten, "values": result.values, "keys": result.keys,
    ])
    if result.values + result.keys > 0 {
      report.line(
        """
        \(isWritten ? "redacted" : "would redact") \(counted(result.values, "private value")) and \
        \(counted(result.keys, "key"))
        """)
      if !isWritten { report.note(WritingOptions.unchanged) }
    } else {
      report.line("nothing to redact: the vault has no such value; nothing was changed")
      if redaction.namesOne { report.status = .difference }
    }
    return try output.print(report, arguments[CommonOptions.report])
  }

  private static func redaction(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Redaction {
    var chosen: [Redaction] = []
    if let name = arguments[principal] {
      guard PrivateValues.isPrincipal(name) else {
        throw CommandFailure.usage(
          "'--principal' takes the id of a principal; --nobody is for values without one")
      }
      chosen.append(.principal(name))
    }
    if arguments[nobody] { chosen.append(.nobody) }
    if let token = arguments[token] {
      guard TokenText.isToken(token) else {
        throw CommandFailure.usage(
          "'--token' takes ~ and 22 characters, as 'show' prints it; see --value")
      }
      chosen.append(.token(token))
    }
    if let text = arguments[value] {
      let given = try text == "-" ? firstLineOfStandardInput() : text
      guard !given.isEmpty else {
        throw CommandFailure.usage("'--value' takes a value that is not empty")
      }
      chosen.append(.value(given))
    }
    if let moment = try QuestionOptions.moment(arguments[before], before) {
      chosen.append(.before(RouteInstant(microseconds: moment)))
    }
    if arguments[all] { chosen.append(.all) }
    guard let first = chosen.first, chosen.count == 1 else {
      throw CommandFailure.usage(
        "say which values, with one of --principal, --nobody, --token, --value, --before, --all")
    }
    return first
  }

  /// The first line of standard input, so that a private value need not be in a shell's history;
  /// empty without a line.
  private static func firstLineOfStandardInput() throws(CommandFailure) -> String {
    let first: InputLine?
    do throws(InputError) {
      var lines = try InputLines(path: "-")
      first = try lines.next()
    } catch {
      throw error.failure
    }
    switch first {
    case nil: return ""
    case .tooLong:
      throw CommandFailure.usage(
        "'--value' reads a line of at most \(InputLines.longestLine) bytes; name a longer value by "
          + "its --token")
    case .whole(_, let bytes):
      guard let text = validText(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...])
      else {
        throw CommandFailure.usage(
          "'--value' takes a text; the line is not UTF-8; name the value by its --token")
      }
      return text
    }
  }
}

extension Redaction {
  /// Whether it names an item that has to exist, so that a misspelt name is not reported as
  /// success.
  fileprivate var namesOne: Bool {
    switch self {
    case .principal, .token, .value: true
    case .nobody, .before, .all: false
    }
  }
}
