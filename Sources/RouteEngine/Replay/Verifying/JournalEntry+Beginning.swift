import RouteEngine
import RouteStore

/// Checks a session's first entry for notes that no session writes.
extension JournalEntry {
  /// The problems of its notes about the replaced file.
  ///
  /// - Parameter isFirst: whether it is the first entry of a file.
  func beginningProblems(isFirst: Bool) -> [String] {
    var problems: [String] = []
    if let salvaged = replaced?.salvaged, salvaged < 0 || salvaged > replaced?.base.sequence ?? 0 {
      problems.append("it claims to have more of the old file than the new file continues from")
    }
    if !isFirst && replaced?.unread != nil || replaced?.isReadingContradicted ?? false {
      problems.append("its notes on a file that was not read contradict each other")
    }
    return problems
  }
}

extension ReplacedFile {
  /// Whether it says that nothing was read, and nevertheless states facts.
  fileprivate var isReadingContradicted: Bool {
    unread != nil && (name == nil || salvaged != 0)
  }
}
