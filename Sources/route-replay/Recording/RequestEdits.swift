import RouteEngine
import RouteStore

/// What is to be another about recorded requests: `--drop`, `--edit` and `--answer`.
struct RequestEdits {
  private(set) var dropped: Set<RequestID> = []
  /// The links in the place of others.
  private(set) var links: [RequestID: String] = [:]
  private(set) var answers: [RequestID: [GivenAnswer]] = [:]

  /// Reads them for the requests of a journal.
  ///
  /// - Parameters:
  ///   - file: the journal.
  ///   - input: what it says of its requests.
  ///   - table: another table than those recorded.
  /// - Throws: `CommandFailure` for what is not there, or cannot be read.
  init(
    _ arguments: ParsedArguments, of file: JournalFile, _ input: RecordedInput,
    _ table: RouteTable?
  ) throws {
    for word in arguments[WhatIfCommand.drop] {
      dropped.insert(try Self.request(word, in: file, "--drop"))
    }
    for word in arguments[WhatIfCommand.edit] {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure(.usage, "'--edit' takes SEQUENCE=LINK, not '\(word)'")
      }
      links[try Self.request(parts[0], in: file, "--edit")] = parts[1]
    }
    for word in arguments[WhatIfCommand.answer] {
      let parts = word.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure(.usage, "'--answer' takes SEQUENCE/NAME=REPLY, not '\(word)'")
      }
      let id = try Self.request(parts[0], in: file, "--answer")
      let given = try GivenAnswer(
        parts[1], among: Self.names(askedOf: id, in: file, input, table),
        file.limits(ofEntryAt: id.rawValue))
      try Self.check(given, of: id, among: answers[id] ?? [], arguments)
      answers[id, default: []].append(given)
    }
  }

  private static func check(
    _ given: GivenAnswer, of id: RequestID, among others: [GivenAnswer],
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    if others.contains(where: { $0.name == given.name && $0.kind == given.kind }) {
      throw CommandFailure(
        .usage, "'--answer': '\(given.name)' can give request \(id) one answer alone")
    }
    if given.kind == .step, arguments.program.host != nil {
      throw CommandFailure(
        .usage,
        "'--answer': the app's own step '\(given.name)' runs here; the program "
          + "route-replay, which has no code of an app, takes an answer in its place")
    }
  }

  /// What there is that can be asked: what was, and what the table in force names.
  private static func names(
    askedOf id: RequestID, in file: JournalFile, _ input: RecordedInput, _ table: RouteTable?
  ) throws -> [Question.Kind: Set<String>] {
    let table = try table ?? file.table(at: id.rawValue)
    var names = input.names
    for kind in Question.Kind.allCases {
      names[kind, default: []].formUnion(table?.hostCode(kind) ?? [])
    }
    return names
  }

  /// The request that an entry belongs to.
  private static func request(
    _ word: String, in file: JournalFile, _ option: String
  ) throws -> RequestID {
    guard let sequence = Int64(word) else {
      throw CommandFailure(
        .usage, "'\(option)' takes the sequence of an entry, as 'log' lists them, not '\(word)'")
    }
    guard let row = try file.history.entry(at: sequence) else {
      throw CommandFailure(.usage, "'\(option)': there is no entry \(sequence)")
    }
    guard let id = row.request, row.action == nil else {
      throw CommandFailure(.usage, "'\(option)': entry \(sequence) belongs to no request")
    }
    return RequestID(id)
  }
}
