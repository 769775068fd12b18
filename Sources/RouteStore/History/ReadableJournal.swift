/// The read operations that a journal's single writer and its readers both offer.
package protocol ReadableJournal: AnyObject {
  /// The entry at a sequence; nil when there is none.
  func entry(at sequence: Int64) throws(StoreError) -> EntryRow?
  /// The position of an entry as the file states it; nil when there is none.
  func anchor(at sequence: Int64) throws(StoreError) -> JournalAnchor?
  /// The newest entry and its chain digest.
  func newestPosition() throws(StoreError) -> JournalAnchor
  /// The newest checkpoint at or before a sequence for which `isValid` returns true.
  func newestCheckpoint(
    through sequence: Int64, where isValid: (CheckpointRow) -> Bool
  ) throws(StoreError) -> CheckpointRow?
  /// The session with the highest number, or nil in a new journal.
  func lastSession() throws(StoreError) -> SessionRow?
  /// Every session, in order of number.
  func sessions() throws(StoreError) -> [SessionRow]
  /// Calls `body` with each entry after a position, oldest first, and checks the chain.
  func forEachChecked(
    after start: JournalAnchor, _ body: (EntryRow) throws -> Void
  ) throws
  /// The row of an identifier that a source gave, or nil when it was never seen.
  func seen(source: String) throws(StoreError) -> SeenRow?
  /// The entry with the outcome of a request; nil when there is none, or it was pruned.
  func outcomeEntry(ofRequest request: Int64) throws(StoreError) -> EntryRow?
  /// A principal's key, or nil when there is none.
  func vaultKey(principal: String) throws(StoreError) -> VaultKey?
  /// The private value behind a token of a principal, or nil when it is gone.
  func vaultValue(token: String, principal: String) throws(StoreError) -> [UInt8]?
  /// The tokens among these whose values are gone: the vault has no value for them, of any
  /// principal.
  func tokensWithoutValue(among tokens: Set<String>) throws(StoreError) -> Set<String>
}

extension Journal: ReadableJournal {
  package func newestPosition() -> JournalAnchor { head }

  package func forEachChecked(
    after start: JournalAnchor, _ body: (EntryRow) throws -> Void
  ) throws {
    try forEachEntry(after: start, body)
  }
}

extension History: ReadableJournal {
  package func newestPosition() throws(StoreError) -> JournalAnchor { try head() }

  package func lastSession() throws(StoreError) -> SessionRow? {
    try file.connection.sessions(newestOnly: true).first
  }

  package func forEachChecked(
    after start: JournalAnchor, _ body: (EntryRow) throws -> Void
  ) throws {
    try forEachCheckedEntry(after: start, body)
  }

  package func seen(source: String) throws(StoreError) -> SeenRow? {
    try file.connection.seen(source: source)
  }

  package func outcomeEntry(ofRequest request: Int64) throws(StoreError) -> EntryRow? {
    try file.connection.outcomeEntry(ofRequest: request)
  }

  package func vaultKey(principal: String) throws(StoreError) -> VaultKey? {
    try file.connection.vaultKey(principal: principal)
  }

  package func tokensWithoutValue(
    among tokens: Set<String>
  ) throws(StoreError) -> Set<String> {
    try file.connection.tokensWithoutValue(among: tokens)
  }
}
