import RouteEngine
import RouteTestSupport
import RouteTesting
import Testing

/// A screen with which a user decides whether a condition holds: when it closes, the condition is
/// refused; when the condition is signalled, it closes.
@MainActor
struct AnsweringScreenTests {
  private struct Order: ScreenKind { var id: Int }
  private struct Product: ScreenKind { var id: Int }
  private struct Login: ScreenKind {}
  private enum Fact: String { case signedIn }

  /// A log-in is closed while the code that opened it still works on its answer.
  private static let closedAtWork = """
    open order: /orders/7
    code: open login
    shows: login
    fact: dismissed
    """

  private let app: Scenario

  init() throws {
    let table = try RouteTable(tree: "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]") {
      DeclaredScreen(Order.self)
      DeclaredScreen(Product.self)
      DeclaredScreen(Login.self).answers(Fact.signedIn)
      DeclaredScreen("register")
      Route("order", "/orders/:id", to: [.select("shop"), .push(Order.self)]).asks("signedIn")
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
      Route("mine", "/mine", to: [.select("home"), .push("register")]).asks("quiet")
      Route("account", "/account", to: [.select("home"), .push(Login.self), .push("register")])
    }
    app = Scenario(table) { Self.contribute(to: &$0) }
  }

  private static func contribute(to configuration: inout RouteSession.Configuration) {
    configuration.answer("signedIn") { asked in
      guard asked.principal == nil else { return .allow }
      asked.open(.route("login", [:]))
      return .wait(condition: Fact.signedIn)
    }
    configuration.answer("quiet") { _ in .wait(condition: Fact.signedIn) }
  }

  /// A session of the app, for what a story cannot tell.
  private func launch() -> (TestJournal, RouteSession) {
    let journal = TestJournal(of: app)
    return (journal, journal.launch { Self.contribute(to: &$0) })
  }

  @Test func `a log-in that is swiped away gives up the requests that wait for it`() throws {
    try app.run(
      """
      open first: /orders/7 -> waiting
      open second: /orders/8 -> waiting
      shows: login
      fact: dismissed
      outcome first: denied: login was closed
      outcome second: denied: login was closed
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      """)
  }

  @Test func `a log-in that closes while its code works refuses a later wait`() async throws {
    try await app.later("signedIn").run(
      awaiting: """
        \(Self.closedAtWork)
        code: pause signedIn
        outcome order: denied: login was closed
        parked: 0
        code: allow
        settle
        tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
        """)
  }

  @Test func `requests that wait for the same condition by then end with it`() async throws {
    try await app.later("signedIn").run(
      awaiting: """
        \(Self.closedAtWork)
        code: open mine
        outcome mine: waiting
        code: pause signedIn
        outcome order: denied: login was closed
        outcome mine: denied: login was closed
        parked: 0
        code: allow
        settle
        tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
        """)
  }

  @Test func `a request that code opened keeps its name after a kill`() async throws {
    try await app.later("signedIn").run(
      awaiting: """
        open order: /orders/7
        code: open mine
        code: wait signedIn
        parked: 2
        kill
        outcome mine: waiting
        give up signedIn: closed
        outcome order: denied: closed
        outcome mine: denied: closed
        """)
  }

  @Test func `a log-in that closes while an answer is held back refuses it`() async throws {
    try await app.later("signedIn").run(
      awaiting: """
        open order: /orders/7
        code: open login
        shows: login
        transition: begins
        code: wait signedIn
        settle
        fact: dismissed
        outcome order: waiting
        transition: ends
        outcome order: denied: login was closed
        """)
  }

  @Test(arguments: ["code: open login", "signal: signedIn\nunsignal: signedIn"])
  func `later events after a closed log-in revoke the refusal`(
    _ later: String
  ) async throws {
    try await app.later("signedIn").run(
      awaiting: """
        \(Self.closedAtWork)
        \(later)
        code: pause signedIn
        waiting: until signedIn
        signal: signedIn as user-1
        code: allow
        outcome order: shown
        tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 7)]]
        """)
  }

  @Test func `a request that has expired by then is expired, not refused`() throws {
    try app.run(
      """
      open order for 10: /orders/7 -> waiting
      pass: 11
      fact: dismissed
      outcome order: expired
      """)
  }

