import RouteEngine
import RouteReplay
import RouteStore

/// The changes to recorded requests: `--drop`, `--edit` and `--answer`.
struct RequestEdits {
  /// The requests that are dropped, and the links that replace others.
  let chosen: GivenEdits.Chosen
  private(set) var answers: [RequestID: [GivenAnswer]] = [:]
  /// The answers for all other requests.
  private(set) var answersToAll: [GivenAnswer] = []

  /// Reads the edits for the requests of a journal.
  ///
  /// - Parameters:
  ///   - given: the edits of `--drop` and `--edit`.
  ///   - file: the journal.
  ///   - input: its recorded requests.
  ///   - table: a table in place of the recorded ones.
  /// - Throws: `CommandFailure` for an item that does not exist, or cannot be read.
  init(
    _ arguments: ParsedArguments, _ given: GivenEdits, of file: JournalFile,
    _ input: RecordedInput, _ table: RouteTable?
  ) throws {
    chosen = try given.chosen(of: file, input)
    try given.demandEffect(chosen)
    for word in arguments[EditOptions.answer] where Self.namesRequest(word) {
      let parts = word.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure.usage("'--answer' takes SEQUENCE/NAME=REPLY, not '\(word)'")
      }
      let id = try Self.request(parts[0], in: file, "--answer")
      let given = try GivenAnswer(
        parts[1], among: Self.names(in: file, input, table, at: id.rawValue),
        file.limits(ofEntryAt: id.rawValue))
      try given.check(isFirstOf: answers[id] ?? [], of: " to request \(id)")
      try Self.check(given, arguments)
      answers[id, default: []].append(given)
    }
    answersToAll = try Self.answersToAll(arguments, among: Self.names(in: file, input, table))
  }

  /// Whether an answer is for one request and not for all.
  static func namesRequest(_ word: String) -> Bool {
    word.prefix { $0 != "=" }.contains("/")
  }

  /// Reads the answers for all requests.
  static func answersToAll(
    _ arguments: ParsedArguments, among names: [Question.Kind: Set<String>]
  ) throws(CommandFailure) -> [GivenAnswer] {
    let words = arguments[EditOptions.answer].filter { !namesRequest($0) }
    let answers = try GivenAnswer.all(
      words, among: names, otherwise: ", or begin one with SEQUENCE/ for one request alone")
    for given in answers { try check(given, arguments) }
    return answers
  }

  private static func check(
    _ given: GivenAnswer, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    if given.kind == .step, arguments.program.host != nil {
      throw CommandFailure.usage(
        "'--answer': the app's own step '\(given.name)' runs here; the program "
          + "route-replay, which has no code of an app, takes an answer in its place")
    }
  }

  /// The names of the host code that can be asked: names that were asked in the journal, and names
  /// in the table in force at an entry.
  static func names(
    in file: JournalFile, _ input: RecordedInput, _ table: RouteTable?, at sequence: Int64? = nil
  ) throws -> [Question.Kind: Set<String>] {
    let sequence = try sequence ?? file.history.head().sequence
    let table = try table ?? file.table(at: sequence)
    let named = table.map { GivenAnswer.names(in: $0) } ?? [:]
    return input.names.merging(named) { $0.union($1) }
  }

  /// The request to which an entry belongs.
  static func request(
    _ word: String, in file: JournalFile, _ option: String
  ) throws -> RequestID {
    guard let sequence = Int64(word) else {
      throw CommandFailure.usage(
        "'\(option)' takes the sequence of an entry, as 'log' lists them"
          + (option == "--answer" ? "" : ", \(RequestChoice.grammar)") + ", not '\(word)'")
    }
    guard let row = try file.history.entry(at: sequence) else {
      let failure = try file.missing(sequence, isItem: true)
      throw CommandFailure(failure.status, "'\(option)': \(failure.message)")
    }
    guard let id = row.request, row.action == nil else {
      throw CommandFailure.usage("'\(option)': entry \(sequence) belongs to no request")
    }
    return RequestID(id)
  }
}
