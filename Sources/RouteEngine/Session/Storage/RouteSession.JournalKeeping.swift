public import RouteStore

extension RouteSession {
  /// The maintenance of the journal: pruning, redacting, ingesting, and its newest entry.
  public struct JournalKeeping {
    /// The session of the journal.
    let session: RouteSession

    /// The newest entry and its digest: stored outside the file, they reveal a lost tail.
    public var anchor: JournalAnchor { session.recorder.journal.head }

    /// The source from which the session reads its own writes: the writing connection, or the file
    /// that it released.
    package var content: any ReadableJournal {
      get throws(StoreError) { try session.recorder.content }
    }
  }

  /// The journal, and the host's operations on it.
  public var journal: JournalKeeping { JournalKeeping(session: self) }
}

@available(*, unavailable)
extension RouteSession.JournalKeeping: Sendable {}
