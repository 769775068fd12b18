import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The effects of a signal, a resume and the policy for rivals on waiting requests are compared
/// with the required ones, although all digests are recomputed.
@MainActor
struct WaitingForgeryTests {
  private let shop = Scenario.gatedShop

  /// | sequence | entry |
  /// |---|---|
  /// | 1, 2 | began, suspended |
  /// | 3, 4, 5 | products 1, 2 and 3 parked until resumed |
  /// | 6, 7 | order 4, not suspendable, received and parked until signed in |
  /// | 8 | resumed |
  /// | 9, 10, 11 | what becomes of the three, but with policy `none` |
  ///
  /// and then what is decided of them, and product 9.
  private func recorded(_ policy: String) throws -> TestJournal {
    let journal = try TestJournal(shop)
    let session = journal.launch {
      $0.startsSuspended = true
      $0.answer("gate") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    for id in 1...3 { session.open("/products/\(id)") }
    let urgent = RouteRequest.Options(isSuspendable: false)
    session.open("/orders/4", options: urgent)
    switch policy {
    case "transform":
      session.requests.resumeTransforming { $0.id == RequestID(4) ? nil : .route("login", [:]) }
    case "custom": session.requests.resumeHandingOver { _ in }
    default: session.requests.resume(try #require(WaitingRequest.ResumePolicy(rawValue: policy)))
    }
    session.open("/products/9")
    try journal.requireReplays(of: session)
    return journal
  }

  nonisolated private static let policies = [
    "execute", "latestOnly", "clear", "transform", "custom", "none",
  ]

  @Test(arguments: policies) func `the journals that are forged here match the table`(
    policy: String
  ) throws {
    let journal = try recorded(policy)
    let kinds = try journal.kinds()
    let first = [
      "began", "suspended", "parked", "parked", "parked", "received", "parked", "resumed",
    ]
    #expect(Array(kinds.prefix(8)) == first)
    let next = Array(kinds.dropFirst(8).prefix(3))
    switch policy {
    case "execute": #expect(next == ["released", "released", "released"])
    case "latestOnly", "transform": #expect(Set(next) == ["released", "decided"])
    case "none": #expect(next == ["decided"])
    default: #expect(next == ["decided", "decided", "decided"])
    }
    let again = try journal.rewritten { _ in }
    #expect(try Verification(of: again).findings == [], "making it anew changes nothing")
  }

  /// The first finding in a policy's journal after an edit.
  private func finding(
    _ policy: String, _ edit: (inout [JournalEntry]) throws -> Void
  ) throws -> Verification.Finding? {
    let journal = try recorded(policy)
    defer { withExtendedLifetime(journal) {} }  // its files are removed with it
    return try Verification(of: journal.rewritten(edit)).findings.first
  }

  @Test(arguments: policies.dropLast())
  func `an entry missing after a resume is found`(policy: String) throws {
    for index in 8...10 {
      let found = try finding(policy) { entries in
        entries[index] = entries[index].emptied(as: .foreground)
      }
      #expect(found?.sequence == Int64(index + 1), "\(policy) \(index)")
      #expect(found?.problem.contains("continues or ends") == true, "\(found as Any)")
    }
  }

  @Test(arguments: policies.dropLast())
  func `another entry after a resume is found`(policy: String) throws {
    for index in 8...10 {
      let found = try finding(policy) { entries in
        let entry = entries[index]
        let id = try #require(entry.requestID)
        if entry.kind == .released {
          entries[index] = entry.ending(id, .superseded, by: .latestOnly)
        } else {
          let waiting = try #require(entries[Int(id.rawValue) - 1].waiting)
          entries[index] = entry.releasing(waiting)
        }
        entries.removeSubrange((index + 1)...)  // they follow from its former content
      }
      #expect(found?.sequence == Int64(index + 1), "\(policy) \(index)")
    }
  }

  @Test(arguments: policies.dropLast())
  func `an entry after a resume for another request is found`(policy: String) throws {
    for index in 8...10 {
      let journal = try recorded(policy)
      var rule: SettlingRule?
      let forged = try journal.rewritten { entries in
        let entry = entries[index]
        rule = entry.rule
        let waiting = try #require(entries[6].waiting)  // the request waits for somebody to sign in
        if let rule {
          entries[index] = entry.ending(waiting.id, try #require(entry.outcome), by: rule)
        } else {
          entries[index] = entry.releasing(waiting)
        }
      }
      let found = try Verification(of: forged).findings.first
      #expect(found?.sequence == Int64(index + 1), "\(policy) \(index)")
      if rule != nil {
        #expect(try !Rerun(of: forged).isIdentical, "no rule excuses it: \(policy) \(index)")
      }
    }
  }

  @Test func `a release that leaves its request waiting is found`() throws {
    for status in [WaitingRequest.Status.received, .suspended, .condition("signedIn")] {
      let found = try finding("execute") { entries in
        let waiting = try #require(entries[8].waiting)
        entries[8].changes = [
          .wait(WaitingRequest(id: waiting.id, request: waiting.request, status: status))
        ]
      }
      #expect(found?.sequence == 9, "\(status)")
    }
  }

  @Test func `a resume by a policy other than the named one is found`() throws {
    for policy in Self.policies {
      for other in Self.policies + ["whim"] where other != policy {
        // With nothing replaced or dropped, these two have the same effect.
        if policy == "execute", other == "transform" { continue }
        let found = try finding(policy) { entries in entries[7].notes["policy"] = .string(other) }
        #expect(found != nil, "\(policy) as \(other)")
        let places: ClosedRange<Int64> = other == "whim" ? 8...8 : 9...11
        #expect(places.contains(found?.sequence ?? 0), "\(policy) as \(other): \(found as Any)")
      }
    }
  }

  @Test func `requests that continue in another order are found`() throws {
    let found = try finding("execute") { entries in
      let (first, second) = (entries[8], entries[9])
      entries[8] = first.releasing(try #require(second.waiting))
      entries[9] = second.releasing(try #require(first.waiting))
    }
    #expect(found?.sequence == 9)
  }

  @Test(arguments: ["clear", "transform", "custom"])
  func `another reason than the rule's is found`(policy: String) throws {
    var forged: Int64?
    let found = try finding(policy) { entries in
      let index = try #require(entries.firstIndex { $0.rule != nil })
      entries[index].outcome = .denied(reason: "for no reason")
      forged = Int64(index + 1)
    }
    #expect(found?.sequence == forged)
    #expect(found?.problem.contains("does not lead to the outcome") == true)
  }

  @Test func `another target is put in a request's place by a transforming resume`() throws {
    for policy in ["execute", "latestOnly"] {
      var forged: Int64?
      let found = try finding(policy) { entries in
        let index = try #require(entries.firstIndex { $0.kind == .released })
        let waiting = try #require(entries[index].waiting)
        entries[index].changes = [
          .wait(
            WaitingRequest(
              id: waiting.id, request: waiting.request, status: .released,
              replacement: .route("login", [:])))
        ]
        forged = Int64(index + 1)
      }
      #expect(found?.sequence == forged)
      #expect(found?.problem.contains("only a resume that transforms") == true)
    }
  }

  @Test func `a resume transforms only the requests that it resumes`() async throws {
    let journal = try TestJournal(shop)
    let door = AsyncRequestTests.Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let opening = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    session.signal("open")
    session.requests.suspend()
    session.requests.resumeTransforming { _ in nil }
    door.open(.wait(condition: "open"))
    #expect(await eventually { door.count == 1 })
    door.open()
    #expect(await opening.ended() == .shown)
    try journal.requireReplays(of: session)
    let released = try #require(try journal.entries().firstIndex { $0.kind == .released })
    #expect(try journal.kinds().firstIndex(of: "resumed") ?? .max < released)
    let forged = try journal.rewritten { entries in
      for index in [released, released + 1] {
        let waiting = try #require(entries[index].waiting)
        entries[index].changes = [
          .wait(
            WaitingRequest(
              id: waiting.id, request: waiting.request, status: waiting.status,
              replacement: .route("login", [:])))
        ]
      }
    }
    let found = try Verification(of: forged).findings.first
    #expect(found?.sequence == Int64(released + 1), "\(found as Any)")
    #expect(found?.problem.contains("only a resume that transforms") == true)
  }

  @Test func `a missing and a wrong release after a signal are found`() throws {
    let journal = try TestJournal(shop)
    let session = journal.launch {
      $0.answer("gate") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    session.openAll("/orders/1", "/orders/2")
    session.requests.suspend()
    session.open("/products/3")
    session.signal("signedIn", principal: "anna")
    try journal.requireReplays(of: session)
    let released = try #require(try journal.entries().firstIndex { $0.kind == .released })
    let kept = try #require(try journal.entries().first { $0.waiting?.status == .suspended })
    for index in [released, released + 1] {
      let missing = try journal.rewritten(as: "missing-\(index).sqlite") { entries in
        entries[index] = entries[index].emptied(as: .foreground)
      }
      #expect(try Verification(of: missing).findings.first?.sequence == Int64(index + 1))
      let other = try journal.rewritten(as: "other-\(index).sqlite") { entries in
        entries[index] = entries[index].releasing(try #require(kept.waiting))
      }
      let findings = try Verification(of: other).findings
      #expect(findings.first?.sequence == Int64(index + 1), "\(findings)")
    }
    let early = try journal.rewritten(as: "early.sqlite") { entries in
      // The edit is after a signal that says that the condition no longer holds.
      let signal = try #require(entries.firstIndex { $0.kind == .signalled })
      entries[signal].changes = [.signal(condition: "signedIn", false)]
    }
    #expect(try Verification(of: early).findings.first?.sequence == Int64(released))
  }

  @Test func `a refusal or a supersession without a rival is found`() async throws {
    for policy in [RouteRequest.BusyPolicy.refuse, .supersede] {
      let journal = try TestJournal(shop)
      let door = AsyncRequestTests.Door()
      let session = journal.launch {
        $0.whenBusy = policy
        $0.answerLater("gate") { _ in await door.answer() }
      }
      let first = session.open("/orders/1")
      #expect(await eventually { door.count == 1 })
      journal.clock.advance(by: 10)
      let second = session.open("/orders/2")
      journal.clock.advance(by: 10)
      for _ in 0..<door.count { door.open() }
      if policy == .supersede {
        #expect(await eventually { door.count == 1 })
        door.open()
        #expect(await second.ended() == .shown)
      } else {
        #expect(await first.ended() == .shown)
      }
      session.open("/products/3")
      try journal.requireReplays(of: session)
      let index = try #require(try journal.entries().firstIndex { $0.rule != nil })
      func found(_ name: String, _ edit: (inout JournalEntry) throws -> Void) throws -> Int64? {
        let forged = try journal.rewritten(as: "\(name)-\(policy.rawValue).sqlite") {
          try edit(&$0[index])
        }
        return try Verification(of: forged).findings.first?.sequence
      }
      let sequence = Int64(index + 1)
      // Each forgery has another rule, another outcome, or another request.
      #expect(try found("rule") { $0.notes["by"] = .string("latestOnly") } == sequence)
      #expect(try found("outcome") { $0.outcome = .denied(reason: "too late") } == sequence)
      #expect(try found("request") { $0.requestID = RequestID(99) } == sequence)
      #expect(try found("time") { $0.kind = .parked } == sequence)
    }
  }

  @Test func `a request that was superseded before a newer one came is found`() async throws {
    let journal = try TestJournal(shop)
    let door = AsyncRequestTests.Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let first = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    journal.clock.advance(by: 10)
    door.open(.deny(reason: "closed"))
    #expect(await first.ended() == .denied(reason: "closed"))
    journal.clock.advance(by: 10)
    session.open("/products/2")
    try journal.requireReplays(of: session)
    let forged = try journal.rewritten { entries in
      let index = try #require(entries.firstIndex { $0.kind == .decided })
      let id = try #require(entries[index].requestID)
      entries[index] = entries[index].ending(id, .superseded, by: .newer)
    }
    let findings = try Verification(of: forged).findings
    #expect(findings.allSatisfy { $0.sequence == 3 })
    #expect(findings.contains { $0.problem.contains("no newer request") }, "\(findings)")
    // A rule explains the outcome, so only verify sees that no resume happened.
    #expect(try Rerun(of: forged).settledByRule == 1)
  }
}

extension JournalEntry {
  /// The waiting request in its change.
  fileprivate var waiting: WaitingRequest? {
    for case .wait(let waiting) in changes { return waiting }
    return nil
  }

  /// An entry in its place without any effect.
  fileprivate func emptied(as kind: EntryKind) -> JournalEntry {
    JournalEntry(sequence: sequence, session: session, kind: kind, at: at, elapsed: elapsed)
  }

  /// An entry in its place that continues a request.
  fileprivate func releasing(_ waiting: WaitingRequest) -> JournalEntry {
    var entry = emptied(as: .released)
    (entry.requestID, entry.cause) = (waiting.id, cause ?? sequence - 1)
    entry.changes = [
      .wait(WaitingRequest(id: waiting.id, request: waiting.request, status: .released))
    ]
    return entry
  }

  /// An entry in its place that ends a request by a rule.
  fileprivate func ending(
    _ id: RequestID, _ outcome: Outcome, by rule: SettlingRule
  ) -> JournalEntry {
    var entry = emptied(as: .decided)
    (entry.requestID, entry.outcome, entry.duration) = (id, outcome, duration)
    entry.notes = ["by": .string(rule.rawValue)]
    entry.changes = [.settle(id)]
    (entry.screenBefore, entry.screenAfter) = ("any", "any")  // recomputed later
    return entry
  }
}
