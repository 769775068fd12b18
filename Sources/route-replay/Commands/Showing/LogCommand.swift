import RouteEngine
import RouteStore

enum LogCommand {
  private static let waiting = "waiting"
  private static let unrecorded = "unrecorded"
  static let from = Option.integer("from", value: "SEQUENCE", in: 1...Int.max, "the first entry")
  static let to = Option.integer("to", value: "SEQUENCE", in: 1...Int.max, "the last entry")
  static let outcome = Option.word(
    "outcome", value: "WORD", of: Outcome.words + [waiting, unrecorded],
    "only entries with this outcome; 'waiting' for requests that have none yet, 'unrecorded' for "
      + "those that ended while nothing could be recorded")
  static let kind = Option.word(
    "kind", value: "WORD", of: EntryKind.allCases.map(\.word), "only entries of this kind")
  static let route = Option.text("route", value: "NAME", "only entries of this route")
  static let grep = Option.text(
    "grep", value: "TEXT", "only entries whose link, reason or 'what' contains this text")
  static let limit = Option.integer(
    "limit", short: "n", value: "N", "the last N; with --reverse the first N listed")
  static let reverse = Option.flag("reverse", short: "r", "newest first")
  static let follow = Option.flag(
    "follow", short: "f",
    "wait for more entries until interrupted; never blocks the writer; not with -o json")

