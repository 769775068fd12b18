import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum ExportCommand {
  /// A format in which a journal can be written.
  enum Format: String, CaseIterable {
    /// The whole journal, one line for each row.
    case jsonl
    /// One session as a test of the app.
    case swiftTest = "swift-test"
    /// The base relations, one object on each line.
    case ndjson
    /// The base relations, for spreadsheets.
    case csv
    /// The base relations, for column-oriented engines.
    case parquet
    /// The base relations and questions, for programs that read SQLite.
    case sqlite
    /// Requests as traces of OpenTelemetry, lines of OTLP/JSON.
    case otlp

    /// Whether it consists of the base relations.
    var isOfRelations: Bool { [.ndjson, .csv, .parquet, .sqlite].contains(self) }
    /// Whether it is for analysts: redacted by a profile, from any number of journals.
    var isForAnalysts: Bool { isOfRelations || self == .otlp }
  }

  static let format = Option.required(
    "format", value: "FORMAT", kind: .choice(Format.allCases.map(\.rawValue)),
    "what to write")
  static let session = Option.text(
    "session", value: "N|last", "the session; last, the default, is the app's last one")
  static let through = Option.integer(
    "through", value: "SEQUENCE", in: 1...Int.max, "leave out what came in after this entry")
  static let table = Option.text(
    "table", value: "EXPRESSION", "the Swift expression that makes the app's route table")
  static let imports = Option.list("import", value: "MODULE", "a module of the app to import")
  static let out = Option.text(
    "out", value: "NEW", kind: .output,
    "write to this new file instead of standard output; for ndjson, csv and parquet a new folder")
  static let profile = Option.choice(
    "profile", value: "PROFILE", default: RedactionProfile.standard,
    "how much of the relations leaves the device")
  static let service = Option.text(
    "service", value: "NAME", "the app's name, as 'service.name' of its spans")
  static let pseudonyms = Option.text(
    "pseudonyms", value: "FILE", kind: .file,
    "a file with a key of 32 bytes or more, for the same pseudonyms in each export")

  static let command = Command(
    name: "export",
    summary:
      "writes a journal as lines, a session as a test, or many as relations or traces",
    discussion: discussion,
    arguments: [ReadingOptions.files],
    options: [
      format, out, session, through, table, imports, profile, pseudonyms, service,
      QuestionOptions.results,
    ],
    example: Command.Example(
      "route-replay export bug.journal --format swift-test > BugTests.swift",
      "The last session as a test; '--import ShopApp --table \"Shop.table()\"' fills in the app.")
  ) { arguments, output in
    let word = arguments[format]
    let format = Format(rawValue: word)
    try check(arguments, for: format)
    switch format {
    case .jsonl: return try lines(arguments, output)
    case .swiftTest: return try swiftTest(arguments, output)
    case .ndjson, .csv, .parquet, .sqlite: return try await relations(arguments, output)
    case .otlp: return try await spans(arguments, output)
    case nil: throw ArgumentError.notAChoice("--format", word, Format.allCases.map(\.rawValue))
    }
  }

  /// Throws for options, and a number of files, that are not valid for the format.
  private static func check(
    _ arguments: ParsedArguments, for format: Format?
  ) throws(CommandFailure) {
    let (isWhole, hasNoSwift) = ("write whole journals", "have no Swift in them")
    for (option, reason) in [
      (session.shape, isWhole), (through.shape, isWhole), (table.shape, hasNoSwift),
      (imports.shape, hasNoSwift),
    ] where format != .swiftTest && arguments.has(option) {
      throw CommandFailure.usage(
        "'\(option.dashed)' belongs to '--format swift-test': the other formats \(reason)")
    }
    guard format == .otlp || !arguments.has(service.shape) else {
      throw CommandFailure.usage("'\(service.shape.dashed)' belongs to '--format otlp'")
    }
    guard format?.isOfRelations == true || !arguments.has(QuestionOptions.results.shape) else {
      throw CommandFailure.usage(
        "'\(QuestionOptions.results.shape.dashed)' belongs to the formats of relations: ndjson, "
          + "csv, parquet and sqlite")
    }
    guard format?.isForAnalysts != true else { return }
    for option in [profile.shape, pseudonyms.shape] where arguments.has(option) {
      throw CommandFailure.usage(
        "'\(option.dashed)' belongs to the formats of relations, ndjson, csv, parquet and "
          + "sqlite, and to otlp")
    }
    guard arguments[ReadingOptions.files].count == 1 else {
      throw CommandFailure.usage("this format takes one journal; run the command for each of them")
    }
  }

  /// The single journal of a format that takes only one.
  static func path(_ arguments: ParsedArguments) -> String {
    arguments[ReadingOptions.files].first ?? ""
  }

  /// The whole journal, as lines.
  private static func lines(
    _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let file = try JournalFile(path(arguments))
    guard file.status == .expected else {
      throw StoreError.newerFormat(found: file.history.format, supported: History.newestFormat)
    }
    let history = file.history
    let total = try history.head().sequence - history.base().sequence
    var bar = output.progress(of: "exporting", total: Int(clamping: total))
    defer { bar.finish() }
    let target = try arguments[out].map { path throws(StoreError) in try NewFile(at: path) }
    let end = try ExportedLines.write(history, advance: { bar.advance(to: $0) }) { line in
      if let target { try target.write(line) } else { try output.write(line: line) }
    }
    try target?.finish()
    bar.finish()
    output.note(
      "\(counted(end.entries, "entry", "entries")), \(counted(end.lines + 1, "line"))\n"
        + "anchor \(end.anchor)")
    return .expected
  }

  @MainActor
  private static func swiftTest(
    _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let file = try JournalFile(path(arguments), output: output)
    let row = try file.session(arguments[session] ?? "last")
    let exported = try ExportedSession(
      row, of: file.history, through: arguments[through].map(Int64.init) ?? .max)
    let difference = try ExportTrial.difference(in: exported)
    let app = SwiftTest.App(
      table: try arguments[table].map(expression), modules: try arguments[imports].map(module))
    let text = SwiftTest(exported, for: app, problem: difference).text
    if let path = arguments[out] {
      let target = try NewFile(at: path)
      try target.write(text.utf8)
      try target.finish()
    } else {
      try output.write(text)
    }
    let requests = exported.steps.count { if case .open = $0.act { true } else { false } }
    output.note("session \(row.number): \(counted(requests, "request"))")
    for note in exported.notes { output.note(wrapped(note, width: 80).joined(separator: "\n")) }
    guard let difference else { return file.status }
    output.problem(
      "route-replay: at entry \(difference.sequence) \(difference.what) is not as recorded when "
        + "the session is tried by itself; the file says where\n"
        + "  recorded  \(visible(difference.recorded))\n  now       \(visible(difference.now))")
    return .difference
  }

  /// The user's expression for the file, without a leading `try`.
  private static func expression(_ text: String) throws(CommandFailure) -> String {
    let code = try line(text, "--table")
    let expression = code.hasPrefix("try ") ? String(code.dropFirst(4)) : code
    guard expression.isSwiftNamesAndCalls else {
      throw CommandFailure.usage(
        "'--table' takes names and calls, such as 'Shop.table()', not '\(text)'; leave it out to "
          + "fill in other Swift by hand")
    }
    return expression
  }

  private static func module(_ text: String) throws(CommandFailure) -> String {
    let name = try line(text, "--import")
    guard name.isSwiftName else {
      throw CommandFailure.usage(
        "'--import' takes the name of a Swift module, such as 'ShopApp', not '\(text)'")
    }
    return name
  }

  private static func line(_ text: String, _ option: String) throws(CommandFailure) -> String {
    guard !text.isEmpty, text.unicodeScalars.allSatisfy({ !isUnsafe($0) }) else {
      throw CommandFailure.usage("'\(option)' takes Swift in one line")
    }
    return text
  }
}
