import CRouteSQLite

/// SQLite's count of the memory that it has taken, which every allocation of every connection takes
/// one lock for.
package enum MemoryCount {
  /// Leaves memory uncounted in the whole process: for a program that has the process to itself,
  /// before it opens its first file; afterwards it changes nothing. Waiting for that lock was an
  /// eighth of the processor time of two threads that asked questions side by side.
  package static func switchOff() { _ = csqlite_count_memory(0) }
}
