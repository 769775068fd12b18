import RouteStore

/// The folder in which other processes leave links for a session.
final class Inbox {
  let folder: DropFolder
  /// The ingested files whose requests are not in the journal, because storage fails.
  private var unrecorded: [String] = []
  /// The files whose requests are in the journal, and that could be neither removed nor renamed.
  private var stuck: Set<String> = []

  init(folder: DropFolder) { self.folder = folder }

  /// Whether a file was ingested and only could not be removed yet.
  func isTakenIn(_ name: String) -> Bool { unrecorded.contains(name) || stuck.contains(name) }

  /// Notes that a file was ingested. It stays until its request is in the journal.
  func noteUnrecorded(_ name: String) { unrecorded.append(name) }

  /// Notes that an earlier session ingested a file and could not remove it.
  func noteStuck(_ name: String) { stuck.insert(name) }

  /// Removes the files whose requests are now in the journal.
  func removeRecorded() {
    for name in unrecorded where !folder.remove(name) { stuck.insert(name) }
    unrecorded = []
  }

  /// Tries again to remove the files that could not be removed.
  func removeStuck() {
    stuck = stuck.filter { !folder.remove($0) }
  }
}

@available(*, unavailable)
extension Inbox: Sendable {}
