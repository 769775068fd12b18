package import RouteStore

/// The longest prefix of a journal that every check accepts: written to a new file, the journal
/// itself stays as it is.
package struct SalvagedCopy {
  /// The last entry of the copy.
  package let end: JournalAnchor
  /// What the checks say of the copy.
  package let verification: Verification

  /// Writes the copy.
  ///
  /// Entries, the values of the vault, route tables and the rows of sessions and source ids that
  /// belong to them are taken over, and a checkpoint is made at the end. Where damage begins
  /// between a decision and the work that was accepted with it, the copy has the decision alone,
  /// and a rerun says so.
  ///
  /// - Throws: `StoreError.alreadyExists` when something has the name, `damaged` when there is not
  ///   one sound entry, and what writing throws; then there is no file.
  package init(of history: History, to destination: String) throws {
    var fold = HistoryFold()
    let problem = fold.walkSoundPart(of: history)
    let base = try history.base().sequence
    var last = fold.position.sequence
    while last > base {
      let copy = try JournalCopy(at: destination)
      try Prefix(of: history, through: last).write(history, to: copy)
      let verification = try copy.check()
      let wrong = verification.findings.map(\.sequence).filter { $0 > base && $0 <= last }.min()
      guard let wrong else {
        try copy.finish()
        (end, self.verification) = (verification.end, verification)
        return
      }
      last = wrong - 1
    }
    let reason = problem.map { "\($0)" } ?? "no entry is sound"
    throw StoreError.damaged(reason: reason, sequence: base + 1)
  }
}

/// What the entries up to a sequence say, and what they say of the rows beside them.
private struct Prefix {
  private let base: JournalAnchor
  private let last: Int64
  private var sessions: [RecordedSession] = []
  private var seen = SourceRows()
  /// The states where the journal starts, and after the last entry.
  private var first: RouteState?
  private let state: RouteState

  init(of history: History, through last: Int64) throws {
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
      // What comes behind may be damaged.
      guard fold.position.sequence == last else { throw error }
    }
    (self.sessions, self.seen, self.first, state) = (sessions, seen, first, fold.state)
  }

  func write(_ history: History, to copy: JournalCopy) throws {
    if base != .start, let first {
      try copy.start(with: Journal.Beginning(after: base, with: checkpoint(base, first)))
    }
    _ = try? history.forEachCheckedEntry(after: base) { row in
      guard row.sequence < last else { throw EndOfPrefix() }
      try copy.append(row)
    }
    // What cannot be read again, or written, shows in where the copy ends.
    guard copy.end.sequence == last - 1, let newest = try history.entry(at: last)
    else { throw StoreError.inputOutput(code: 0, message: "the copy could not be written whole") }
    try copy.append(newest)
    let place = JournalAnchor(sequence: last, digest: newest.chainDigest)
    try copy.append { rows in
      rows.checkpoints = [checkpoint(place, state)]
      rows.sessions = sessionRows(of: history)
      rows.routeTables = routeTables(of: history)
      addSeen(to: &rows, from: history)
      addPrivateValues(to: &rows, from: history)
    }
  }

  private func checkpoint(_ place: JournalAnchor, _ state: RouteState) -> CheckpointRow {
    CheckpointRow(
      sequence: place.sequence, format: StateCoding.format, state: StateCoding.encode(state),
      stateDigest: state.digest)
  }

  private func addSeen(to rows: inout CompanionRows, from history: History) {
    rows.seen = seen.sorted
    try? history.forEachSeen {
      if $0.request <= base.sequence, $0.request > seen.prunedThrough { rows.seen.append($0) }
    }
  }

  private func addPrivateValues(to rows: inout CompanionRows, from history: History) {
    try? history.forEachVaultValue { value, key in
      guard let key, Bytes.same(PrivateValues.token(for: value.value, under: key), value.token)
      else { return }
      if !rows.vaultKeys.contains(key) { rows.vaultKeys.append(key) }
      rows.vaultValues.append(value)
    }
    // The journal's own key has no values; by it requests are known again.
    if let own = try? history.vaultKey(principal: PrivateValues.journalOwner) {
      rows.vaultKeys.append(own)
    }
  }

  private func routeTables(of history: History) -> [RouteTableRow] {
    ((try? history.routeTableDigests()) ?? []).compactMap { digest in
      guard let json = try? history.routeTable(digest: digest),
        Digest64.hex(Digest64.hash(json)) == digest
      else { return nil }
      return RouteTableRow(digest: digest, json: json)
    }
  }

  private func sessionRows(of history: History) -> [SessionRow] {
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
