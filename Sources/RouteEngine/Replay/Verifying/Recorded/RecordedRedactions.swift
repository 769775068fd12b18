import RouteEngine
import RouteStore

/// The removals from the vault that entries record, and whether the values are gone: redactions,
/// and the values of principals who signed out.
///
/// A removed value may come again, with an entry that refers to it. A value that was stored before
/// the removal and that no later entry refers to was put back. Whether it was stored before is
/// known by the wall clock, so not if the clock was set back and a later session has the same
/// moment again.
struct RecordedRedactions {
  private struct Redacted {
    let sequence: Int64
    let at: Int64
    let what: Redaction
    /// The earliest moment at which a later session began.
    var nextBeginning = Int64.max

    /// Whether a value with this moment was stored before. If it was, it was also stored before
    /// each later removal: time advances within a session, and later removals have seen fewer
    /// beginnings.
    func isBefore(_ moment: Int64) -> Bool { moment <= at && moment < nextBeginning }
  }

  private var all: [Redacted] = []
  /// The moments at which later sessions began, each with the number of removals before it.
  private var beginnings: [(count: Int, at: Int64)] = []
  private var problems: [Verification.Finding] = []

  /// Notes a removal that an entry records.
  mutating func follow(_ entry: JournalEntry, before state: RouteState) {
    switch entry.kind {
    case .began:
      if !all.isEmpty { beginnings.append((all.count, entry.at.microseconds)) }
    case .redacted:
      guard let redaction = entry.redaction?.what else {
        problems.append(
          Verification.Finding(
            sequence: entry.sequence, check: .redaction,
            problem: "it does not say what was redacted"))
        return
      }
      note(redaction, entry)
    case .principal:
      guard entry.changes == [.principal(nil)], let principal = state.principal else { return }
      for name in PrivateValues.forgotten(atSignOutOf: principal) { note(.principal(name), entry) }
    default: return
    }
  }

  private mutating func note(_ redaction: Redaction, _ entry: JournalEntry) {
    // No entry states which value it was.
    if case .value = redaction { return }
    all.append(
      Redacted(sequence: entry.sequence, at: entry.at.microseconds, what: redaction))
  }

  /// The problems of these entries, or of the vault according to them.
  func problems(of history: History) throws -> [Verification.Finding] {
    guard !all.isEmpty else { return problems }
    // For each entry that removed values, the tokens of values that are nevertheless there.
    var tokens: [Int64: Set<[UInt8]>] = [:]
    let newest = newestRemovals
    try history.forEachVaultValue { value, _ in
      guard let last = newest.removal(of: value), last.isBefore(value.storedMicroseconds) else {
        return
      }
      tokens[last.sequence, default: []].insert(Array(value.token.utf8))
    }
    return problems + (try putBack(tokens, in: history))
  }

  /// The problems of values that no entry after their removal refers to.
  ///
  /// - Parameter tokens: the tokens of the values, by the entries that removed them.
  private func putBack(
    _ tokens: [Int64: Set<[UInt8]>], in history: History
  ) throws -> [Verification.Finding] {
    var open = tokens.keys.sorted()
    guard let first = open.first else { return [] }
    var found: [Verification.Finding] = []
    var search = TokenSearch(tokens.values.joined().map { String(decoding: $0, as: UTF8.self) })
    // One search for all removals: it goes back, and has passed all entries after a removal when it
    // arrives there.
    func close(from sequence: Int64) {
      while let last = open.last, last >= sequence {
        open.removeLast()
        let count = tokens[last]?.count { search.missing.contains($0) } ?? 0
        guard count > 0 else { continue }
        found.append(
          Verification.Finding(
            sequence: last, check: .redaction,
            problem: "the vault has \(count == 1 ? "1 value" : "\(count) values") that it "
              + "redacted"))
      }
    }
    var query = HistoryQuery()
    (query.firstSequence, query.isReversed) = (first + 1, true)
    try history.forEachEntry(query) { row in
      close(from: row.sequence)
      search.look(in: row.payload)
      if let link = row.link { search.look(in: Array(link.utf8)) }
    }
    close(from: first)
    return found.reversed()
  }

  /// The newest removal of each value: a file can have any number of removals and of values.
  private struct NewestRemovals {
    var ofPrincipal: [[UInt8]: Redacted] = [:]
    var ofToken: [[UInt8]: Redacted] = [:]
    var ofAll: Redacted?
    /// Those of all values stored before a moment, newest first. The moments ascend: an older
    /// removal with an earlier moment is the newest one of no value.
    var ofOld: [(moment: Int64, removal: Redacted)] = []

    /// The newest removal that covers a value; nil when none does.
    func removal(of value: VaultValue) -> Redacted? {
      var (start, end) = (0, ofOld.count)
      while start < end {
        let middle = (start + end) / 2
        if ofOld[middle].moment > value.storedMicroseconds {
          end = middle
        } else {
          start = middle + 1
        }
      }
      let old = start < ofOld.count ? ofOld[start].removal : nil
      let found = [
        old, ofAll, ofPrincipal[Array(value.principal.utf8)], ofToken[Array(value.token.utf8)],
      ]
      return found.compactMap(\.self).max { $0.sequence < $1.sequence }
    }

    /// Adds a removal that is older than all added before.
    mutating func add(_ removal: Redacted) {
      switch removal.what {
      case .principal(let name): add(removal, to: \.ofPrincipal, name)
      case .nobody: add(removal, to: \.ofPrincipal, "")
      case .token(let token): add(removal, to: \.ofToken, token)
      case .all: ofAll = ofAll ?? removal
      case .before(let moment) where moment.microseconds > ofOld.last?.moment ?? .min:
        ofOld.append((moment.microseconds, removal))
      case .before, .value: break
      }
    }

    private mutating func add(
      _ removal: Redacted, to table: WritableKeyPath<Self, [[UInt8]: Redacted]>, _ name: String
    ) {
      let key = Array(name.utf8)
      if self[keyPath: table][key] == nil { self[keyPath: table][key] = removal }
    }
  }

  private var newestRemovals: NewestRemovals {
    var newest = NewestRemovals()
    var later = beginnings[...]
    var nextBeginning = Int64.max
    for index in all.indices.reversed() {
      while let beginning = later.last, beginning.count > index {
        nextBeginning = min(nextBeginning, beginning.at)
        later.removeLast()
      }
      var removal = all[index]
      removal.nextBeginning = nextBeginning
      newest.add(removal)
    }
    return newest
  }
}
