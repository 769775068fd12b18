import RouteEngine
import RouteStore

/// The totals of entries, counted while they are read in their order.
struct EntryCounts {
  private(set) var entries = 0
  /// How many requests arrived.
  private(set) var requests = 0
  /// How often requests ended with each outcome.
  private(set) var outcomes: [String: Int] = [:]
  /// How often requests failed for each reason.
  private(set) var failures: [String: Int] = [:]
  /// Those of which no entry says how they ended.
  private(set) var open = OpenRequests()
  /// The earliest and the latest time of an entry: those of an access log go back where the next
  /// visitor's session begins, others where a clock was set back.
  private(set) var first: Int64?
  private(set) var newest: Int64?

  /// Takes note of the next entry.
  mutating func follow(_ row: EntryRow) {
    entries += 1
    open.follow(row)
    first = min(first ?? row.atMicroseconds, row.atMicroseconds)
    newest = max(newest ?? row.atMicroseconds, row.atMicroseconds)
    if row.request == row.sequence { requests += 1 }
    guard let outcome = row.outcome else { return }
    outcomes[outcome, default: 0] += 1
    if Outcome.isFailure(outcome) { failures[row.reason ?? outcome, default: 0] += 1 }
  }

  /// The outcomes that there were, in the order of the glossary, each with its number.
  var outcomeCounts: [(word: String, count: Int)] {
    Outcome.words.compactMap { word in outcomes[word].map { (word, $0) } }
  }

  /// The reasons, the most frequent first.
  var reasons: [(reason: String, count: Int)] {
    failures.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }
}
