import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder that a command makes.
enum Folder {
  /// Creates the folder.
  ///
  /// - Returns: false when an item of that name exists.
  @discardableResult
  static func make(_ path: String) throws(CommandFailure) -> Bool {
    guard unsafe mkdir(path, 0o777) != 0 else { return true }
    let code = errno
    guard code != EEXIST else { return false }
    let parent = FilePath.split(path.hasSuffix("/") ? String(path.dropLast()) : path).folder
    let reason = code == ENOENT ? "there is no folder '\(parent)'" : FilePath.message(code)
    throw CommandFailure.unreadable("the folder '\(path)' cannot be made: \(reason)")
  }
}
