package import RouteStore

/// The fate of a request that ended while nothing could be recorded, in the entry that takes the
/// journal up again: no more than its source's id needs to take effect once.
package struct UnrecordedSource: Sendable, Hashable {
  /// The id that the source gave it.
  package let source: String
  /// The digest of what was asked for.
  package let fingerprint: UInt64
  /// The request, when earlier entries speak of it; otherwise the entry itself stands for it.
  package let request: RequestID?
  /// The word for how it ended.
  package let outcome: String
  /// When it arrived.
  package let at: RouteInstant

  /// From what is remembered; nil when that has not ended.
  package init?(_ row: SeenRow, isKnown: Bool) {
    guard let outcome = row.outcome else { return nil }
    (source, fingerprint, self.outcome) = (row.source, row.fingerprint, outcome)
    request = isKnown ? RequestID(row.request) : nil
    at = RouteInstant(microseconds: row.seenMicroseconds)
  }

  /// From all that is said of it.
  package init(
    source: String, fingerprint: UInt64, request: RequestID?, outcome: String, at: RouteInstant
  ) {
    (self.source, self.fingerprint, self.request) = (source, fingerprint, request)
    (self.outcome, self.at) = (outcome, at)
  }

  /// The row of table `seen` that the entry at a sequence makes of it.
  func row(toldBy entry: Int64) -> SeenRow {
    SeenRow(
      source: source, fingerprint: fingerprint, request: request?.rawValue ?? entry,
      outcome: outcome, seenMicroseconds: at.microseconds)
  }
}
