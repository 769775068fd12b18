public import RouteStore

extension RouteSession {
  /// Keeping the journal: what it forgets, what it takes in, and how far it is.
  public struct JournalKeeping {
    /// Whose journal it is.
    let session: RouteSession

    /// The newest entry and its digest: kept outside the file, it shows a lost tail.
    public var anchor: JournalAnchor { session.recorder.journal.head }

    /// Where the session reads what it wrote: by the connection that writes, or from the file that
    /// it released.
    package var content: any ReadableJournal {
      get throws(StoreError) { try session.recorder.content }
    }
  }

  /// The journal, and what a host can do to it.
  public var journal: JournalKeeping { JournalKeeping(session: self) }
}

@available(*, unavailable)
extension RouteSession.JournalKeeping: Sendable {}
