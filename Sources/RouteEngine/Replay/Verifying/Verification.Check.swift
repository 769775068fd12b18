extension Verification {
  /// One of the checks that a journal has to pass. Each finds something that no other check finds.
  public enum Check: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Sequences have no gaps, and each entry's digest fits its content and the entry before it.
    case chain
    /// Each entry contains only valid facts, its changes fit the state before it, and they lead to
    /// the state whose digest is recorded.
    case content
    /// Tables, views, indexes and the names of kinds are those of the format.
    case schema
    /// The tables beside the table of entries contain only valid rows: texts and numbers within
    /// their bounds, each of its column's type.
    case value
    /// SQLite's own check of the file's pages.
    case pages
    /// Sessions begin one after another, and contain only valid facts for their kind.
    case session
    /// Time advances within a session, from its start.
    case time
    /// The notes in a file's first entry about a replaced file do not contradict one another.
    case beginning
    /// A launch restores the state that follows from the journal and the route tables.
    case restoring
    /// An adopted route table makes the screens that follow from both tables.
    case adopting
    /// A request has one outcome, on its final entry, and the outcome of a decision fits its
    /// changes.
    case outcome
    /// The content of a request is in its first entry, and a request waits as it arrived.
    case request
    /// An entry's changes are those that the machine makes, or that a decision can make.
    case change
    /// An entry has the columns and notes that the machine gives it, and no others.
    case column
    /// The visible screens before and after an entry are those of the hierarchy.
    case screen
    /// A rule of the session ends only requests that it is for.
    case rule
    /// A request refused for a limit exceeded it, and one refused for a newer request was not the
    /// newest.
    case limit
    /// The entries of a step are exactly those that follow from its first one: the releases of a
    /// signal or a resume, the ends of a clean beginning, the work of a decision. Requests have
    /// their turns in the order of the queue, one after the other, after expired ones have ended.
    case order
    /// Pending actions change according to their terms.
    case action
    /// The host's reports on its display fit the former display.
    case display
    /// Checkpoints are the states that the entries lead to.
    case checkpoint
    /// If the first entries are missing, an entry says why: they were pruned, or are in a file that
    /// was set aside.
    case pruning
    /// Table `session` agrees with the entries.
    case sessionRow = "session_row"
    /// Table `route_table` contains the tables with which sessions began, under the digests of
    /// their texts.
    case routeTable = "route_table"
    /// Table `seen` agrees with the entries, and so do the source ids that an outage records.
    case seen
    /// The values of the vault match their tokens.
    case vault
    /// Redacted values are gone.
    case redaction
    /// The anchor that was kept outside the file is on the journal's chain.
    case anchor

    /// Its name.
    public var description: String { rawValue }
  }
}
