package import RouteStore

/// The recorded session whose input a session was given once more.
package struct ParentSession: Hashable, Sendable {
  /// The newest entry of its journal then: nothing else ends so.
  package let journal: JournalAnchor
  /// Its identifier.
  package let identifier: String

  /// A session of the journal that ends so.
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

  /// Nil when the notes say nothing of one, or nothing that can be.
  init?(notes: Parameters) {
    guard let text = notes.text(Self.journalNote), let anchor = JournalAnchor(text),
      anchor.sequence > 0, anchor.description.hasSameBytes(as: text),
      let identifier = notes.text(Self.sessionNote), !identifier.isEmpty
    else { return nil }
    self.init(identifier, of: anchor)
  }
}
