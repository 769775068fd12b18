import RouteStore

extension JournalEntry {
  /// One line for an entry whose kind has no other subject: how a session began, how much of the
  /// last place it restored if not all, the adopted table, the pruned entries. Nil for any other.
  package var noteWords: String? {
    if let beginning { return beginning.summary }
    if let restoration { return restoration == Restoration() ? nil : restoration.summary }
    if let adoption { return "adopts \(adoption.table)" }
    return pruned.map { "through entry \($0.through)" }
  }

  /// How its session began a new file because the previous one was set aside or missing, in words
  /// that follow "began"; nil when it did not.
  package var newFile: String? {
    guard let replaced else { return nil }
    guard let name = replaced.name else {
      return "anew, after entry \(replaced.base.sequence) of a file that was gone"
    }
    let salvaged = replaced.salvaged ?? 0
    let unread = replaced.unread.map { ", unread: \($0)" } ?? ""
    return "anew, with \(salvaged == 0 ? "nothing" : "all through entry \(salvaged)") of \(name)"
      + unread
  }
}

extension JournalEntry {
  /// The actions that the entry accepts.
  package var acceptedActions: [PendingAction] {
    changes.compactMap { if case .enqueue(let action) = $0 { action } else { nil } }
  }
}

extension SessionBeginning {
  /// How the session began, and the app's version.
  fileprivate var summary: String? {
    word.map { $0 + (versionWithBuild.map { ", version \($0)" } ?? "") }
  }

  /// The app's version with its build.
  package var versionWithBuild: String? {
    guard let appVersion else { return build.map { "build \($0)" } }
    return appVersion + (build.map { " (\($0))" } ?? "")
  }
}
