import RouteEngine

/// Checks where work comes from: right behind the decision that brings it, where an outage ends, or
/// as a closure of the host's own. Anywhere else nothing would compare it with a decision.
struct AcceptanceCheck {
  /// The entry whose work may still come; nil when none's may.
  private var source: Int64?
  /// Where the journal was pruned to, as long as what follows may be work of before.
  private var base: Int64

  /// - Parameter base: the last sequence that was pruned; 0 when nothing was.
  init(after base: Int64) { self.base = base }

  /// The problem of an entry that accepts work, or lets work give way to it; nil for others.
  mutating func problem(with entry: JournalEntry) -> String? {
    guard entry.isAcceptance else {
      follow(entry)
      return nil
    }
    guard let cause = entry.cause else {
      (source, base) = (nil, 0)
      guard case .enqueue(let action)? = entry.changes.first, !action.isClosure else { return nil }
      return "no decision brings action \(action.id), and it is no closure of the host's own"
    }
    guard cause != source, cause < 1 || cause > base else { return nil }
    return "entry \(cause), which is to have brought it about, is no decision right before it"
  }

  private mutating func follow(_ entry: JournalEntry) {
    if entry.kind != .received { base = 0 }
    switch entry.kind {
    case .decided: source = entry.rule == nil ? entry.sequence : nil
    case .outage: source = entry.sequence
    case .received: break  // what waits comes in with an outage before the work does
    default: source = nil
    }
  }
}

extension JournalEntry {
  /// Whether it is part of accepting a decision's work: the work, or what gives way to it.
  var isAcceptance: Bool { kind == .enqueued || kind == .superseded }
}
