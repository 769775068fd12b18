import RouteEngine
import RouteStore

/// The requests of a file of which no entry in it says how they ended, while its entries are read
/// in their order.
struct OpenRequests {
  /// Their ids, which are those of their first entries.
  private(set) var ids: Set<Int64> = []

  /// Takes note of the next entry.
  mutating func follow(_ row: EntryRow) {
    guard let id = row.request else { return }
    if row.outcome != nil {
      ids.remove(id)
    } else if id == row.sequence {
      ids.insert(id)
    }
  }

  /// Those of a whole file.
  static func all(in history: History) throws -> OpenRequests {
    var open = OpenRequests()
    try history.forEachEntry { open.follow($0) }
    return open
  }

  /// Those that do not wait any more in the state that the file leads to: they ended while nothing
  /// could be recorded.
  func unrecorded(in state: RouteState) -> Set<Int64> {
    ids.subtracting(state.waiting.map(\.id.rawValue))
  }
}
