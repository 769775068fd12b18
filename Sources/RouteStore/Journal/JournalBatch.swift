/// The content of one transaction of the journal: entries, and the rows that stand or fall with
/// them.
///
/// Reuse one value and ``removeAll()`` it between appends: its storage stays.
package struct JournalBatch: Sendable {
  /// Entries in order, numbered from the head onwards; the store fills in their chain digests.
  package var entries: [EntryRow] = []
  /// The session's row, inserted or brought up to date.
  package var session: SessionRow?
  /// Source identifiers, inserted or brought up to date.
  package var seen: [SeenRow] = []
  /// New keys of principals; a key that exists stays as it is.
  package var vaultKeys: [VaultKey] = []
  /// Private values; one that exists stays as it is.
  package var vaultValues: [VaultValue] = []
  /// Stored state at one of the entries.
  package var checkpoint: CheckpointRow?
  /// A route table; one that exists stays as it is.
  package var routeTable: RouteTableRow?
  /// The data to be forgotten: keys and values before the new ones above are written, entries
  /// afterwards.
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

  /// True when there is nothing besides entries.
  var hasOnlyEntries: Bool {
    session == nil && seen.isEmpty && vaultKeys.isEmpty && vaultValues.isEmpty && checkpoint == nil
      && routeTable == nil && retention.isEmpty
  }
}

/// The data that a transaction forgets.
package struct Retention: Sendable, Hashable {
  /// Principals whose key is destroyed, and with it every private value of theirs.
  package var forgottenPrincipals: [String] = []
  /// Private values that go one by one; their principals' keys stay.
  package var forgottenValues: [VaultPlace] = []
  /// Entries up to and including this sequence go, with the source identifiers of their requests
  /// and the route tables that nothing names any more; the chain then starts after it.
  package var entriesThrough: Int64?
  /// The checkpoint of this sequence goes.
  package var replacedCheckpoint: Int64?
  /// Checkpoints of earlier sequences go.
  package var checkpointsBefore: Int64?
  /// The rows of sessions with lower numbers go.
  package var sessionsBefore: Int64?

  /// Forgets nothing.
  package init() {}

  /// Whether nothing goes. Asked of every entry: comparing with an empty one took 500 instructions.
  package var isEmpty: Bool {
    forgottenPrincipals.isEmpty && forgottenValues.isEmpty && entriesThrough == nil
      && replacedCheckpoint == nil && checkpointsBefore == nil && sessionsBefore == nil
  }
}
