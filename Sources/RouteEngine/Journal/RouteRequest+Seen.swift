package import RouteStore

extension RouteRequest {
  /// What is remembered of the id that the source gave it; nil when it gave none.
  package func seenRow(_ id: RequestID, _ outcome: Outcome?) -> SeenRow? {
    source.map { source in
      SeenRow(
        source: source, fingerprint: fingerprint, request: id.rawValue, outcome: outcome?.word,
        seenMicroseconds: at.microseconds)
    }
  }
}

extension JournalEntry {
  /// What the entry says of its request's source id, `state` being the one before it; nil when it
  /// says nothing. When the id was first seen stays as an earlier entry has it.
  package func seenRow(before state: RouteState) -> SeenRow? {
    // What leaves the source's id alone leaves everything with the request that it repeats.
    guard let id = requestID, rule?.leavesSource != true else { return nil }
    switch kind {
    case .received, .decided, .parked: break
    default: return nil
    }
    return (request ?? state.waiting(id)?.request)?.seenRow(id, outcome)
  }
}
