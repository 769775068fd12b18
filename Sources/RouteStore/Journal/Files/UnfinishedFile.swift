#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The place of a file until it is whole and gets its name: in a folder of its own beside that
/// name, `NAME-part`. The folder goes with this object. What a death has left there is removed when
/// the file is begun again; what is another's stays.
package final class UnfinishedFile: Sendable {
  private static let name = "route-replay-unfinished"

  /// Where to write it.
  package let path: String
  private let target: String
  private let folder: String

  /// Makes the folder.
  ///
  /// Throws `StoreError.alreadyExists` when its name is taken by something else, or why it cannot
  /// be made.
  package init(of target: String) throws(StoreError) {
    try FilePath.requireFolder(of: target)
    let folder = "\(target)-part"
    if Self.isLeftOver(folder) { FilePath.removeTree(folder) }
    guard unsafe mkdir(folder, 0o700) == 0 else {
      throw FilePath.failure(errno == EEXIST ? folder : target)
    }
    (self.target, self.folder, path) = (target, folder, "\(folder)/\(Self.name)")
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
  private static func isLeftOver(_ path: String) -> Bool {
    guard let folder = Folder(path) else { return false }
    var isOurs = true
    folder.forEachName { if $0 != ".", $0 != "..", !$0.hasPrefix(name) { isOurs = false } }
    return isOurs
  }
}
