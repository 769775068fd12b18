import RouteEngine
import RouteStore

/// Looks up earlier requests, to check what a later entry says of them.
struct EarlierRequests {
  let history: History
  /// The last pruned sequence; nothing is known of it and of earlier entries.
  let base: Int64

  init(in history: History) throws(StoreError) {
    self.history = history
    base = try history.base().sequence
  }

  /// Whether the request is one of an earlier entry with the same source and the same target; a
  /// pruned one is taken on trust.
  func holds(
    _ earlier: RequestID, repeatedBy request: RouteRequest, at sequence: Int64
  ) throws(StoreError) -> Bool {
    try holds(earlier, of: request.source, request.fingerprint, before: sequence)
  }

  /// Whether an earlier entry has a request of this source with this fingerprint; a pruned one is
  /// taken on trust. A request that ended in an outage has no entry of its own: the entry of the
  /// outage has its source and its fingerprint.
  func holds(
    _ earlier: RequestID, of source: String?, _ fingerprint: UInt64, before sequence: Int64
  ) throws(StoreError) -> Bool {
    guard earlier.rawValue >= 1, earlier.rawValue < sequence else { return false }
    guard earlier.rawValue > base else { return true }
    // An entry that cannot be understood has no known request.
    guard let row = try history.entry(at: earlier.rawValue),
      let entry = try? EntryCoder.decode(row)
    else { return false }
    if entry.requestID == earlier, let first = entry.request {
      return first.fingerprint == fingerprint && Bytes.same(first.source, source)
    }
    return entry.sources.contains {
      $0.request == nil && $0.fingerprint == fingerprint && Bytes.same($0.source, source)
    }
  }
}
