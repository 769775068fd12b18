package import RouteStore

/// The recorded session whose input another session repeats.
package struct ParentSession: Hashable, Sendable {
  /// The newest entry of its journal at that time; it identifies the journal.
  package let journal: JournalAnchor
  /// Its identifier.
  package let identifier: String

  /// A session of the journal that ends with that entry.
  package init(_ identifier: String, of journal: JournalAnchor) {
    (self.identifier, self.journal) = (identifier, journal)
  }
}

extension ParentSession {
  private static let (journalNote, sessionNote) = ("parent", "parentSession")

  package static let noteNames: Set<String> = [journalNote, sessionNote]

  func add(to notes: inout Parameters) {
    notes[Self.journalNote] = .string(journal.description)
    notes[Self.sessionNote] = .string(identifier)
  }

  /// Reads the notes; nil when they name no session, or an impossible one.
  init?(notes: Parameters) {
    guard let text = notes.text(Self.journalNote), let anchor = JournalAnchor(text),
      anchor.sequence > 0, anchor.description.hasSameBytes(as: text),
      let identifier = notes.text(Self.sessionNote), !identifier.isEmpty
    else { return nil }
    self.init(identifier, of: anchor)
  }
}
