import RouteStore

/// The facts, in the entry that ends it, of a time in which nothing could be recorded.
package struct OutageSummary: Sendable, Hashable {
  /// Since when nothing was recorded.
  package var since: RouteInstant?
  /// How many entries are missing.
  package var unrecorded: Int64?
  /// The digest, in hexadecimal, of the route table that the journal believed in force, where
  /// another one was adopted meanwhile.
  package var formerTable: String?
  /// The digest, in hexadecimal, of the route table that was adopted meanwhile.
  package var table: String?

  /// One of which nothing is known.
  init() {}
}

extension OutageSummary {
  private static let (sinceNote, unrecordedNote) = ("since", "unrecorded")
  private static let (formerNote, tableNote) = ("from", "table")

  package static let noteNames: Set<String> = [sinceNote, unrecordedNote, formerNote, tableNote]

  var notes: Parameters {
    var notes = Parameters()
    notes[Self.sinceNote] = since.map { .int($0.microseconds) }
    notes[Self.unrecordedNote] = unrecorded.map { .int($0) }
    notes[Self.formerNote] = formerTable.map { .string($0) }
    notes[Self.tableNote] = table.map { .string($0) }
    return notes
  }

  init(notes: Parameters) {
    since = notes.int(Self.sinceNote).map(RouteInstant.init(microseconds:))
    // A forged entry can hold any number.
    unrecorded = notes.int(Self.unrecordedNote).flatMap {
      FileBounds.numbers.contains($0) && $0 >= 0 ? $0 : nil
    }
    (formerTable, table) = (notes.text(Self.formerNote), notes.text(Self.tableNote))
  }
}
