extension String {
  /// So many bytes of a reason that host code gives go to the journal: a server's whole answer may
  /// be in it.
  package static var mostReasonBytes: Int { 16_384 }

  /// The text as a reason that goes to the journal: where it is longer, it is cut and ends in "…".
  package var boundedReason: String {
    guard utf8.count > Self.mostReasonBytes else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: Self.mostReasonBytes - "…".utf8.count)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return self[..<end] + "…"
  }
}
