import RouteEngine
import RouteStore

/// What a session's first entry says that no session writes.
extension JournalEntry {
  /// What it says of the file in whose place it is, and of the session that it repeats.
  ///
  /// - Parameter isFirst: whether it is the first entry of a file.
  func beginningProblems(isFirst: Bool) -> [String] {
    var problems: [String] = []
    if let salvaged = replaced?.salvaged, salvaged < 0 || salvaged > replaced?.base.sequence ?? 0 {
      problems.append("it has more of a file than the new one goes on from")
    }
    if hasOtherNotes(ReplacedFile.noteNames) || !isFirst && replaced?.unread != nil
      || replaced?.isReadingContradicted ?? false
    {
      problems.append("what it says of a file of which nothing was read contradicts itself")
    }
    if hasOtherNotes(ParentSession.noteNames) {
      problems.append(
        "what it says of the session that it repeats is no end of a journal and no session of it")
    }
    return problems
  }

  /// Whether one of these notes says what no entry of this version says.
  func hasOtherNotes(_ names: Set<String>) -> Bool {
    details.otherNotes.contains { names.contains($0.name) }
  }
}

extension ReplacedFile {
  /// Whether nothing of it was read, and something is known of it all the same.
  fileprivate var isReadingContradicted: Bool {
    unread != nil && (name == nil || salvaged != 0)
  }
}
