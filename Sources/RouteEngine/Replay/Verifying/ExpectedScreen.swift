import RouteEngine

/// The visible screen that an entry names for the state after it, which is known only with the next
/// one.
struct ExpectedScreen {
  let sequence: Int64
  let kind: String?
  /// Whether such an entry has to name the screen.
  let isNamed: Bool

  /// Nil for an entry whose screen the machine says.
  init?(after entry: borrowing JournalEntry) {  // what an initializer is given is copied for it
    switch entry.kind {
    case .decided, .parked:
      guard entry.rule == nil else { return nil }
      isNamed = true
    case .restored: isNamed = true
    case .began: isNamed = !entry.changes.isEmpty && entry.replaced == nil
    default: return nil
    }
    (sequence, kind) = (entry.sequence, entry.screenAfter)
  }

  /// Whether it fits the screen that is visible.
  func allows(_ visible: String?) -> Bool {
    kind == nil && !isNamed || Bytes.same(kind, visible)
  }
}

extension JournalEntry {
  /// The name of its first note that this version does not know.
  var unknownNote: String? {
    details.otherNotes.first { !EntryKind.allNoteNames.contains($0.name) }?.name
  }
}
