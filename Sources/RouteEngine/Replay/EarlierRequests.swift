import RouteStore

/// Looks up what was asked for earlier, to check what a later entry says of it.
struct EarlierRequests {
  let history: History
  /// The last sequence that was pruned; nothing is known of it and what lies before it.
  let base: Int64

  init(in history: History) throws(StoreError) {
    self.history = history
    base = try history.base().sequence
  }

  /// Whether the request is one of an earlier entry, came from the same source and asked for the
  /// same; taken on trust when it was pruned.
  func holds(_ earlier: RequestID, repeatedBy request: RouteRequest, at sequence: Int64) -> Bool {
    guard earlier.rawValue >= 1, earlier.rawValue < sequence else { return false }
    guard earlier.rawValue > base else { return true }
    guard let row = try? history.entry(at: earlier.rawValue),
      let entry = try? EntryCoder.decode(row), entry.requestID == earlier,
      let first = entry.request
    else { return false }
    return first.fingerprint == request.fingerprint && Bytes.same(first.source, request.source)
  }
}

/// Texts compared as the journal has them, not as they look.
enum Bytes {
  static func same(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.hasSameBytes(as: right)
    default: false
    }
  }
}
