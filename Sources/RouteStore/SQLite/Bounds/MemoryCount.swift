import CRouteSQLite

/// SQLite's count of its memory, for which every allocation of every connection takes one lock.
package enum MemoryCount {
  /// Stops counting memory in the whole process: for a program that does not share its process,
  /// before it opens its first file; later it has no effect. Waiting for that lock was an eighth of
  /// the processor time of two threads that asked questions in parallel.
  package static func switchOff() { _ = csqlite_count_memory(0) }
}
