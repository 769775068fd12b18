import RouteStore

/// Where other processes leave links for a session.
struct Inbox {
  let folder: DropFolder
  /// The files whose requests are not in the journal, because storage fails.
  var unrecorded: [String] = []

  /// Removes the files whose requests are in the journal now.
  mutating func removeRecorded() {
    for name in unrecorded { folder.remove(name) }
    unrecorded = []
  }
}
