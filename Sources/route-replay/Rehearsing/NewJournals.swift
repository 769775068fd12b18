import RouteStore

/// The new journals that a command writes into a folder, one for each journal that it reads, with
/// the same name.
struct NewJournals {
  let folder: String

  /// Throws when two would have one name, or one would replace another file; nothing is written
  /// yet.
  init(in folder: String, for paths: [String]) throws(CommandFailure) {
    self.folder = folder
    var sources: [String: String] = [:]
    for path in paths {
      let new = self.path(for: path)
      if let other = sources.updateValue(path, forKey: new) {
        throw CommandFailure.usage(
          "'\(other)' and '\(path)' would both be written to '\(new)'; run the command for "
            + "each of them, with a folder of its own")
      }
      try Self.requireNew(new)
    }
  }

  /// The path for the run of a journal.
  func path(for source: String) -> String { "\(folder)/\(FilePath.split(source).name)" }

  /// Creates the folder, if it does not exist.
  func makeFolder() throws(CommandFailure) {
    try Self.makeFolder(folder, instead: "of several files each is run into one of a folder")
  }

  /// Creates a folder, if it does not exist.
  ///
  /// - Parameter meaning: the message when there is a file of that name.
  static func makeFolder(_ path: String, instead meaning: String) throws(CommandFailure) {
    guard try !Folder.make(path), FileFacts(path: path)?.isRegular != false else { return }
    throw CommandFailure.usage("'\(path)' is a file; \(meaning)")
  }

  /// Creates a journal and fills it. It gets its name when it is complete: an interrupted run would
  /// be mistaken for a complete one.
  ///
  /// - Parameter path: its file, which must be new; nil for a journal in memory.
  static func fill<Result>(
    _ path: String?, _ run: (Journal) throws -> Result
  ) throws -> Result {
    guard let path else { return try run(Journal.open(.memory)) }
    try requireNew(path)
    let target = try FilePath.resolved(path)
    // A running app whose file is gone creates it there again.
    guard !Ownership.isHeld(of: target) else { throw StoreError.owned(path: target) }
    try AsideMark(beside: target).checkIsTakenUp()
    let unfinished = try UnfinishedFile(ofJournal: target)
    let journal = try Journal.open(.file(unfinished.path))
    let result = try run(journal)
    try journal.checkpointLog()
    try unfinished.finish()
    return result
  }

  /// Throws when a file of that name exists.
  static func requireNew(_ path: String) throws(CommandFailure) {
    guard FileFacts(path: path) == nil else {
      throw CommandFailure.unreadable("'\(path)' exists already; --out writes only to a new file")
    }
  }
}
