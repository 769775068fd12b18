import RouteStore

/// The new journals that a command writes into a folder, one for each that it reads, under the same
/// name.
struct NewJournals {
  let folder: String

  /// Throws where two would have one name, or one would take the place of another file; nothing is
  /// written yet.
  init(in folder: String, for paths: [String]) throws(CommandFailure) {
    self.folder = folder
    var sources: [String: String] = [:]
    for path in paths {
      let new = self.path(for: path)
      if let other = sources.updateValue(path, forKey: new) {
        throw CommandFailure.usage(
          "'\(other)' and '\(path)' would both be run into '\(new)'; give them one after the "
            + "other, with folders of their own")
      }
      try Self.requireNew(new)
    }
  }

  /// Where the run of a journal is kept.
  func path(for source: String) -> String { "\(folder)/\(FilePath.split(source).name)" }

  /// Makes the folder, unless it is there.
  func makeFolder() throws(CommandFailure) {
    try Self.makeFolder(folder, instead: "of several files each is run into one of a folder")
  }

  /// Makes a folder, unless it is there.
  ///
  /// - Parameter meaning: what is said where there is a file of that name.
  static func makeFolder(_ path: String, instead meaning: String) throws(CommandFailure) {
    guard try !Folder.make(path), FileFacts(path: path)?.isRegular != false else { return }
    throw CommandFailure.usage("'\(path)' is a file; \(meaning)")
  }

  /// Makes a journal and has it filled. It gets its name once it is whole: half a run, as an
  /// interrupt leaves one, would be taken for a whole one.
  ///
  /// - Parameter path: its file, which must be new; nil for one in memory.
  static func fill<Result>(
    _ path: String?, _ run: (Journal) throws -> Result
  ) throws -> Result {
    guard let path else { return try run(Journal.open(.memory)) }
    try requireNew(path)
    let target = try FilePath.resolved(path)
    // An app whose file is gone makes it anew there.
    guard !Ownership.isHeld(of: target) else { throw StoreError.owned(path: target) }
    try AsideMark(beside: target).checkIsTakenUp()
    let unfinished = try UnfinishedFile(ofJournal: target)
    let journal = try Journal.open(.file(unfinished.path))
    let result = try run(journal)
    try journal.checkpointLog()
    try unfinished.finish()
    return result
  }

  /// Throws when there is a file of that name already.
  static func requireNew(_ path: String) throws(CommandFailure) {
    guard FileFacts(path: path) == nil else {
      throw CommandFailure.unreadable("'\(path)' exists already; --out writes only to a new file")
    }
  }
}
