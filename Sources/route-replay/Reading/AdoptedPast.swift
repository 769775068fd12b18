import RouteEngine
import RouteStore

/// The past before the first entry of a file that replaces another one: the facts in its first
/// entry about that other file, and the requests and actions that came from there.
struct AdoptedPast {
  /// The last sequence before the file's own entries.
  let last: Int64
  /// The session that began the file.
  let session: Int64
  /// The name of the file that was set aside; nil when it was gone.
  let name: String?
  private let state: RouteState?

  /// The past that a file's first entry states; nil when the file replaces no other.
  init?(of history: History) {
    // The code that reads the entries reports those that cannot be read.
    guard let base = try? history.base().sequence, base < .max,
      let row = try? history.entry(at: base + 1), row.kind == EntryKind.began.rawValue,
      let entry = try? JournalEntry(decoding: row), let replaced = entry.replaced
    else { return nil }
    (last, session, name) = (replaced.base.sequence, entry.session, replaced.name)
    // Without a state the requests of the other file stay unnamed.
    state =
      entry.changes.lazy.compactMap { change in
        if case .adopt(let state) = change { state } else { nil }
      }.first ?? (try? HistoryFold.state(at: base, of: history))
  }

  /// Whether an entry lies in that past.
  func holds(_ sequence: Int64) -> Bool { sequence > 0 && sequence <= last }

  /// The request with an id, as it waited when the file was begun.
  func request(_ id: Int64) -> RouteRequest? { state?.waiting(RequestID(id))?.request }

  /// The action with an id, as it was pending then.
  func action(_ id: Int64) -> PendingAction? { state?.action(ActionID(id)) }

  /// The place of its entries, in words that follow their subject.
  var place: String {
    name.map { "in '\($0)', which was set aside" } ?? "in a file that was gone"
  }
}
