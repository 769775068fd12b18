import RouteEngine
import RouteTestSupport
import Testing

/// Awaits that end: when their condition holds, or when their time is over.
@MainActor
struct AwaitingTests {
  private let journal = TestJournal(of: Scenario.gatedShop)
  private let short = Duration.milliseconds(50)

  /// Code on another actor that ends only when it is cancelled.
  private func never(_ prompt: Prompt) async -> Answer {
    // A cancelled sleep ends at once.
    try? await Task.sleep(for: .seconds(3_600))
    return .allow
  }

  @Test func `an outcome is waited for, also of code that runs elsewhere`() async throws {
    let session = journal.launch {
      $0.answerLater("gate") { _ async -> Answer in
        // Nothing cancels it.
        try? await Task.sleep(for: .milliseconds(20))
        return .allow
      }
    }
    let opening = session.open("/orders/7")
    #expect(try await session.outcome(of: opening) == .shown)
    session.open("/orders/8")
    try await session.settled()
    #expect(session.notation == "main[home[feed] shop*[catalog order(id: 7) order(id: 8)]]")
  }

  @Test func `code that does not come back is named when the time is over`() async throws {
    let session = journal.launch { $0.answerLater("gate", never) }
    let opening = session.open("/orders/7")
    defer { session.end() }
    for wait in [
      { try await session.settled(within: short) },
      { _ = try await session.outcome(of: opening, within: short) },
      { try await session.parked(on: "gate", within: short) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: UnmetExpectation.self) { try await wait() }
      #expect(
        error?.found.contains("interceptor gate of request 2 is under way") == true,
        "\(String(describing: error))")
      #expect(error?.found.contains("/orders/7): received") == true, "\(String(describing: error))")
    }
  }

  @Test func `a request that waits for a condition is parked, and is told apart`() async throws {
    let session = journal.launch { $0.answerLater("gate", waitingFor: "open") }
    let opening = session.open("/orders/7")
    let parked = try await session.parked(on: "open")
    #expect(parked.id == opening.request)
    try await session.parked()
    try await session.settled()
    let error = await #expect(throws: UnmetExpectation.self) {
      try await session.parked(on: "other", within: short)
    }
    #expect(
      error?.description == """
        not within 0.05 seconds
          expected  a request waits until 'other'
          found     request 2 (/orders/7): until open
        """)
    session.signal("open")
    #expect(try await session.outcome(of: opening) == .shown)
  }

  @Test func `a story whose code does not come back ends when its time is over`() async throws {
    let stories = [
      ("open: /orders/7 -> shown", "waiting"), ("open: /orders/7\nsettle", "is under way"),
      ("open: /orders/7\ncode: allow", "none was"), ("open: /orders/7\nparked: 1", "0"),
    ]
    for (story, found) in stories {
      let shop = Scenario.gatedShop.configured { $0.answerLater("gate", never) }
      let error = await #expect(throws: ScenarioFailure.self) {
        try await shop.run(awaiting: story, within: short)
      }
      #expect(
        error?.mismatches.first?.found.contains(found) == true, "\(String(describing: error))")
    }
  }

  @Test func `a line that names a request or an action waits for the code of that one`()
    async throws
  {
    try await Scenario.gatedShop.later("gate").configured { $0.whenBusy = .supersede }.run(
      awaiting: """
        open a: /orders/1
        unanswered: 1
        open b: /orders/2
        code b: allow
        outcome b: shown
        code a: allow
        settle
        """)
    try await Scenario.shop(
      ActionTemplate("a").inLane("x"), ActionTemplate("b").inLane("x"), ActionTemplate("c")
    ).later("a", "b", "c").run(
      awaiting: """
        open: /products/7
        unanswered: 2
        finish a: done
        finish b: done
        finish c: done
        actions:
        """)
  }

  @Test func `code opens a request with its parameters`() async throws {
    try await Scenario.gatedShop.later("gate").run(
      awaiting: """
        open a: /orders/1
        code a: open product(id: 7)
        outcome product: shown
        shows: product(id: 7)
        code a: deny closed
        outcome a: denied: closed
        """)
  }

  @Test func `a name of an interceptor and of an action waits as both`() async throws {
    let route = Route.product.asks("sync").performs("sync")
    try await Scenario(screens: [.product], routes: [route]).later("sync").run(
      awaiting: """
        open: /products/7 -> waiting
        code: allow -> shown
        performed: sync
        finish sync: done
        actions:
        """)
  }

  @Test func `an arrow behind code without a label is about the request that it answers`()
    async throws
  {
    try await Scenario.gatedShop.later("gate").run(
      awaiting: """
        open: /orders/1
        open: /orders/2 -> waiting
        code: deny closed -> denied: closed
        code: allow -> shown
        """)
  }

  @Test func `a relaunch while code runs says that it has to be a kill`() async throws {
    let error = await #expect(throws: ScenarioFailure.self) {
      try await Scenario.gatedShop.later("gate").run(
        awaiting: "open: /orders/7\nunanswered: 1\nrelaunch", within: short)
    }
    #expect(
      error?.mismatches.first?.found.contains("only a line 'kill'") == true,
      "\(String(describing: error))")
  }

  @Test func `code that a request has left behind does not stand for code that goes on`()
    async throws
  {
    let order = Route("order", "/orders/:id", to: .inShop("order")).asks("gate")
    let shop = Scenario(screens: [.product, .order], routes: [Route.product.asks("own"), order])
      .later("gate").configured { $0.answerLater("own", never) }
    let error = await #expect(throws: ScenarioFailure.self) {
      try await shop.run(
        awaiting: """
          open a: /orders/1
          unanswered: 1
          cancel a -> denied: cancelled
          unanswered: 1
          open: /products/2
          settle
          """, within: short)
    }
    #expect(
      error?.mismatches.map(\.found).first?.contains("own of request") == true,
      "\(String(describing: error))")
  }

  @Test func `a story sees what the app's own code was called for`() async throws {
    var calls = 0
    var product = Route.product.asks("own")
    product.actions = [ActionTemplate("view").retried(.init(attempts: 2))]
    let shop = Scenario(screens: [.product], routes: [product]).configured {
      $0.answerLater("own") { _ async -> Answer in .allow }
      $0.performLater("view") { _ async -> ActionResult in
        calls += 1
        return calls == 1 ? .failed(reason: "offline") : .done
      }
    }
    try await shop.run(
      awaiting: """
        open: /products/7 -> shown
        asked: own
        attempts: view 1
        settle
        wait: 10
        attempts: view 2?
        actions:
        """)
    #expect(calls == 2)
  }

  @Test func `an action without a handler is done, also one of an adopted table`() async throws {
    var shop = Scenario.shop()
    shop.definitions["next"] = Scenario.shop(ActionTemplate("cheer")).definition(
      tree: Scenario.tree)
    let begin = "adopt: next\nopen: /products/7 -> shown\nperformed: cheer"
    try shop.run("\(begin)\nactions:")
    try await shop.later("cheer").run(awaiting: "\(begin)\nfinish cheer: done\nactions:")
  }

  @Test func `a scenario runs an app's table with its types, and beginning elsewhere`() throws {
    struct Product: ScreenKind { var id: Int }
    let table = try RouteTable(tree: Scenario.tree) {
      DeclaredScreen(Product.self)
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
    }
    var shop = Scenario(table, answers: ["unasked": .allow])
    shop.versions["bare"] = try RouteTable(RouteTableDefinition(tree: "start"))
    try shop.run(
      """
      given: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 1)]]
      open: /products/7 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 1) product(id: 7)]]
      update: bare
      shows: start
      """)
  }
}
