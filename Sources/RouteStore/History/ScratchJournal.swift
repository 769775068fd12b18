/// A journal in a folder of its own. The folder, the journal and the files beside it are removed
/// when this object is released.
package final class ScratchJournal: Sendable {
  /// The path of the journal.
  package let path: String
  private let folder: String

  /// A place for a journal that does not exist yet.
  package init() throws(StoreError) {
    folder = try FilePath.makeTemporaryFolder()
    path = "\(folder)/journal"
  }

  /// A copy of a journal, page for page.
  ///
  /// Throws `StoreError` when it cannot be copied.
  package convenience init(copying history: History) throws(StoreError) {
    try self.init()
    try history.copyPages(to: path)
  }

  deinit {
    Self.remove(path)
    FilePath.removeFolder(folder)
  }

  /// Calls the body with the path of a journal that does not exist yet.
  package static func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    let journal = try ScratchJournal()
    return try withExtendedLifetime(journal) { try body(journal.path) }
  }

  /// Removes a journal with the files beside it.
  package static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal", "-lock"] { FilePath.remove(path + suffix) }
  }
}
