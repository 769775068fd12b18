/// The content of one transaction of the journal: entries, and the rows that are written or dropped
/// with them.
///
/// Reuse one value and call ``removeAll()`` between appends: its storage is kept.
package struct JournalBatch: Sendable {
  /// Entries in order, numbered from the head onwards; the store sets their chain digests.
  package var entries: [EntryRow] = []
  /// The session's row, inserted or updated.
  package var session: SessionRow?
  /// Source identifiers, inserted or updated.
  package var seen: [SeenRow] = []
  /// New keys of principals; an existing key is not changed.
  package var vaultKeys: [VaultKey] = []
  /// Private values; an existing one is not changed.
  package var vaultValues: [VaultValue] = []
  /// The stored state after one of the entries.
  package var checkpoint: CheckpointRow?
  /// A route table; an existing one is not changed.
  package var routeTable: RouteTableRow?
  /// The rows to delete: keys and values before the new ones above are written, entries afterwards.
  package var retention = Retention()

  /// An empty batch.
  package init() {}

  /// Empties the batch and keeps its storage.
  package mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    session = nil
    seen.removeAll(keepingCapacity: true)
    vaultKeys.removeAll(keepingCapacity: true)
    vaultValues.removeAll(keepingCapacity: true)
    checkpoint = nil
    routeTable = nil
    retention = Retention()
  }

  /// Whether there are only entries.
  var hasOnlyEntries: Bool {
    session == nil && seen.isEmpty && vaultKeys.isEmpty && vaultValues.isEmpty && checkpoint == nil
      && routeTable == nil && retention.isEmpty
  }
}

/// The rows that a transaction deletes.
package struct Retention: Sendable, Hashable {
  /// Principals whose keys are destroyed, and with them all of their private values.
  package var forgottenPrincipals: [String] = []
  /// Private values that are deleted one by one; their principals' keys stay.
  package var forgottenValues: [VaultPlace] = []
  /// Entries up to and including this sequence are deleted, with the source identifiers of their
  /// requests and the route tables that nothing names any more; the chain then starts after it.
  package var entriesThrough: Int64?
  /// The checkpoint of this sequence is deleted.
  package var replacedCheckpoint: Int64?
  /// Checkpoints of earlier sequences are deleted.
  package var checkpointsBefore: Int64?
  /// The rows of sessions with lower numbers are deleted.
  package var sessionsBefore: Int64?

  /// Deletes nothing.
  package init() {}

  /// Whether nothing is deleted. It is called for every entry: a comparison with an empty value
  /// took 500 instructions.
  package var isEmpty: Bool {
    forgottenPrincipals.isEmpty && forgottenValues.isEmpty && entriesThrough == nil
      && replacedCheckpoint == nil && checkpointsBefore == nil && sessionsBefore == nil
  }
}
