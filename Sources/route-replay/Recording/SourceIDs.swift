import RouteEngine
import RouteStore

/// The source ids of the requests of an input: they follow from its content alone, so that the same
/// input is known again.
///
/// Where the content may be private they are made with the journal's own key as well. A digest that
/// needs no key would tell a short value to a reader who tries all of them, also of a copy without
/// the vault, and after a redaction.
struct SourceIDs {
  private let table: RouteTable
  /// The journal's own key; nil when no content may be private.
  private let key: VaultKey?
  /// The digests of inputs that are known as a whole, and in which something may be private.
  private let privateLists: Set<String>

  /// Looks at all that is to be recorded. A journal that needs a key and has none gets one.
  init(
    of plan: [PlannedSession], by table: RouteTable, in journal: Journal
  ) throws(StoreError) {
    self.table = table
    var lists: Set<String> = []
    var needsKey = false
    for session in plan {
      guard session.requests.contains(where: { Self.mayBePrivate($0, table) }) else { continue }
      needsKey = true
      // A list is known by all of its lines, also by those that have ids of their own.
      for request in session.requests {
        guard case .list(let digest, _) = request.source else { continue }
        lists.insert(digest)
        break
      }
    }
    privateLists = lists
    key = try needsKey ? Self.key(of: journal) : nil
  }

  /// The source id of a request.
  func source(of request: PlannedRequest) -> String {
    switch request.source {
    case .given(let id): id
    case .list(let digest, let position):
      "\(privateLists.contains(digest) ? keyed(digest) : digest):\(position)"
    case .line(let digest, let occurrence):
      "\(Self.mayBePrivate(request, table) ? keyed(digest) : digest)-\(occurrence)"
    }
  }

  private func keyed(_ digest: String) -> String {
    key.map { $0.token(for: Array(digest.utf8)).mark } ?? digest
  }

  private static func mayBePrivate(_ request: PlannedRequest, _ table: RouteTable) -> Bool {
    // A line of a log has more than the link, such as the page that led to it.
    if case .line = request.source, table.mayHidePath { return true }
    // Text that is no link may be one with a mistake in it, and holds whatever that does.
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
