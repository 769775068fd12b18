import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// What journals say of the two clocks is made again from their entries, so that a forgery is found
/// although every digest is made anew; and however absurd it is, a launch survives it.
@MainActor
struct SetClockForgeryTests {
  private static let span: Int64 = 1_000_000_000

  /// | sequence | entry |
  /// |---|---|
  /// | 1 | began |
  /// | 2, 3 | a product shown, its action accepted |
  /// | 4, 5 | an order received and parked, for ten seconds |
  /// | 6, 7 | began and restored, the clock set forward |
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(ClockTests().shop)
    journal.clock.boot = "a"
    var options = RouteRequest.Options()
    options.expiresAfter = 10_000_000
    func launch() -> RouteSession {
      journal.launch {
        $0.answer("gate") { _ in .wait(condition: "open") }
        $0.perform("later") { _ in .done }
      }
    }
    do {
      let session = launch()
      session.open("/later/1")
      session.open("/orders/2", options: options)
    }
    journal.clock.advance(by: 2_000_000)
    journal.clock.wall += Self.span
    let session = launch()
    try journal.requireReplays(of: session)
    #expect(
      try journal.kinds() == [
        "began", "decided", "enqueued", "received", "parked", "began", "restored",
      ])
    return journal
  }

  enum Forgery: CaseIterable {
    case none, half, double, without, other, action, request, note, nothing
  }

  @Test(arguments: Forgery.allCases)
  func `a restore that takes the clock for another is found`(forgery: Forgery) throws {
    let journal = try recorded()
    let table = journal.table
    let before = try HistoryFold.state(at: 6, of: History(path: journal.path))
    let sql = try journal.rewriting(7) { restored in
      func restore(_ span: Int64) {
        let (changes, restoration) = Restoring(
          hadEnd: false, forgetsSuspects: false, uncleanEnds: 0, clockSet: span
        ).restore(before, with: table)
        (restored.changes, restored.notes) = (changes, restoration.notes)
      }
      switch forgery {
      case .none: restore(Self.span)
      case .half: restore(Self.span / 2)
      case .double: restore(2 * Self.span)
      case .without: restore(0)
      case .other: restore(-Self.span)
      case .action: restored.changes.removeAll { if case .advance = $0 { true } else { false } }
      case .request: restored.changes.removeAll { if case .wait = $0 { true } else { false } }
      case .note: restored.notes["clockSet"] = nil
      case .nothing: restored.notes["clockSet"] = .int(0)
      }
    }
    let findings = try Verification(of: journal.forged(sql)).findings
    #expect(findings.map(\.sequence) == (forgery == .none ? [] : [7]), "\(findings)")
  }

  @Test func `a restore in another run of the system that says that the clock went on is found`()
    throws
  {
    let journal = try recorded()
    let history = try journal.rewritten { entries in
      for index in [0, 5] {
        (entries[index].notes["boot"], entries[index].notes["monotonic"]) = (nil, nil)
      }
    }
    #expect(try Verification(of: history).findings.map(\.sequence) == [7])
  }

  @Test(arguments: [1, 6] as [Int64], [Int64.min, -5_000_000, 5_000_000, Int64.max])
  func `clocks that are not those of the session are found by what was restored`(
    sequence: Int64, monotonic: Int64
  ) throws {
    let journal = try recorded()
    let history = try journal.rewritten {
      $0[Int(sequence) - 1].notes["monotonic"] = .int(monotonic)
    }
    #expect(try Verification(of: history).findings.map(\.sequence) == [7])
  }

  @Test(arguments: [1, 6] as [Int64])
  func `another run of the system is found by what was restored`(sequence: Int64) throws {
    let journal = try recorded()
    let history = try journal.rewritten { $0[Int(sequence) - 1].notes["boot"] = .string("b") }
    #expect(try Verification(of: history).findings.map(\.sequence) == [7])
  }

  @Test func `half of what is said of the clocks is found`() throws {
    for (name, value) in [
      ("boot", nil), ("boot", .int(1)), ("monotonic", nil), ("monotonic", .string("1")),
    ] as [(String, ParameterValue?)] {
      let journal = try TestJournal(ClockTests().shop)
      journal.clock.boot = "a"
      do { journal.launch().open("/orders/1") }
      let history = try journal.rewritten { $0[0].notes[name] = value }
      let findings = try Verification(of: history).findings
      #expect(findings.map(\.sequence) == [1], "\(findings)")
      #expect(findings.first?.problem.contains("clocks") == true)
    }
  }

  @Test func `a forged age of a place is found, the setting of the clock taken out`() throws {
    let journal = try TestJournal(ClockTests().shop)
    journal.clock.boot = "a"
    do { journal.launch().open("/later/1") }
    journal.clock.wall += Self.span
    do { _ = journal.launch() }
    let restored = try #require(try journal.entries().last { $0.kind == .restored }).sequence
    let before = try HistoryFold.state(at: restored - 1, of: History(path: journal.path))
    let sql = try journal.rewriting(restored) { restored in
      let (changes, restoration) = Restoring(
        hadEnd: false, forgetsSuspects: false, uncleanEnds: 0, leaves: .age, clockSet: Self.span
      ).restore(before, with: journal.table)
      (restored.changes, restored.notes) = (changes, restoration.notes)
    }
    let rest = "; DELETE FROM journal WHERE sequence > \(restored)"
    let findings = try Verification(of: journal.forged(sql + rest)).findings
    #expect(findings.map(\.sequence) == [restored], "\(findings)")
    #expect(findings.first?.problem.contains("age") == true)
  }

  @Test func `readings that no clock shows make no launch trap`() throws {
    let extremes = [Int64.min, -1, 1 << 62, .max]
    let journal = try recorded()
    for (index, monotonic) in extremes.enumerated() {
      for now in [Int64.min, 0, .max] {
        let name = "forged-\(index)-\(now).sqlite"
        let forged = try journal.rewritten(as: name) { entries in
          for index in [0, 5] { entries[index].notes["monotonic"] = .int(monotonic) }
        }
        _ = try Verification(of: forged)
        journal.clock.monotonic = now
        for beginning in [RouteSession.Configuration.Beginning.continued, .restored] {
          let session = journal.launch(at: journal.file(name)) { $0.beginning = beginning }
          #expect(session.open("/short/3").accepted)
        }
      }
    }
  }

  @Test func `two readings never overflow, and only those of one run tell anything`() {
    let ends = [Int64.min, -1, 0, 1, .max]
    for (wall, former) in ends.flatMap({ wall in ends.map { (wall, $0) } }) {
      for (monotonic, before) in ends.flatMap({ now in ends.map { (now, $0) } }) {
        func reading(_ wall: Int64, _ monotonic: Int64, _ boot: String?) -> ClockReading {
          ClockReading(wall: Instant(microseconds: wall), boot: boot, monotonic: monotonic)
        }
        let (last, now) = (reading(former, before, "a"), reading(wall, monotonic, "a"))
        let span = now.clockSet(since: last)
        if before < 0 || monotonic < before { #expect(span == nil) }
        for boot in [nil, "b"] as [String?] {
          #expect(reading(wall, monotonic, boot).clockSet(since: last) == nil)
        }
        let newest = Instant(microseconds: former)
        let set = Restoring.clockSet(since: last, writing: newest, until: now)
        _ = Restoring.age(of: newest, at: now.wall, clockSet: set)
        #expect(span == nil || set == span)
      }
    }
  }
}
