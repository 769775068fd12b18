import RouteEngine
import RouteStore

/// Looks up earlier requests, to check what a later entry says of them.
struct EarlierRequests {
  /// The facts by which a later entry names a request.
  private struct Named: Hashable {
    let source: [UInt8]?
    let fingerprint: UInt64

    init(_ source: String?, _ fingerprint: UInt64) {
      self.source = source.map { Array($0.utf8) }
      self.fingerprint = fingerprint
    }
  }

  let history: History
  /// The last pruned sequence; nothing is known of it and of earlier entries.
  let base: Int64
  /// The requests of the entries that were looked up, by their sequences. Each is read once: any
  /// number of later entries can name it, and it can have any size.
  private var known: [Int64: Set<Named>] = [:]

  init(in history: History) throws(StoreError) {
    self.history = history
    base = try history.base().sequence
  }

  /// Whether the request is one of an earlier entry with the same source and the same target; a
  /// pruned one is taken on trust.
  mutating func holds(
    _ earlier: RequestID, repeatedBy request: RouteRequest, at sequence: Int64
  ) throws(StoreError) -> Bool {
    try holds(earlier, of: request.source, request.fingerprint, before: sequence)
  }

  /// Whether an earlier entry has a request of this source with this fingerprint; a pruned one is
  /// taken on trust. A request that ended in an outage has no entry of its own: the entry of the
  /// outage has its source and its fingerprint.
  mutating func holds(
    _ earlier: RequestID, of source: String?, _ fingerprint: UInt64, before sequence: Int64
  ) throws(StoreError) -> Bool {
    guard earlier.rawValue >= 1, earlier.rawValue < sequence else { return false }
    guard earlier.rawValue > base else { return true }
    let named = Named(source, fingerprint)
    if let found = known[earlier.rawValue] { return found.contains(named) }
    let found = try requests(in: earlier)
    known[earlier.rawValue] = found
    return found.contains(named)
  }

  /// The request whose first entry has that sequence, or the requests that this entry represents.
  private func requests(in earlier: RequestID) throws(StoreError) -> Set<Named> {
    // An entry that cannot be understood has no known request.
    guard let row = try history.entry(at: earlier.rawValue),
      let entry = try? EntryCoder.decode(row)
    else { return [] }
    if entry.requestID == earlier, let first = entry.request {
      return [Named(first.source, first.fingerprint)]
    }
    return Set(
      entry.sources.filter { $0.request == nil }.map { Named($0.source, $0.fingerprint) })
  }
}
