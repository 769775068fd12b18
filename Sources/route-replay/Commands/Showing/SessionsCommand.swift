import RouteEngine
import RouteStore
import TextTerminal

enum SessionsCommand {
  static let last = Option.integer(
    "last", value: "N", in: 1...Int.max, "only the last N sessions, with those of maintenance")

  static let command = Command(
    name: "sessions",
    summary: "lists the sessions: when, how they began and ended, entries, outcomes",
    discussion: """
      A session is one run of the host on the journal. 'requests' counts those that arrived in it, \
      'waiting' those of them that still wait at the end, and 'unsuccessful' those that ended in \
      it with an outcome other than shown or alreadyShown.

      The newest session has the ending 'open' as long as it has no end: it still runs, or was cut \
      off. An older session without an end has the ending 'cut off'. The formats for programs have \
      no ending there, and more columns than the table, which has to fit 80 columns: it shows \
      devices and waiting requests only where there are several devices or any such requests, and \
      then leaves out entries and beginnings. 'restored' is how much of the session before came \
      back (whole, top, presented, root, clean), and 'unclean_ends' how many launches in a row had \
      died before. A session that began a new file, because the old one was set aside or gone, is \
      listed below the table ('begun'). So is a session with pruned entries; it counts the entries \
      that are left. For a journal that 'what-if --out' or a similar command wrote, the formats \
      for programs name the journal and the session that each session repeats. 'verify' and the \
      summary count only sessions that have entries.
      """,
    arguments: [ReadingOptions.file],
    options: [last, CommonOptions.output, CommonOptions.time],
    example: Command.Example("route-replay sessions app.journal --last 5", "The last five.")
  ) { arguments, output in
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    var sessions = try file.history.sessions()[...]
    if let last = arguments[last] { sessions = sessions.suffix(last) }
    let newest = sessions.last?.number
    let base = try file.history.base().sequence
    var counts = try Counts.all(in: file.history, of: sessions, behind: base)
    let end = try file.history.head().sequence
    // The state of a damaged file is unknown; then every request without an outcome counts.
    let waiting = (try? file.state(at: end)).map { Set($0.waiting.map(\.id.rawValue)) }
    if let waiting {
      for number in counts.keys { counts[number]?.waiting.formIntersection(waiting) }
    }
    let columns = columns(
      hasDevices: sessions.contains { $0.device != sessions.first?.device },
      hasWaiting: counts.values.contains { !$0.waiting.isEmpty })
    func table(_ ending: (SessionRow) -> String?) -> Table {
      let rows = sessions.map { session in
        let counts = counts[session.number] ?? Counts()
        let part = counts.entries == 0 ? "whole" : "part"
        return cells(
          session, counts, ending: ending(session),
          pruned: session.firstSequence <= base ? part : nil)
      }
      return Table(columns, rows, time: arguments[CommonOptions.time])
    }
    var report = Report()
    report.status = file.status
    report.list(table { $0.ending(among: newest) })
    report.rows = table(\.ending)
    for session in sessions {
      guard let file = counts[session.number]?.newFile else { continue }
      let line = visible("session \(session.number) began \(file)")
      report.drawn({ brokenBehindMarks(line, width: $0 ?? .max) }, nil)
    }
    for session in sessions where session.firstSequence <= base {
      let isGone = (counts[session.number]?.entries ?? 0) == 0
      report.line(
        """
        session \(session.number) was pruned\
        \(isGone ? ": no entry of it is left" : " through entry \(base)")
        """)
    }
    return try output.print(report, arguments[CommonOptions.output])
  }

  private static func columns(hasDevices: Bool, hasWaiting: Bool) -> [Column] {
    [
      Column("session", .number), Column("began", .time), Column("ended", .time, isDetail: true),
      Column("seconds", .number, isDetail: true),
      Column("beginning", isDetail: hasDevices && hasWaiting),
      Column("ending"), Column("entries", .number, isDetail: hasDevices || hasWaiting),
      Column("requests", .number), Column("waiting", .number, isDetail: !hasWaiting),
      Column("unsuccessful", .number, ink: { $0 == .integer(0 as Int64) ? nil : .red }),
      Column("first_sequence", .number, isDetail: true),
      Column("last_sequence", .number, isDetail: true), Column("identifier", isDetail: true),
      Column("app_version", isDetail: true), Column("table", isDetail: true),
      Column("device", isDetail: !hasDevices), Column("begun", isDetail: true),
      Column("pruned", isDetail: true), Column("restored", isDetail: true),
      Column("unclean_ends", .number, isDetail: true), Column("parent", isDetail: true),
      Column("parent_session", isDetail: true),
    ]
  }

