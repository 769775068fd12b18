import RouteEngine
import RouteStore

/// The identifiers that sources gave their requests, according to the entries, for comparison with
/// the table `seen`.
struct RecordedSources {
  private struct Source {
    var fingerprint: UInt64
    var request: Int64
    var outcome: String?
    let seen: Int64
  }

  /// By the digest of the identifier: the identifiers themselves would be held twice.
  private var sources: [UInt64: Source] = [:]
  /// The requests with a source's id that have an outcome.
  private var ended: Set<Int64> = []
  /// The last sequence that a recorded pruning removed, with all rows up to it.
  private var prunedThrough: Int64 = 0

  /// Notes the facts of an entry; `state` is the state before it.
  mutating func follow(_ entry: JournalEntry, before state: RouteState) {
    if let pruned = entry.pruned {
      prunedThrough = max(prunedThrough, pruned.through)
      sources = sources.filter { $0.value.request > prunedThrough }
    }
    for row in entry.seenRows(before: state) {
      let key = Self.key(row.source)
      let seen = sources[key]?.seen ?? row.seenMicroseconds
      sources[key] = Source(
        fingerprint: row.fingerprint, request: row.request, outcome: row.outcome, seen: seen)
      if row.outcome != nil { ended.insert(row.request) }
    }
  }

  /// The problems of an entry's notes about requests that ended while nothing was recorded. The
  /// entry was not followed yet.
  func problems(
    with entry: JournalEntry, _ earlier: inout EarlierRequests
  ) throws(StoreError) -> [String] {
    guard !entry.sources.isEmpty else { return [] }
    guard entry.takesUp, case .adopt(let adopted)? = entry.changes.first else {
      return ["only an entry that resumes recording can have outcomes of source ids"]
    }
    var problems: [String] = []
    let isOrdered = zip(entry.sources, entry.sources.dropFirst()).allSatisfy { one, next in
      one.source.utf8.lexicographicallyPrecedes(next.source.utf8)
    }
    if !isOrdered { problems.append("its source ids are not in their order") }
    for told in entry.sources {
      guard let request = told.request else { continue }
      let isOwn = try earlier.holds(
        request, of: told.source, told.fingerprint, before: entry.sequence)
      if adopted.isWaiting(request) || ended.contains(request.rawValue) || !isOwn {
        problems.append("request \(request) cannot have ended unrecorded with that source id")
      }
    }
    return problems
  }

  /// The differences between the table and the entries. Requests up to `base` have no entry: they
  /// were pruned, or are known from a file that was set aside. Nothing else is known of them, nor
  /// when an id was first seen: the wall clock may have been set back since.
  func problems(of history: History, base: Int64) throws -> [Verification.Finding] {
    var sources = sources
    var problems: [Verification.Finding] = []
    try history.forEachSeen { row in
      let source = sources.removeValue(forKey: Self.key(row.source))
      guard row.request > prunedThrough else {
        problems.append(
          Verification.Finding(
            sequence: row.request, check: .seen,
            problem: "table seen holds a request that was pruned"))
        return
      }
      guard let source else {
        guard row.request > base else { return }
        problems.append(
          Verification.Finding(
            sequence: row.request, check: .seen,
            problem: "no request has the source id that table seen names"))
        return
      }
      let isSame =
        source.fingerprint == row.fingerprint && source.request == row.request
        && Bytes.same(source.outcome, row.outcome)
        && (source.seen == row.seenMicroseconds || base > 0)
      if !isSame {
        problems.append(
          Verification.Finding(
            sequence: source.request,
            check: .seen,
            problem: "table seen differs from the entries of the request's source id"))
      }
    }
    let missing = sources.values.map(\.request).filter { $0 > base }.sorted()
    problems += missing.map {
      Verification.Finding(
        sequence: $0, check: .seen, problem: "table seen does not hold the request's source id")
    }
    return problems
  }

  private static func key(_ source: String) -> UInt64 {
    var digest = Digest64()
    digest.combine(source)
    return digest.value
  }
}

extension JournalEntry {
  /// Whether it continues a journal that could not be written for a while, or one in its place.
  fileprivate var takesUp: Bool {
    kind == .outage || replaced != nil
  }
}
