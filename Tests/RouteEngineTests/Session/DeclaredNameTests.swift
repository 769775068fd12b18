import RouteEngine
import RouteTestSupport
import Testing

/// An app declares its names once, as cases of enums.
@MainActor
struct DeclaredNameTests {
  private enum Gate: String { case member, open }
  private enum Fact: String { case signedIn, online }
  private enum Work: String { case greet, sync }

  private static func routes(declared: Bool) -> [Route] {
    let ways: Destination.Guard = declared ? .condition(Fact.online) : .condition("online")
    let order = Route(
      "order", "/orders/:id", to: [.choose(.when(ways, steps: .inShop("order")))])
    let open = Route("open", "/products/:id", to: .inShop("product"))
    guard declared else {
      return [
        order.asks("member", "open"),
        open.performs(
          ActionTemplate("greet", with: ["id": ":id"], when: .ready, key: "one")
            .waits(for: "online")),
      ]
    }
    return [
      order.asks(Gate.member, Gate.open),
      open.performs(
        ActionTemplate(Work.greet, with: ["id": ":id"], when: .ready, key: "one")
          .waits(for: Fact.online)),
    ]
  }

  private static func definition(declared: Bool) throws -> RouteTable {
    try RouteTable(
      Scenario(screens: [.product, .order], routes: routes(declared: declared))
        .definition(tree: Scenario.tree))
  }

  @Test func `a table of constants is the table of texts`() throws {
    #expect(
      try Self.definition(declared: true).digest == Self.definition(declared: false).digest)
    #expect(
      DeclaredScreen("a").asks(Gate.member, Gate.open)
        == DeclaredScreen("a").asks("member", "open"))
    #expect(
      DeclaredScreen(Product.self).performs(Work.greet, with: ["id": \Product.id], when: .ready)
        == DeclaredScreen(Product.self).performs("greet", with: ["id": ":id"], when: .ready))
    #expect(
      DeclaredScreen("a").performs(Work.greet, with: ["id": 1])
        == DeclaredScreen("a").performs("greet", with: ["id": 1]))
    #expect(
      Route("a", "/a", to: []).performs(Work.sync, key: "b")
        == Route("a", "/a", to: []).performs("sync", key: "b"))
    let tree = "main/stack[feed]"
    let route = Route("feed", "/", to: [.select("feed")])
    let declared = try RouteTable(tree: tree, interceptors: [Gate.member, .open]) { route }
    let written = try RouteTable(tree: tree, interceptors: ["member", "open"]) { route }
    #expect(declared.digest == written.digest && declared.interceptors == ["member", "open"])
  }

  private enum Way: String { case product, former, other }
  private struct Product: ScreenKind { var id: Int }

  @Test func `routes are declared, opened and linked by constants`() throws {
    let tree = "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]"
    let steps: [Step] = [.select("shop"), .push(Product.self)]
    let declared = try RouteTable(tree: tree) {
      DeclaredScreen(Product.self)
      Route(Way.product, "/products/:id", to: steps)
      Route(Way.other, "/goods/:id", to: steps)
      Route(Way.former, "/p/:nr", redirect: .route(Way.product, with: ["id": ":nr"]))
    }
    let written = try RouteTable(tree: tree) {
      DeclaredScreen(Product.self)
      Route("product", "/products/:id", to: steps)
      Route("other", "/goods/:id", to: steps)
      Route("former", "/p/:nr", redirect: .route("product", with: ["id": ":nr"]))
    }
    #expect(declared.digest == written.digest)
    #expect(try declared.link(to: Way.product, ["id": 7]).text == "/products/7")
    let session = RouteSession.launch(declared, at: .memory) {
      $0.translate("push", to: Product.self, by: Way.other)
      $0.translate("sale") { asked in
        asked.open(Product(id: 4), by: Way.other)
        return [.route(Way.product, ["id": 5])]
      }
    }
    #expect(session.open(.route(Way.product, ["id": 1])).outcome == .shown)
    #expect(session.open(Product(id: 2), by: Way.other).outcome == .shown)
    #expect(session.open(.customValue("push", info: ["id": "3"])).outcome == .shown)
    #expect(session.open(.customValue("sale")).outcome == .shown)
    #expect(session.notation.hasSuffix("product(id: 4) product(id: 5)]]"))
  }

  @Test func `host code, conditions and handlers are found by constants`() throws {
    var performed: [String] = []
    let journal = try TestJournal(
      Scenario(screens: [.product, .order], routes: Self.routes(declared: true)))
    let session = journal.launch {
      $0.answer(Gate.member) { prompt in
        prompt.holds(Fact.signedIn) ? .allow : .wait(condition: Fact.signedIn)
      }
      $0.answer(Gate.open) { _ in .allow }
      $0.perform(Work.greet) { attempt in
        performed.append(attempt.action.name)
        return .done
      }
    }
    session.signal(Fact.online)
    let order = session.open("/orders/7")
    #expect(session.state.waiting.map(\.status) == [.condition("signedIn")])
    session.signal(Fact.signedIn, principal: "anna")
    #expect(order.outcome == .shown)
    session.unsignal(Fact.signedIn)
    let other = session.open("/orders/8")
    session.giveUp(Fact.signedIn, reason: "closed")
    #expect(other.outcome == .denied(reason: "closed"))
    session.open("/products/1")
    session.ready()
    #expect(performed == ["greet"])
    try journal.requireReplays(of: session)
  }

  @Test func `asynchronous code is found by constants`() async throws {
    var performed: [Int] = []
    let journal = try TestJournal(
      Scenario(screens: [.product, .order], routes: Self.routes(declared: true)))
    let session = journal.launch {
      $0.answer(Gate.open) { _ in .allow }
      $0.answerLater(Gate.member) { prompt in
        await prompt.wait(for: Fact.signedIn)
        return .allow
      }
      $0.perform(Work.greet, as: Greeting.self) { greeting, _ in
        performed.append(greeting.id)
        return .done
      }
      $0.performLater(Work.sync) { _ in .done }
    }
    session.signal(Fact.online)
    let order = session.open("/orders/7")
    #expect(
      await eventually { session.state.waiting.map(\.status) == [.condition("signedIn")] })
    session.signal(Fact.signedIn)
    #expect(await order.ended() == .shown)
    session.open("/products/4")
    session.ready()
    #expect(performed == [4])
  }

  private struct Greeting: Decodable { let id: Int }
}
