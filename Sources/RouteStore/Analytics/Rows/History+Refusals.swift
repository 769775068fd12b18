package import RouteStore

extension History {
  /// Calls `body` with each entry by which the host said that it could not show what another one
  /// decided, and with that one, in the order of the file.
  ///
  /// These are the rows of view `v_refusal`, to which tests hold them: to define the views for a
  /// connection takes 40,000,000 instructions, and the last entries of a file are listed in less.
  ///
  /// - Parameters:
  ///   - start: entries after this one are looked at.
  ///   - end: and none after this one.
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
