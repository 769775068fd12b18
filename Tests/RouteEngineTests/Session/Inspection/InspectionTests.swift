import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The session at one moment, for a view that shows it.
@MainActor
struct InspectionTests {
  private let journal = TestJournal(of: .gatedShop)

  private func launch(
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    journal.launch {
      $0.answer("gate") { [journal] asked in
        journal.clock.advance(by: 1_250)
        return asked.principal == nil ? .wait(condition: "signedIn") : .allow
      }
      configure(&$0)
    }
  }

  @Test func `shows a link that waits, since when, and the last entries first`() throws {
    let session = launch()
    session.open("/orders/7")
    journal.clock.advance(by: 65_000_000)
    let inspection = RouteSession.Inspection(of: session, entries: 2)
    #expect(
      inspection.description == """
        Journal
          recording
        Screens
          main/tabs
          ├─ home/stack *
          │  └─ feed  <- visible
          └─ shop/stack
             └─ catalog
        Waiting requests
          2 waits for signedIn: /orders/7 (came 1m ago)
        Pending actions
          none
        Last entries
          3 parked waits for signedIn: /orders/7
          2 received /orders/7
        """)
    let request = try #require(inspection.requests.first)
    #expect(request.status == .condition("signedIn") && request.id == RequestID(2))
    #expect(inspection.at == request.since.advanced(byMicroseconds: 65_001_250))
    session.signal("signedIn", principal: "ann")
    let entry = try #require(RouteSession.Inspection(of: session, entries: 1).entries.first)
    #expect(entry.description == "8 decided /orders/7: shown; after 65.002 s")
    #expect(entry.outcome == .shown && entry.level == .info && entry.sequence == 8)
  }

  @Test func `has as many entries as are wanted and there`() {
    let session = launch()
    session.openAll("/products/1", "/products/2")
    #expect(RouteSession.Inspection(of: session, entries: 0).entries.isEmpty)
    #expect(RouteSession.Inspection(of: session, entries: -1).entries.isEmpty)
    #expect(RouteSession.Inspection(of: session, entries: 2).entries.map(\.sequence) == [3, 2])
    #expect(
      RouteSession.Inspection(of: session).entries.map(\.kind) == ["decided", "decided", "began"])
    #expect(RouteSession.Inspection(of: session).unreadable == nil)
  }

  @Test func `marks screens that are ready, of other code, and tombstones`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: [.product] + kinds("promo"),
        routes: [.product, .named("promo", .push("promo"))]))
    journal.launch().open("/promo")
    let session = journal.launch(
      table: try TestJournal(Scenario(screens: [.product], routes: [.product])).table)
    session.open("/products/7")
    session.ready()
    session.display.reconcile(
      with: "main/tabs[home/stack[feed promo/unknown wizard] shop/stack*[catalog product(id: 7)]]")
    let inspection = RouteSession.Inspection(of: session)
    #expect(
      inspection.screens.map(\.description) == [
        "main/tabs", "├─ home/stack", "│  ├─ feed", "│  ├─ promo/unknown",
        "│  └─ wizard/foreign", "└─ shop/stack *", "   ├─ catalog",
        "   └─ product(id: 7)  <- visible, ready",
      ])
    let visible = try #require(inspection.screens.first { $0.isVisible })
    #expect(visible.isReady && visible.screen == session.state.tree.visibleLeaf()?.id)
    #expect(inspection.screens.compactMap(\.ownership).filter { $0 != .declared }.count == 2)
    #expect(inspection.sections[1].lines.last?.emphasis == .strong)
  }

  @Test func `names the scenes where there are several`() {
    let session = launch()
    session.display.reconcile(with: "main: main/tabs[home/stack*[feed]] | side!: product(id: 1)")
    let screens = RouteSession.Inspection(of: session).screens
    #expect(
      screens.map(\.description) == [
        "main:", "main/tabs", "└─ home/stack *", "   └─ feed", "side (active):",
        "product(id: 1)  <- visible",
      ])
    #expect(screens.first?.screen == nil && screens.first?.ownership == nil)
  }

  @Test func `tells of each action where it stands and what it waits for`() throws {
    let journal = try TestJournal(
      Scenario.shop(
        ActionTemplate("a", when: .ready),
        ActionTemplate("b").retried(.init(attempts: 2)),
        ActionTemplate("c", with: ["id": .request("id")], when: .ready)))
    let session = journal.launch {
      for name in ["a", "c"] { $0.perform(name) { _ in .done } }
      $0.perform("b") { _ in .failed(reason: "no paper") }
    }
    session.open("/products/7")
    journal.wake(session, after: 1_000_000)
    let actions = RouteSession.Inspection(of: session).actions
    #expect(
      actions.map(\.description) == [
        "3 a: waiting, for product to be ready",
        "4 b: dead, attempt 2, on product",
        "5 c(id: 7): waiting, for product to be ready",
      ])
    #expect(actions.map(\.attempt) == [0, 2, 0])
    #expect(actions.first?.screen == session.state.tree.visibleLeaf()?.id)
    let lines = RouteSession.Inspection(of: session, entries: 3).sections
    #expect(lines[3].lines.map(\.emphasis) == [.plain, .problem, .plain])
    #expect(lines[4].lines.first?.text.hasSuffix(" dead b 4: no paper") == true)
    #expect(lines[4].lines.first?.emphasis == .problem)
  }

  @Test func `of a session that is not recording says why, and shows what there is`() throws {
    let session = launch()
    session.open("/products/1")
    try session.failWriting()
    session.open("/products/2")
    journal.clock.advance(by: 7_000_000)
    let inspection = RouteSession.Inspection(of: session)
    #expect(!inspection.isRecording)
    #expect(inspection.health.hasPrefix("not recording: "))
    #expect(inspection.health.hasSuffix(" (for 7s)"))
    #expect(!inspection.description.contains(journal.path))
    #expect(inspection.screens.last?.description == "   └─ product(id: 2)  <- visible")
    #expect(inspection.entries.first?.description == "2 decided /products/1: shown; after 0 µs")
    #expect(inspection.sections[0].lines.map(\.emphasis) == [.problem])
  }

  @Test func `says which problem keeps a session from recording`() {
    let first = launch()
    let second = journal.launch()
    #expect(
      RouteSession.Inspection(of: second).health
        == "not recording: another session owned the journal (for 0s)")
    #expect(RouteSession.Inspection(of: first).isRecording)
  }

  @Test func `of a journal that cannot be read says so, and shows the rest`() throws {
    let session = launch()
    session.open("/products/1")
    try session.recorder.journal.connection.execute("ALTER TABLE journal RENAME TO gone")
    let inspection = RouteSession.Inspection(of: session)
    #expect(inspection.entries.isEmpty && inspection.unreadable != nil)
    #expect(inspection.screens.last?.isVisible == true)
    let last = try #require(inspection.sections.last)
    #expect(last.lines.first?.text.hasPrefix("not all can be read: ") == true)
    #expect(last.lines.count == 1)
  }

  @Test func `of a session that released its file reads it, and does not hold it`() {
    let session = launch { $0.releasesInBackground = true }
    session.foreground()
    session.open("/products/1")
    session.background()
    #expect(session.recorder.isReleased)
    #expect(RouteSession.Inspection(of: session).entries.first?.kind == "background")
    #expect(session.recorder.isReleased)
  }

  @Test func `changes nothing`() throws {
    let session = launch()
    session.open("/orders/7")
    let (state, head) = (session.state, session.journal.anchor)
    _ = RouteSession.Inspection(of: session)
    #expect(session.state == state && session.journal.anchor == head)
    try journal.requireReplays(of: session)
  }

  @Test func `leaves out what a view cannot show at once, and says how much`() {
    let session = launch()
    let products = (1...Int64(RouteSession.Inspection.mostLines)).map { "product(id: \($0))" }
    session.display.reconcile(with: "main/stack[\(products.joined(separator: " "))]")
    let inspection = RouteSession.Inspection(of: session)
    #expect(inspection.screens.count == RouteSession.Inspection.mostLines)
    #expect(inspection.sections[1].lines.last?.text == "… and 1 more")
    #expect(inspection.sections[1].lines.last?.emphasis == .faint)
    #expect(inspection.sections[1].lines.map(\.id) == Array(0...RouteSession.Inspection.mostLines))
  }

  @Test(arguments: [false, true])
  func `no line has a private or a secret value`(isSecret: Bool) throws {
    let canary = Canaries.text(7)
    var note = ScreenDeclaration.note
    if isSecret { (note.privateNames, note.secretNames) = ([], ["text"]) }
    var route = Route("note", "/notes/:text", to: [.push("note")])
    if !isSecret { route.actions = [ActionTemplate("work", with: ["text": .request("text")])] }
    let journal = try TestJournal(
      Scenario(
        screens: [note],
        routes: [route, Route("late", "/late/:text", to: [.push("note")]).asks("gate")]))
    let session = journal.launch {
      $0.answer("gate") { _ in .wait(condition: "signedIn") }
      $0.perform("work") { .failed(reason: "no \($0.parameters["text"].map { "\($0)" } ?? "")") }
    }
    session.openAll("/notes/\(canary)", "/late/\(canary)", "/nowhere?text=\(canary)")
    session.open(.screen(kind: "note", ["text": .string(canary)]))
    for isFailing in [false, true] {
      try session.failWriting(isFailing)
      session.open("/notes/\(canary)2")
      let inspection = RouteSession.Inspection(of: session)
      #expect(inspection.description.contains("~"))
      #expect(inspection.requests.count == (isSecret ? 0 : 1))
      #expect(Canaries.found(in: "\(inspection)") == [])
      #expect(Canaries.found(in: String(reflecting: inspection)) == [])
    }
  }
}
