package import RouteStore

/// The subject of an entry for a person, and beside it the reason that it gives.
package struct EntrySubject {
  /// The link, or another thing that it is about; nil when its kind, or the reason, says it all.
  package var text: String?
  /// The reason that belongs to the text; nil when the entry gives none, or is told of beside it.
  package var reason: String?

  /// Both in one line; nil when there is neither.
  package var words: String? {
    guard let text, let reason else { return text ?? reason }
    return "\(text): \(reason)"
  }
}

/// Says what entries are about, with what they do not repeat: only the first entry of a request
/// has what was wanted, and only the first of an action has its name.
package protocol EntryWording {
  /// The request of an entry; nil when it has none or when that cannot be read.
  mutating func request(of row: EntryRow) throws(StoreError) -> RouteRequest?
  /// The name of an action that an entry speaks of; nil when it cannot be read.
  mutating func nameOfAction(_ id: Int64, in row: EntryRow) throws(StoreError) -> String?
  /// One line for an entry of a kind that has nothing else to tell; nil for any other.
  func noteWords(of entry: JournalEntry) -> String?
}

extension EntryWording {
  /// One line for an entry of a kind that has nothing else to tell; nil for any other.
  package func noteWords(of entry: JournalEntry) -> String? { entry.noteWords }

  /// The link that the request of an entry arrived as.
  package mutating func link(of row: EntryRow) throws(StoreError) -> String? {
    if let link = row.link { return link }
    guard let id = row.request, id != row.sequence,
      case .link(let link)? = try request(of: row)?.target
    else { return nil }
    return link.text
  }

  /// The subject of an entry, with the reason unless that has a place of its own. Of an entry that
  /// cannot be understood the reason alone is told.
  package mutating func subject(of row: EntryRow) throws(StoreError) -> EntrySubject {
    if let id = row.action {
      return EntrySubject(text: "\(try nameOfAction(id, in: row) ?? "action") \(id)")
    }
    if row.kind == EntryKind.parked.rawValue { return EntrySubject(text: try parked(row)) }
    if let link = try link(of: row) { return EntrySubject(text: link) }
    // A check of the whole journal says what is wrong with an entry.
    guard let entry = try? EntryCoder.decode(row) else { return EntrySubject(reason: row.reason) }
    // A place that was cut back tells more than the count of launches on trial.
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

  /// The condition that a request waits for, before its target: the telling part comes first.
  private mutating func parked(_ row: EntryRow) throws(StoreError) -> String? {
    let wanted = try request(of: row)?.target.words()
    // A check of the whole journal says what is wrong with an entry.
    for case .wait(let waiting) in (try? EntryCoder.decode(row))?.changes ?? [] {
      return "waits \(waiting.status.words)" + (wanted.map { ": \($0)" } ?? "")
    }
    return wanted
  }
}

extension RouteChange {
  /// The host's report, where a change is one.
  fileprivate var report: String? {
    switch self {
    case .signal, .principal, .suspect: summary
    case .tree(.ready(let id, _)): "screen \(id)"
    default: nil
    }
  }
}
