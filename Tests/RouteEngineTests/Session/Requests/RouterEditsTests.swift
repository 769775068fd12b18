import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The changes of a router's host code to the tree: who is asked about them, and their fate when
/// the request is redirected or the screens change meanwhile.
@MainActor
struct RouterEditsTests {
  private static let screens =
    kinds("x", "login") + [
      ScreenDeclaration("y", interceptors: ["kind"], actions: [ActionTemplate("work")])
    ]

  private func scenario(
    _ routers: [Router], routes: [Route] = [], interceptors: [String] = [],
    answers: [String: Answer] = [:],
    _ configure: @escaping Scenario.Contribution = { _ in }
  ) -> Scenario {
    var scenario = Scenario(
      screens: Self.screens, routes: routes, interceptors: interceptors, answers: answers,
      configure: configure)
    scenario.routers = routers
    return scenario
  }

  private static func pushes(
    _ kind: String, _ reply: RouterReply
  ) -> (inout TreeEditor, Prompt) throws -> RouterReply {
    { editor, _ in
      guard let main = editor.find("main") else { return .declined }
      try editor.push(kind, onto: main.id)
      return reply
    }
  }

  @Test(arguments: [nil, "gate", "kind"])
  func `a router's request has interceptors and actions like a route's`(
    denying: String?
  ) throws {
    var answers: [String: Answer] = [:]
    for name in ["gate", "kind"] { answers[name] = name == denying ? .deny(reason: "no") : .allow }
    let isShown = denying == nil
    try scenario([Router("one", asksAboutLinks: true)], interceptors: ["gate"], answers: answers) {
      $0.route("one", Self.pushes("y", .taken))
    }.run(
      """
      given: main/stack[home]
      open: /whatever -> \(isShown ? "shown" : "denied: no")
      router: one
      asked: \(denying == "gate" ? "gate" : "gate kind")
      performed: \(isShown ? "work" : "")
      tree: main/stack[home\(isShown ? " y" : "")]
      """)
  }

  @Test func `a router's code is asked again when an interceptor made its request wait`() throws {
    let journal = try TestJournal(
      scenario([Router("one", asksAboutLinks: true)], interceptors: ["gate"]),
      tree: "main/stack[home]")
    let session = journal.launch {
      $0.route("one", Self.pushes("x", .taken))
      $0.answer("gate") { $0.holds("open") ? .allow : .wait(condition: "open") }
    }
    let opening = session.open("/whatever")
    #expect(opening.outcome == nil)
    #expect(session.open(.screen(kind: "login", [:]), from: .url).outcome == nil)
    session.signal("open")
    #expect(opening.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `screens of a router that declined are asked about too`() throws {
    try scenario(
      [Router("one", asksAboutLinks: true)], routes: [.named("x", .push("x"))],
      answers: ["kind": .allow]
    ) {
      $0.route("one", Self.pushes("y", .declined))
    }.run(
      """
      given: main/stack[home]
      open: /x -> shown
      asked: kind
      performed: work
      tree: main/stack[home y x]
      """)
  }

  @Test(arguments: [RouterReply.declined, .taken])
  func `a router is asked again when the screens change before a later answer`(
    reply: RouterReply
  ) async throws {
    let routers = [Router("one", asksAboutLinks: true)]
    let journal = try TestJournal(
      scenario(
        routers, routes: [.named("x", .push("x")), .named("login", .push("login"))],
        interceptors: ["gate"]), tree: "main/stack[home]")
    var isAsked = 0
    let session = journal.launch {
      $0.route("one") { editor, asked in
        isAsked += 1
        return try Self.pushes("x", reply)(&editor, asked)
      }
      $0.answerLater("gate") { asked in
        guard asked.request.options.onBehalfOf == nil else { return .allow }
        _ = await asked.open(.route("login", [:])).ended()
        return .allow
      }
    }
    let opening = session.open("/x")
    #expect(await opening.ended() == .shown)
    #expect(isAsked == 2)
    #expect(session.notation == "main[home login x]")
    let answers = try #require(try journal.entries().last { $0.kind == .decided }).answers
    #expect(answers.filter { $0.question.kind == .router }.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `code that changes the screens each time it is asked fails its request`() throws {
    try scenario(
      [Router("one", asksAboutLinks: true)],
      routes: [.named("login", .push("login", find: .none))]
    ) {
      $0.route("one") { editor, asked in
        asked.open(.route("login", [:]))
        return try Self.pushes("x", .taken)(&editor, asked)
      }
    }.run(
      """
      given: main/stack[home]
      offer one: /nowhere -> failed: the screens changed each time while host code was asked
      """)
  }

