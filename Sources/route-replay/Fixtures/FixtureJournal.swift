import RouteEngine
import RouteReplay
import RouteStore

/// The journal that a fixture's lines stand for.
enum FixtureJournal {
  /// A journal that holds what a fixture's lines say.
  ///
  /// - Throws: for lines that are no journal, or not an intact one.
  static func read(_ file: String) throws -> ScratchJournal {
    // A pipe would be waited for.
    guard FileFacts(path: file)?.isRegular == true else {
      throw CommandFailure.unreadable(
        "'\(file)' is no file, or leads to none; put the fixture back there, or remove the name")
    }
    let journal = try ScratchJournal()
    let imported = try ImportedLines(path: file, to: journal.path)
    try imported.verification?.requireIntact()
    return journal
  }

  /// Hands the body the path of a journal that holds what a fixture's lines say.
  ///
  /// - Throws: what ``read(_:)`` and the body throw.
  static func withLines<Result>(of file: String, _ body: (String) throws -> Result) throws -> Result
  {
    let journal = try read(file)
    return try withExtendedLifetime(journal) { try body(journal.path) }
  }

  /// Writes a journal as the lines of a fixture.
  ///
  /// - Parameter replaces: whether a file of that name gives way.
  /// - Returns: how many entries, and how many bytes.
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
