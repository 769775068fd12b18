package import RouteStore

/// The subject of an entry in words, for a person, with the entry's reason.
package struct EntrySubject {
  /// The link, or another subject; nil when the entry's kind or the reason is enough.
  package var text: String?
  /// The reason to show after the text; nil when the entry has none, or it is shown elsewhere.
  package var reason: String?

  /// Both in one line; nil when there is neither.
  package var words: String? {
    guard let text, let reason else { return text ?? reason }
    return "\(text): \(reason)"
  }
}

/// Describes the subjects of entries, with data that they do not repeat: only the first entry of a
/// request has its target, and only the first entry of an action has its name.
package protocol EntryWording {
  /// The request of an entry; nil when it has none or the request cannot be read.
  mutating func request(of row: EntryRow) throws(StoreError) -> RouteRequest?
  /// The name of an entry's action; nil when it cannot be read.
  mutating func nameOfAction(_ id: Int64, in row: EntryRow) throws(StoreError) -> String?
  /// One line for an entry whose kind has no other subject; nil for any other.
  func noteWords(of entry: JournalEntry) -> String?
}

extension EntryWording {
  /// One line for an entry whose kind has no other subject; nil for any other.
  package func noteWords(of entry: JournalEntry) -> String? { entry.noteWords }

  /// The link as which the request of an entry arrived.
  package mutating func link(of row: EntryRow) throws(StoreError) -> String? {
    if let link = row.link { return link }
    guard let id = row.request, id != row.sequence,
      case .link(let link)? = try request(of: row)?.target
    else { return nil }
    return link.text
  }

  /// The subject of an entry, with the reason unless that is shown elsewhere. For an entry that
  /// cannot be understood it is the reason alone.
  package mutating func subject(of row: EntryRow) throws(StoreError) -> EntrySubject {
    if let id = row.action {
      return EntrySubject(text: "\(try nameOfAction(id, in: row) ?? "action") \(id)")
    }
    if row.kind == EntryKind.parked.rawValue { return EntrySubject(text: try parked(row)) }
    if let link = try link(of: row) { return EntrySubject(text: link) }
    // A check of the whole journal reports what is wrong with an entry.
    guard let entry = try? EntryCoder.decode(row) else { return EntrySubject(reason: row.reason) }
    // A place that was restored in part is more important than the count of launches.
    if entry.kind == .restored, let words = noteWords(of: entry) {
      return EntrySubject(text: words)
    }
    if let report = entry.changes.lazy.compactMap(\.report).first {
      return EntrySubject(text: report)
    }
    if let target = try request(of: row)?.target {
      return EntrySubject(text: target.words(in: row), reason: row.reason)
    }
    if let resumption = entry.resumption { return EntrySubject(text: resumption.word) }
    // The target of the request was in entries that were pruned.
    if let id = row.request, id != row.sequence {
      return EntrySubject(text: row.reason == nil ? "request \(id)" : nil, reason: row.reason)
    }
    if let words = entry.newFile ?? noteWords(of: entry) { return EntrySubject(text: words) }
    return EntrySubject(text: row.reason == nil ? row.scene : nil, reason: row.reason)
  }

  /// The condition that a request waits for, before its target, because the condition is more
  /// important.
  private mutating func parked(_ row: EntryRow) throws(StoreError) -> String? {
    let wanted = try request(of: row)?.target.words()
    // A check of the whole journal reports what is wrong with an entry.
    for case .wait(let waiting) in (try? EntryCoder.decode(row))?.changes ?? [] {
      return "waits \(waiting.status.words)" + (wanted.map { ": \($0)" } ?? "")
    }
    return wanted
  }
}

extension RouteChange {
  /// The host's report, when a change is one.
  fileprivate var report: String? {
    switch self {
    case .signal, .principal, .suspect: summary
    case .tree(.ready(let id, _)): "screen \(id)"
    default: nil
    }
  }
}
