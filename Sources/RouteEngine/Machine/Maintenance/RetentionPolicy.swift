import RouteStore

/// How much history a journal keeps. History beyond a bound is pruned, oldest first, in whole
/// stretches. A request without an outcome and a pending action are never pruned.
public struct RetentionPolicy: Hashable, Sendable {
  /// Younger entries than this are kept, unless there are too many; nil: any age.
  public var age: Duration?
  /// The number of newest entries to keep; nil: any number.
  public var entries: Int?
  /// The approximate number of bytes in use in the file; nil: any number.
  public var bytes: Int?

  /// The result of pruning: the numbers of entries and rows that were deleted.
  public struct Result: Hashable, Sendable {
    /// How many entries.
    public internal(set) var entries: Int64 = 0
    /// How many rows of sessions that had no entry left.
    public internal(set) var sessions = 0
    /// How many private values that no entry used any more.
    public internal(set) var values = 0
    /// The oldest entry that a pending action or a request without an outcome still needs, if it
    /// kept more from being pruned; nil otherwise.
    public internal(set) var neededFrom: Int64?
  }

  /// A policy of these bounds.
  public init(age: Duration? = nil, entries: Int? = nil, bytes: Int? = nil) {
    self.age = age
    self.entries = entries
    self.bytes = bytes
  }

  /// 30 days, 50,000 entries, 32 MB.
  public static var standard: RetentionPolicy {
    RetentionPolicy(age: .seconds(30 * 86_400), entries: 50_000, bytes: 32_000_000)
  }

  /// Nothing is ever pruned: for recordings and audits.
  public static var unlimited: RetentionPolicy { RetentionPolicy() }
}

extension RetentionPolicy {
  /// The last entry beyond the bounds; if none is, the last that was pruned.
  ///
  /// - Parameters:
  ///   - extent: the range of entries in the journal.
  ///   - newest: the newest entry that counts.
  ///   - old: the last entry that is older than ``age``; nil when none is.
  func lastEntryBeyond(_ extent: JournalExtent, newest: Int64, old: Int64?) -> Int64 {
    var through = extent.base
    if let entries { through = max(through, newest - Int64(max(0, entries))) }
    let count = newest - extent.base
    let held = Double(extent.bytes) * Double(count) / Double(max(1, extent.entries))
    if let bytes = bytes.map({ max(0, $0) }), held > Double(bytes) {
      let part = 1 - Double(bytes) / held
      through = max(through, extent.base + Int64(Double(count) * part))
    }
    return max(through, old ?? through)
  }
}

extension JournalExtent {
  /// The newest entry before the trailing entries of maintenance. Entries of maintenance, however
  /// many, do not displace those of the host.
  func newestHostEntry(_ sessions: [SessionRow]) -> Int64 {
    let last = (sessions.lastIndex { !$0.isMaintenance }).map { $0 + 1 } ?? 0
    guard last < sessions.count else { return newest }
    return min(max(base, sessions[last].firstSequence - 1), newest)
  }
}
