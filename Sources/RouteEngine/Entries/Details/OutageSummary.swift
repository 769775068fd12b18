import RouteStore

/// A summary of a time without recording, in the entry that ends it.
package struct OutageSummary: Sendable, Hashable {
  /// The beginning of the outage.
  package var since: RouteInstant?
  /// The number of missing entries.
  package var unrecorded: Int64?
  /// The hexadecimal digest of the route table that was in force before the outage, if another one
  /// was adopted during it.
  package var formerTable: String?
  /// The hexadecimal digest of the route table that was adopted during the outage.
  package var table: String?

  /// A summary of which nothing is known.
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
    // A forged entry can have any number.
    unrecorded = notes.int(Self.unrecordedNote).flatMap {
      FileBounds.numbers.contains($0) && $0 >= 0 ? $0 : nil
    }
    (formerTable, table) = (notes.text(Self.formerNote), notes.text(Self.tableNote))
  }
}
