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
    let unfinished = "\(destination)-part"
    guard FileFacts(path: destination) == nil else {
      throw StoreError.alreadyExists(path: destination)
    }
    defer { Self.remove(unfinished) }
    var fold = HistoryFold()
    let problem = fold.walkSoundPart(of: history)
    let base = try history.base().sequence
    var last = fold.position.sequence
    while last > base {
      Self.remove(unfinished)
      try Prefix(of: history, through: last).write(history, to: unfinished)
      let verification = try Verification(of: History(path: unfinished))
      let wrong = verification.findings.map(\.sequence).filter { $0 > base && $0 <= last }.min()
      guard let wrong else {
        try FilePath.moveToNewName(unfinished, destination)
        (end, self.verification) = (verification.end, verification)
        return
      }
      last = wrong - 1
    }
    let reason = problem.map { "\($0)" } ?? "no entry is sound"
    throw StoreError.damaged(reason: reason, sequence: base + 1)
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-lock", "-new"] { FilePath.remove(path + suffix) }
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

  func write(_ history: History, to path: String) throws {
    let journal = try Journal.open(.file(path))
    if base != .start, let first {
      try journal.start(with: Journal.Beginning(after: base, with: checkpoint(base, first)))
    }
    var batch = JournalBatch()
    _ = try? history.forEachCheckedEntry(after: base) { row in
      guard row.sequence < last else { throw EndOfPrefix() }
      batch.entries.append(row)
      guard batch.entries.count == 1_000 else { return }
      try journal.append(&batch)
      batch.removeAll()
    }
    // What cannot be read again, or written, shows in where the copy ends.
    guard journal.head.sequence + Int64(batch.entries.count) == last - 1,
      let newest = try history.entry(at: last)
    else { throw StoreError.inputOutput(code: 0, message: "the copy could not be written whole") }
    batch.entries.append(newest)
    batch.checkpoint = checkpoint(JournalAnchor(sequence: last, digest: newest.chainDigest), state)
    try addCompanions(to: &batch, from: history)
    try journal.write(sessionRows(of: history), routeTables(of: history))
    try journal.append(&batch)
    try journal.checkpointLog()
  }

  private func checkpoint(_ place: JournalAnchor, _ state: RouteState) -> CheckpointRow {
    CheckpointRow(
      sequence: place.sequence, format: StateCoding.format, state: StateCoding.encode(state),
      stateDigest: state.digest)
  }

  private func addCompanions(to batch: inout JournalBatch, from history: History) throws {
    batch.seen = seen.sorted
    try? history.forEachSeen {
      if $0.request <= base.sequence, $0.request > seen.prunedThrough { batch.seen.append($0) }
    }
    try? history.forEachVaultValue { value, key in
      guard let key, Bytes.same(PrivateValues.token(for: value.value, under: key), value.token)
      else { return }
      if !batch.vaultKeys.contains(key) { batch.vaultKeys.append(key) }
      batch.vaultValues.append(value)
    }
    // The journal's own key has no values; by it requests are known again.
    if let own = try? history.vaultKey(principal: PrivateValues.journalOwner) {
      batch.vaultKeys.append(own)
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
