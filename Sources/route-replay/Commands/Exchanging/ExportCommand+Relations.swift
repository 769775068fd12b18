import RouteEngine
import RouteStore
import TextTerminal

/// The base relations, for analysts.
extension ExportCommand {
  static func relations(_ arguments: ParsedArguments, _ output: Output) async throws -> ExitStatus {
    guard let target = arguments[out] else {
      throw CommandFailure.usage("'--out NEW' is needed: where the relations go to")
    }
    let names = try names(arguments)
    if arguments[format] == ParquetConversion.word { try ParquetConversion.demand() }
    let results = try GivenResults(arguments)
    var export: any RelationExport =
      arguments[format] == DatabaseExport.word
      ? try DatabaseExport(into: target, arguments[profile], names)
      : try FolderExport(into: target, as: arguments[format], arguments[profile], names)
    let status = try await add(arguments[ReadingOptions.files], to: &export, output)
    guard export.hasSources else { return status }
    for path in results.paths { try await export.add(resultsAt: path) }
    let manifest = try await export.finish()
    output.note(
      "\(counted(manifest.rowCount, "row")) of \(sources(of: manifest)) in "
        + "\(counted(max(1, manifest.files.count), "file")), profile \(manifest.profile.rawValue)")
    return status
  }

  /// The pseudonyms that the options select.
  static func names(_ arguments: ParsedArguments) throws -> Pseudonyms {
    guard !arguments.has(pseudonyms.shape) || arguments[profile] != .full else {
      throw CommandFailure.usage(
        "'--pseudonyms' has no effect with '--profile full', which changes nothing; leave it out")
    }
    return try arguments[pseudonyms].map { try Pseudonyms(keyIn: $0) } ?? Pseudonyms()
  }

  /// Adds journals to an export. The problem of one of several is reported, and the others are
  /// nevertheless added, unless the export contains a part of it.
  static func add(
    _ paths: [String], to export: inout some JournalExport, _ output: Output
  ) async throws -> ExitStatus {
    var status = ExitStatus.expected
    var shared = SharedSessions()
    var bar = output.progress(of: "exporting", total: paths.count)
    defer { bar.finish() }
    for (index, path) in paths.enumerated() {
      do {
        let file = try JournalFile(path)
        guard file.status == .expected else {
          throw StoreError.newerFormat(found: file.history.format, supported: History.newestFormat)
        }
        let problem = try shared.problem(of: file.history)
        try await export.add(file.history)
        if let problem { output.problem(problem) }
      } catch {
        let failure = CommandFailure(of: error)
        guard paths.count > 1, !export.isTorn, failure.status != .usage else {
          throw failure.of(path, among: paths.count)
        }
        output.problem("\(visible(path)): \(failure.message)")
        status = status.graver(failure.status)
      }
      bar.advance(to: index + 1)
    }
    return status
  }

  private static func sources(of manifest: ExportManifest) -> String {
    let journals = counted(manifest.sources.count, "journal")
    guard !manifest.results.isEmpty else { return journals }
    return "\(journals) and \(counted(manifest.results.count, "file")) of results"
  }
}
