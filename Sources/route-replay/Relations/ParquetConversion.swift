import RouteAnalytics
import RouteEngine
import RouteStore
import TextTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Converts exported rows to Parquet by the Python module `duckdb`, which is optional.
struct ParquetConversion {
  /// The word on the command line.
  static let word = "parquet"
  /// The variable that names a Python with the module.
  static let variable = "ROUTE_REPLAY_PYTHON"

  /// The folder of the rows, inside the export's folder.
  private let source: String
  private let folder: String

  init(from source: String, in folder: String) { (self.source, self.folder) = (source, folder) }

  /// Throws unless there is a Python with the module.
  static func demand() throws(CommandFailure) {
    guard run("probe", "", "") == 0 else {
      throw CommandFailure.unreadable(
        "Parquet is written by the module 'duckdb' of a Python, and '\(python)' has none: "
          + "'pip install duckdb' adds it, \(variable) names another Python; --format ndjson needs "
          + "neither, and holds the same")
    }
  }

  /// Converts the files, and removes the originals.
  ///
  /// - Returns: the converted files.
  /// - Throws: `CommandFailure` when the module fails; the module reports the reason on standard
  ///   error.
  func run(_ files: [ExportManifest.File]) throws -> [ExportManifest.File] {
    let conversions = files.map { file -> JSON in
      let relation = BaseRelation.all.first { $0.name == file.relation }
      return .members([
        "from": "\(source)/\(file.path)", "to": Self.parquet(file.path),
        "columns": (relation?.columns ?? []).map { column in
          [column.name, column.type.duckDB]
        },
      ])
    }
    for file in files { try makeFolders(of: file.path) }
    try write(conversions)
    guard Self.run("convert", folder, "\(source)/conversions.json") == 0 else {
      throw CommandFailure.unreadable(
        "'\(Self.python)' could not write Parquet; --format ndjson needs no Python")
    }
    let converted = try files.map(converted)
    for file in files { removeSource(file.path) }
    FilePath.remove("\(folder)/\(source)/conversions.json")
    FilePath.removeFolder("\(folder)/\(source)")
    return converted
  }

  /// Writes the list for the script. The folder in which the list was made is gone when this
  /// returns.
  private func write(_ conversions: [JSON]) throws {
    let list = try NewFile(at: "\(folder)/\(source)/conversions.json")
    try list.write(oneLine(.array(conversions)).utf8)
    try list.finish()
  }

  private static func parquet(_ path: String) -> String {
    path.replacing(".ndjson", with: ".parquet")
  }

  private func makeFolders(of path: String) throws {
    var place = folder
    for part in FilePath.split(path).folder.split(separator: "/") {
      place += "/\(part)"
      try Folder.make(place)
    }
  }

  private func converted(_ file: ExportManifest.File) throws -> ExportManifest.File {
    let path = Self.parquet(file.path)
    let content = try FileDigest(of: "\(folder)/\(path)")
    return ExportManifest.File(
      path: path, relation: file.relation, day: file.day, rows: file.rows, bytes: content.bytes,
      digest: content.digest.description)
  }

  private func removeSource(_ path: String) {
    FilePath.remove("\(folder)/\(source)/\(path)")
    var place = FilePath.split(path).folder
    while place != "." {
      FilePath.removeFolder("\(folder)/\(source)/\(place)")
      place = FilePath.split(place).folder
    }
  }

  // MARK: Python

  private static var python: String { Terminal.environment(variable) ?? "python3" }

  /// Nothing is imported from the working directory. The rows of each file are counted, so that
  /// none is lost in the conversion.
  private static let script = """
    import sys
    sys.path = [place for place in sys.path if place]
    try:
        import duckdb
    except ImportError:
        sys.exit(9)
    if sys.argv[1] == "probe":
        sys.exit(0)
    import json, os
    os.chdir(sys.argv[2])
    database = duckdb.connect()
    database.execute("SET autoinstall_known_extensions = false")
    quoted = lambda text: "'" + text.replace("'", "''") + "'"
    for task in json.load(open(sys.argv[3])):
        names = ", ".join(name for name, _ in task["columns"])
        types = ", ".join(f"{name}: '{kind}'" for name, kind in task["columns"])
        database.execute(
            f"COPY (SELECT {names} FROM read_json({quoted(task['from'])}, "
            f"format = 'newline_delimited', hive_partitioning = false, columns = {{{types}}})) "
            f"TO {quoted(task['to'])} (FORMAT parquet, COMPRESSION zstd)")
        rows = sum(1 for _ in open(task["from"], "rb"))
        found = database.execute(
            f"SELECT count(*) FROM read_parquet({quoted(task['to'])}, hive_partitioning = false)"
        ).fetchone()[0]
        if rows != found:
            sys.exit(f"{task['to']} has {found} rows of {rows}")
    """

  /// Runs the script; returns its exit status, 127 when there is no such Python.
  private static func run(_ words: String...) -> Int32 {
    #if os(tvOS) || os(watchOS)
    return 127  // these systems start no programs
    #else
    let line = [python, "-c", script] + words
    var arguments = unsafe line.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    guard unsafe posix_spawnp(&process, python, nil, nil, &arguments, environment()) == 0 else {
      return 127
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128
    #endif
  }

  #if canImport(Darwin)
  private static func environment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    unsafe _NSGetEnviron().pointee
  }
  #else
  private static func environment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    unsafe environ
  }
  #endif
}

extension BaseRelation.ColumnType {
  /// Its name in DuckDB. Moments are in UTC, as days are.
  fileprivate var duckDB: String {
    switch self {
    case .integer: "BIGINT"
    case .text: "VARCHAR"
    case .moment: "TIMESTAMP"
    }
  }
}

/// The size of a file, and its SHA-256.
private struct FileDigest {
  private(set) var bytes: Int64 = 0
  let digest: SHA256.Digest

  init(of path: String) throws {
    let file = try InputFile(path)
    var running = SHA256.Running()
    while case let part = try file.next(1 << 20), !part.isEmpty {
      running.take(part)
      bytes += Int64(part.count)
    }
    digest = running.digest
  }
}
