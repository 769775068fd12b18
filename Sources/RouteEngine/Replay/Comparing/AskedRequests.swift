import RouteEngine
import RouteStore

/// The requests of a journal, or of one session, with their targets and outcomes. Only digests are
/// kept, so that a long journal takes little memory.
struct AskedRequests {
  /// One request.
  struct Asked {
    let id: RequestID
    /// The digest of its target.
    let ask: UInt64
    /// The digest of the id that its source gave it.
    let source: UInt64?
    /// The entry that ends it; nil when none does.
    var end: Int64?
    var outcome: UInt64 = 0
    var route: UInt64 = 0
    /// The entry that names its route; nil when none does.
    var routeAt: Int64?
    /// The screens before its end and after it; 0 without an end.
    var before: UInt64 = 0
    var after: UInt64 = 0
  }

  /// The requests, in the order of their first entries.
  private(set) var all: [Asked] = []
  /// The screens before the first entry and after the last one; 0 where there is no such session.
  private(set) var before: UInt64 = 0
  private(set) var after: UInt64 = 0
  /// The last entry.
  private(set) var last: Int64 = 0
  private let ignoringTokens: Bool
  private var open: [RequestID: Int] = [:]
  /// The request whose end was the newest entry: the state after it is known with the next entry.
  private var ended: Int?
  private var newest: (tree: UInt64, content: UInt64)?

  /// Reads a journal, or the entries of one session.
  ///
  /// - Parameter ignoringTokens: whether all tokens count as one: another journal has other keys.
  init(of history: History, session: Int64?, ignoringTokens: Bool) throws {
    self.ignoringTokens = ignoringTokens
    var (first, last) = (Int64(1), Int64.max)
    if let session {
      let rows = try history.sessions()
      first = rows.first { $0.number == session }?.firstSequence ?? .max
      last = (rows.first { $0.number > session }?.firstSequence ?? .max) - 1
    }
    guard first < .max else { return }
    var fold = try HistoryFold(through: max(first - 1, try history.base().sequence), of: history)
    before = content(of: fold.state.tree)
    try fold.walk(history, through: last) { entry, state in take(entry, state) }
    after = content(of: fold.state.tree)
    self.last = fold.position.sequence
    if let ended { all[ended].after = after }
  }

  private mutating func take(_ entry: JournalEntry, _ state: RouteState) {
    if let ended { all[ended].after = content(of: state.tree) }
    ended = nil
    guard let id = entry.requestID, entry.action == nil else { return }
    if let request = entry.request {
      open[id] = all.count
      all.append(
        Asked(
          id: id, ask: ask(of: request.target, state.tree),
          source: request.source.map { Digest64.hash(Array($0.utf8)) }))
    }
    if let route = RequestRoute(namedBy: entry), let index = open[id] {
      (all[index].route, all[index].routeAt) = (route.digest, entry.sequence)
    }
    guard entry.kind == .decided, let outcome = entry.outcomeWithoutIDs,
      let index = open.removeValue(forKey: id)
    else { return }
    all[index].end = entry.sequence
    all[index].outcome = Self.digest(of: ignoringTokens ? outcome.withoutTokens : outcome)
    all[index].before = content(of: state.tree)
    ended = index
  }

  /// The digest of the screens; reused when the hierarchy is unchanged.
  private mutating func content(of tree: ScreenTree) -> UInt64 {
    let digest = tree.digest
    if let newest, newest.tree == digest { return newest.content }
    let content = tree.contentDigest(ignoringTokens: ignoringTokens)
    newest = (digest, content)
    return content
  }

  private static func digest(of outcome: Outcome) -> UInt64 {
    var digest = Digest64()
    digest.combine(outcome.word)
    digest.combine(optional: outcome.reason)
    if case .failed(let step, _) = outcome { digest.combine(UInt64(bitPattern: Int64(step))) }
    return digest.value
  }

  /// The digest of a target, without ids of screens and, between journals, without private values.
  private func ask(of target: RouteRequest.Target, _ tree: ScreenTree) -> UInt64 {
    var digest = Digest64()
    func combine(_ number: UInt8, _ name: String, _ parameters: Parameters) {
      digest.combine(number)
      digest.combine(name)
      (ignoringTokens ? parameters.withoutTokens : parameters).combine(into: &digest)
    }
    switch target {
    case .link(let link):
      combine(1, ignoringTokens ? TokenSearch.withoutTokens(link.text) : link.text, [:])
    case .route(let identifier, let parameters): combine(2, identifier, parameters)
    case .screen(let kind, let parameters): combine(3, kind, parameters)
    case .value(let type, let fields): combine(4, type, fields)
    case .fact(.returned(let id, let result)):
      combine(5, Self.words(of: .returned(id, result), tree), result)
    case .fact(let fact): combine(5, Self.words(of: fact, tree), [:])
    }
    return digest.value
  }

  /// A host fact in words, with the kind of its screen.
  private static func words(of fact: HostFact, _ tree: ScreenTree) -> String {
    func kind(_ id: ScreenID?) -> String { id.flatMap { tree[$0]?.kind } ?? "" }
    switch fact {
    case .popped(let id): return "popped \(kind(id))"
    case .poppedTo(let id): return "popped to \(kind(id))"
    case .dismissed(let id): return "dismissed \(kind(id))"
    case .selected(let id): return "selected \(kind(id))"
    case .activated(let scene): return "activated \(scene)"
    case .returned(let id, _): return "returned from \(kind(id))"
    case .reconciled: return "reconciled"
    case .renderFailed(let failure): return "render failed \(kind(failure.screen))"
    }
  }
}
