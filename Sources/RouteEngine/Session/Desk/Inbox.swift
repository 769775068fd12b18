import RouteStore

/// Where other processes leave links for a session.
final class Inbox {
  let folder: DropFolder
  /// The files whose requests are not in the journal, because storage fails.
  private var unrecorded: [String] = []
  /// The files whose requests are in the journal, and that could be neither removed nor renamed.
  private var stuck: Set<String> = []

  init(folder: DropFolder) { self.folder = folder }

  /// Whether a file was taken in, and is there only because it cannot go yet.
  func isTakenIn(_ name: String) -> Bool { unrecorded.contains(name) || stuck.contains(name) }

  /// Takes note that a file was taken in; it stays until the journal has its request.
  func noteUnrecorded(_ name: String) { unrecorded.append(name) }

  /// Removes the files whose requests are in the journal now.
  func removeRecorded() {
    for name in unrecorded where !folder.remove(name) { stuck.insert(name) }
    unrecorded = []
  }

  /// Tries again to remove the files that could not be.
  func removeStuck() {
    stuck = stuck.filter { !folder.remove($0) }
  }
}

@available(*, unavailable)
extension Inbox: Sendable {}
