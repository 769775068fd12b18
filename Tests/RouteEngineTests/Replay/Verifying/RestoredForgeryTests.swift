import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The content of `restored` and `stable` entries is compared with their causes: a recomputed chain
/// hides no forgery.
@MainActor
struct RestoredForgeryTests {
  /// | sequence | entry |
  /// |---|---|
  /// | 1, 2, 3 | began; two products shown |
  /// | 4, 5 and 6, 7 | began and restored, twice, dead before they were stable |
  /// | 8, 9 | began and restored: the top screen popped |
  /// | 10 | stable |
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(RestorationTests().shop)
    do {
      let session = journal.launch()
      session.openAll("/products/7", "/products/8")
    }
    for _ in 0..<2 { _ = journal.launch() }
    let session = journal.launch()
    session.stable()
    #expect(try journal.kinds().suffix(3) == ["began", "restored", "stable"])
    try journal.requireReplays(of: session)
    return journal
  }

  private nonisolated static func replacing(_ old: String, by new: String, at sequence: Int64)
    -> String
  {
    """
    UPDATE journal SET payload = replace(payload, '\(old)', '\(new)') WHERE sequence = \(sequence)
    """
  }

  private nonisolated static let forgeries: [(sql: String, sequence: Int64)] = [
    (replacing(#""extent":"top""#, by: #""extent":"root""#, at: 9), Int64(9)),
    (replacing(#""extent":"top""#, by: #""extent":"all""#, at: 9), 9),
    (replacing(#""extent":"top","#, by: "", at: 9), 9),
    (replacing(#""unclean":2"#, by: #""unclean":3"#, at: 9), 9),
    (replacing(#","unclean":2"#, by: "", at: 9), 9),
    (replacing(#""count":3"#, by: #""count":1"#, at: 9), 9),
    (replacing(#"{"change":"unready"},"#, by: "", at: 7), 7),
    ("UPDATE journal SET payload = NULL WHERE sequence = 5", 5),
    ("UPDATE journal SET kind = 11 WHERE sequence = 10", 10),
    ("UPDATE journal SET kind = 10 WHERE sequence = 1", 1),
  ]

  @Test(arguments: forgeries.indices)
  func `a forged restore is found`(index: Int) throws {
    let (sql, sequence) = Self.forgeries[index]
    let journal = try recorded()
    let findings = try Verification(of: journal.forged(sql)).findings
    #expect(findings.first?.sequence == sequence, "\(sql)")
  }

  @Test func `a restore without the deaths before it is found, with new digests`() throws {
    let journal = try recorded()
    try requireFinding("launches that died unstable", journal) { restored, before, table in
      let honest = Restoring(hadEnd: false, forgetsSuspects: false, uncleanEnds: 0)
      let (changes, restoration) = honest.restore(before, with: table)
      (restored.changes, restored.details) = (changes, .restoration(restoration))
    }
  }

  @Test func `a restore that goes further than its deaths require is found`() throws {
    let journal = try recorded()
    try requireFinding("the place that it restores does not follow", journal) {
      restored, before, table in
      let further = Restoring(hadEnd: false, forgetsSuspects: false, uncleanEnds: 5)
      var (changes, restoration) = further.restore(before, with: table)
      changes[changes.count - 1] = .suspect(fingerprint: RouteState.restoredPlace, count: 3)
      restoration.uncleanEnds = 2
      (restored.changes, restored.details) = (changes, .restoration(restoration))
    }
  }

  /// Writes entry 9 again with everything that follows from it, and expects a finding of verify.
  private func requireFinding(
    _ part: String, _ journal: TestJournal,
    _ edit: (inout JournalEntry, RouteState, RouteTable) -> Void
  ) throws {
    let before = try HistoryFold.state(at: 8, of: History(path: journal.path))
    let forged = try journal.forged(journal.rewriting(9) { edit(&$0, before, journal.table) })
    let finding = try #require(try Verification(of: forged).findings.first)
    #expect(finding.sequence == 9)
    #expect(finding.problem.contains(part), "\(finding.problem)")
  }
}
