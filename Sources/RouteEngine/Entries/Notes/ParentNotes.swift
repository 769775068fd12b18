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

/// What the first entry of a session that was given a recorded one's input says of that one.
package enum ParentNotes {
  private static let journal = "parent"
  private static let session = "parentSession"

  /// The names of its notes.
  static let names: Set<String> = [journal, session]

  /// Says which one it is.
  static func add(_ parent: ParentSession, to notes: inout Parameters) {
    notes[journal] = .string(parent.journal.description)
    notes[session] = .string(parent.identifier)
  }

  /// The recorded session; nil when the notes say nothing of one, or nothing that can be.
  package static func parent(in notes: Parameters) -> ParentSession? {
    guard case .string(let text)? = notes[journal], let anchor = JournalAnchor(text),
      anchor.sequence > 0, anchor.description.hasSameBytes(as: text),
      case .string(let identifier)? = notes[session], !identifier.isEmpty
    else { return nil }
    return ParentSession(identifier, of: anchor)
  }

  /// What they say that no session writes; nil when there is nothing.
  static func problem(in notes: Parameters) -> String? {
    guard notes[journal] != nil || notes[session] != nil, parent(in: notes) == nil else {
      return nil
    }
    return "what it says of the session that it repeats is no end of a journal and no session of it"
  }
}
