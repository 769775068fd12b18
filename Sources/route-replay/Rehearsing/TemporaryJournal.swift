import RouteStore

/// A journal in a folder of its own that is gone when nobody holds it any more.
final class TemporaryJournal: Sendable {
  let path: String
  private let folder: String

  /// The place of a journal that is not there yet.
  init() throws {
    folder = try FilePath.makeTemporaryFolder()
    path = "\(folder)/journal"
  }

  deinit {
    NewJournals.remove(path)
    FilePath.removeFolder(folder)
  }

  /// Hands the body the path of a journal that is not there yet.
  static func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    let journal = try TemporaryJournal()
    return try withExtendedLifetime(journal) { try body(journal.path) }
  }
}
