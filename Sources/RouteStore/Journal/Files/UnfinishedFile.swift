#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The place of a file until it is whole and gets its name: in a folder of its own beside that
/// name, `NAME-part`. The folder goes with this object. What a death has left there is removed when
/// the file is begun again; what is another's stays, and so does what somebody is writing: a lock
/// on the folder says so.
package final class UnfinishedFile: Sendable {
  private static let name = "route-replay-unfinished"

  /// Where to write it.
  package let path: String
  private let target: String
  private let folder: String
  private let held: Folder

  /// Makes the folder.
  ///
  /// Throws `StoreError.alreadyExists` when its name is taken by something else, or by somebody who
  /// is writing the same file, or why it cannot be made.
  package init(of target: String) throws(StoreError) {
    try FilePath.requireFolder(of: target)
    let folder = "\(target)-part"
    // One that was opened before another took its name is another one's to remove.
    if let old = Folder(folder), old.lock(), old.isStill(at: folder), Self.isLeftOver(old) {
      FilePath.removeTree(folder)
    }
    guard unsafe mkdir(folder, 0o700) == 0 else {
      throw FilePath.failure(errno == EEXIST ? folder : target)
    }
    // Before it was locked, somebody may have taken it for left over and removed it.
    guard let held = Folder(folder), held.lock(), held.isStill(at: folder) else {
      throw .alreadyExists(path: folder)
    }
    (self.target, self.folder) = (target, folder)
    self.held = held
    path = "\(folder)/\(Self.name)"
  }

  /// Makes the folder for a journal.
  ///
  /// Throws `StoreError.alreadyExists` also when something has the journal's name, or a log lies
  /// beside it that would be taken for the journal's.
  package convenience init(ofJournal target: String) throws(StoreError) {
    for suffix in ["", "-wal", "-journal"] where FileFacts(path: target + suffix) != nil {
      throw .alreadyExists(path: target + suffix)
    }
    try self.init(of: target)
  }

  deinit { FilePath.removeTree(folder) }

  /// Gives the whole file its name.
  ///
  /// Throws `StoreError.alreadyExists` when something has it, unless that gives way.
  package func finish(replacing replaces: Bool = false) throws(StoreError) {
    if replaces {
      try FilePath.rename(path, to: target)
    } else {
      try FilePath.moveToNewName(path, target)
    }
  }

  /// Whether a folder holds nothing but an unfinished file and what SQLite has put beside it.
  private static func isLeftOver(_ folder: borrowing Folder) -> Bool {
    var isOurs = true
    folder.forEachName { if $0 != ".", $0 != "..", !$0.hasPrefix(name) { isOurs = false } }
    return isOurs
  }
}
