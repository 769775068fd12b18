import RouteEngine
import RouteTestSupport
import Testing

/// Host code opens the same kinds of targets as a session does, with the same methods.
@MainActor @Suite struct PromptOpeningTests {
  private struct Product: ScreenKind { var id: Int }

  private let journal = TestJournal(
    of: Scenario(
      screens: [.product, .order],
      routes: [.product, Route("order", "/orders/:id", to: .inShop("order")).asks("gate")]))

  @Test func `targets of any kind that host code opens are decided at once`() throws {
    var opened: [Opening] = []
    let session = journal.launch {
      $0.answer("gate") { asked in
        opened.append(asked.open("/products/1"))
        opened.append(asked.open(Product(id: 2), by: "product"))
        opened.append(asked.open(.route("product", ["id": 3]), from: .customValue))
        opened.append(asked.open("/products/1", source: "a"))
        opened.append(asked.open("/products/1", source: "a"))
        opened.append(asked.open("no link"))
        #expect(opened.allSatisfy { $0.outcome != nil })
        return .deny(reason: "enough")
      }
    }
    #expect(session.open("/orders/7").outcome == .denied(reason: "enough"))
    #expect(opened[..<3].allSatisfy { $0.outcome?.isSuccess == true })
    #expect(opened[3].outcome?.isSuccess == true)
    if case .duplicate = opened[4].outcome {} else { Issue.record("\(opened[4])") }
    if case .failed = opened[5].outcome {} else { Issue.record("\(opened[5])") }
    let points = try journal.entries().filter { $0.kind == .decided }.compactMap(\.request)
      .map(\.entryPoint)
    #expect(points.count == 6 && points[2] == .customValue)
    #expect(points.count { $0 == .programmatic } == 5)
    try journal.requireReplays(of: session)
  }

  @Test func `options of a request from host code are combined with its own`() throws {
    var opened: Opening?
    let session = journal.launch {
      $0.answer("gate") { asked in
        opened = asked.open("/products/1", options: .init(isAnimated: false))
        return .allow
      }
    }
    session.open("/orders/7")
    #expect(opened?.outcome == .shown)
    let requests = try journal.entries().compactMap(\.request).filter {
      $0.options.onBehalfOf != nil
    }
    #expect(requests.map(\.options.isAnimated) == [false])
    #expect(requests.map(\.options.isSuspendable) == [false])
    try journal.requireReplays(of: session)
  }

  @Test func `a target that cannot be opened keeps its caller's options`() throws {
    let session = journal.launch {
      $0.answer("gate") { asked in
        asked.open("no link", options: .init(isAnimated: false))
        asked.open(Product(id: 1), by: "none", options: .init(scene: "main"))
        return .allow
      }
    }
    let parent = session.open("/orders/7")
    session.open("no link", options: .init(isAnimated: false, expiresAfter: .seconds(5)))
    session.open(.shortcutItem(""), options: .init(scene: "main"))
    let options = try journal.entries().filter { $0.rule == .link }.compactMap {
      $0.request?.options
    }
    try #require(options.count == 4)
    #expect(options.map(\.isAnimated) == [false, true, false, true])
    #expect(options.map(\.scene) == [nil, "main", nil, "main"])
    #expect(options.map(\.onBehalfOf) == [parent.request, parent.request, nil, nil])
    #expect(options.map(\.expiresAfter) == [nil, nil, .seconds(5), nil])
    try journal.requireReplays(of: session)
  }

  @Test func `a typed screen and a target keep their entry point`() throws {
    let session = journal.launch()
    session.open(Product(id: 1), from: .customValue, source: "a")
    if case .duplicate = session.open(Product(id: 1), from: .customValue, source: "a").outcome {
    } else {
      Issue.record("the same id took effect twice")
    }
    session.open(.route("product", ["id": 2]))
    let requests = try journal.entries().compactMap(\.request)
    #expect(requests.first?.entryPoint == .customValue && requests.first?.source == "a")
    #expect(requests.last?.entryPoint == .programmatic)
    try journal.requireReplays(of: session)
  }

  // MARK: An interceptor that is asked about the requests it opens

  private final class Opened {
    var all: [Opening] = []
  }

  private let opened = Opened()

  /// A shop whose interceptor is asked about every request, and opens the log-in for each.
  private func shopOfLogins(isLater: Bool) -> Scenario {
    let opened = opened
    var shop = Scenario.gatedShop
    shop.interceptors = ["gate"]
    return shop.configured {
      if isLater {
        $0.answerLater("gate") { asked async -> Answer in
          let opening = asked.open(.route("login", [:]))
          opened.all.append(opening)
          await asked.wait(for: "signedIn")
          return .allow
        }
      } else {
        $0.answer("gate") { asked in
          let opening = asked.open(.route("login", [:]))
          opened.all.append(opening)
          return .wait(condition: "signedIn")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `an interceptor that is asked about its own requests ends`(
    isLater: Bool
  ) async throws {
    try await shopOfLogins(isLater: isLater).run(
      awaiting: """
        open: /orders/1
        parked: 6
        tree: \(Scenario.tree)
        give up signedIn: closed
        outcome: denied: closed
        waiting:
        """)
    let reason =
      "more than 5 requests were opened on behalf of each other, and interceptor gate is asked "
      + "about one more; code that opens a screen must allow that screen's route"
    #expect(opened.all.count { $0.outcome == .denied(reason: "closed") } == 5)
    #expect(opened.all.count { $0.outcome == .failed(step: 0, reason: reason) } == 1)
    #expect(opened.all.count == 6)
  }

  @Test func `an interceptor of the whole table allows its own log-in by the route`() throws {
    var shop = Scenario.gatedShop
    shop.interceptors = ["gate"]
    shop = shop.configured {
      $0.answer("gate") { asked in
        guard asked.principal == nil, asked.route != "login" else { return .allow }
        asked.open(.route("login", [:]))
        return .wait(condition: "signedIn")
      }
    }
    try shop.run(
      """
      open: /orders/1 -> waiting
      tree: \(Scenario.tree)^sheet:login
      fact: dismissed
      signal: signedIn as ann
      outcome: shown
      """)
  }
}
