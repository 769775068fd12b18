extension String {
  /// So many bytes of a reason go to the journal: a server's whole answer may be in one that host
  /// code gives, and a parameter of any length in one that quotes what was asked for.
  package static var mostReasonBytes: Int { 16_384 }

  /// The text as a reason for the journal: a longer text is cut and ends in "…".
  package var boundedReason: String {
    guard utf8.count > Self.mostReasonBytes else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: Self.mostReasonBytes - "…".utf8.count)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return self[..<end] + "…"
  }
}
