import RouteEngine
import RouteStore

/// The requests of a file whose end no entry records, computed while its entries are read in order.
struct OpenRequests {
  /// Their ids, which are the sequences of their first entries.
  private(set) var ids: Set<Int64> = []

  /// Adds the next entry.
  mutating func follow(_ row: EntryRow) {
    // The entry of an action that the host brought has the action's id in place of a request's.
    guard let id = row.request, row.action == nil else { return }
    if row.outcome != nil {
      ids.remove(id)
    } else if id == row.sequence {
      ids.insert(id)
    }
  }

  /// The open requests of a whole file.
  static func all(in history: History) throws -> OpenRequests {
    var open = OpenRequests()
    try history.forEachEntry { open.follow($0) }
    return open
  }

  /// Those that do not wait any more in the file's last state: they ended while nothing could be
  /// recorded.
  func unrecorded(in state: RouteState) -> Set<Int64> {
    ids.subtracting(state.waiting.map(\.id.rawValue))
  }
}
