import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Verification derives the changes of the two clocks from a journal's entries, so that a forgery
/// is found although every digest is recomputed. A launch survives even absurd values.
@MainActor
struct SetClockForgeryTests {
  /// The distance by which the clock is set: back by a second between two runs of the system, or
  /// far forward within one.
  private static func span(_ boot: String?) -> Int64 { boot == nil ? -1_000_000 : 1_000_000_000 }

  /// | sequence | entry |
  /// |---|---|
  /// | 1 | began |
  /// | 2, 3 | a product shown, its action accepted |
  /// | 4, 5 | an order received and parked, for ten seconds |
  /// | 6, 7 | began and restored, the clock set |
  /// | 8, 9, 10, 11 | signalled, released, received and parked again: without a boot's name |
  private func recorded(_ boot: String? = "a") throws -> TestJournal {
    let journal = try TestJournal(ClockTests().shop)
    journal.clock.boot = boot
    let options = RouteRequest.Options(expiresAfter: .seconds(10))
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
    if boot != nil { journal.clock.advance(by: 2_000_000) }
    journal.clock.wall += Self.span(boot)
    let session = launch()
    if boot == nil { session.signal("open") }
    try journal.requireReplays(of: session)
    let kinds = [
      "began", "decided", "enqueued", "received", "parked", "began", "restored", "signalled",
      "released", "received", "parked",
    ]
    #expect(try journal.kinds() == (boot == nil ? kinds : Array(kinds.prefix(7))))
    return journal
  }

  enum Forgery: CaseIterable {
    case none, half, double, without, other, action, request, note, nothing
  }

  @Test(arguments: [nil, "a"] as [String?], Forgery.allCases)
  func `a restore with another setting of the clock is found`(
    boot: String?, forgery: Forgery
  ) throws {
    let journal = try recorded(boot)
    let table = journal.table
    let span = Self.span(boot)
    let before = try HistoryFold.state(at: 6, of: History(path: journal.path))
    let sql = try journal.rewriting(7) { restored in
      func restore(_ span: Int64) {
        let (changes, restoration) = Restoring(
          hadEnd: false, forgetsSuspects: false, uncleanEnds: 0, clockSet: span
        ).restore(before, with: table)
        (restored.changes, restored.details) = (changes, .restoration(restoration))
      }
      switch forgery {
      case .none: restore(span)
      case .half: restore(span / 2)
      case .double: restore(2 * span)
      case .without: restore(0)
      case .other: restore(-span)
      case .action: restored.changes.removeAll { if case .advance = $0 { true } else { false } }
      case .request: restored.changes.removeAll { if case .wait = $0 { true } else { false } }
      case .note: restored.notes["clockSet"] = nil
      case .nothing: restored.notes["clockSet"] = .int(0)
      }
    }
    // The entries after it have another digest, so only the forged entry's own content counts.
    let rest = "; DELETE FROM journal WHERE sequence > 7"
    let findings = try Verification(of: journal.forged(sql + rest)).findings
    #expect(findings.map(\.sequence) == (forgery == .none ? [] : [7]), "\(findings)")
  }

  @Test(arguments: [9, 10, 11] as [Int64])
  func `an entry that changes a waiting request's clock is found`(sequence: Int64) throws {
    let journal = try recorded(nil)
    let sql = try journal.rewriting(sequence) { entry in
      entry.changes = entry.changes.map { change in
        guard case .wait(let waiting) = change else { return change }
        return .wait(
          WaitingRequest(
            id: waiting.id, request: waiting.request, status: waiting.status,
            replacement: waiting.replacement, clockSet: waiting.clockSetMicroseconds + 1))
      }
    }
    let rest = "; DELETE FROM journal WHERE sequence > \(sequence)"
    let finding = try Verification(of: journal.forged(sql + rest)).findings.first
    #expect(finding?.sequence == sequence)
    #expect(finding?.problem.contains("clock was set") == true, "\(finding as Any)")
  }

  @Test func `a set clock without waiting requests changes nothing`() throws {
    let journal = try TestJournal(ClockTests().shop)
    do { journal.launch().open("/orders/1") }
    journal.clock.wall -= 1_000_000
    let session = journal.launch()
    #expect(session.launch.restoration == Restoration())
    try journal.requireReplays(of: session)
  }

