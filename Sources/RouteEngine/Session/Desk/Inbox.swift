import RouteStore

/// Where other processes leave links for a session.
final class Inbox {
  let folder: DropFolder
  /// The files whose requests are not in the journal, because storage fails.
  private var unrecorded: [String] = []

  init(folder: DropFolder) { self.folder = folder }

  /// Whether a file was taken in whose request is not in the journal.
  func isUnrecorded(_ name: String) -> Bool { unrecorded.contains(name) }

  /// Takes note that a file was taken in; it stays until the journal has its request.
  func noteUnrecorded(_ name: String) { unrecorded.append(name) }

  /// Removes the files whose requests are in the journal now.
  func removeRecorded() {
    for name in unrecorded { folder.remove(name) }
    unrecorded = []
  }
}

@available(*, unavailable)
extension Inbox: Sendable {}
