/// A query for entries of the history, as a value, with their order.
///
/// Every condition that is set must hold. Without conditions, it returns every entry, oldest first.
public struct HistoryQuery: Sendable, Hashable {
  /// Entries of the session with this number.
  public var session: Int64?
  /// Entries from this sequence on.
  public var firstSequence: Int64?
  /// Entries up to and including this sequence.
  public var lastSequence: Int64?
  /// Entries of one of these kinds; empty for any.
  public var kinds: [Int64] = []
  /// Entries with this outcome.
  public var outcome: String?
  /// Entries of this route.
  public var route: String?
  /// Entries of the request whose first entry has this sequence.
  public var request: Int64?
  /// Entries about this pending action.
  public var action: Int64?
  /// Entries whose link or reason contains this text, byte for byte.
  public var text: String?
  /// Newest first instead of oldest first.
  public var isReversed = false
  /// The most entries to return.
  public var limit: Int64?

  /// A query for every entry.
  public init() {}
}
