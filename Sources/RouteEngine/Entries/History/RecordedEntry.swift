/// An entry as it was read, in an object that the checks of a walk hand on and keep.
///
/// An entry has 336 bytes and up to fourteen references. Copied, it counts references in memory
/// that another thread has just written. Its fields are read through ``entry`` where they lie.
package final class RecordedEntry: Sendable {
  /// The entry.
  package let entry: JournalEntry

  /// An entry that was read.
  package init(_ entry: JournalEntry) { self.entry = entry }
}
