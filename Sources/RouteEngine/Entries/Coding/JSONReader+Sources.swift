import RouteStore

extension JSONWriter {
  /// Writes the fate of a source's id.
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
  /// Reads the fate of a source's id.
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
