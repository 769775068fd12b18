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
  /// Whether a request that is decided so leaves its source's id as it was: it may come again.
  package var leavesSource: Bool { self == .secretCannotWait }
}

extension RouteState {
  /// Whether a request with that id waits to which its source gave an id.
  fileprivate func waitsWithSource(_ id: RequestID) -> Bool {
    waitingTable.find(UInt64(bitPattern: id.rawValue)) { leaf, index in
      leaf[index].request.hasSource
    } ?? false
  }
}

extension JournalEntry {
  /// The rows for the sources' ids in the entry: that of its request, `state` being the one before
  /// it, and those of requests whose end it tells. The time when an id was first seen stays as an
  /// earlier entry has it.
  package func seenRows(before state: RouteState) -> [SeenRow] {
    guard sources.isEmpty else { return sources.map { $0.row(toldBy: sequence) } }
    // A rule that leaves the source's id alone leaves the row with the request that this one
    // repeats.
    guard let id = requestID, rule?.leavesSource(isNew: request != nil) != true else { return [] }
    switch kind {
    case .received, .decided, .parked: break
    default: return []
    }
    // Most requests have no source, and a request that is taken out of its entry or of the state is
    // copied.
    guard request?.hasSource ?? state.waitsWithSource(id), outcome?.leavesSource != true else {
      return []
    }
    return (request ?? state.waiting(id)?.request)?.seenRow(id, outcome).map { [$0] } ?? []
  }
}
