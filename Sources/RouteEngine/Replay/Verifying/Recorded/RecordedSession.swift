import RouteEngine
import RouteStore

/// A session according to the entries, to compare with its row.
struct RecordedSession {
  let number: Int64
  /// The session's first entry; nil when it was pruned.
  let first: JournalEntry?
  /// The wall clock at its start; nil when 64 bits cannot hold that moment.
  let began: Int64?
  /// Whether it is one of ``JournalMaintenance``, if its first entry is available to say so.
  let isMaintenance: Bool
  /// The digest of the newest route table that its entries name.
  private(set) var table: String?
  private(set) var elapsed: Int64 = 0
  /// The time of its newest entry.
  private(set) var newest: RouteInstant?
  /// A row with its end, as far as its remaining entries show it.
  private var end: SessionRow

  /// The columns that are written at its start, with the corresponding fields of its first entry.
  private static var beginningColumns: [(column: String, path: KeyPath<SessionBeginning, String?>)]
  {
    [
      ("app_version", \.appVersion), ("beginning", \.word), ("build", \.build),
      ("device", \.device), ("identifier", \.identifier), ("os", \.system),
    ]
  }

  /// Whether its entries show how it ended: not if those may be among the pruned ones.
  var isEndKnown: Bool { first != nil || end.lastSequence != nil }

  /// How it ended; nil also when that is unknown.
  var ending: String? { end.ending }

  /// A session from its first entry.
  init(beginning entry: JournalEntry) {
    (number, first, began) = (entry.session, entry, Self.beginning(by: entry))
    isMaintenance = entry.beginsMaintenance
    table = entry.tableFromHere
    end = Self.row(of: entry.session)
  }

  /// A session from a later entry, when the earlier ones are gone.
  init(prunedBefore entry: JournalEntry) {
    (number, first, began) = (entry.session, nil, Self.beginning(by: entry))
    isMaintenance = false
    end = Self.row(of: entry.session)
  }

  /// A session's row without any facts.
  private static func row(of number: Int64) -> SessionRow {
    SessionRow(number: number, identifier: "", device: "", beganMicroseconds: 0, firstSequence: 0)
  }

  /// The start of an entry's session, according to that entry.
  static func beginning(by entry: JournalEntry) -> Int64? {
    let (began, overflow) = entry.at.microseconds.subtractingReportingOverflow(entry.elapsed)
    return overflow ? nil : began
  }

  mutating func follow(_ entry: JournalEntry) {
    (elapsed, newest) = (entry.elapsed, entry.at)
    table = entry.tableFromHere ?? table
    switch entry.kind {
    case .background, .foreground, .ended: end = end.marked(by: entry)
    default: break
    }
  }

  /// The session's row according to its entries. Facts that they do not state are taken from the
  /// row in the journal. Nil when neither states enough.
  func row(from known: SessionRow?) -> SessionRow? {
    guard let began, first != nil || known != nil else { return nil }
    var row = known ?? end
    row.beganMicroseconds = began
    if isEndKnown { row = row.ending(as: end) }
    guard let first else { return row }
    row.firstSequence = first.sequence
    let said = first.beginning
    (row.identifier, row.device) = (said?.identifier ?? "", said?.device ?? "")
    (row.appVersion, row.build, row.system) = (said?.appVersion, said?.build, said?.system)
    (row.beginning, row.tableDigest) = (said?.word, table)
    return row
  }

  /// The columns in which the session's row differs.
  func differences(from row: SessionRow) -> [String] {
    var columns: [String] = []
    func compare(_ column: String, _ isSame: Bool) { if !isSame { columns.append(column) } }
    compare("began_us", row.beganMicroseconds == began)
    if isEndKnown {
      compare("ending", Bytes.same(row.ending, end.ending))
      compare("ended_us", row.endedMicroseconds == end.endedMicroseconds)
      compare("last_sequence", row.lastSequence == end.lastSequence)
    }
    if first != nil || table != nil {
      compare("table_digest", Bytes.same(row.tableDigest, table))
    }
    guard let first else { return columns }
    compare("first_sequence", row.firstSequence == first.sequence)
    let (told, said) = (SessionBeginning(row), first.beginning)
    for (column, path) in Self.beginningColumns {
      compare(column, Bytes.same(told[keyPath: path], said?[keyPath: path]))
    }
    return columns
  }
}

extension EntryChecks {
  /// Checks that session rows, route tables and source ids, which are projections of entries, agree
  /// with them.
  mutating func checkProjections(_ history: History) throws {
    try checkBase(history.base(), of: history)
    let base = try history.base().sequence
    try checkSessionRows(history, base: base)
    try checkRouteTables(history, base: base)
    for finding in try sources.problems(of: history, base: base) { add(finding) }
    for finding in try VaultCheck.problems(of: history) { add(finding) }
    for finding in try redactions.problems(of: history) { add(finding) }
  }

  /// Checks that entries are only missing because of a recorded pruning whose entry is still there,
  /// or because of a file that was set aside.
  private mutating func checkBase(_ base: JournalAnchor, of history: History) throws(StoreError) {
    let part = pruned?.pruned
    if base == .start, let claimed = setAsideBase, claimed != base {
      find(.pruning, 1, "it continues from entry \(claimed.sequence), but is the first entry")
    }
    guard base != .start || part != nil else { return }
    if part == nil, setAsideBase == base { return }
    if let pruned, let part, let state = try history.newestCheckpoint(through: base.sequence),
      part.through == state.sequence, part.state != Digest64.hex(state.stateDigest)
    {
      find(
        .pruning, pruned.sequence, "the journal does not begin with the state that this entry names"
      )
    }
    if part?.through != base.sequence || part?.chain != base.digest.description {
      find(
        .pruning,
        base.sequence,
        "the journal begins after entry \(base.sequence), and no entry says that it was pruned"
      )
    }
  }

  private mutating func checkSessionRows(_ history: History, base: Int64) throws(StoreError) {
    let rows = try history.sessions()
    let sessions = Dictionary(self.sessions.map { ($0.number, $0) }) { first, _ in first }
    for row in rows {
      guard let session = sessions[row.number] else {
        if row.firstSequence > base {
          find(.sessionRow, row.firstSequence, "the row of session \(row.number) has no entries")
        }
        continue
      }
      let columns = session.differences(from: row)
      if !columns.isEmpty {
        find(
          .sessionRow,
          session.first?.sequence ?? base,
          "the row of session \(row.number) differs from its entries: "
            + columns.joined(separator: ", "))
      }
    }
    let known = Set(rows.map(\.number))
    for session in self.sessions where !known.contains(session.number) {
      find(.sessionRow, session.first?.sequence ?? base, "session \(session.number) has no row")
    }
  }

  private mutating func checkRouteTables(_ history: History, base: Int64) throws(StoreError) {
    let digests = try history.routeTableDigests()
    for digest in digests {
      let json = try history.routeTable(digest: digest) ?? []
      if Digest64.hex(Digest64.hash(json)) != digest {
        find(.routeTable, 0, "route table \(digest) does not match its digest")
      }
    }
    for row in try history.sessions() where row.firstSequence > base {
      guard let digest = row.tableDigest, !digests.contains(digest) else { continue }
      find(
        .routeTable, row.firstSequence,
        "the route table of session \(row.number), \(digest), is missing")
    }
  }
}
