/// The progress of a walk over entries. Positions are counted instead of entries, so that the total
/// is known from the start: a query that leaves entries out has the same counts.
struct WalkedPart {
  /// The distance between two reports: some hundredths of a second.
  static let interval: Int64 = 1_024

  private let first: Int64
  private let last: Int64
  private let isReversed: Bool
  private let tell: (_ done: Int64, _ total: Int64) -> Void
  /// The distance of the next report.
  private var next = WalkedPart.interval

  /// Nil when no caller wants progress, when the part is too short for a report, and when the ends
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

  /// The progress over the entries after a position, through a sequence; nil in the same cases.
  init?(of history: History, after start: JournalAnchor, through last: Int64) {
    let first = start.sequence == .max ? Int64.max : start.sequence + 1
    self.init(of: history, from: first, through: last)
  }

  private var total: Int64 { last - first + 1 }

  /// Notes that the walk has passed the entry of a sequence.
  mutating func pass(_ sequence: Int64) {
    guard first <= sequence, sequence <= last else { return }
    let done = isReversed ? last - sequence + 1 : sequence - first + 1
    guard done >= next, done < total else { return }
    next = done + Self.interval
    tell(done, total)
  }

  /// Notes the end of the walk; a short walk is not reported.
  func end() { if next > Self.interval { tell(total, total) } }
}