  static let command = Command(
    name: "log",
    summary: "lists the entries, one per line",
    discussion: """
      All conditions must hold. The column 'what' has the link, or what else an entry is about; on \
      a narrow terminal it takes the room of the column 'route', and a long web link is shortened \
      to its path, behind '…'. Times on a terminal are short, unless --time says otherwise. The \
      formats for programs have more columns than the table; 'show' prints everything about one \
      entry. The exit status is 1 when no entry meets the conditions, 4 when all entries up to \
      --to were pruned, and 2 when they lie in a file that was set aside. Only 'verify' and the \
      summary check whether the file is intact.
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
    try checkSpan(arguments)
    if arguments[follow] {
      try checkFollowing(arguments)
      try output.pageNoMore()
    }
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output)
    try checkEnd(arguments, in: file)
    let facts = FileFacts(path: path)
    var filter = try filter(arguments, file)
    let most = arguments[limit]
    var count = 0
    func list(_ listing: inout Listing) throws {
      listing.begin(EntryColumns.columns)
      var reading = EntryReading(file.history)
      // Existing entries are not listed as new ones.
      let head = arguments[follow] ? try file.history.head().sequence : 0
      var seen = max(filter.query.firstSequence.map { $0 - 1 } ?? 0, head)
      func add(_ row: EntryRow, _ reading: inout EntryReading) throws {
        seen = max(seen, row.sequence)
        try listing.append(EntryColumns.cells(row, &reading))
      }
      if let most, !arguments[reverse] {
        for row in try last(most, filter, file.history, &reading) { try add(row, &reading) }
      } else {
        try forEachEntry(filter, file.history, &reading, most: most) { try add($0, &$1) }
      }
      count = listing.count
      if count == 0, most != 0, !arguments[follow] { output.note("no entry fits") }
      if let note = elsewhere(filter, file.history) { output.note(note) }
      while arguments[follow] {
        try listing.flush()
        if output.isAbandoned(after: 300) { break }
        filter.query.firstSequence = seen + 1
        try follow(path, facts, filter) { try add($0, &$1) }
      }
    }
    var report = Report()
    report.list(Table(list: list, time: arguments[CommonOptions.time], instead: []))
    _ = try output.print(report, arguments[CommonOptions.output])
    let isMissing = count == 0 && most != 0 && filter.isNarrow && !arguments[follow]
    return isMissing ? file.status.graver(.difference) : file.status
  }

  /// Throws when no entry can lie between the ones named by `--from` and `--to`.
  static func checkSpan(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let first = arguments[from], let last = arguments[to], first > last else { return }
    throw CommandFailure.usage("no entry is in the range: --from \(first) is after --to \(last)")
  }

  /// Throws when other options do not go together with `--follow`.
  private static func checkFollowing(_ arguments: ParsedArguments) throws(CommandFailure) {
    if arguments[reverse] {
      throw .usage("--follow waits for newer entries; leave out --reverse")
    }
    if arguments[CommonOptions.output] == .json {
      throw .usage(
        "--follow has no last entry, which would complete the list of '--output json'; give "
          + "'--output jsonl'")
    }
    if let word = arguments[outcome], [waiting, unrecorded].contains(word) {
      throw .usage("--outcome \(word) finds requests as they stand now; leave out --follow")
    }
  }

  /// Throws when all entries up to the one named by `--to` lie before those of the file.
  static func checkEnd(_ arguments: ParsedArguments, in file: JournalFile) throws {
    // A base that cannot be read ends the walk over the entries, which reports the reason.
    guard let last = arguments[to].map(Int64.init),
      let base = try? file.history.base().sequence, last <= base
    else { return }
    throw try file.missing(last)
  }

  /// The wanted entries: the part of the filter that the storage applies, and the part that needs
  /// the decoded entries.
  private struct Filter: Equatable {
    var query = HistoryQuery()
    /// The text that the link, the reason or the subject must contain.
    var text: String?
    /// The first entries of the wanted requests; nil for any.
    var requests: Set<Int64>?

    /// Whether entries are filtered: without a filter, an empty result is no difference.
    var isNarrow: Bool {
      var all = Filter()
      all.query.isReversed = query.isReversed
      return self != all
    }

    func fits(_ row: EntryRow, _ reading: inout EntryReading) throws(StoreError) -> Bool {
      if let requests, !requests.contains(row.sequence) { return false }
      guard let text else { return true }
      if row.reason?.utf8.contains(text.utf8) == true { return true }
      if try reading.link(of: row)?.utf8.contains(text.utf8) == true { return true }
      return try reading.what(row)?.utf8.contains(text.utf8) == true
    }
  }

  private static func filter(
    _ arguments: ParsedArguments, _ file: JournalFile
  ) throws -> Filter {
    var filter = Filter()
    filter.query.session = try arguments[ReadingOptions.session].map {
      try file.session($0).number
    }
    filter.query.firstSequence = arguments[from].map(Int64.init)
    filter.query.lastSequence = arguments[to].map(Int64.init)
    switch arguments[outcome] {
    case waiting:
      let state = try file.state(at: file.history.head().sequence)
      filter.requests = Set(state.waiting.map(\.id.rawValue))
    case unrecorded:
      let state = try file.state(at: file.history.head().sequence)
      filter.requests = try OpenRequests.all(in: file.history).unrecorded(in: state)
    case let word: filter.query.outcome = word
    }
    let word = arguments[kind]
    filter.query.kinds = EntryKind.allCases.filter { $0.word == word }.map(\.rawValue)
    filter.query.route = arguments[route]
    filter.text = arguments[grep]
    filter.query.isReversed = arguments[reverse]
    return filter
  }

  /// The wanted requests without an entry here, because they came from another file.
  private static func elsewhere(_ filter: Filter, _ history: History) -> String? {
    guard let requests = filter.requests, let past = AdoptedPast(of: history) else { return nil }
    let ids = requests.filter(past.holds).sorted()
    guard !ids.isEmpty else { return nil }
    let names = ids.prefix(5).map(String.init).joined(separator: ", ")
    let more = ids.count > 5 ? " and \(ids.count - 5) more" : ""
    return "request \(names)\(more) began \(past.place)"
  }

  /// Thrown to end a walk over entries early; never leaves this file.
  private struct Enough: Error {}

  private static func forEachEntry(
    _ filter: Filter, _ history: History, _ reading: inout EntryReading, most: Int? = nil,
    _ body: (EntryRow, inout EntryReading) throws -> Void
  ) throws {
    var left = most ?? .max
    guard left > 0 else { return }
    do {
      try history.forEachEntry(filter.query) { row in
        guard try filter.fits(row, &reading) else { return }
        try body(row, &reading)
        left -= 1
        if left == 0 { throw Enough() }
      }
    } catch is Enough {}
  }

  /// The last matching entries, oldest first.
  private static func last(
    _ most: Int, _ filter: Filter, _ history: History, _ reading: inout EntryReading
  ) throws -> [EntryRow] {
    var backwards = filter
    backwards.query.isReversed = true
    var rows: [EntryRow] = []
    try forEachEntry(backwards, history, &reading, most: most) { row, _ in rows.append(row) }
    return rows.reversed()
  }

  /// Lists the new entries. The file is opened anew, because a file without a live writer is read
  /// as it was when it was opened. Throws when another file has replaced it: that file has the same
  /// numbers for other entries.
  private static func follow(
    _ path: String, _ facts: FileFacts?, _ filter: Filter,
    _ body: (EntryRow, inout EntryReading) throws -> Void
  ) throws {
    do {
      let history = try History(path: path, allowingNewer: true)
      if let facts, FileFacts(path: path)?.isSameFile(as: facts) == false {
        throw CommandFailure.unreadable(
          "another file has the place of '\(path)', which was followed; the same command follows "
            + "the new one")
      }
      var reading = EntryReading(history)
      try forEachEntry(filter, history, &reading, body)
    } catch StoreError.busy {
      // Another process is writing just now; the next attempt may succeed.
    }
  }
}
