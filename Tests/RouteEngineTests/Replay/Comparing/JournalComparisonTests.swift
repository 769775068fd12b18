import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The differences between the requests of two journals, or of two sessions of one.
@MainActor
struct JournalComparisonTests {
  private let shop = Scenario.noteShop(asking: ["signedIn"], .order)

  /// Records a journal of these operations.
  private func journal(
    _ answer: Answer = .allow, _ act: (RouteSession) throws -> Void
  ) throws -> TestJournal {
    let journal = try TestJournal(shop)
    let session = journal.launch { $0.answer("signedIn") { _ in answer } }
    try act(session)
    session.stable()
    return journal
  }

  private func opened(_ links: String...) throws -> TestJournal {
    try journal { session in
      for link in links { session.open(link) }
    }
  }

  private func compare(
    _ one: TestJournal, _ other: TestJournal, most: Int = 20
  ) throws -> JournalComparison {
    try JournalComparison(
      .init(History(path: one.path)), .init(History(path: other.path)), most: most)
  }

  @Test func `the same requests are the same in every journal`() throws {
    let one = try opened("/products/1", "/nowhere", "/orders/2", "/products/1")
    let other = try opened("/products/1", "/nowhere", "/orders/2", "/products/1")
    let found = try compare(one, other)
    #expect(found.same == 4 && found.differences == 0 && found.rows == [])
    #expect(found.carriedOver == 0 && found.pairedBySource == 0)
  }

  @Test func `one request more makes no difference to those behind it`() throws {
    let one = try opened("/products/1", "/nowhere", "/products/2", "/nowhere")
    let other = try opened("/products/1", "/products/9", "/nowhere", "/products/2", "/nowhere")
    let found = try compare(one, other)
    #expect(found.same == 1 && found.differing == 0 && found.rightOnly == 1 && found.leftOnly == 0)
    #expect(found.carriedOver == 3, "they find the screen that the new request left")
    let row = try #require(found.rows.first)
    #expect(found.rows.count == 1 && row.left == nil && row.aspects == [] && row.screens == nil)
    #expect(row.right?.target == "/products/9" && row.right?.outcome == .shown)
    let back = try compare(other, one)
    #expect(back.leftOnly == 1 && back.rightOnly == 0 && back.rows.first?.right == nil)
  }

  @Test func `another outcome is reported with its screens`() throws {
    let one = try opened("/products/1", "/orders/2", "/nowhere")
    let other = try journal(.deny(reason: "no")) { session in
      for link in ["/products/1", "/orders/2", "/nowhere"] { session.open(link) }
    }
    let found = try compare(one, other)
    let row = try #require(found.rows.first)
    #expect(found.differing == 1 && found.same == 1 && found.carriedOver == 1)
    #expect(row.aspects == [.outcome, .screens])
    #expect(row.left?.outcome == .shown && row.right?.outcome == .denied(reason: "no"))
    #expect(row.screens?.recorded == "product(id: 2)" && row.screens?.replayed == nil)
  }

  @Test func `a number in a reason of the app's own code counts as a difference`() throws {
    func failed(_ code: Int) throws -> TestJournal {
      try journal(.failed(reason: "server said (\(code))")) { $0.open("/orders/2") }
    }
    let row = try #require(try compare(failed(404), failed(500)).rows.first)
    #expect(row.aspects == [.outcome])
    #expect(try compare(failed(404), failed(404)).same == 1)
  }

  @Test func `another route is reported`() throws {
    let one = try opened("/products/1")
    var changed = shop
    changed.routes[0].version = 2
    let other = try TestJournal(changed)
    let session = other.launch()
    session.open("/products/1")
    session.stable()
    let row = try #require(try compare(one, other).rows.first)
    #expect(row.aspects == [.route] && row.screens == nil)
    #expect(row.left?.routeVersion == 1 && row.right?.routeVersion == 2)
  }

  @Test func `requests with the same source id belong together, at any position`() throws {
    let one = try journal { session in
      session.open("/products/1", source: "a")
      session.open("/nowhere", source: "b")
      session.open("/products/2", source: "c")
    }
    let other = try journal { session in
      session.open("/nowhere", source: "b")
      session.open("/products/1", source: "a")
      session.open("/products/3", source: "c")
    }
    let found = try compare(one, other)
    #expect(found.pairedBySource == 3 && found.leftOnly == 0 && found.rightOnly == 0)
    #expect(found.rows.map(\.aspects) == [[.request, .screens]])
    #expect(found.rows.first?.right?.target == "/products/3")
  }

