import RouteEngine
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The base relations of journals, written into a new folder.
struct RelationExport {
  private let folder: String
  private let parts: PartFiles
  private var encoders: [RowEncoder]
  private var pseudonyms: Pseudonyms
  private var funnels = FirstFunnels()
  private var funnelSteps = 0
  private var manifest: ExportManifest
  /// Whether the rows of a journal are there in part: such an export is not to be finished.
  private(set) var isTorn = false

  private static let mostFunnelSteps = 10_000
  /// Where rows lie that become Parquet.
  private static let unfinished = "rows-part"

  /// An export whose folder is made with the first rows.
  ///
  /// - Throws: `CommandFailure` when something has its name already.
  init(
    into folder: String, as format: String, _ profile: RedactionProfile, _ pseudonyms: Pseudonyms
  ) throws {
    self.folder = folder
    self.pseudonyms = pseudonyms
    manifest = ExportManifest(profile: profile, format: format)
    let isParquet = format == ParquetConversion.word
    let rows: RowEncoder.Format = format == RowEncoder.Format.csv.rawValue ? .csv : .ndjson
    encoders = BaseRelation.all.map { RowEncoder($0, as: rows, profile) }
    parts = PartFiles(
      in: isParquet ? "\(folder)/\(Self.unfinished)" : folder, suffix: rows.rawValue)
    guard FileFacts(path: folder) == nil else { throw Self.isThere(folder) }
  }

  /// Whether there is a journal whose rows it has.
  var hasSources: Bool { !manifest.sources.isEmpty }

  /// Adds the rows of a journal, all as they are at one moment.
  mutating func add(_ history: History) throws {
    try history.withSealed { sealed in
      let source = ExportManifest.Source(
        name: FilePath.split(history.path).name, format: history.format, anchor: try sealed.head())
      if manifest.sources.isEmpty { try makeFolders() }
      isTorn = true
      try sealed.forEachRelationRow { kind, row in
        if kind == .funnelStep {
          guard funnels.admits(row) else { return }
          try countStep()
        }
        try add(row, to: kind)
      }
      funnels.endHistory()
      isTorn = false
      manifest.sources.append(source)
    }
  }

  /// Adds the rows of a file of results of replays, to those of journals.
  mutating func add(_ results: ReadableResults) throws {
    var rows: Int64 = 0
    try results.forEachRow { row in
      try add(row, to: .replayRun)
      rows += 1
    }
    manifest.results.append(
      ExportManifest.Results(name: FilePath.split(results.path).name, rows: rows))
  }

  /// Writes what tells what there is.
  mutating func finish() throws -> ExportManifest {
    try parts.finish()
    manifest.files = parts.all.map { key, part in
      ExportManifest.File(
        path: part.path, relation: BaseRelation.all[key.relation].name, day: part.day,
        rows: part.rows, bytes: part.bytes, digest: part.digestWord)
    }
    if manifest.format == ParquetConversion.word {
      manifest.files = try ParquetConversion(from: Self.unfinished, in: folder).run(manifest.files)
    }
    try write(Self.questions, to: "questions.sql")
    try write(manifest.text, to: ExportManifest.name)
    return manifest
  }

  private mutating func add(_ row: [SQLValue], to kind: BaseRelation.Kind) throws {
    let index = kind.rawValue
    let key = PartFiles.Key(relation: index, day: encoders[index].day(of: row))
    let part = try parts.part(key, of: encoders[index])
    encoders[index].append(row, &pseudonyms, to: &part.buffer)
    part.rows += 1
    try parts.flush(part)
  }

  private mutating func countStep() throws(StoreError) {
    funnelSteps += 1
    guard funnelSteps <= Self.mostFunnelSteps else {
      throw .limitReached(reason: "there are more than \(Self.mostFunnelSteps) steps of funnels")
    }
  }

  private func write(_ text: String, to name: String) throws {
    let file = try NewFile(at: "\(folder)/\(name)")
    try file.write(text.utf8)
    try file.finish()
  }

  private func makeFolders() throws(CommandFailure) {
    let isParquet = manifest.format == ParquetConversion.word
    for path in isParquet ? [folder, "\(folder)/\(Self.unfinished)"] : [folder]
    where unsafe mkdir(path, 0o777) != 0 {
      let code = errno
      guard code != EEXIST else { throw Self.isThere(folder) }
      throw CommandFailure(
        .unreadable, "the folder '\(path)' cannot be made: \(systemMessage(code))")
    }
  }

  private static func isThere(_ folder: String) -> CommandFailure {
    CommandFailure(
      .unreadable,
      "'\(folder)' is there already; --out writes only to a new folder, and one without "
        + "\(ExportManifest.name) was not finished")
  }

  private static var questions: String {
    let views = SchemaView.all.filter(\.isQuestion).map { view in
      "CREATE VIEW \(view.name) AS\n\(view.query);\n"
    }
    return "-- The questions, as views over the base relations beside this file.\n\n"
      + views.joined(separator: "\n")
  }
}
