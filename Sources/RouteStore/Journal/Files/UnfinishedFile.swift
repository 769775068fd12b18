#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The place of a file until it is complete and gets its name: in a folder beside that name,
/// `NAME-part`. The folder is removed with this object. Leftovers of a dead process are removed
/// when the file is begun again. Items of others stay, and so does a folder in which another
/// process is writing: it holds a lock on the folder.
package final class UnfinishedFile: Sendable {
  private static let name = "route-replay-unfinished"

  /// The path at which to write it.
  package let path: String
  private let target: String
  private let folder: String
  private let held: Folder

  /// Makes the folder.
  ///
  /// Throws `StoreError.alreadyExists` when its name is used by another item, or by a process that
  /// is writing the same file, or the reason why it cannot be made.
  package init(of target: String) throws(StoreError) {
    try FilePath.requireFolder(of: target)
    let folder = "\(target)-part"
    // If another folder has its name by now, that one is not ours to remove.
    if let old = Folder(folder), old.lock(), old.isStill(at: folder), Self.isLeftOver(old) {
      FilePath.removeTree(folder)
    }
    guard unsafe mkdir(folder, 0o700) == 0 else {
      throw FilePath.failure(errno == EEXIST ? folder : target)
    }
    // Before it was locked, another process may have considered it a leftover and removed it.
    guard let held = Folder(folder), held.lock(), held.isStill(at: folder) else {
      throw .alreadyExists(path: folder)
    }
    (self.target, self.folder) = (target, folder)
    self.held = held
    path = "\(folder)/\(Self.name)"
  }

  /// Makes the folder for a journal.
  ///
  /// Also throws `StoreError.alreadyExists` when an item has the journal's name, or a log beside it
  /// would be taken for the journal's.
  package convenience init(ofJournal target: String) throws(StoreError) {
    for suffix in ["", "-wal", "-journal"] where FileFacts(path: target + suffix) != nil {
      throw .alreadyExists(path: target + suffix)
    }
    try self.init(of: target)
  }

  deinit { FilePath.removeTree(folder) }

  /// Gives the complete file its name.
  ///
  /// Throws `StoreError.alreadyExists` when an item has it, unless that is to be replaced.
  package func finish(replacing replaces: Bool = false) throws(StoreError) {
    if replaces {
      try FilePath.rename(path, to: target)
    } else {
      try FilePath.moveToNewName(path, target)
    }
  }

  /// Whether a folder contains only an unfinished file and SQLite's files beside it.
  private static func isLeftOver(_ folder: borrowing Folder) -> Bool {
    var isOurs = true
    folder.forEachName { if $0 != ".", $0 != "..", !$0.hasPrefix(name) { isOurs = false } }
    return isOurs
  }
}
