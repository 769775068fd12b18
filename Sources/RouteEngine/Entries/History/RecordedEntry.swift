/// An entry that was read, in an object that the checks of a walk pass on and keep.
///
/// An entry has 336 bytes and up to fourteen references. A copy would count references in memory
/// that another thread has just written. Its fields are read in place through ``entry``.
package final class RecordedEntry: Sendable {
  /// The entry.
  package let entry: JournalEntry

  /// An entry that was read.
  package init(_ entry: JournalEntry) { self.entry = entry }
}
