extension Verification {
  /// One of the checks that a journal has to pass. Each finds something that no other one does.
  public enum Check: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Sequences have no gaps, and each entry's digest fits its content and the entry before it.
    case chain
    /// Each entry says what an entry can say, its changes fit the state before it, and they lead to
    /// the state whose digest is recorded.
    case content
    /// Tables, views, indexes and the names of kinds are those of the format.
    case schema
    /// Tables beside that of the entries hold only what such a table can hold: texts and numbers
    /// within their bounds, each of its column's type.
    case value
    /// SQLite's own check of the file's pages.
    case pages
    /// Sessions begin one after another, and hold what sessions of their sort can hold.
    case session
    /// Time goes on within a session, from the moment at which it began.
    case time
    /// The notes of a file's first entry on a file that it replaces contradict nothing.
    case beginning
    /// A launch restores what the journal and the route tables lead to.
    case restoring
    /// An adopted route table makes the screens that both tables lead to.
    case adopting
    /// A request has one outcome, on its final entry, and a decision has one that it can come to
    /// with its changes.
    case outcome
    /// The content of a request stands on its first entry, and a request waits as it arrived.
    case request
    /// An entry's changes are those that the machine makes, or that a decision can make.
    case change
    /// An entry has the columns and notes that the machine gives it, and no others.
    case column
    /// The visible screens before and after an entry are those of the hierarchy.
    case screen
    /// A rule of the session ends only requests that it is for.
    case rule
    /// A request refused for a limit was one too many, and one refused for a newer request was not
    /// the newest.
    case limit
    /// The entries of a step are those that its first one leads to, no more and no fewer: what a
    /// signal or a resume lets go on, what a clean beginning ends, the work of a decision. And
    /// requests have their turns as they were queued, one after the other, after those that have
    /// expired.
    case order
    /// Pending actions move as their terms say.
    case action
    /// The host's reports on its display fit what was displayed.
    case display
    /// Checkpoints are the states that the entries lead to.
    case checkpoint
    /// The entries before the first one were pruned by an entry that says so.
    case pruning
    /// Table `session` says what the entries say.
    case sessionRow = "session_row"
    /// Table `route_table` holds what sessions began with, under the digests of their texts.
    case routeTable = "route_table"
    /// Table `seen` says what the entries say, and so does what an outage tells of sources' ids.
    case seen
    /// Values of the vault are those that their tokens were made of.
    case vault
    /// Redacted values are gone.
    case redaction
    /// The anchor that was kept outside the file is on its chain.
    case anchor

    /// Its word.
    public var description: String { rawValue }
  }
}
