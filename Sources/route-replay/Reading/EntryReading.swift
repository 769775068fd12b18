import RouteAnalytics
import RouteEngine
import RouteStore

/// Reads entries with what they do not repeat: only the first entry of a request says what was
/// wanted, and only the first of an action which it is.
struct EntryReading {
  /// The most requests and actions that are kept in memory, so that a journal of any length is read
  /// in bounded memory; older ones are looked up in the file.
  private static let mostRemembered = 4_096

  private let history: History
  private var requests: [Int64: RouteRequest?] = [:]
  private var actions: [Int64: String?] = [:]
  /// The past before the file's first entry; nil before it is first asked for.
  private var past: AdoptedPast??
  /// The entries that say of others that the host could not show them, by those.
  private var refusals: [Int64: Int64] = [:]
  /// The entries after this one were looked through for them.
  private var refusalsAfter = Int64.max
  /// So many entries before the one that is asked about are looked through with it: a list may go
  /// backwards. The first that is asked about may be the first of a short list.
  private var stretch: Int64 = 1
  private static let longestStretch: Int64 = 4_096

  init(_ history: History) { self.history = history }

  /// The request of an entry; nil when it has none or when that cannot be read.
  mutating func request(of row: EntryRow) throws(StoreError) -> RouteRequest? {
    guard let id = row.request else { return nil }
    if let known = requests[id] { return known }
    let first = id == row.sequence ? row : try history.entry(at: id)
    // An entry that cannot be understood names no request; 'verify' tells of it.
    let request =
      first.flatMap { try? JournalEntry(decoding: $0) }?.request ?? adopted()?.request(id)
    if requests.count == Self.mostRemembered { requests.removeAll() }
    requests[id] = .some(request)
    return request
  }

  private mutating func adopted() -> AdoptedPast? {
    let known = past ?? AdoptedPast(of: history)
    past = .some(known)
    return known
  }

  /// The link that the request of an entry arrived as.
  mutating func link(of row: EntryRow) throws(StoreError) -> String? {
    if let link = row.link { return link }
    guard let id = row.request, id != row.sequence,
      case .link(let link)? = try request(of: row)?.target
    else { return nil }
    return link.text
  }

  /// The entry that says that the host could not show what this one decided; nil when none does.
  mutating func refusal(of row: EntryRow) -> Int64? {
    guard row.kind == EntryKind.decided.rawValue else { return nil }
    if row.sequence < refusalsAfter {
      let start = max(row.sequence - stretch, 0)
      stretch = min(stretch * 16, Self.longestStretch)
      // Of a damaged file those are known that can be read; 'verify' tells of it.
      try? history.forEachRefusal(after: start, through: refusalsAfter) { refusals[$0] = $1 }
      refusalsAfter = start
    }
    return refusals[row.sequence]
  }

  /// The subject of an entry, in one line for a person; nil when its kind says it all.
  mutating func what(_ row: EntryRow) throws(StoreError) -> String? {
    guard let refusal = refusal(of: row) else { return try plainly(row) }
    return "(not shown, see entry \(refusal)) " + (try plainly(row) ?? "")
  }

  /// The subject of an entry as ``what(_:)`` gives it, without whether it could be shown.
  private mutating func plainly(_ row: EntryRow) throws(StoreError) -> String? {
    if row.action != nil { return try action(row) }
    if row.kind == EntryKind.parked.rawValue { return try parked(row) }
    if let link = try link(of: row) { return link }
    // An entry that cannot be understood is told of by 'verify'.
    guard let entry = try? JournalEntry(decoding: row) else { return row.reason }
    // A place that was cut back tells more than the count of launches on trial.
    if entry.kind == .restored, let words = entry.noteWords { return words }
    if let change = entry.changes.compactMap(\.signal).first { return change }
    if let target = try request(of: row)?.target {
      guard let reason = row.reason else { return target.words(from: row.screenBefore) }
      // A fact with a reason was not so: its screen was not visible, and is not named.
      return "\(target.words()): \(reason)"
    }
    if let resumption = entry.resumption { return resumption.word }
    // The target of the request was in entries that were pruned.
    if let id = row.request, id != row.sequence { return row.reason ?? "request \(id)" }
    if let file = entry.newFile { return file }
    if let words = entry.noteWords { return words }
    return row.reason ?? row.scene
  }

  /// The condition that a request waits for, before its target: the telling part comes first.
  private mutating func parked(_ row: EntryRow) throws(StoreError) -> String? {
    let wanted = try request(of: row)?.target.words()
    // An entry that cannot be understood is told of by 'verify'.
    for case .wait(let waiting) in (try? JournalEntry(decoding: row))?.changes ?? [] {
      return "waits \(waiting.status.words)" + (wanted.map { ": \($0)" } ?? "")
    }
    return wanted
  }

  /// The action of an entry by name and id, with the reason of a failure.
  private mutating func action(_ row: EntryRow) throws(StoreError) -> String {
    guard let id = row.action else { return "" }
    let name: String?
    if let known = actions[id] {
      name = known
    } else {
      let first = id == row.sequence ? row : try history.entry(at: id)
      // An entry that cannot be understood is told of by 'verify'.
      let changes = first.flatMap { try? JournalEntry(decoding: $0) }?.changes ?? []
      name =
        changes.lazy.compactMap { change in
          if case .enqueue(let action) = change { action.name } else { nil }
        }.first ?? adopted()?.action(id)?.name
      if actions.count == Self.mostRemembered { actions.removeAll() }
      actions[id] = .some(name)
    }
    return "\(name ?? "action") \(id)"
  }
}

extension RouteChange {
  /// The host's report, where a change is one.
  fileprivate var signal: String? {
    switch self {
    case .signal, .principal, .suspect: summary
    case .tree(.ready(let id, _)): "screen \(id)"
    default: nil
    }
  }
}

extension RouteRequest.Target {
  /// One line for a person: what is wanted, or what the user already did. `screen` is the kind of
  /// the screen that was visible before.
  func words(from screen: String? = nil) -> String {
    let shown = screen.map { " \($0)" } ?? ""
    switch self {
    case .fact(.popped(nil)): return screen == nil ? "back" : "back from\(shown)"
    case .fact(.popped(let id?)): return "popped\(shown.isEmpty ? " screen \(id)" : shown)"
    case .fact(.poppedTo(let id)): return "popped to screen \(id)"
    case .fact(.dismissed(nil)): return "dismissed\(shown)"
    case .fact(.dismissed(let id?)): return "dismissed what screen \(id) presents"
    case .fact(.selected(let id)): return "selected tab \(id)"
    case .fact(.activated(let scene)): return "activated scene \(scene)"
    case .fact(.returned(let id, _)):
      return "result of\(id.map { " screen \($0)" } ?? (shown.isEmpty ? " a screen" : shown))"
    case .fact(.reconciled): return "this is on display"
    case .fact(.renderFailed(let failure)): return "could not show entry \(failure.entry)"
    case .value("text", let parameters):
      guard parameters.count == 1, case .int(let count)? = parameters["bytes"] else {
        return summary
      }
      return "(not kept: \(counted(count, "byte")))"
    case .route(let name, let parameters) where !parameters.isEmpty:
      return "route \(name)(\(parameters.notation))"
    default: return summary
    }
  }
}

extension WaitingRequest.Status {
  /// The condition that a request waits for, in words that follow "waits".
  var words: String {
    switch self {
    case .received: "for the app's answer"
    case .released: "for its turn"
    case .suspended: "until requests are let through"
    case .condition(let condition): "for \(condition)"
    }
  }
}