  @Test func `a sign-in while the log-in is shown lets the link go on`() throws {
    let (journal, session) = launch()
    session.onChange = { session in
      if session.state.tree.visibleKind() == Login.kind {
        session.signal("signedIn", principal: "user-1")
      }
    }
    #expect(session.open("/orders/7").outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `code that signals its own condition is not asked for ever`() throws {
    let journal = TestJournal(of: app)
    var asked = 0
    var current: RouteSession?
    let session = journal.launch {
      $0.answer("signedIn") { _ in
        asked += 1
        current?.signal("signedIn")
        return .wait(condition: Fact.signedIn)
      }
    }
    current = session
    #expect(session.open("/orders/7").outcome == nil)
    #expect(asked == RouteLimits.standard.redirects + 1 && session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `the log-in gives up after a kill, too`() throws {
    try app.run(
      """
      open order: /orders/7 -> waiting
      kill
      outcome order: waiting
      shows: login
      fact: dismissed
      outcome order: denied: login was closed
      parked: 0
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      """)
  }

  @Test func `a sign-in closes the log-in, and waiting requests go on`() throws {
    try app.run(
      """
      open order: /orders/7 -> waiting
      signal: signedIn as user-1
      outcome order: shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 7)]]
      """)
  }

  @Test func `a sign-in for which no request waits closes the log-in`() throws {
    try app.run(
      """
      open: /login -> shown
      signal: signedIn as user-1
      shows: feed
      open: /orders/7 -> shown
      """)
  }

  @Test func `a pushed log-in is removed with the screens on it`() throws {
    try app.run(
      """
      open: /account -> shown
      shows: register
      signal: signedIn as user-1
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      """)
  }

  @Test func `a log-in that existed already decides`() throws {
    try app.run(
      """
      open: /account -> shown
      open order: /orders/7 -> waiting
      shows: login
      fact: popped
      outcome order: denied: login was closed
      """)
  }

  @Test func `a request that covers the log-in refuses nothing`() throws {
    try app.run(
      """
      open order: /orders/7 -> waiting
      open: /products/1 -> shown
      outcome order: waiting
      parked: 1
      """)
  }

  @Test func `a log-in that closes while the condition holds refuses nothing`() throws {
    try app.run(
      """
      signal: signedIn as user-1
      open: /login -> shown
      fact: dismissed
      open: /orders/7 -> shown
      """)
  }

  @Test func `a signal in the middle of a transition closes the log-in at its end`() throws {
    let (journal, session) = launch()
    let order = session.open("/orders/7")
    let other = session.open("/login")
    #expect(other.outcome == .alreadyShown)
    session.display.beginTransition()
    session.signal(Fact.signedIn, principal: "user-1")
    #expect(session.state.tree.firstScreen { $0.kind == Login.kind } != nil)
    #expect(order.outcome == nil)
    session.display.endTransition()
    #expect(order.outcome == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog order(id: 7)]]")
    session.open("/login")
    session.display.beginTransition()
    session.signal(Fact.signedIn)
    session.unsignal(Fact.signedIn)
    session.display.endTransition()
    #expect(session.state.tree.firstScreen { $0.kind == Login.kind } != nil)
    try journal.requireReplays(of: session)
  }

  @Test func `a log-in closed by a delayed fact gives up too`() throws {
    let (journal, session) = launch()
    let order = session.open("/orders/7")
    session.display.beginTransition()
    let closed = session.open(.fact(.dismissed(nil)))
    session.wake()  // the journal has it from here on
    #expect(closed.request != nil && order.outcome == nil)
    session.display.endTransition()
    #expect(closed.outcome == .shown && order.outcome == .denied(reason: "login was closed"))
    try journal.requireReplays(of: session)
  }

  @Test func `a table in a file says the same`() throws {
    let declared = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen("login").answers("signedIn", "online")
      Route("login", "/login", to: [.present("login")])
    }
    let read = try RouteTable(json: declared.canonicalJSON)
    #expect(read.digest == declared.digest)
    #expect(read.definition.screens.map(\.answers) == [["signedIn", "online"]])
    let without = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen("login")
      Route("login", "/login", to: [.present("login")])
    }
    #expect(without.digest != declared.digest)
    #expect(throws: RouteTable.Mistakes.self) {
      try RouteTable(tree: "main/stack[feed]") { DeclaredScreen("login").answers("signed in") }
    }
  }
}
