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

extension JSONWriter {
  /// Writes what became of a source's id.
  mutating func unrecorded(_ told: UnrecordedSource) {
    beginObject()
    name("fingerprint")
    string(Digest64.hex(told.fingerprint))
    name("outcome")
    string(told.outcome)
    name("received_us")
    int(told.at.microseconds)
    optional("request", told.request?.rawValue)
    name("source")
    string(told.source)
    endObject()
  }
}

extension JSONReader {
  /// Reads what became of a source's id.
  mutating func unrecorded() throws(JSONError) -> UnrecordedSource {
    let start = offset
    var source: String?
    var fingerprint: UInt64?
    var request: Int64?
    var outcome: String?
    var at: Int64?
    try beginObject()
    while try nextMember() {
      if isName("fingerprint") {
        fingerprint = try self.fingerprint()
      } else if isName("outcome") {
        outcome = try outcomeWord()
      } else if isName("received_us") {
        at = try int()
      } else if isName("request") {
        request = try int()
      } else if isName("source") {
        source = try string()
      } else {
        try skipValue()
      }
    }
    guard let source, let fingerprint, let outcome, let at else {
      throw JSONError(offset: start, expected: "what became of a source's id, whole")
    }
    return UnrecordedSource(
      source: source, fingerprint: fingerprint, request: request.map(RequestID.init),
      outcome: outcome, at: RouteInstant(microseconds: at))
  }

  private mutating func outcomeWord() throws(JSONError) -> String {
    var row = EntryRow()
    row.outcome = try string()
    return try EntryCoder.outcome(row, step: 0)?.word ?? ""
  }
}
