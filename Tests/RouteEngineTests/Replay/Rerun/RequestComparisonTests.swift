import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A rerun compares the arrival and the standing of a request, as its first entry records them,
/// with its own result.
@MainActor
struct RequestComparisonTests {
  private let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  private func divergences(
    in journal: TestJournal, as name: String = "forged",
    _ edit: (inout [JournalEntry]) throws -> Void
  ) throws -> [[String]] {
    let history = try journal.rewritten(as: "\(name).sqlite", edit)
    return try withExtendedLifetime(journal) {
      try Rerun(of: history).divergences.map { $0.lines }
    }
  }

  /// Began, product 1, signed in, product 2.
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(shop)
    let session = journal.launch()
    for step in 1...2 {
      journal.clock.advance(by: 10)
      session.open("/products/\(step)")
      journal.clock.advance(by: 10)
      if step == 1 { session.signIn(as: "ann") }
    }
    #expect(try journal.kinds() == ["began", "decided", "principal", "decided"])
    try journal.requireReplays(of: session)
    return journal
  }

  @Test func `a request's principal is compared with the signed-in person`() throws {
    let others = try divergences(in: recorded()) { $0[1].request?.principal = "ann" }
    #expect(others == [["request: opened for ann -> opened for no user"]])
    let nobody = try divergences(in: recorded()) { $0[3].request?.principal = nil }
    #expect(nobody == [["request: opened for no user -> opened for ann"]])
  }

  @Test func `a request queued during a sign-in does not differ`() async throws {
    let door = AsyncRequestTests.Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let first = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    journal.clock.advance(by: 10)
    let second = session.open("/products/2")
    journal.clock.advance(by: 10)
    session.signIn(as: "ann")
    door.open(.allow)
    #expect(await first.ended() == .shown)
    #expect(await second.ended() == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `a request's questions are compared with those of the rerun`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .deny(reason: "closed") } }
    session.open("/orders/1")
    #expect(try journal.kinds() == ["began", "received", "decided"])
    try journal.requireReplays(of: session)
    // The forgery says that a link killed the host, although no host code is asked about it.
    let found = try divergences(in: journal) { entries in
      let link = try RouteLink("/products/1")
      entries[1].request?.target = .link(link)
      let request = try #require(entries[1].request)
      entries[1].changes = [
        .wait(WaitingRequest(id: RequestID(2), request: request, status: .received))
      ]
      entries.removeLast()
    }
    #expect(found == [["request: received for route order -> no host code would be asked"]])
  }

  @Test func `a version of no route differs`() throws {
    let session = journal.launch()
    session.open("/nowhere")
    let found = try divergences(in: journal) { $0[1].routeVersion = 3 }
    #expect(found == [["route: no route version 3 -> no route"]])
  }

  @Test func `an entry of another kind than the request stands differs`() throws {
    let session = journal.launch { $0.startsSuspended = true }
    session.open("/products/1")
    session.requests.resume()
    let kinds = try journal.kinds()
    let parked = try #require(kinds.firstIndex(of: "parked"))
    let decided = try #require(kinds.firstIndex(of: "decided"))
    let ended = try divergences(in: journal) { $0[parked].kind = .decided }
    #expect(ended == [["outcome: no outcome -> parked until resumed"]])
    let both = try divergences(in: journal, as: "both") { $0[parked].outcome = .shown }
    #expect(both == [["outcome: parked until resumed, and shown -> parked until resumed"]])
    let waits = try divergences(in: journal, as: "waits") { $0[decided].kind = .parked }
    #expect(waits == [["outcome: parked, and shown -> shown"]])
  }

  @Test func `a kept request does not wait in the middle of host code`() throws {
    let session = journal.launch { $0.startsSuspended = true }
    session.open("/orders/1")
    #expect(try journal.kinds() == ["began", "suspended", "parked"])
    try journal.requireReplays(of: session)
    let history = try journal.rewritten { entries in
      var entry = entries[2]
      let request = try #require(entry.request)
      (entry.sequence, entry.request, entry.duration, entry.scene) = (4, nil, nil, nil)
      (entry.route, entry.routeVersion) = (nil, nil)
      (entry.screenBefore, entry.screenAfter) = (nil, nil)
      entry.notes = ["by": .string(SettlingRule.interceptor.rawValue)]
      let id = RequestID(3)
      entry.changes = [
        .wait(WaitingRequest(id: id, request: request, status: .condition("signedIn")))
      ]
      entries.append(entry)
    }
    let findings = try Verification(of: history).findings
    #expect(findings.map(\.check) == [.rule] && findings.first?.sequence == 4, "\(findings)")
    #expect(try Rerun(of: history).divergences.map(\.sequence) == [4])
  }
}
