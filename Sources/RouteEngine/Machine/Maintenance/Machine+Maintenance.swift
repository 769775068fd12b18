package import RouteStore

/// Through which entry history may go, as the file has it.
package struct PruningPoint {
  /// The entry, which has a sound checkpoint.
  let anchor: JournalAnchor
  /// The digest of the state after it.
  let stateDigest: UInt64
  /// The session of the entry after it, the first that is left; nil when none is.
  let following: Int64?
  /// The host's last run, by whose end the next launch judges it; nil when it is this session.
  let hostRun: Int64?
}

extension PruningPoint {
  /// Through an entry that is gone, as far as what remains of it is known.
  package init(_ anchor: JournalAnchor, stateDigest: UInt64) {
    self.init(anchor: anchor, stateDigest: stateDigest, following: nil, hostRun: nil)
  }
}

/// Work on the journal, and what is forgotten of it.
extension Machine {
  /// The step with which work on the journal begins: what the host left stays as it is.
  mutating func beginMaintenance(_ beginning: Beginning) -> Step? {
    var companions = Companions()
    companions.session = sessionRow
    return step([beginningEntry(beginning)], companions)
  }

  /// Forgets history through an entry, and the rows of sessions that nothing needs afterwards.
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

  /// Takes private values away; the entry says how many, and never which.
  mutating func redact(_ plan: RedactionPlan, at elapsed: Int64) -> Step? {
    var entry = newEntry(.redacted, elapsed)
    entry.details = .redaction(plan.redaction.told, plan.result)
    var companions = Companions()
    companions.retention = plan.retention
    return step([entry], companions)
  }

  /// Whether private values may be about to be spoken of that the journal does not speak of yet:
  /// host code is asked, or a request waits for its turn.
  var mayBringValues: Bool { requests.mayBringValues }

  /// Looks for tokens in all that the machine knows: the state, what was on display before, and the
  /// requests on their way.
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

  /// The first entry that speaks of a request without an outcome or of a pending action.
  var firstLivingSequence: Int64 {
    var first = sequence
    for waiting in state.waiting { first = min(first, waiting.id.rawValue) }
    for action in state.actions { first = min(first, action.request.rawValue, action.id.rawValue) }
    return first
  }
}
