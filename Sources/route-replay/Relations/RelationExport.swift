import RouteStore

/// An export that adds one journal after another.
protocol JournalExport {
  /// Whether it has the rows of a journal.
  var hasSources: Bool { get }
  /// Whether only a part of a journal's rows was added: such an export must not be finished.
  var isTorn: Bool { get }

  /// Adds the rows of a journal, all as they are at one moment.
  mutating func add(_ history: History) async throws
}

/// The base relations of journals, written to a new place.
protocol RelationExport: JournalExport {
  /// Adds the rows of a file of results of replays.
  mutating func add(resultsAt path: String) async throws
  /// Writes the manifest, which describes the content.
  mutating func finish() async throws -> ExportManifest
}
