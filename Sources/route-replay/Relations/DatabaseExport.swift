import RouteAnalytics
import RouteEngine
import RouteStore

/// The base relations of journals, written as tables of a new SQLite database, with the questions
/// as views and the manifest.
struct DatabaseExport: RelationExport {
  /// The word on the command line.
  static let word = "sqlite"

  private let target: NewDatabase
  private var redactions: [RowRedaction]
  private var pseudonyms: Pseudonyms
  private var funnels = ExportedFunnels()
  private var manifest: ExportManifest
  private(set) var isTorn = false

  /// An export into a file that gets its name when it is complete.
  ///
  /// - Throws: `StoreError.alreadyExists`, or the reason why it cannot be created.
  init(into path: String, _ profile: RedactionProfile, _ pseudonyms: Pseudonyms) throws {
    target = try NewDatabase(at: path, profile)
    redactions = BaseRelation.all.map { RowRedaction($0, profile) }
    self.pseudonyms = pseudonyms
    manifest = ExportManifest(profile: profile, format: Self.word)
  }

  var hasSources: Bool { !manifest.sources.isEmpty }

  mutating func add(_ history: History) throws {
    let sealed = try SealedHistory(history)
    defer { withExtendedLifetime(sealed) {} }
    let source = try ExportManifest.Source(sealed.history, of: history.path)
    isTorn = true
    try sealed.history.forEachRelationRow { try add($1, to: $0) }
    funnels.endHistory()
    try sealed.check()
    isTorn = false
    manifest.sources.append(source)
  }

  mutating func add(resultsAt path: String) throws {
    var rows: Int64 = 0
    do {
      try ReadableResults(path: path).forEachRow {
        try add($0, to: .replayRun)
        rows += 1
      }
    } catch let error as StoreError {
      throw GivenResults.failure(error, of: path)
    }
    manifest.results.append(ExportManifest.Results(name: FilePath.split(path).name, rows: rows))
  }

  private mutating func add(_ row: [SQLValue], to kind: BaseRelation.Kind) throws {
    guard try kind != .funnelStep || funnels.admits(row) else { return }
    let index = kind.rawValue
    let values = row.indices.map { place -> SQLValue in
      switch redactions[index].take(row, at: place, &pseudonyms) {
      case .null: .null
      case .number(let number): .integer(number)
      case .text(let text): .text(String(decoding: text, as: UTF8.self))
      }
    }
    try target.database.add(values, to: kind)
    manifest.rows[BaseRelation.all[index].name, default: 0] += 1
  }

  mutating func finish() throws -> ExportManifest {
    try target.database.finish()
    try target.database.add(manifest.profile.views, manifest: manifest.text)
    try target.finish()
    return manifest
  }
}

/// A database that gets its name when it is complete.
private final class NewDatabase {
  var database: RelationDatabase
  private let unfinished: UnfinishedFile

  init(at path: String, _ profile: RedactionProfile) throws(StoreError) {
    guard FileFacts(path: path) == nil else { throw .alreadyExists(path: path) }
    unfinished = try UnfinishedFile(of: path)
    database = try RelationDatabase(
      at: unfinished.path, .all, keptWith: profile.dictionary(),
      isShuffled: profile.rounding != nil)
  }

  /// Gives it its name.
  func finish() throws { try unfinished.finish() }
}

@available(*, unavailable)
extension NewDatabase: Sendable {}
