/// Entries in a row that are read ahead, as the caller of a walk wants to have them.
///
/// A type of the caller's own, so that it takes entries in and looks at them by code made for that:
/// by a closure for each entry, a thirtieth of a verification looked for types while it ran.
package protocol EntryCollection: Sendable {
  /// No entries.
  init()

  /// Makes room for so many entries.
  mutating func reserveCapacity(_ count: Int)

  /// Takes the next entry in. An error that it throws ends the walk, at this entry's turn.
  mutating func add(_ row: EntryRow) throws
}

/// The positions of some entries in a row.
package struct EntryPositions: Sendable {
  /// The position before the first.
  package let start: JournalAnchor
  private var digests: [ChainDigest] = []
  private var first: Int64

  /// None yet, behind a position.
  init(after start: JournalAnchor) {
    self.start = start
    first = start.sequence &+ 1
  }

  /// The position of an entry, by its place from 0.
  package subscript(index: Int) -> JournalAnchor {
    JournalAnchor(sequence: first + Int64(index), digest: digests[index])
  }

  /// The position of the last entry; that before the first where there is none.
  package var end: JournalAnchor { digests.isEmpty ? start : self[digests.count - 1] }

  mutating func reserveCapacity(_ count: Int) { digests.reserveCapacity(count) }

  mutating func append(_ row: borrowing EntryRow) {
    if digests.isEmpty { first = row.sequence }
    digests.append(row.chainDigest)
  }
}
