/// Consecutive entries that are read ahead, in the form that the caller of a walk needs.
///
/// It is a type of the caller's own, so that entries are added and read by specialised code: with a
/// closure for each entry, type lookups took a thirtieth of a verification.
package protocol EntryCollection: Sendable {
  /// No entries.
  init()

  /// Reserves room for this many entries.
  mutating func reserveCapacity(_ count: Int)

  /// Adds the next entry. An error that it throws ends the walk when this entry has its turn.
  mutating func add(_ row: EntryRow) throws
}

/// The positions of consecutive entries.
package struct EntryPositions: Sendable {
  /// The position before the first.
  package let start: JournalAnchor
  private var digests: [ChainDigest] = []
  private var first: Int64

  /// No positions yet, after a position.
  init(after start: JournalAnchor) {
    self.start = start
    first = start.sequence &+ 1
  }

  /// The position of the entry at an index, from 0.
  package subscript(index: Int) -> JournalAnchor {
    JournalAnchor(sequence: first + Int64(index), digest: digests[index])
  }

  /// The position of the last entry; the position before the first when there is none.
  package var end: JournalAnchor { digests.isEmpty ? start : self[digests.count - 1] }

  mutating func reserveCapacity(_ count: Int) { digests.reserveCapacity(count) }

  mutating func append(_ row: borrowing EntryRow) {
    if digests.isEmpty { first = row.sequence }
    digests.append(row.chainDigest)
  }
}