  @Test func `a redirect discards earlier changes and the earlier router`() throws {
    let routers = [
      Router("one", routes: ["old"], asksAboutLinks: true).with("two"),
      Router("two", routes: ["x"]),
    ]
    let old = Route.named("old", .push("x"), interceptors: ["moved"])
    let asked = [Router("zero", asksAboutLinks: true).with("one")] + routers
    for (target, taker) in [("x", "two"), ("own", "none")] {
      try scenario(
        asked, routes: [old, .named("x", .push("x")), .named("own", .push("x"))],
        answers: ["moved": .redirect(.route(target, [:])), "kind": .allow]
      ) {
        $0.route("zero", Self.pushes("y", .declined))
      }.run(
        """
        given: main/stack[home]
        open: /old -> shown
        router: \(taker)
        performed:
        tree: main/stack[home x]
        """)
    }
  }

  @Test func `routers of another tree are asked last, unless one is named`() throws {
    let routers = [
      Router("home", routes: ["x"], screens: ["feed"], values: ["cart"]),
      Router("shop", routes: ["y"], screens: ["catalog"], values: ["cart"]),
    ]
    try scenario(
      routers,
      routes: [.named("x", .push("x")), .named("y", .select("shop"), .push("login"))]
    ) {
      $0.route("home") { _, _ in .declined }
      $0.route("shop") { _, _ in .goTo(.route("y", [:])) }
    }.run(
      """
      offer home: /y -> not found
      below home: /y -> not found
      value: cart -> shown
      router: shop
      tree: main/tabs[home/stack[feed] shop/stack*[catalog login]]
      fact: selected home
      open: /y -> shown
      router: shop
      tree: main/tabs[home/stack[feed] shop/stack*[catalog login]]
      """)
  }

  @Test func `a change without effect does not count`() throws {
    try scenario([Router("one", asksAboutLinks: true)], routes: [.named("x", .run("select"))]) {
      $0.step("select") { editor, _ in
        guard let shop = editor.find("shop") else { return false }
        try editor.select(shop.id)
        return true
      }
      $0.route("one") { editor, asked in
        guard let shop = editor.find("shop") else { return .declined }
        try editor.select(shop.id)
        return asked.request.target.link?.text == "/x" ? .declined : .taken
      }
    }.run(
      """
      route: x -> shown
      changes: 1
      route: x -> already shown
      changes: 0
      open: /x -> already shown
      changes: 0
      open: /other -> already shown
      changes: 0
      router: one
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      """)
  }
}

extension RouterEditsTests {
  @Test func `edits that cancel each other out do not count, with the id they used`() throws {
    try scenario([], routes: [.named("x", .run("thereAndBack"))]) {
      $0.step("thereAndBack") { editor, _ in
        guard let shop = editor.find("shop"), let catalog = editor.find("catalog") else {
          return false
        }
        try editor.push("login", onto: shop.id)
        try editor.pop(to: catalog.id)
        return true
      }
    }.run(
      """
      route: x -> already shown
      changes: 0
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      """)
  }
}

extension RouteRequest.Target {
  fileprivate var link: RouteLink? { if case .link(let link) = self { link } else { nil } }
}
