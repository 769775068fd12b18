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
  /// What the entry says of sources' ids: of its request's, `state` being the one before it, and of
  /// those that it tells the end of. When an id was first seen stays as an earlier entry has it.
  package func seenRows(before state: RouteState) -> [SeenRow] {
    guard sources.isEmpty else { return sources.map { $0.row(toldBy: sequence) } }
    // What leaves the source's id alone leaves everything with the request that it repeats.
    guard let id = requestID, rule?.leavesSource != true else { return [] }
    switch kind {
    case .received, .decided, .parked: break
    default: return []
    }
    return (request ?? state.waiting(id)?.request)?.seenRow(id, outcome).map { [$0] } ?? []
  }
}
