/// Names one screen for as long as its journal lives. A counter in the state hands ids out; it only
/// rises, so an id is never used again.
public struct ScreenID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The counter's value; 1 is the first screen ever shown.
  public let rawValue: UInt64

  /// The highest value that a change may bring. It is far enough from the end of 64 bits that a
  /// counter read from a file cannot overflow.
  package static var highest: ScreenID { ScreenID(1 << 62) }

  /// Wraps a counter value.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// The number alone, as it stands in the journal.
  public var description: String { String(rawValue) }

  /// Older screens first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names one request: the sequence of the first entry that speaks of it.
public struct RequestID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A journal sequence, 1 or more.
  public let rawValue: Int64

  /// Wraps a journal sequence.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The number alone, as it stands in the journal.
  public var description: String { String(rawValue) }

  /// Earlier requests first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names one pending action: the sequence of the entry that enqueued it.
public struct ActionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A journal sequence, 1 or more.
  public let rawValue: Int64

  /// Wraps a journal sequence.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The number alone, as it stands in the journal.
  public var description: String { String(rawValue) }

  /// Earlier actions first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
