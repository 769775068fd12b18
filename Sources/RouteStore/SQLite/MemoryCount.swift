import CSQLite

/// SQLite's count of the memory that it has taken, which every allocation of every connection takes
/// one lock for.
package enum MemoryCount {
  /// Leaves memory uncounted in the whole process: for a program that has the process to itself,
  /// before it opens its first file; afterwards it changes nothing. Two threads that ask questions
  /// side by side take two thirds of the time.
  package static func switchOff() { _ = csqlite_count_memory(0) }
}
