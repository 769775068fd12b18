#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FilePath {
  /// Removes a file, or a folder and all that is in it; a symbolic link, not what it leads to.
  package static func removeTree(_ path: String) {
    guard let folder = Folder(path) else { return remove(path) }
    folder.forEachName { name in
      if name != ".", name != ".." { removeTree("\(path)/\(name)") }
    }
    removeFolder(path)
  }

  /// Removes the folders that this process has made in the system's folder for temporary files, for
  /// one that ends before it removes them one by one.
  package static func removeTemporaryFolders() {
    let (place, start) = (temporaryPlace, temporaryStart)
    guard let folder = Folder("\(place)/.") else { return }
    folder.forEachName { name in
      let path = "\(place)/\(name)"
      // A folder of that name that is another user's can lead elsewhere in the next moment.
      if name.hasPrefix(start), FileFacts(named: path)?.user == geteuid() { removeTree(path) }
    }
  }
}
