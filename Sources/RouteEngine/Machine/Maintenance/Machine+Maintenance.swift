package import RouteStore

/// The point through which history is pruned, with the facts that the file has of it.
package struct PruningPoint {
  /// The entry through which it is pruned; it has a sound checkpoint.
  let anchor: JournalAnchor
  /// The digest of the state after it.
  let stateDigest: UInt64
  /// The session of the entry after it, the first one left; nil when none is left.
  let following: Int64?
  /// The host's last run, whose end the next launch judges; nil when it is this session.
  let hostRun: Int64?
}

extension PruningPoint {
  /// The point at an entry that is gone, with the facts that remain of it.
  package init(_ anchor: JournalAnchor, stateDigest: UInt64) {
    self.init(anchor: anchor, stateDigest: stateDigest, following: nil, hostRun: nil)
  }
}

/// Maintenance of the journal: pruning and redacting.
extension Machine {
  /// The step with which maintenance begins; the state that the host left does not change.
  mutating func beginMaintenance(_ beginning: Beginning) -> Step? {
    var companions = Companions()
    companions.session = sessionRow
    return step([beginningEntry(beginning)], companions)
  }

  /// Prunes history through an entry, and the rows of sessions that are no longer needed.
  mutating func prune(through point: PruningPoint, at elapsed: Int64) -> Step? {
    let through = point.anchor.sequence
    guard through < firstLivingSequence else { return nil }
    var entry = newEntry(.pruned, elapsed)
    entry.details = .pruning(
      PrunedPart(
        through: through, chain: point.anchor.digest.description,
        state: Digest64.hex(point.stateDigest)))
    var companions = Companions()
    companions.retention.entriesThrough = through
    companions.retention.checkpointsBefore = through
    companions.retention.sessionsBefore = min(
      point.following ?? sessionRow.number, point.hostRun ?? sessionRow.number)
    return step([entry], companions)
  }

  /// Removes private values. The entry says how many, and never which ones.
  mutating func redact(_ plan: RedactionPlan, at elapsed: Int64) -> Step? {
    var entry = newEntry(.redacted, elapsed)
    entry.details = .redaction(plan.redaction.told, plan.result)
    var companions = Companions()
    companions.retention = plan.retention
    return step([entry], companions)
  }

  /// Whether the host may be about to use private values that the journal does not have yet: host
  /// code is asked, or a request waits for its turn.
  var mayBringValues: Bool { requests.mayBringValues }

  /// Searches for tokens in all that the machine knows: the state, the screens on display before,
  /// and the requests under way.
  func look(for search: inout TokenSearch) {
    search.look(in: StateCoding.encode(state))
    for tree in displayHistory.trees {
      var writer = JSONWriter()
      writer.scenes(of: tree)
      search.look(in: writer.bytes)
    }
    for pending in requests.all.compactMap({ requests[$0] }) {
      search.look(in: pending.request.text)
      search.look(in: pending.answers.text)
    }
  }

  /// The first entry that records a request without an outcome or a pending action; without such
  /// an entry, the newest one.
  var firstLivingSequence: Int64 {
    var first = sequence
    for waiting in state.waiting { first = min(first, waiting.id.rawValue) }
    for action in state.actions { first = min(first, action.request.rawValue, action.id.rawValue) }
    return first
  }
}