  private static func cells(
    _ session: SessionRow, _ counts: Counts, ending: String?, pruned: String?
  ) -> [Cell] {
    [
      .integer(session.number), .time(session.beganMicroseconds),
      .time(session.endedMicroseconds),
      .integer(seconds(from: session.beganMicroseconds, to: counts.lastMicroseconds)),
      .text(session.beginning), .text(ending), .integer(counts.entries),
      .integer(counts.requests), .integer(counts.waiting.count), .integer(counts.unsuccessful),
      .integer(session.firstSequence), .integer(counts.lastSequence), .text(session.identifier),
      .text(session.appVersion), .text(session.tableDigest), .text(session.device),
      .text(counts.newFile), .text(pruned), .text(counts.restoration?.extent.rawValue),
      .integer(counts.restoration.map { Int64($0.uncleanEnds) }),
      .text(counts.parent?.journal.description), .text(counts.parent?.identifier),
    ]
  }

  private static func seconds(from start: Int64, to end: Int64?) -> Int64? {
    guard let end else { return nil }
    let (span, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? nil : span / 1_000_000
  }
}

/// The totals of a session's entries.
struct Counts {
  private(set) var entries = 0
  /// The number of requests that arrived, including those whose first entry was pruned.
  private(set) var requests = 0
  /// The requests among these without an outcome in the whole journal, by id.
  var waiting: Set<Int64> = []
  private(set) var unsuccessful = 0
  private(set) var lastSequence: Int64?
  private(set) var lastMicroseconds: Int64?
  /// How much of the previous session's place it restored.
  private(set) var restoration: Restoration?
  /// How it began a new file, if it did.
  private(set) var newFile: String?
  /// The recorded session that it repeats.
  private(set) var parent: ParentSession?

  /// The counts of the sessions that have entries, or requests, by their numbers.
  ///
  /// - Parameters:
  ///   - sessions: the newest ones, in their order.
  ///   - base: the last entry that was pruned.
  static func all(
    in history: History, of sessions: ArraySlice<SessionRow>, behind base: Int64
  ) throws -> [Int64: Counts] {
    var query = HistoryQuery()
    query.firstSequence = sessions.first?.firstSequence ?? 0
    var all: [Int64: Counts] = [:]
    // The requests whose first entry was pruned.
    var earlier: Set<Int64> = []
    var current: (number: Int64, counts: Counts)?
    // The requests that a later entry ended, which may belong to a later session.
    var settled: Set<Int64> = []
    try history.forEachEntry(query) { row in
      if current?.number != row.session {
        if let current { all[current.number] = current.counts }
        current = (row.session, all[row.session] ?? Counts())
      }
      current?.counts.add(row)
      guard let id = row.request, row.action == nil, id != row.sequence else { return }
      if row.outcome != nil { settled.insert(id) }
      if id <= base { earlier.insert(id) }
    }
    if let current { all[current.number] = current.counts }
    var rest = sessions
    for id in earlier.sorted(by: >) {
      // A session that began after one request began after all earlier ones.
      while let newest = rest.last, newest.firstSequence > id { rest = rest.dropLast() }
      guard let session = rest.last else { break }
      all[session.number, default: Counts()].requests += 1
    }
    // To subtract all that are settled from each would go through them as often.
    return all.mapValues { counts in
      var counts = counts
      counts.waiting = counts.waiting.filter { !settled.contains($0) }
      return counts
    }
  }

  private mutating func add(_ row: EntryRow) {
    entries += 1
    lastSequence = row.sequence
    lastMicroseconds = row.atMicroseconds
    restoration = row.restoration ?? restoration
    newFile = row.newFile ?? newFile
    parent = row.parent ?? parent
    if row.request == row.sequence, row.action == nil {
      requests += 1
      if row.outcome == nil { waiting.insert(row.sequence) }
    }
    guard let outcome = row.outcome else { return }
    if !Outcome.isSuccess(outcome) { unsuccessful += 1 }
  }
}
