extension FilePath {
  /// Removes a file, or a folder with its content; of a symbolic link, only the link.
  package static func removeTree(_ path: String) {
    guard let folder = Folder(path) else { return remove(path) }
    folder.forEachName { name in
      if name != ".", name != ".." { removeTree("\(path)/\(name)") }
    }
    removeFolder(path)
  }
}
