/// The size of a journal, for the code that decides what to prune.
package struct JournalExtent: Sendable, Hashable {
  /// The last entry that was pruned; 0 when none was.
  package let base: Int64
  /// The newest entry.
  package let newest: Int64
  /// The bytes in use in the file, without the write-ahead log.
  package let bytes: Int64

  /// The number of entries.
  package var entries: Int64 { newest - base }
}

extension Journal {
  /// The extent of the journal now.
  package func extent() throws(StoreError) -> JournalExtent {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let free = try connection.integer("PRAGMA freelist_count") ?? 0
    let size = try connection.integer("PRAGMA page_size") ?? 0
    return JournalExtent(
      base: try connection.base().sequence, newest: head.sequence, bytes: (pages - free) * size)
  }

  /// The number of sessions with a row.
  package func sessionCount() throws(StoreError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM session") ?? 0)
  }

  /// The newest entry at or before a sequence that has a checkpoint, which may become the base of a
  /// pruned journal; nil when there is none.
  package func pruningPoint(atMost bound: Int64) throws(StoreError) -> EntryRow? {
    let find = try connection.prepare(
      """
      SELECT max(c.sequence) FROM checkpoint c JOIN journal j ON j.sequence = c.sequence
      WHERE c.sequence <= ?1
      """)
    find.bind(bound, at: 1)
    guard try find.step(), let point = try find.optionalNumber(0) else { return nil }
    return try entry(at: point)
  }

  /// The newest entry that was written before a moment and is older than every entry written
  /// between that moment and now: a clock that was wrong for a while must not make young entries
  /// old. Nil when there is none.
  ///
  /// - Parameters:
  ///   - moment: microseconds since 1970.
  ///   - now: the present moment, in microseconds since 1970.
  package func lastEntry(writtenBefore moment: Int64, now: Int64) throws(StoreError) -> Int64? {
    let find = try connection.prepare(
      """
      SELECT max(sequence) FROM journal WHERE at_us < ?1 AND sequence < coalesce(
        (SELECT min(sequence) FROM journal WHERE at_us BETWEEN ?1 AND ?2), \(Int64.max))
      """)
    find.bind(moment, at: 1)
    find.bind(now, at: 2)
    return try find.step() ? find.optionalNumber(0) : nil
  }

  /// Returns unused pages to the file system, at most this many: a small step.
  package func shrink(pages: Int) throws(StoreError) {
    try connection.execute("PRAGMA incremental_vacuum(\(max(1, pages)))")
  }
}
