import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The work that a launch ends or keeps, as every reader shows it.
@MainActor
@Suite struct `A launch` {
  let place = Workplace()
  let journal = TestJournal(
    of: Scenario(
      screens: [ScreenDeclaration("product"), ScreenDeclaration("order")],
      routes: [
        Route("product", "/product", to: [.push("product")]).performs("a", when: .arrival),
        Route("order", "/order", to: [.push("order")]).asks("signedIn"),
      ]))

  private func launch(
    _ configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    journal.launch {
      $0.answer("signedIn") { _ in .wait(condition: "signedIn") }
      configure(&$0)
    }
  }

  private func ask(_ sql: String) throws -> [String] {
    try place.run("sql", journal.path, sql, "-o", "jsonl").lines
  }

  @Test func `that begins clean leaves nothing pending, as every reader shows`() throws {
    do {
      let session = launch()
      session.openAll("/product", "/order")
    }
    let clean = launch { $0.beginning = .clean }
    clean.end()
    try place.run("stats", journal.path, "pending-actions", "-o", "jsonl").expect(prints: "")
    try place.run("stats", journal.path, "action-outcomes", "-o", "jsonl").expect(
      says: #""cancelled":1"#, #""pending":0"#)
    try place.run("actions", journal.path).expect(notes: "no action is pending")
    try place.run(journal.path, "-o", "jsonl").expect(says: #""waiting": 0, "ended_unrecorded": 0"#)
    #expect(try ask("SELECT sum(open_requests) AS n FROM v_run") == [#"{"n":0}"#])
    try place.run("log", journal.path, "--outcome", "unrecorded", "-o", "jsonl").expect(prints: "")
    try place.expectSound(journal.path)
  }

  @Test func `does not count an action that the host brought as a request`() throws {
    let session = launch()
    let ran = session.actions.perform("note", when: .arrival) { _ in .done }
    #expect(ran != nil)
    session.end()
    try place.run("sessions", journal.path, "-o", "jsonl").expect(
      0, says: #""requests":0"#, #""waiting":0"#)
    try place.run(journal.path, "-o", "jsonl").expect(says: #""waiting": 0, "ended_unrecorded": 0"#)
    try place.run("log", journal.path, "--outcome", "unrecorded", "-o", "jsonl").expect(prints: "")
    try place.run("verify", journal.path).expect(0)
  }

  @Test func `that steps out of the place shows no view of the screen that it leaves`() throws {
    do { launch().open("/product") }
    for _ in 0..<2 { _ = launch() }
    let last = launch { $0.identifier = "last" }
    #expect(last.launch.restoration?.extent == .top)
    journal.clock.advance(by: 5_000_000)
    last.end()
    #expect(
      try ask("SELECT screen, dwell_us AS us FROM v_screen_view WHERE session_id = 'last'")
        == [#"{"screen":"feed","us":5000000}"#])
    try place.run("verify", journal.path).expect(0)
  }

  @Test func `that takes up a request counts its time from then, as show says`() throws {
    let path = GoldenStory.waiting.journal.path
    try place.run("show", path, "62").expect(
      says: "  took     0 µs since this launch first took the request up\n")
    try place.run("show", path, "56").expect(says: "  took     0 µs\n")
  }

  @Test func `dates an action by its enqueuing, whatever the time of its end`() throws {
    do { launch().open("/product") }
    launch { $0.beginning = .clean }.end()
    try Tampering.run(
      "UPDATE journal SET at_us = at_us - 60000000 WHERE kind = 24", on: journal.path)
    let sql = "SELECT enqueued_us - settled_us > 50000000 AS later FROM v_action"
    #expect(try ask(sql) == [#"{"later":1}"#])
    #expect(
      try place.run("sql", journal.path, sql, "--each", "-o", "jsonl").lines == [#"{"later":1}"#])
  }

  @Test func `knows the route of a waiting request, and of one denied later`() throws {
    let session = launch()
    session.open("/order")
    let route = "SELECT route, route_version AS v, outcome FROM v_request"
    #expect(try ask(route) == [#"{"route":"order","v":1,"outcome":null}"#])
    session.giveUp("signedIn", reason: "closed")
    #expect(try ask(route) == [#"{"route":"order","v":1,"outcome":"denied"}"#])
    session.end()
    try place.run("stats", journal.path, "failure-reasons", "-o", "jsonl").expect(
      says: #""route":"order""#)
  }

  @Test func `allows another answer in place of one that waits in the middle`() async throws {
    let table = Workplace.table.replacing("routes: [", with: #"interceptors: ["open"], routes: ["#)
    let journal = try TestJournal(RouteTable(json: Array(table.utf8)))
    let session = journal.launch {
      $0.answer("open") { _ in .allow }
      $0.answerLater("signedIn") { asked in
        asked.open(.route("product", ["id": 1]))
        await asked.wait(for: "signedIn")
        return .allow
      }
    }
    session.open("/orders/7")
    #expect(await eventually { session.state.hasParkedRequests })
    session.end()
    let told = try place.run("log", journal.path, "--kind", "parked", "-o", "jsonl").lines[0]
    let parked = try #require(told.firstMatch(of: /"sequence":(\d+)/)).output.1
    try place.run("show", journal.path, String(parked)).expect(
      says: "waits in signedIn")
    for (reply, outcome) in [("allow", "shown"), ("deny", "denied")] {
      try place.run("what-if", journal.path, "--answer", "signedIn=\(reply)").expect(
        1, says: outcome)
    }
    try place.expectSound(journal.path)
  }

  @Test func `knows the route of a request that waits in the middle of its answer`() async throws {
    let session = journal.launch {
      $0.answerLater("signedIn") {
        await $0.wait(for: "signedIn")
        return .allow
      }
    }
    session.open("/order")
    #expect(await eventually { session.state.hasParkedRequests })
    let route = "SELECT route, outcome FROM v_request"
    #expect(try ask(route) == [#"{"route":"order","outcome":null}"#])
    session.giveUp("signedIn", reason: "closed")
    session.end()
    #expect(try ask(route) == [#"{"route":"order","outcome":"denied"}"#])
    try place.expectSound(journal.path)
  }
}
