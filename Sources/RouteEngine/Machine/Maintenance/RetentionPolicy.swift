import RouteStore

/// How much history a journal keeps. What is beyond a bound is forgotten, oldest first, whole
/// stretches at a time; never a request without an outcome, and never a pending action.
public struct RetentionPolicy: Hashable, Sendable {
  /// Entries younger than this are kept, unless there are too many; nil: any age.
  public var age: Duration?
  /// So many entries are kept, the newest; nil: any number.
  public var entries: Int?
  /// So many bytes of the file may hold something, about; nil: any number.
  public var bytes: Int?

  /// The result of pruning: the numbers of entries and rows that were deleted.
  public struct Result: Hashable, Sendable {
    /// How many entries.
    public internal(set) var entries: Int64 = 0
    /// How many rows of sessions, which had no entry left.
    public internal(set) var sessions = 0
    /// How many private values, which nothing spoke of any more.
    public internal(set) var values = 0
    /// The oldest entry that a pending action or a request without an outcome still needs, when it
    /// kept more from going; nil when nothing did.
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

  /// Nothing is ever forgotten: for recordings and audits.
  public static var unlimited: RetentionPolicy { RetentionPolicy() }
}

extension RetentionPolicy {
  /// The last entry that lies beyond the bounds; where nothing does, the last that was pruned.
  ///
  /// - Parameters:
  ///   - extent: from where to where the journal reaches.
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
  /// The newest entry before those that speak of maintenance alone: they do not take the place of
  /// the host's, however often there is any.
  func newestHostEntry(_ sessions: [SessionRow]) -> Int64 {
    let last = (sessions.lastIndex { !$0.isMaintenance }).map { $0 + 1 } ?? 0
    guard last < sessions.count else { return newest }
    return min(max(base, sessions[last].firstSequence - 1), newest)
  }
}
