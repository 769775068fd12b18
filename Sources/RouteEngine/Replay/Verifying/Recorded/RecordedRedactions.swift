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

    /// Whether a value with this moment was stored before.
    func isBefore(_ moment: Int64) -> Bool { moment <= at && moment < nextBeginning }
  }

  private var all: [Redacted] = []
  private var problems: [Verification.Finding] = []

  /// Notes a removal that an entry records.
  mutating func follow(_ entry: JournalEntry, before state: RouteState) {
    switch entry.kind {
    case .began:
      // An older removal has seen more beginnings: if one stays unchanged, all older ones do too.
      for index in all.indices.reversed() {
        guard entry.at.microseconds < all[index].nextBeginning else { break }
        all[index].nextBeginning = entry.at.microseconds
      }
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
    var searches: [Int64: TokenSearch] = [:]
    var tokens: [Int64: [String]] = [:]
    try history.forEachVaultValue { value, _ in
      let last = all.last { $0.what.covers(value) && $0.isBefore(value.storedMicroseconds) }
      if let last { tokens[last.sequence, default: []].append(value.token) }
    }
    guard let first = tokens.keys.min() else { return problems }
    for (sequence, tokens) in tokens { searches[sequence] = TokenSearch(tokens) }
    var query = HistoryQuery()
    query.firstSequence = first + 1
    try history.forEachEntry(query) { row in
      for sequence in searches.keys where sequence < row.sequence {
        searches[sequence]?.look(in: row.payload)
        if let link = row.link { searches[sequence]?.look(in: Array(link.utf8)) }
      }
    }
    let found = searches.sorted { $0.key < $1.key }.compactMap { sequence, search in
      let count = search.missing.count
      return count == 0
        ? nil
        : Verification.Finding(
          sequence: sequence,
          check: .redaction,
          problem: "the vault has \(count == 1 ? "1 value" : "\(count) values") that it "
            + "redacted")
    }
    return problems + found
  }
}
