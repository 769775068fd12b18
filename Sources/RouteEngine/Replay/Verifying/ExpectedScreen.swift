import RouteEngine

/// The visible screen that an entry names for the state after it. That state is only known with the
/// next entry.
struct ExpectedScreen {
  let sequence: Int64
  let kind: String?
  /// Whether the entry has to name the screen.
  let isNamed: Bool

  /// Nil for an entry whose screen the machine determines.
  init?(after entry: borrowing JournalEntry) {  // the argument of an initializer is copied for it
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

  /// Whether it fits the visible screen.
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