  @Test func `which request used an id of a source before makes no difference`() throws {
    func act(_ session: RouteSession) {
      for link in ["/products/1", "/products/2", "/products/1"] {
        session.open(link, source: "a")
        session.stable()
      }
    }
    let one = try journal(.allow, act)
    let other = try journal { session in
      session.open("/products/9")
      act(session)
    }
    let found = try compare(one, other)
    #expect(found.differing == 0 && found.rightOnly == 1 && found.leftOnly == 0)
    #expect(found.pairedBySource == 3 && found.rows.count == 1)
  }

  @Test func `a private value in a reason makes no difference either`() throws {
    let circle = Answer.redirect(.link(try RouteLink("/orders/1?x=mine")))
    let journals = try (0..<2).map { _ in try journal(circle) { $0.open("/orders/1") } }
    let reasons = try journals.map { try $0.entries().compactMap { $0.outcome?.reason } }
    #expect(reasons[0].count == 1 && reasons[0] != reasons[1])
    #expect(reasons[0].first?.hasPrefix("more than 5 redirects") == true)
    #expect(try compare(journals[0], journals[1]).differences == 0)
  }

  @Test func `private values count as equal between journals, which have other keys`() throws {
    let found = try compare(opened("/notes/mine"), opened("/notes/mine"))
    #expect(found.same == 1 && found.differences == 0)
  }

  @Test func `host facts are aligned by their effects, not by ids of screens`() throws {
    func act(_ session: RouteSession) {
      session.open("/products/1")
      session.report(.popped(session.state.tree.visibleLeaf()?.id))
      session.report(.popped(nil))
    }
    let one = try journal(.allow, act)
    let other = try journal { session in
      session.open("/products/5")
      act(session)
    }
    let found = try compare(one, other)
    #expect(found.rightOnly == 1 && found.leftOnly == 0)
    #expect(found.rows.first?.right?.target == "/products/5")
  }

  @Test func `another result of a screen is another request`() throws {
    func returned(_ id: Int64) throws -> TestJournal {
      try journal { session in
        session.open("/products/1", options: .init(result: "choice"))
        session.report(.returned(nil, ["id": .int(id)]))
      }
    }
    let found = try compare(returned(7), returned(8))
    #expect(found.same == 1 && found.leftOnly == 1 && found.rightOnly == 1)
    #expect(try compare(returned(7), returned(7)).same == 2)
  }

  @Test func `two sessions of one journal are compared like two journals`() throws {
    let journal = try journal { session in
      session.openAll("/products/1", "/nowhere")
    }
    let session = journal.launch { $0.answer("signedIn") { _ in .allow } }
    session.openAll("/nowhere", "/orders/3")
    session.stable()
    let history = try History(path: journal.path)
    let found = try JournalComparison(
      .init(history, session: 1), .init(history, session: 2), isOneJournal: true)
    #expect(found.leftOnly == 1 && found.rightOnly == 1 && found.differing == 0)
    #expect(found.rows.map { $0.left?.session ?? $0.right?.session } == [1, 2])
    let whole = try JournalComparison(.init(history), .init(history), isOneJournal: true)
    #expect(whole.same == 4 && whole.differences == 0)
    #expect(try JournalComparison(.init(history, session: 7), .init(history)).rightOnly == 4)
  }

  @Test func `a request that waits has no outcome, and is compared by that`() throws {
    let waits = try journal(.wait(condition: "signedIn")) { $0.open("/orders/1") }
    let row = try #require(try compare(waits, opened("/orders/1")).rows.first)
    #expect(row.left?.outcome == nil && row.left?.end == nil && row.right?.outcome == .shown)
    #expect(row.aspects.first == .outcome && row.screens == nil)
  }

  @Test func `the screens at the end are compared too`() throws {
    func begun(with tree: String) throws -> TestJournal {
      let journal = try TestJournal(shop, tree: tree)
      let session = journal.launch()
      session.open("/nowhere")
      session.stable()
      return journal
    }
    let other = "main/tabs[home/stack[feed] shop/stack*[catalog]]"
    let found = try compare(begun(with: Scenario.tree), begun(with: other))
    #expect(found.differences == 0 && found.carriedOver == 1 && !found.isIdentical)
    #expect(found.lastScreens != nil)
    let same = try compare(begun(with: other), begun(with: other))
    #expect(same.isIdentical && same.lastScreens == nil)
    let left = try compare(opened("/products/1"), opened())
    #expect(left.lastScreens != nil && left.leftOnly == 1 && !left.isIdentical)
  }

  @Test func `the wanted number of rows is kept, and all are counted`() throws {
    let one = try opened("/products/1", "/products/2", "/products/3")
    let found = try compare(one, opened(), most: 1)
    #expect(found.leftOnly == 3 && found.rows.count == 1)
  }
}
