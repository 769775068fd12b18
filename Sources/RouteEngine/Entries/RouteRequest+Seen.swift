package import RouteStore

extension RouteRequest {
  /// Whether its source gave it an id.
  fileprivate var hasSource: Bool { source != nil }

  /// The row that remembers the id that the source gave it; nil when it gave none.
  package func seenRow(_ id: RequestID, _ outcome: Outcome?) -> SeenRow? {
    source.map { source in
      SeenRow(
        source: source, fingerprint: fingerprint, request: id.rawValue, outcome: outcome?.word,
        seenMicroseconds: at.microseconds)
    }
  }
}

extension Outcome {
  /// Whether a request with this outcome leaves the record of its source's id unchanged: it may
  /// come again.
  package var leavesSource: Bool { self == .secretCannotWait }
}

extension RouteState {
  /// Whether a request with that id waits and has a source's id.
  fileprivate func waitsWithSource(_ id: RequestID) -> Bool {
    waitingTable.find(UInt64(bitPattern: id.rawValue)) { leaf, index in
      leaf[index].request.hasSource
    } ?? false
  }
}

extension JournalEntry {
  /// The rows for the sources' ids in the entry: for its own request, and for requests whose end it
  /// records. `state` is the state before the entry. The time of the first sighting stays as an
  /// earlier entry recorded it.
  package func seenRows(before state: RouteState) -> [SeenRow] {
    guard sources.isEmpty else { return sources.map { $0.row(toldBy: sequence) } }
    // By a rule that leaves the source's id unchanged, the row stays with the request that this one
    // repeats.
    guard let id = requestID, rule?.leavesSource(isNew: request != nil) != true else { return [] }
    switch kind {
    case .received, .decided, .parked: break
    default: return []
    }
    // Most requests have no source, and taking a request out of its entry or of the state copies
    // it.
    guard request?.hasSource ?? state.waitsWithSource(id), outcome?.leavesSource != true else {
      return []
    }
    return (request ?? state.waiting(id)?.request)?.seenRow(id, outcome).map { [$0] } ?? []
  }
}
