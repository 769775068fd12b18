import RouteEngine

/// Checks the origin of work: it must follow directly after the decision that brings it, be at the
/// end of an outage, or be a closure of the host's own. Work elsewhere would not be compared with
/// any decision.
struct AcceptanceCheck {
  /// The entry whose work may still follow; nil when none may.
  private var source: Int64?
  /// The last pruned sequence, while the following entries may be work of a pruned entry.
  private var base: Int64

  /// - Parameter base: the last sequence that was pruned; 0 when nothing was.
  init(after base: Int64) { self.base = base }

  /// The problem of an entry that accepts work, or makes work give way to it; nil for others.
  mutating func problem(with entry: JournalEntry) -> String? {
    guard entry.isAcceptance else {
      follow(entry)
      return nil
    }
    guard let cause = entry.cause else {
      (source, base) = (nil, 0)
      guard case .enqueue(let action)? = entry.changes.first, !action.isClosure else { return nil }
      return "no decision enqueues action \(action.id), and it is no closure of the host"
    }
    guard cause != source, cause < 1 || cause > base else { return nil }
    return "its cause, entry \(cause), is not the decision right before it"
  }

  private mutating func follow(_ entry: JournalEntry) {
    if entry.kind != .received { base = 0 }
    switch entry.kind {
    case .decided: source = entry.rule == nil ? entry.sequence : nil
    case .outage: source = entry.sequence
    case .received: break  // at the end of an outage, waiting requests come before the work
    default: source = nil
    }
  }
}

extension JournalEntry {
  /// Whether it is part of accepting a decision's work: the work itself, or work that gives way to
  /// it.
  var isAcceptance: Bool { kind == .enqueued || kind == .superseded }
}
