import RouteEngine
import RouteStore

enum LogCommand {
  static let from = Option.integer("from", value: "SEQUENCE", in: 1...Int.max, "the first entry")
  static let to = Option.integer("to", value: "SEQUENCE", in: 1...Int.max, "the last entry")
  static let outcome = Option.word(
    "outcome", value: "WORD", of: Outcome.words, "only entries with this outcome")
  static let kind = Option.word(
    "kind", value: "WORD", of: EntryKind.allCases.map(\.word), "only entries of this kind")
  static let route = Option.text("route", value: "NAME", "only entries of this route")
  static let grep = Option.text(
    "grep", value: "TEXT", "only entries whose link or reason contains this")
  static let limit = Option.integer("limit", short: "n", value: "N", "at most so many entries")
  static let reverse = Option.flag("reverse", short: "r", "newest first")
  static let follow = Option.flag(
    "follow", short: "f", "wait for more entries until interrupted; never blocks the writer")

  static let command = Command(
    name: "log",
    summary: "the entries, one a line",
    discussion: """
      All conditions must hold. The formats for programs have more columns than the table; 'show' \
      has everything about one entry.
      """,
    isEveryday: true, arguments: [ReadingOptions.file],
    options: [
      ReadingOptions.session, from, to, outcome, kind, route, grep, limit, reverse, follow,
      CommonOptions.output, CommonOptions.time,
    ],
    example: Command.Example(
      "route-replay log app.journal --session last --outcome failed",
      "What failed in the last session.")
  ) { arguments, output in
    if arguments[follow], arguments[reverse] {
      throw CommandFailure(.usage, "--follow waits for newer entries; leave out --reverse")
    }
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output)
    var query = try query(arguments, file)
    var listing = Listing(EntryColumns.columns, arguments, to: output)
    var seen = query.firstSequence.map { $0 - 1 } ?? 0
    try file.history.forEachEntry(query) { row in
      seen = row.sequence
      try listing.append(EntryColumns.cells(row))
    }
    while arguments[follow] {
      try listing.flush()
      if output.isAbandoned { break }
      try await Task.sleep(for: .milliseconds(300))
      query.firstSequence = seen + 1
      try follow(path, query) { row in
        seen = row.sequence
        try listing.append(EntryColumns.cells(row))
      }
    }
    try listing.finish()
    return file.status
  }

  private static func query(
    _ arguments: ParsedArguments, _ file: JournalFile
  ) throws -> HistoryQuery {
    var query = HistoryQuery()
    query.session = try arguments[ReadingOptions.session].map { try file.session($0).number }
    query.firstSequence = arguments[from].map(Int64.init)
    query.lastSequence = arguments[to].map(Int64.init)
    query.outcome = arguments[outcome]
    let word = arguments[kind]
    query.kinds = EntryKind.allCases.filter { $0.word == word }.map(\.rawValue)
    query.route = arguments[route]
    query.text = arguments[grep]
    query.isReversed = arguments[reverse]
    query.limit = arguments[limit].map(Int64.init)
    return query
  }

  /// What came since: the file is opened anew, because a file without a live writer is read as it
  /// was when it was opened.
  private static func follow(
    _ path: String, _ query: HistoryQuery, _ body: (EntryRow) throws -> Void
  ) throws {
    do {
      let history = try History(path: path, allowingNewer: true)
      try history.forEachEntry(query) { row in try body(row) }
    } catch StoreError.busy {
      // Somebody is writing just now; there is another time.
    }
  }
}

/// How an entry is listed.
enum EntryColumns {
  static let columns = [
    Column("sequence", .number), Column("at", .time), Column("session", .number, isDetail: true),
    Column("kind"), Column("outcome", ink: Outcome.ink), Column("route"), Column("link"),
    Column("reason", isDetail: true), Column("request", .number, isDetail: true),
    Column("cause", .number, isDetail: true), Column("entry_point", isDetail: true),
    Column("duration_us", .number, isDetail: true), Column("screen_before", isDetail: true),
    Column("screen_after", isDetail: true), Column("action", .number, isDetail: true),
    Column("attempt", .number, isDetail: true), Column("state_digest", isDetail: true),
    Column("chain_digest", isDetail: true),
  ]

  static func cells(_ row: EntryRow) -> [Cell] {
    [
      .integer(row.sequence), .time(row.atMicroseconds), .integer(row.session),
      .text(kind(row.kind)), .text(row.outcome), .text(row.route), .text(row.link),
      .text(row.reason), .integer(row.request), .integer(row.cause), .text(row.entryPoint),
      .integer(row.durationMicroseconds), .text(row.screenBefore), .text(row.screenAfter),
      .integer(row.action), .integer(row.attempt),
      .text(row.stateDigest.map(Digest64.hex)), .text(row.chainDigest.description),
    ]
  }

  /// A kind's word; a number that only a newer version knows stays one.
  static func kind(_ number: Int64) -> String {
    EntryKind(rawValue: number)?.word ?? "kind \(number)"
  }
}
