import RouteStore

/// A session's only way to the journal: turns entries into rows, writes them in one transaction,
/// and falls back to memory alone when storage fails.
final class Recorder {
  /// What is written beside the entries of one transaction.
  struct Companions {
    var session: SessionRow?
    var seen: [SeenRow] = []
    var vaultKeys: [VaultKey] = []
    var vaultValues: [VaultValue] = []
    var routeTable: RouteTableRow?
    /// What is forgotten.
    var retention = Retention()
    /// Whether the state is stored as a checkpoint whatever the policy says.
    var forcesCheckpoint = false

    var isEmpty: Bool {
      session == nil && seen.isEmpty && vaultKeys.isEmpty && vaultValues.isEmpty
        && routeTable == nil && retention == Retention() && !forcesCheckpoint
    }
  }

  let journal: Journal
  private(set) var health: RouteSession.Health
  /// What ``health`` is while storage works.
  let working: RouteSession.Health
  /// The sequence of the newest entry, written or, while storage fails, only counted.
  private(set) var sequence: Int64
  private var coder = EntryCoder()
  private var row = EntryRow()
  private var batch = JournalBatch()
  private var entriesSinceCheckpoint = 0
  private var bytesSinceCheckpoint = 0
  private var checkpointBytes = 0
  /// What comes next while storage fails; nil while it works.
  private var outage: Outage?

  /// What is remembered while nothing can be written.
  private struct Outage {
    /// The newest entry that may have been written although its commit failed.
    let lastAttempted: Int64
    /// Storage is not tried before this moment, and how long to wait when it fails again.
    var nextTry: Instant
    var pause = Recorder.shortestPause
  }

  /// Microseconds between two attempts to take the journal up again: doubled with each that fails.
  private static let shortestPause: Int64 = 1_000_000
  private static let longestPause: Int64 = 60_000_000

  init(_ journal: Journal, health: RouteSession.Health) {
    self.journal = journal
    self.health = health
    working = health.isRecording ? health : .recording
    sequence = journal.head.sequence
  }

  /// Tells what the journal holds since its newest checkpoint, after a restore.
  func resume(entries: Int, bytes: Int, checkpointBytes: Int) {
    (entriesSinceCheckpoint, bytesSinceCheckpoint) = (entries, bytes)
    self.checkpointBytes = checkpointBytes
  }

  /// Writes nothing any more, ever, because of a problem that showed before writing.
  func stop(_ problem: StoreError, since: Instant) {
    if health.isRecording || outage != nil { health = .degraded(problem, since: since) }
    outage = nil
  }

  /// Writes the entries and what belongs to them: all or nothing.
  ///
  /// - Returns: whether they are in the journal.
  func write(
    _ entries: [JournalEntry], _ companions: Companions = Companions(), state: RouteState
  ) -> Bool {
    guard let last = entries.last else { return true }
    sequence = last.sequence
    guard health.isRecording else { return false }
    let isDue = companions.forcesCheckpoint || isCheckpointDue(after: entries.count)
    do throws(StoreError) {
      if entries.count == 1, companions.isEmpty, !isDue {
        coder.encode(entries[0], into: &row)
        try journal.append(&row)
        count(1, bytes: row.payload.count)
      } else {
        try writeBatch(entries, companions, state: isDue ? state : nil)
      }
      return true
    } catch {
      health = .degraded(error, since: last.at)
      outage = Outage(
        lastAttempted: last.sequence, nextTry: last.at.advanced(by: Self.shortestPause))
      return false
    }
  }

  /// Opens the journal again after a failure that may have passed, not more often than after the
  /// pause of the moment. The journal then stands where it stood, and nothing is written yet.
  ///
  /// - Returns: whether it could be opened and is the one that was written.
  func reopenIfDue(at now: Instant) -> Bool {
    guard case .degraded(let problem, let since) = health, problem.mayPass, var outage,
      outage.nextTry <= now
    else { return false }
    outage.nextTry = now.advanced(by: outage.pause)
    outage.pause = min(2 * outage.pause, Self.longestPause)
    self.outage = outage
    do throws(StoreError) {
      try journal.reopen(through: outage.lastAttempted)
      return true
    } catch {
      // A file that is gone may come back, and then it has to be the same.
      if case .missing = error { return false }
      health = .degraded(error, since: since)
      return false
    }
  }

  /// Writes the entries that close the gap, with a checkpoint, and records again.
  ///
  /// - Returns: whether they are in the journal; if not, everything is as it was.
  func takeUp(
    _ entries: [JournalEntry], _ companions: Companions, state: RouteState
  ) -> Bool {
    guard case .degraded(_, let since) = health, outage != nil, let last = entries.last else {
      return false
    }
    do throws(StoreError) {
      try writeBatch(entries, companions, state: state)
    } catch {
      health = .degraded(error, since: since)
      return false
    }
    (health, self.outage, sequence) = (working, nil, last.sequence)
    return true
  }

  private func writeBatch(
    _ entries: [JournalEntry], _ companions: Companions, state: RouteState?
  ) throws(StoreError) {
    batch.removeAll()
    var bytes = 0
    for entry in entries {
      coder.encode(entry, into: &row)
      bytes += row.payload.count
      batch.entries.append(row)
    }
    batch.session = companions.session
    batch.seen = companions.seen
    batch.vaultKeys = companions.vaultKeys
    batch.vaultValues = companions.vaultValues
    batch.routeTable = companions.routeTable
    batch.retention = companions.retention
    if let state {
      let encoded = StateCoding.encode(state)
      batch.checkpoint = CheckpointRow(
        sequence: entries[entries.count - 1].sequence, format: StateCoding.format, state: encoded,
        stateDigest: state.digest)
    }
    try journal.append(&batch)
    count(entries.count, bytes: bytes)
    if let checkpoint = batch.checkpoint {
      resume(entries: 0, bytes: 0, checkpointBytes: checkpoint.state.count)
    }
  }

  private func count(_ entries: Int, bytes: Int) {
    entriesSinceCheckpoint += entries
    bytesSinceCheckpoint += bytes
  }

  /// A checkpoint pays when 1,000 entries have passed and reading them costs more than reading it.
  private func isCheckpointDue(after entries: Int) -> Bool {
    entriesSinceCheckpoint + entries >= 1_000 && bytesSinceCheckpoint > checkpointBytes
  }
}

@available(*, unavailable)
extension Recorder: Sendable {}

extension StoreError {
  /// Whether trying again may help: the file itself is sound, as far as is known.
  fileprivate var mayPass: Bool {
    switch self {
    case .cannotOpen, .missing, .busy, .diskFull, .readOnly, .moved, .inputOutput, .sqlite: true
    case .notAJournal, .newerFormat, .newerEntry, .editedMigration, .owned, .damaged,
      .alreadyExists, .refused, .invalidQuery, .limitReached:
      false
    }
  }
}
