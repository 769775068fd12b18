package import RouteStore

/// The fate of a request that ended while nothing could be recorded, in the entry that resumes the
/// journal. It has only the data that its source's id needs to take effect once.
package struct UnrecordedSource: Sendable, Hashable {
  /// The id that the source gave it.
  package let source: String
  /// The digest of its target and entry point.
  package let fingerprint: UInt64
  /// The request, when earlier entries are about it; otherwise the entry itself represents it.
  package let request: RequestID?
  /// The word for its outcome.
  package let outcome: String
  /// When it arrived.
  package let at: RouteInstant

  /// From the remembered row; nil when the request has not ended.
  package init?(_ row: SeenRow, isKnown: Bool) {
    guard let outcome = row.outcome else { return nil }
    (source, fingerprint, self.outcome) = (row.source, row.fingerprint, outcome)
    request = isKnown ? RequestID(row.request) : nil
    at = RouteInstant(microseconds: row.seenMicroseconds)
  }

  /// From all its parts.
  package init(
    source: String, fingerprint: UInt64, request: RequestID?, outcome: String, at: RouteInstant
  ) {
    (self.source, self.fingerprint, self.request) = (source, fingerprint, request)
    (self.outcome, self.at) = (outcome, at)
  }

  /// The row of table `seen` that results from the entry at a sequence.
  func row(toldBy entry: Int64) -> SeenRow {
    SeenRow(
      source: source, fingerprint: fingerprint, request: request?.rawValue ?? entry,
      outcome: outcome, seenMicroseconds: at.microseconds)
  }
}
