import RouteAnalytics
import RouteStore

/// The files of results of replays that the command line names.
struct GivenResults {
  let paths: [String]

  /// Looks into them all, so that one which is no good is told before anything is made of the
  /// others.
  ///
  /// - Throws: what is wrong with the first that cannot be read whole, or is given twice.
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

  /// Looks whether a file is one of results, or a new one has a folder, before hours are spent on
  /// what would be added. Who may write there is not looked at.
  ///
  /// - Throws: why not.
  static func checkPlace(_ path: String) throws(CommandFailure) {
    // An empty file is a new one.
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
