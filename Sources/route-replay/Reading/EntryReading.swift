import RouteAnalytics
import RouteEngine
import RouteStore

/// Reads entries together with facts from earlier ones: only the first entry of a request has its
/// target, and only the first entry of an action has its name.
struct EntryReading: EntryWording {
  /// The most requests and actions that are kept in memory, so that a journal of any length is read
  /// in bounded memory; older ones are looked up in the file.
  private static let mostRemembered = 4_096

  private let history: History
  private var requests: [Int64: RouteRequest?] = [:]
  private var actions: [Int64: String?] = [:]
  /// The past before the file's first entry; nil until it is first needed.
  private var past: AdoptedPast??
  /// The entries that report that the host could not show another one, by that other one.
  private var refusals: [Int64: Int64] = [:]
  /// The entry after which all entries were searched for them.
  private var refusalsAfter = Int64.max
  /// The number of entries before the requested one that are searched together with it, because a
  /// list may go backwards. The first requested entry may be the first of a short list.
  private var stretch: Int64 = 1
  private static let longestStretch: Int64 = 4_096

  init(_ history: History) { self.history = history }

  /// The request of an entry; nil when it has none or it cannot be read.
  mutating func request(of row: EntryRow) throws(StoreError) -> RouteRequest? {
    guard let id = row.request else { return nil }
    if let known = requests[id] { return known }
    let first = try firstEntry(of: id, at: row)
    let request = first?.request ?? adopted()?.request(id)
    if requests.count == Self.mostRemembered { requests.removeAll() }
    requests[id] = .some(request)
    return request
  }

  private mutating func adopted() -> AdoptedPast? {
    let known = past ?? AdoptedPast(of: history)
    past = .some(known)
    return known
  }

  /// The entry that reports that the host could not show this one's decision; nil when there is
  /// none.
  mutating func refusal(of row: EntryRow) -> Int64? {
    guard row.kind == EntryKind.decided.rawValue else { return nil }
    if row.sequence < refusalsAfter {
      let start = max(row.sequence - stretch, 0)
      stretch = min(stretch * 16, Self.longestStretch)
      // In a damaged file, only the readable ones are known; 'verify' reports the damage.
      try? history.forEachRefusal(after: start, through: refusalsAfter) { refusals[$0] = $1 }
      refusalsAfter = start
    }
    return refusals[row.sequence]
  }

  /// The subject of an entry, in one line for people; nil when its kind says it all.
  mutating func what(_ row: EntryRow) throws(StoreError) -> String? {
    let words = try subject(of: row).words
    guard let refusal = refusal(of: row) else { return words }
    return "(not shown, see entry \(refusal)) " + (words ?? "")
  }

  mutating func nameOfAction(_ id: Int64, in row: EntryRow) throws(StoreError) -> String? {
    try name(ofAction: id, in: row)
  }

  /// The name of an action; nil when no entry states it any more.
  ///
  /// - Parameter row: an available entry, which may be the action's first.
  mutating func name(ofAction id: Int64, in row: EntryRow? = nil) throws(StoreError) -> String? {
    if let known = actions[id] { return known }
    let first = try firstEntry(of: id, at: row)
    let name = first?.acceptedActions.first?.name ?? adopted()?.action(id)?.name
    if actions.count == Self.mostRemembered { actions.removeAll() }
    actions[id] = .some(name)
    return name
  }

  func noteWords(of entry: JournalEntry) -> String? { entry.noteWords ?? entry.redactionWords }

  /// The entry that begins a request or an action; nil when it is missing or cannot be understood,
  /// which 'verify' reports.
  private func firstEntry(of id: Int64, at row: EntryRow?) throws(StoreError) -> JournalEntry? {
    let first = id == row?.sequence ? row : try history.entry(at: id)
    return first.flatMap { try? JournalEntry(decoding: $0) }
  }
}