  @Test func `a restore in another run of the system with a continuous clock is found`() throws {
    let journal = try recorded()
    let history = try journal.rewritten { entries in
      for index in [0, 5] {
        (entries[index].notes["boot"], entries[index].notes["monotonic"]) = (nil, nil)
      }
    }
    #expect(try Verification(of: history).findings.map(\.sequence) == [7])
  }

  @Test(arguments: [1, 6] as [Int64], [Int64.min, -5_000_000, 5_000_000, Int64.max])
  func `clocks of another session are found by the restored moments`(
    sequence: Int64, monotonic: Int64
  ) throws {
    let journal = try recorded()
    let history = try journal.rewritten {
      $0[Int(sequence) - 1].notes["monotonic"] = .int(monotonic)
    }
    #expect(try Verification(of: history).findings.map(\.sequence) == [7])
  }

  @Test(arguments: [1, 6] as [Int64])
  func `another run of the system is found by the restored moments`(sequence: Int64) throws {
    let journal = try recorded()
    let history = try journal.rewritten { $0[Int(sequence) - 1].notes["boot"] = .string("b") }
    #expect(try Verification(of: history).findings.map(\.sequence) == [7])
  }

  @Test func `incomplete statements about the clocks are found`() throws {
    for (name, value) in [
      ("boot", nil), ("boot", .int(1)), ("monotonic", nil), ("monotonic", .string("1")),
    ] as [(String, ParameterValue?)] {
      let journal = try TestJournal(ClockTests().shop)
      journal.clock.boot = "a"
      do { journal.launch().open("/orders/1") }
      let history = try journal.rewritten { $0[0].notes[name] = value }
      let findings = try Verification(of: history).findings
      #expect(findings.map(\.sequence) == [1], "\(findings)")
      #expect(findings.first?.problem.contains("its note") == true)
    }
  }

  @Test func `a forged age of a place is found, apart from the clock's setting`() throws {
    let journal = try TestJournal(ClockTests().shop)
    journal.clock.boot = "a"
    do { journal.launch().open("/later/1") }
    journal.clock.wall += Self.span("a")
    do { _ = journal.launch() }
    let restored = try #require(try journal.entries().last { $0.kind == .restored }).sequence
    let before = try HistoryFold.state(at: restored - 1, of: History(path: journal.path))
    let sql = try journal.rewriting(restored) { restored in
      let (changes, restoration) = Restoring(
        hadEnd: false, forgetsSuspects: false, uncleanEnds: 0, leaves: .age,
        clockSet: Self.span("a")
      ).restore(before, with: journal.table)
      (restored.changes, restored.details) = (changes, .restoration(restoration))
    }
    let rest = "; DELETE FROM journal WHERE sequence > \(restored)"
    let findings = try Verification(of: journal.forged(sql + rest)).findings
    #expect(findings.map(\.sequence) == [restored], "\(findings)")
    #expect(findings.first?.problem.contains("too old") == true)
  }

  @Test func `impossible readings of a clock do not trap a launch`() throws {
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

  @Test func `two readings never overflow, and count only within one run`() {
    let ends = [Int64.min, -1, 0, 1, .max]
    for (wall, former) in ends.flatMap({ wall in ends.map { (wall, $0) } }) {
      for (monotonic, before) in ends.flatMap({ now in ends.map { (now, $0) } }) {
        func reading(_ wall: Int64, _ monotonic: Int64, _ boot: String?) -> ClockReading {
          ClockReading(wall: RouteInstant(microseconds: wall), boot: boot, monotonic: monotonic)
        }
        let (last, now) = (reading(former, before, "a"), reading(wall, monotonic, "a"))
        let span = now.clockSet(since: last)
        if before < 0 || monotonic < before { #expect(span == nil) }
        for boot in [nil, "b"] as [String?] {
          #expect(reading(wall, monotonic, boot).clockSet(since: last) == nil)
        }
        let newest = RouteInstant(microseconds: former)
        let set = Restoring.clockSet(since: last, writing: newest, until: now)
        _ = Restoring.age(of: newest, at: now.wall, clockSet: set)
        #expect(span == nil || set == span)
      }
    }
  }
}
