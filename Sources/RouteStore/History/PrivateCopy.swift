/// A copy of a journal that is gone with this value, and what was made beside it with it.
final class PrivateCopy {
  private let folder: String
  /// Where it is.
  let path: String

  /// Copies a journal page for page.
  ///
  /// Throws `StoreError` when there can be no copy.
  init(of history: History) throws(StoreError) {
    folder = try FilePath.makeTemporaryFolder()
    path = "\(folder)/journal"
    try history.copyPages(to: path)
  }

  deinit {
    for suffix in ["", "-wal", "-shm", "-journal", "-lock"] { FilePath.remove(path + suffix) }
    FilePath.removeFolder(folder)
  }
}

@available(*, unavailable)
extension PrivateCopy: Sendable {}
