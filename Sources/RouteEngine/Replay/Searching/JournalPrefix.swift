import RouteEngine
package import RouteStore

/// The entries of a journal up to a sequence, and the facts in them about the rows beside them.
package struct JournalPrefix {
  private let base: JournalAnchor
  private let last: Int64
  private var sessions: [RecordedSession] = []
  private var seen = SourceRows()
  /// The states at the journal's start and after the last entry.
  private var first: RouteState?
  private let state: RouteState

  /// Reads the entries, which must be sound up to that sequence.
  ///
  /// - Throws: `StoreError`, or an error with a description, when they are not.
  package init(of history: History, through last: Int64) throws {
    base = try history.base()
    self.last = last
    var fold = HistoryFold()
    var (sessions, seen) = ([RecordedSession](), SourceRows())
    var first: RouteState?
    do {
      try fold.walk(history, through: last) { entry, before in
        first = first ?? before
        if entry.kind == .began {
          sessions.append(RecordedSession(beginning: entry))
        } else if sessions.isEmpty {
          sessions.append(RecordedSession(prunedBefore: entry))
        }
        sessions[sessions.count - 1].follow(entry)
        seen.follow(entry, before: before)
      }
    } catch {
      // The entries after the last one may be damaged.
      guard fold.position.sequence == last else { throw error }
    }
    (self.sessions, self.seen, self.first, state) = (sessions, seen, first, fold.state)
  }

  /// Writes the entries to a copy that is still empty.
  ///
  /// - Parameters:
  ///   - history: the journal from which they were read.
  ///   - copy: takes the entries and the rows that belong to them.
  ///   - keepsValues: whether to copy the values of the vault too.
  /// - Throws: the errors of reading and writing.
  package func write(
    _ history: History, to copy: JournalCopy, keepsValues: Bool = true
  ) throws {
    if base != .start, let first {
      try copy.start(with: Journal.Beginning(after: base, with: checkpoint(base, first)))
    }
    // The walk ends with an error of its own; an early end is detected below.
    _ = try? history.forEachCheckedEntry(after: base) { row in
      guard row.sequence < last else { throw EndOfPrefix() }
      try copy.append(row)
    }
    // An entry that cannot be read again, or written, shows in the end of the copy.
    guard copy.end.sequence == last - 1, let newest = try history.entry(at: last)
    else { throw StoreError.inputOutput(code: 0, message: "the copy could not be written whole") }
    try copy.append(newest)
    let place = JournalAnchor(sequence: last, digest: newest.chainDigest)
    try copy.append { rows in
      rows.checkpoints = [checkpoint(place, state)]
      rows.sessions = sessionRows(of: history)
      rows.routeTables = routeTables(of: history)
      addSeen(to: &rows, from: history)
      if keepsValues { addPrivateValues(to: &rows, from: history) }
    }
  }

  private func checkpoint(_ place: JournalAnchor, _ state: RouteState) -> CheckpointRow {
    CheckpointRow(
      sequence: place.sequence, format: StateCoding.format, state: StateCoding.encode(state),
      stateDigest: state.digest)
  }

  private func addSeen(to rows: inout CompanionRows, from history: History) {
    rows.seen = seen.sorted
    // The readable rows of a damaged file are kept.
    try? history.forEachSeen {
      if $0.request <= base.sequence, $0.request > seen.prunedThrough { rows.seen.append($0) }
    }
  }

  private func addPrivateValues(to rows: inout CompanionRows, from history: History) {
    // The readable rows of a damaged file are kept.
    try? history.forEachVaultValue { value, key in
      guard let key, Bytes.same(PrivateValues.token(for: value.value, under: key), value.token)
      else { return }
      if !rows.vaultKeys.contains(key) { rows.vaultKeys.append(key) }
      rows.vaultValues.append(value)
    }
    // The journal's own key hides no values; it identifies repeated requests.
    if let own = try? history.vaultKey(principal: PrivateValues.journalOwner) {
      rows.vaultKeys.append(own)
    }
  }

  private func routeTables(of history: History) -> [RouteTableRow] {
    // The readable rows of a damaged file are kept; verify reports a missing table.
    ((try? history.routeTableDigests()) ?? []).compactMap { digest in
      guard let json = try? history.routeTable(digest: digest),
        Digest64.hex(Digest64.hash(json)) == digest
      else { return nil }
      return RouteTableRow(digest: digest, json: json)
    }
  }

  private func sessionRows(of history: History) -> [SessionRow] {
    // The readable rows of a damaged file are kept; the entries show which sessions are theirs.
    let known = (try? history.sessions()) ?? []
    let numbers = sessions.map(\.number)
    let pruned = known.filter {
      $0.firstSequence <= base.sequence && !numbers.contains($0.number)
    }
    return pruned
      + sessions.compactMap { session in
        session.row(from: known.first { $0.number == session.number })
      }
  }

  private struct EndOfPrefix: Error {}
}
