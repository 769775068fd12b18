import RouteEngine

/// The moments at which requests were opened, by the entries of their session. All entries of a
/// request with a duration must lead to one moment.
struct RecordedArrivals {
  private var session: Int64 = 0
  /// The moments at which requests without an outcome were opened, in microseconds since the
  /// session began.
  private var openings: [RequestID: Int64] = [:]
  /// The end of the newest outage, by the session's clock: requests that waited are recorded anew
  /// then.
  private var outageEnd: Int64?

  /// The problem of an entry's duration; nil when there is none.
  mutating func problem(with entry: JournalEntry) -> String? {
    if entry.session != session {
      self = RecordedArrivals()
      session = entry.session
    }
    switch entry.kind {
    case .outage: outageEnd = entry.elapsed
    case .received, .parked, .decided:
      guard let id = entry.requestID else { return nil }
      if id.rawValue == entry.sequence {
        guard entry.kind != .decided, outageEnd != entry.elapsed else { return nil }
        openings[id] = entry.opened
      } else {
        return problem(with: entry, of: id)
      }
    default: break
    }
    return nil
  }

  private mutating func problem(with entry: JournalEntry, of id: RequestID) -> String? {
    let known = entry.kind == .decided ? openings.removeValue(forKey: id) : openings[id]
    guard let known, let opened = entry.opened, opened != known else { return nil }
    return "request \(id) was opened \(opened) us after the session began by its duration, and "
      + "\(known) us by an earlier entry's"
  }
}

extension JournalEntry {
  /// The moment at which its request was opened, in microseconds since the session began; nil when
  /// the entry does not state it.
  fileprivate var opened: Int64? {
    guard let duration else { return nil }
    // A forged entry can contain any number.
    let (opened, overflow) = elapsed.subtractingReportingOverflow(duration)
    return overflow ? nil : opened
  }
}
