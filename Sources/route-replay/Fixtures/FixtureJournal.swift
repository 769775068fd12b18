import RouteEngine
import RouteStore

/// A journal in a folder of its own that is gone when nobody holds it any more.
final class FixtureJournal: Sendable {
  let path: String
  private let folder: String

  /// The place of a journal that is not there yet.
  private init() throws {
    folder = try FilePath.makeTemporaryFolder()
    path = "\(folder)/journal"
  }

  deinit {
    NewJournals.remove(path)
    FilePath.removeFolder(folder)
  }

  /// A journal that holds what a fixture's lines say.
  ///
  /// - Throws: `CommandFailure` for lines that are no journal, or not an intact one.
  convenience init(linesOf file: String) throws {
    try self.init()
    do {
      let imported = try ImportedLines(path: file, to: path)
      if let checked = imported.verification, !checked.isIntact {
        throw KeptSession.failure(checked)
      }
    } catch let error as LinesError {
      throw CommandFailure(error.status, error.message)
    } catch let error as InputError {
      throw CommandFailure(.unreadable, error.message)
    }
  }

  /// Hands the body the path of a journal that is not there yet.
  static func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    let journal = try FixtureJournal()
    return try withExtendedLifetime(journal) { try body(journal.path) }
  }

  /// Hands the body the path of a journal that holds what a fixture's lines say.
  ///
  /// - Throws: what ``init(linesOf:)`` and the body throw.
  static func withLines<Result>(of file: String, _ body: (String) throws -> Result) throws -> Result
  {
    let journal = try FixtureJournal(linesOf: file)
    return try withExtendedLifetime(journal) { try body(journal.path) }
  }

  /// Writes a journal as the lines of a fixture.
  ///
  /// - Parameter replaces: whether a file of that name gives way.
  /// - Returns: how many entries, and how many bytes.
  static func write(
    _ history: History, to file: String, replacing replaces: Bool
  ) throws -> (entries: Int64, bytes: Int) {
    let target = try NewFile(at: file, replacing: replaces)
    var bytes = 0
    let end = try ExportedLines.write(history) { line in
      bytes += line.count
      try target.write(line)
    }
    try target.finish()
    return (end.entries, bytes)
  }
}
