public import RouteStore

/// The state that a journal leads to, for a reader that does not own it: a widget, an extension of
/// the app, a second process.
///
/// ```swift
/// let now = try RestoredState(ofJournal: "shop.sqlite")
/// print(table.notation(of: now.state.tree), now.state.waiting.count)
/// ```
///
/// It is read as a launch restores it, with chain and digests checked. It shows the journal at that
/// moment and does not change afterwards. Nothing is written, ownership of the journal is not
/// needed, and the file is closed before the initialiser returns.
public struct RestoredState: Hashable, Sendable {
  /// The state after the newest entry; private values are tokens. Empty for a journal without
  /// entries.
  public let state: RouteState
  /// The newest entry. If a later reading has another one, the state may differ.
  public let anchor: JournalAnchor

  /// Reads the journal at a path.
  ///
  /// - Throws: `missing` when there is no journal; `notAJournal`, `newerFormat`, `newerEntry`,
  ///   `editedMigration` or `damaged` when it cannot be understood; `busy` when another process
  ///   kept writing to it; `limitReached`, `cannotOpen` or `inputOutput`; `diskFull` or `readOnly`
  ///   when a file with a log cannot be copied for reading. The file is left as it is.
  public init(ofJournal path: String) throws(StoreError) {
    let reading = try JournalEnd(restoring: History(path: path))
    (state, anchor) = (reading.state ?? RouteState(), reading.position)
  }
}
