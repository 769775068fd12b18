public import RouteStore

/// Where a journal leads to, read by somebody who does not own it: a widget, an extension of the
/// app, a second process.
///
/// ```swift
/// let now = try RestoredState(ofJournal: "shop.sqlite")
/// print(table.notation(of: now.state.tree), now.state.waiting.count)
/// ```
///
/// It is read in the way in which a launch restores, chain and digests checked, and is what was in
/// the journal at that moment: it does not change afterwards. Nothing is written, the right to
/// write the journal is not needed, and the file is closed before the initialiser returns.
public struct RestoredState: Hashable, Sendable {
  /// The state after the newest entry; private values are tokens. Empty for a journal without
  /// entries.
  public let state: RouteState
  /// The newest entry: another one later says that the state may be another.
  public let anchor: JournalAnchor

  /// Reads the journal at a path.
  ///
  /// - Throws: `missing` when there is none, `notAJournal`, `newerFormat`, `newerEntry` or
  ///   `damaged` when it cannot be understood, `busy` when somebody kept writing to it, or
  ///   `cannotOpen` or `inputOutput`. The file is left as it is.
  public init(ofJournal path: String) throws(StoreError) {
    let reading = try JournalEnd(restoring: History(path: path))
    (state, anchor) = (reading.state ?? RouteState(), reading.position)
  }
}
