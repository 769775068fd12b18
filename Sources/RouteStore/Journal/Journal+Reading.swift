extension Journal {
  /// Calls `body` with each entry after a position, oldest first, and checks the chain.
  ///
  /// One entry object is reused for all: copy the parts that should stay. Returns the position of
  /// the last entry. Throws `damaged` with the first bad sequence, and the errors of `body`. `body`
  /// must not append to the journal or reopen the file.
  @discardableResult
  package func forEachEntry(
    after start: JournalAnchor, _ body: (EntryRow) throws -> Void
  ) throws -> JournalAnchor {
    var reader = try statements.takeReader(connection)
    do {
      let end = try reader.readOn(after: start, body)
      statements.giveBack(reader)
      return end
    } catch {
      statements.giveBack(reader)
      throw error
    }
  }

  /// The entry at a sequence; nil when there is none.
  package func entry(at sequence: Int64) throws(StoreError) -> EntryRow? {
    try connection.entry(at: sequence)
  }

  /// The entry with the outcome of the request whose first entry has this sequence; nil when there
  /// is none, or it was pruned. It reads on from the first entry, so its cost grows with the time
  /// that the request waited.
  package func outcomeEntry(ofRequest request: Int64) throws(StoreError) -> EntryRow? {
    try connection.outcomeEntry(ofRequest: request)
  }

  /// The position of an entry as the file states it, to read on from; nil when there is none.
  ///
  /// The start, and the base of a pruned journal, count as positions.
  package func anchor(at sequence: Int64) throws(StoreError) -> JournalAnchor? {
    try connection.anchor(at: sequence)
  }

  /// The newest checkpoint at or before a sequence for which `isValid` returns true.
  ///
  /// A checkpoint after the head, left over from a lost tail, is never used.
  package func newestCheckpoint(
    through sequence: Int64 = .max, where isValid: (CheckpointRow) -> Bool = { _ in true }
  ) throws(StoreError) -> CheckpointRow? {
    try connection.newestCheckpoint(through: min(sequence, head.sequence), where: isValid)
  }

  /// The session with the highest number, or nil in a new journal.
  package func lastSession() throws(StoreError) -> SessionRow? {
    try connection.sessions(newestOnly: true).first
  }

  /// Every session, oldest first.
  package func sessions() throws(StoreError) -> [SessionRow] {
    try connection.sessions(newestOnly: false)
  }

  /// The row of an identifier that a source gave, or nil when it was never seen.
  package func seen(source: String) throws(StoreError) -> SeenRow? {
    defer { statements.findSeen.reset() }
    statements.findSeen.bind(source, at: 1)
    guard try statements.findSeen.step() else { return nil }
    return try SeenRow(statements.findSeen)
  }

  /// A principal's key; nil when there is none or it was destroyed. Throws `damaged` when it is not
  /// 32 bytes: tokens under a shorter key could be guessed.
  package func vaultKey(principal: String) throws(StoreError) -> VaultKey? {
    try connection.vaultKey(principal: principal)
  }

  /// The private value behind a token of a principal, or nil when it is gone.
  package func vaultValue(token: String, principal: String) throws(StoreError) -> [UInt8]? {
    try connection.vaultValue(token: token, principal: principal)
  }

  /// The tokens among these whose values are gone: the vault has no value for them, of any
  /// principal.
  package func tokensWithoutValue(
    among tokens: Set<String>
  ) throws(StoreError) -> Set<String> {
    try connection.tokensWithoutValue(among: tokens)
  }

  /// The canonical JSON of a route table; nil when the journal does not contain it.
  package func routeTable(digest: String) throws(StoreError) -> [UInt8]? {
    try connection.routeTable(digest: digest)
  }
}
