import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Rerun finds forgeries of the decisions themselves.
@MainActor
struct RerunForgeryTests {
  private func recorded(_ link: String = "/products/1") throws -> TestJournal {
    let journal = try TestJournal(.shop())
    let session = journal.launch()
    session.open(link)
    session.open("/nowhere/caf\u{E9}")
    try journal.requireReplays(of: session)
    return journal
  }

  @Test(arguments: [
    "queueFull", "waitingFull", "sourceTooLong", "link", "source", "sourceUnread", "relaunch",
    "given up", "interceptor", "clear", "latestOnly", "whim",
  ])
  func `fault 29: a forged decision does not hide behind a rule`(word: String) throws {
    let journal = try recorded()
    let sql = Forgery.adding("\"notes\":{\"by\":\"\(word)\"}", at: 2)
    let history = try journal.forged(
      sql + "; UPDATE journal SET route = 'forged' WHERE sequence = 2")
    #expect(try Rerun(of: history).divergences.map(\.kind) == [.route])
    #expect(try Verification(of: history).findings.first?.sequence == 2)
  }

  @Test func `a decision without its request is a divergence`() throws {
    let journal = try recorded()
    let history = try journal.forged(
      "UPDATE journal SET link = NULL, entry_point = NULL WHERE sequence = 2")
    let rerun = try Rerun(of: history)
    #expect(rerun.divergences.map(\.kind) == [.request])
    #expect(rerun.differing == 1)
    #expect(try Verification(of: history).findings.first?.sequence == 2)
  }

  @Test func `a digest that the recorded changes do not lead to ends the rerun`() throws {
    let journal = try recorded()
    let history = try journal.forged("UPDATE journal SET state_digest = 7 WHERE sequence = 2")
    let error = #expect(throws: EntryError.self) { try Rerun(of: history) }
    #expect(error?.sequence == 2)
  }

  @Test func `another scene is a divergence`() throws {
    let journal = try recorded()
    let history = try journal.forged("UPDATE journal SET scene = 'other' WHERE sequence = 2")
    #expect(try Rerun(of: history).divergences.map(\.kind) == [.scene])
  }

  @Test(arguments: ["route = 'other'", "route_version = 7", "router = 'other'"])
  func `only a rerun compares the route that took a request`(edit: String) throws {
    let journal = try recorded()
    let history = try journal.forged("UPDATE journal SET \(edit) WHERE sequence = 2")
    #expect(try Verification(of: history).isIntact)
    #expect(try Rerun(of: history).divergences.map(\.kind) == [.route])
  }

  @Test func `no check sees another entry point of a request without a source id`() throws {
    let journal = try recorded()
    let history = try journal.forged(
      "UPDATE journal SET entry_point = 'shortcutItem' WHERE sequence = 2")
    #expect(try Verification(of: history).isIntact)
    #expect(try Rerun(of: history).isIdentical)
  }

  @Test func `texts that look the same and differ in their bytes are a divergence`() throws {
    let journal = try TestJournal(.askingShop)
    let session = journal.launch { $0.answer("gate") { _ in .deny(reason: "caf\u{E9}") } }
    session.open("/products/1")
    try journal.requireReplays(of: session)
    let history = try journal.forged(
      "UPDATE journal SET reason = 'cafe\u{301}' WHERE outcome = 'denied'")
    #expect(try Rerun(of: history).divergences.map(\.kind) == [.outcome])
  }
}
