import RouteEngine
import RouteStore

/// The totals of entries, counted while they are read in order.
struct EntryCounts {
  private(set) var entries = 0
  /// The number of requests that arrived, including those whose first entry was pruned.
  private(set) var requests = 0
  /// The number of requests with each outcome.
  private(set) var outcomes: [String: Int] = [:]
  /// The number of failed requests for each reason.
  private(set) var failures: [String: Int] = [:]
  /// The requests whose end no entry records.
  private(set) var open = OpenRequests()
  /// The earliest and the latest time of an entry. The times of an access log go back when the next
  /// visitor's session begins, others when a clock was set back.
  private(set) var first: Int64?
  private(set) var newest: Int64?
  /// The number of entries that end an outage; then the number of entries that are missing.
  private(set) var outages = 0
  private(set) var unrecorded: Int64 = 0
  /// The last entry that was pruned; 0 for none.
  private let base: Int64
  /// The first entry to count, even if it was pruned.
  private let start: Int64
  /// The requests whose first entry was pruned.
  private var earlier: Set<Int64> = []

  /// - Parameters:
  ///   - history: the history of the entries; nil for entries of which none was pruned.
  ///   - start: the first entry to count: a request from before it arrived elsewhere.
  init(of history: History? = nil, from start: Int64 = 0) {
    // A damaged file that does not state a pruning is counted as if nothing was pruned.
    base = (try? history?.base().sequence) ?? 0
    self.start = start
  }

  /// Adds the next entry.
  mutating func follow(_ row: EntryRow) {
    entries += 1
    open.follow(row)
    first = min(first ?? row.atMicroseconds, row.atMicroseconds)
    newest = max(newest ?? row.atMicroseconds, row.atMicroseconds)
    if begins(row) { requests += 1 }
    if let missing = row.unrecorded {
      outages += 1
      // The sum of forged numbers may exceed 64 bits.
      let (sum, overflow) = unrecorded.addingReportingOverflow(missing)
      unrecorded = overflow ? .max : sum
    }
    guard let outcome = row.outcome else { return }
    outcomes[outcome, default: 0] += 1
    if Outcome.isFailure(outcome) { failures[row.reason ?? outcome, default: 0] += 1 }
  }

  /// Whether an entry is the first one of its request in the file.
  private mutating func begins(_ row: EntryRow) -> Bool {
    guard let id = row.request, row.action == nil else { return false }
    return id == row.sequence || start <= id && id <= base && earlier.insert(id).inserted
  }

  /// How many entries are missing because of outages; nil without an outage.
  var outageWords: String? {
    guard outages > 0 else { return nil }
    return "\(counted(unrecorded, "entry", "entries")), in \(counted(outages, "outage"))"
  }

  /// The outcomes that occurred, in the order of the glossary, each with its number.
  var outcomeCounts: [(word: String, count: Int)] {
    Outcome.words.compactMap { word in outcomes[word].map { (word, $0) } }
  }

  /// The reasons, most frequent first.
  var reasons: [(reason: String, count: Int)] {
    failures.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }
}
