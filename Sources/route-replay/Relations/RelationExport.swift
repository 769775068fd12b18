import RouteStore

/// An export that takes one journal after another.
protocol JournalExport {
  /// Whether there is a journal whose rows it has.
  var hasSources: Bool { get }
  /// Whether the rows of a journal are there in part: such an export is not to be finished.
  var isTorn: Bool { get }

  /// Adds the rows of a journal, all as they are at one moment.
  mutating func add(_ history: History) async throws
}

/// The base relations of journals, written somewhere new.
protocol RelationExport: JournalExport {
  /// Adds the rows of a file of results of replays, to those of journals.
  mutating func add(resultsAt path: String) async throws
  /// Writes what tells what there is.
  mutating func finish() async throws -> ExportManifest
}
