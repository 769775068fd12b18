/// How far a walk over entries has come, for who looks at it. Positions are counted, not entries,
/// so that the total is known from the start: where a question leaves entries out, both are as many
/// as if it did not.
struct WalkedPart {
  /// A walk tells each time it has come so much further: some hundredths of a second.
  static let interval: Int64 = 1_024

  private let first: Int64
  private let last: Int64
  private let isReversed: Bool
  private let tell: (_ done: Int64, _ total: Int64) -> Void
  /// The distance that it tells of next.
  private var next = WalkedPart.interval

  /// Nil when no caller asks for progress, when the part is too short to tell of, and when the ends
  /// of the history cannot be read.
  init?(of history: History, from start: Int64?, through end: Int64?, isReversed: Bool = false) {
    // A failure to read is reported by the walk.
    guard let tell = history.walked, let base = try? history.base().sequence,
      let head = try? history.head().sequence
    else { return nil }
    let last = min(head, end ?? .max)
    let first = max(base == .max ? base : base + 1, start ?? .min)
    let (total, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, total >= Self.interval, total < .max / 2 else { return nil }
    (self.first, self.last, self.isReversed, self.tell) = (first, last, isReversed, tell)
  }

  /// The part of the entries after a position, through a sequence; nil in the same cases.
  init?(of history: History, after start: JournalAnchor, through last: Int64) {
    let first = start.sequence == .max ? Int64.max : start.sequence + 1
    self.init(of: history, from: first, through: last)
  }

  private var total: Int64 { last - first + 1 }

  /// The walk has come past the entry of a sequence.
  mutating func pass(_ sequence: Int64) {
    guard first <= sequence, sequence <= last else { return }
    let done = isReversed ? last - sequence + 1 : sequence - first + 1
    guard done >= next, done < total else { return }
    next = done + Self.interval
    tell(done, total)
  }

  /// The walk has come to its end; nothing is told of one that was short.
  func end() { if next > Self.interval { tell(total, total) } }
}
