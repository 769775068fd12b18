import RouteAnalytics
import RouteEngine
import RouteStore

/// The base relations of journals, written into a new folder.
struct FolderExport: RelationExport {
  private let folder: String
  /// The writers, one for each part of the relations.
  private let writers: [RelationWriter]
  private var manifest: ExportManifest
  private(set) var isTorn = false

  /// The folder of rows that are to be converted to Parquet.
  private static let unfinished = "rows-part"

  /// An export whose folder is created with the first rows.
  ///
  /// - Throws: `CommandFailure` when an item has its name already.
  init(
    into folder: String, as format: String, _ profile: RedactionProfile, _ pseudonyms: Pseudonyms
  ) throws {
    self.folder = folder
    manifest = ExportManifest(profile: profile, format: format)
    let isParquet = format == ParquetConversion.word
    let rows: RowEncoder.Format = format == RowEncoder.Format.csv.rawValue ? .csv : .ndjson
    let place = isParquet ? "\(folder)/\(Self.unfinished)" : folder
    writers = RelationColumns.all.parts.map { columns in
      RelationWriter(columns, in: place, as: rows, profile, pseudonyms)
    }
    guard FileFacts(path: folder) == nil else { throw Self.isThere(folder) }
  }

  var hasSources: Bool { !manifest.sources.isEmpty }

  /// The writers work in parallel.
  mutating func add(_ history: History) async throws {
    let sealed = try SealedHistory(history)
    defer { withExtendedLifetime(sealed) {} }
    let source = try ExportManifest.Source(sealed.history, of: history.path)
    if manifest.sources.isEmpty { try makeFolders() }
    isTorn = true
    let path = sealed.history.path
    try await withThrowingTaskGroup { group in
      for writer in writers { group.addTask { try await writer.add(journalAt: path) } }
      // The first failure cancels the other writers.
      for try await _ in group {}
    }
    try sealed.check()
    isTorn = false
    manifest.sources.append(source)
  }

  mutating func add(resultsAt path: String) async throws {
    var rows: Int64 = 0
    do {
      for writer in writers where writer.columns.contains(.replayRun) {
        rows = try await writer.add(resultsAt: path)
      }
    } catch let error as StoreError {
      throw GivenResults.failure(error, of: path)
    }
    manifest.results.append(
      ExportManifest.Results(name: FilePath.split(path).name, rows: rows))
  }

  mutating func finish() async throws -> ExportManifest {
    var files: [BaseRelation.Kind: [ExportManifest.File]] = [:]
    for writer in writers {
      files.merge(try await writer.finish()) { $0 + $1 }
    }
    manifest.files = BaseRelation.all.flatMap { files[$0.kind, default: []] }
    for file in manifest.files { manifest.rows[file.relation, default: 0] += file.rows }
    if manifest.format == ParquetConversion.word {
      manifest.files = try ParquetConversion(from: Self.unfinished, in: folder).run(manifest.files)
    }
    let dictionary = try manifest.profile.dictionary()
    try write(RelationView.relationDefinitions(), to: "relations.sql")
    try write(questions(dictionary), to: "questions.sql")
    try write(DataPackage(manifest, dictionary).text, to: DataPackage.name)
    try write(manifest.text, to: ExportManifest.name)
    return manifest
  }

  private func write(_ text: String, to name: String) throws {
    let file = try NewFile(at: "\(folder)/\(name)")
    try file.write(text.utf8)
    try file.finish()
  }

  private func makeFolders() throws(CommandFailure) {
    let isParquet = manifest.format == ParquetConversion.word
    for path in isParquet ? [folder, "\(folder)/\(Self.unfinished)"] : [folder] {
      guard try Folder.make(path) else { throw Self.isThere(folder) }
    }
  }

  private static func isThere(_ folder: String) -> CommandFailure {
    CommandFailure.unreadable(
      "'\(folder)' is there already; --out writes only to a new folder, and one without "
        + "\(ExportManifest.name) was not finished")
  }

  private func questions(_ dictionary: RelationDictionary) -> String {
    let views = manifest.profile.views.map { $0.described(by: dictionary) }
    return "-- The questions, as views over the base relations beside this file.\n\n"
      + views.joined(separator: "\n")
  }
}
