import RouteEngine
import RouteStore

/// The source ids of the requests of an input. They are computed from its content alone, so that an
/// equal input is recognised.
///
/// If the content may be private, they are also computed with the journal's own key. Without a key,
/// a digest would reveal a short value to a reader who tries all of them, also in a copy without
/// the vault, and after a redaction.
struct SourceIDs {
  private let table: RouteTable
  /// The journal's own key; nil when it has none and no content may be private.
  private let key: VaultKey?
  /// The digests of inputs that are identified as a whole and may contain private values.
  private let privateLists: Set<String>

  /// Examines everything to be recorded. A journal that needs a key and has none gets one.
  init(
    of plan: [PlannedSession], by table: RouteTable, in journal: Journal
  ) throws(StoreError) {
    self.table = table
    var lists: Set<String> = []
    var needsKey = false
    for session in plan {
      guard session.requests.contains(where: { Self.mayBePrivate($0, table) }) else { continue }
      needsKey = true
      // A list is identified by all of its lines, including those with ids of their own.
      for request in session.requests {
        guard case .list(let digest, _) = request.source else { continue }
        lists.insert(digest)
        break
      }
    }
    privateLists = lists
    key =
      try needsKey
      ? Self.key(of: journal) : journal.vaultKey(principal: PrivateValues.journalOwner)
  }

  /// The source id of a request.
  func source(of request: PlannedRequest) -> String {
    source(of: request, isKeyed: isKeyed(request))
  }

  /// Whether the journal has the request. It may have been recorded with another table, by which
  /// its content was private and now is not, or vice versa.
  func isKnown(_ request: PlannedRequest, in journal: Journal) throws(StoreError) -> Bool {
    let isKeyed = isKeyed(request)
    if try journal.seen(source: source(of: request, isKeyed: isKeyed)) != nil { return true }
    if case .given = request.source { return false }
    guard key != nil else { return false }
    return try journal.seen(source: source(of: request, isKeyed: !isKeyed)) != nil
  }

  private func isKeyed(_ request: PlannedRequest) -> Bool {
    switch request.source {
    case .given: false
    case .list(let digest, _): privateLists.contains(digest)
    case .line: Self.mayBePrivate(request, table)
    }
  }

  private func source(of request: PlannedRequest, isKeyed: Bool) -> String {
    switch request.source {
    case .given(let id): id
    case .list(let digest, let position): "\(isKeyed ? keyed(digest) : digest):\(position)"
    case .line(let digest, let occurrence, _): "\(isKeyed ? keyed(digest) : digest)-\(occurrence)"
    }
  }

  private func keyed(_ digest: String) -> String {
    key.map { $0.token(for: Array(digest.utf8)).mark } ?? digest
  }

  private static func mayBePrivate(_ request: PlannedRequest, _ table: RouteTable) -> Bool {
    // A line of a log contains more than the link, for example the referring page.
    if case .line(_, _, let mayHoldMore) = request.source, mayHoldMore || table.mayHidePath {
      return true
    }
    // Text that is not a link may be a link with a mistake, and contain any values.
    guard let link = try? RouteLink(request.link) else {
      return table.mayHidePath || request.link.utf8.contains(where: "?#@".utf8.contains)
    }
    return table.mayHoldPrivateValues(link)
  }

  private static func key(of journal: Journal) throws(StoreError) -> VaultKey {
    let owner = PrivateValues.journalOwner
    if let key = try journal.vaultKey(principal: owner) { return key }
    let key = VaultKey.random(of: owner)
    var batch = JournalBatch()
    batch.vaultKeys = [key]
    try journal.append(&batch)
    return key
  }
}
