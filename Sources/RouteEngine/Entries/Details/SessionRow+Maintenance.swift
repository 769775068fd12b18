package import RouteStore

extension SessionRow {
  /// The beginning's word in the row of a session of ``JournalMaintenance``.
  package static var maintenance: String { "maintenance" }

  /// Whether it is a session of work on the journal while its host did not run. Its end says
  /// nothing about the end of the host's session.
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
