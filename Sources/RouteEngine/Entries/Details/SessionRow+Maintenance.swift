package import RouteStore

extension SessionRow {
  /// The word for the beginning in the row of a session of ``JournalMaintenance``.
  package static var maintenance: String { "maintenance" }

  /// Whether somebody worked on the journal while its host did not run: how such a session ended
  /// says nothing of how the host's did.
  package var isMaintenance: Bool { beginning?.hasSameBytes(as: Self.maintenance) ?? false }
}

extension JournalEntry {
  /// Whether it begins a session of ``JournalMaintenance``.
  package var beginsMaintenance: Bool {
    beginning?.word?.hasSameBytes(as: SessionRow.maintenance) ?? false
  }
}

extension EntryKind {
  /// Whether a session of ``JournalMaintenance`` writes such entries.
  package var isOfMaintenance: Bool {
    switch self {
    case .began, .revived, .cancelled, .pruned, .redacted, .ended: true
    default: false
    }
  }
}
