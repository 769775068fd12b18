import RouteAnalytics
import RouteStore

/// The files of results of replays on the command line.
struct GivenResults {
  let paths: [String]

  /// Checks all files, so that an invalid one is reported before the others are processed.
  ///
  /// - Throws: the problem of the first one that cannot be read completely, or is given twice.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    paths = arguments[QuestionOptions.results]
    var known: [(path: String, facts: FileFacts)] = []
    for path in paths {
      try Self.check(path)
      guard let facts = FileFacts(path: path) else { continue }
      if let first = known.first(where: { $0.facts.isSameFile(as: facts) }) {
        throw CommandFailure.usage(
          "'\(path)' and '\(first.path)' are one file of results, which would count twice: leave "
            + "one out")
      }
      known.append((path, facts))
    }
  }

  private static func check(_ path: String) throws(CommandFailure) {
    do {
      _ = try ReadableResults(path: path)
    } catch {
      throw failure(error, of: path)
    }
  }

  /// Checks that a file contains results, or that a new one has a folder, before hours are spent on
  /// the results to add. Write permissions are not checked.
  ///
  /// - Throws: the problem.
  static func checkPlace(_ path: String) throws(CommandFailure) {
    // An empty file counts as a new one.
    if let facts = FileFacts(path: path), facts.size > 0 { return try check(path) }
    do {
      try FilePath.requireFolder(of: path)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The problem of a file of results.
  static func failure(_ error: StoreError, of path: String) -> CommandFailure {
    switch error {
    case .damaged(let reason, _):
      CommandFailure.damaged(
        "'\(path)' holds results of replays, and is damaged: \(reason). Leave it out, and replay "
          + "the journals again into a new file")
    case .newerFormat(let found, let supported):
      CommandFailure.incompatible(
        "'\(path)' holds results of replays in format \(found), this version knows \(supported): "
          + "use a newer version")
    case .notAJournal(_, let reason):
      CommandFailure.unreadable(
        "'\(path)' cannot be taken as results of replays: \(reason). Name a file that "
          + "'rerun --results' made")
    default: CommandFailure(error)
    }
  }
}
