import RouteEngine
import RouteReplay
import RouteStore

/// The journal that corresponds to a fixture's lines.
enum FixtureJournal {
  /// A journal with the content of a fixture's lines.
  ///
  /// - Throws: when the lines are not a journal, or not an intact one.
  static func read(_ file: String) throws -> ScratchJournal {
    // Reading a pipe would block.
    guard FileFacts(path: file)?.isRegular == true else {
      throw CommandFailure.unreadable(
        "'\(file)' is no file, or a link to a missing one; restore the fixture, or remove the name")
    }
    let journal = try ScratchJournal()
    let imported = try ImportedLines(path: file, to: journal.path)
    try imported.verification?.requireIntact()
    return journal
  }

  /// Calls the body with the path of a journal with the content of a fixture's lines.
  ///
  /// - Throws: the errors of ``read(_:)`` and of the body.
  static func withLines<Result>(of file: String, _ body: (String) throws -> Result) throws -> Result
  {
    let journal = try read(file)
    return try withExtendedLifetime(journal) { try body(journal.path) }
  }

  /// Writes a journal as the lines of a fixture.
  ///
  /// - Parameter replaces: whether an existing file of that name is replaced.
  /// - Returns: the number of entries, and of bytes.
  static func write(
    _ history: History, to file: String, replacing replaces: Bool
  ) throws -> (entries: Int64, bytes: Int) {
    let target = try NewFile(at: file, replacing: replaces)
    var bytes = 0
    let end = try ExportedLines.write(history) { line in
      bytes += line.count
      try target.write(line)
    }
    try target.finish()
    return (end.entries, bytes)
  }
}
