package import RouteStore

extension History {
  /// Calls `body` with each entry in which the host reported that it could not show the decision of
  /// another entry, and with that other entry, in the order of the file.
  ///
  /// These are the rows of view `v_refusal`, and tests compare the two. Defining the views for a
  /// connection takes 40,000,000 instructions, and listing the last entries of a file takes less.
  ///
  /// - Parameters:
  ///   - start: only entries after this one are read.
  ///   - end: the last entry to read.
  package func forEachRefusal(
    after start: Int64, through end: Int64, _ body: (_ refused: Int64, _ refusal: Int64) -> Void
  ) throws(StoreError) {
    let list = try file.connection.prepare(
      """
      SELECT cause, sequence FROM journal WHERE sequence > ?1 AND sequence <= ?2
        AND kind = \(EntryNumber.decided) AND entry_point = 'hostFact' AND outcome <> 'duplicate'
        AND cause IS NOT NULL
      ORDER BY sequence
      """)
    list.bind(start, at: 1)
    list.bind(end, at: 2)
    while try list.step() { body(try list.number(0), try list.number(1)) }
    try file.check()
  }
}
