extension FilePath {
  /// Removes a file, or a folder and all that is in it; a symbolic link, not what it leads to.
  package static func removeTree(_ path: String) {
    guard let folder = Folder(path) else { return remove(path) }
    folder.forEachName { name in
      if name != ".", name != ".." { removeTree("\(path)/\(name)") }
    }
    removeFolder(path)
  }
}
