import RouteEngine

/// Work on a journal whose app does not run, as `route-replay` does it.
package enum OfflineWork: String, CaseIterable, Sendable {
  case prune, redact

  /// The number of entries of history that are left.
  package static let kept = 4

  /// Does the work on the journal at a path, to its end.
  @MainActor
  package func perform(on path: String) throws {
    let maintenance = try JournalMaintenance(at: path)
    switch self {
    case .prune: _ = try maintenance.prune(RetentionPolicy(entries: Self.kept))
    case .redact: _ = try maintenance.redact(.all)
    }
    try maintenance.end()
  }
}
