extension String {
  /// The most bytes of a reason that go to the journal: a reason of host code may contain the whole
  /// answer of a server, and a reason that quotes a request a parameter of any length.
  package static var mostReasonBytes: Int { 16_384 }

  /// The text as a reason for the journal: a longer text is cut and ends in "…".
  var boundedReason: String {
    guard utf8.count > Self.mostReasonBytes else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: Self.mostReasonBytes - "…".utf8.count)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return self[..<end] + "…"
  }
}
