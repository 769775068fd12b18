import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Conditions that hold before a request waits for them, replaced requests, and requests that are
/// left waiting.
@MainActor
struct ConditionTests {
  private let shop = Scenario.gatedShop.later("gate")
  private let journal = TestJournal(of: .gatedShop)

  @Test func `code that waits for a condition that holds goes on at once`() async throws {
    try await shop.run(
      awaiting: """
        signal: network
        open: /orders/1
        code: pause network
        code: allow
        outcome: shown
        unsignal: network
        open: /orders/2
        code: pause network
        waiting: until network
        signal: network
        code: allow
        outcome: shown
        """)
  }

  @Test func `a condition of one person holds for no other, nor without a person`() async throws {
    try await shop.run(
      awaiting: """
        signal: signedIn as anna
        conditions: signedIn
        sign out
        conditions:
        open: /orders/1
        code: pause signedIn
        waiting: until signedIn
        signal: signedIn as anna
        code: allow
        outcome: shown
        sign in: bert
        conditions:
        signal: signedIn
        signal: unlocked as anna
        conditions: unlocked
        """)
  }

  @Test func `a condition that held without a person still holds after a sign-in`() throws {
    try shop.run(
      """
      signal: online
      sign in: anna
      conditions: online
      signal: signedIn as bert
      conditions: signedIn
      """)
  }

  @Test func `code does not go on for another person because the condition holds`() async throws {
    try await shop.run(
      awaiting: """
        sign in: anna
        open: /orders/1
        unanswered: 1
        signal: unlocked as bert
        code: pause unlocked
        waiting: until unlocked
        signal: unlocked as anna
        code: allow
        outcome: shown
        """)
  }

  @Test func `a request kept for one person goes on for no other`() async throws {
    try await shop.run(
      awaiting: """
        sign in: anna
        suspend
        open a: /products/1
        sign out
        sign in: bert
        open b: /products/2
        resume: execute
        outcome b: shown
        waiting: suspended
        kill
        waiting: suspended
        sign in: anna
        resume: execute
        waiting:
        tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 2) product(id: 1)]]
        suspend
        open c: /products/3
        sign in: bert
        resume: clear
        outcome c: denied: cleared when resumed
        waiting:
        """)
  }

  @Test func `code that waited for a condition is not woken for another person`() async throws {
    try await shop.run(
      awaiting: """
        sign in: anna
        open a: /orders/1
        code: pause unlocked
        waiting: until unlocked
        suspend
        signal: unlocked
        waiting: suspended
        sign in: bert
        resume: execute
        waiting: suspended
        sign in: anna
        resume: execute
        code: allow
        outcome a: shown
        """)
  }

  @Test func `a signal between the question and its waiting answer is not lost`() async throws {
    try await shop.run(
      awaiting: """
        open: /orders/1
        unanswered: 1
        signal: signedIn
        code: wait signedIn
        asked: gate gate
        code: wait signedIn
        waiting: until signedIn
        settle
        asked:
        signal: signedIn
        code: allow
        outcome: shown
        """)
  }

  @Test func `a wait for an outcome ends when the request is left to the next session`()
    async throws
  {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signedIn") } }
    let opening = session.open("/orders/1")
    var told: [Outcome?] = []
    Task { told.append(await opening.ended()) }
    #expect(await !eventually { !told.isEmpty })
    session.end()
    #expect(await eventually { told == [nil] })
    #expect(await opening.ended() == nil)
    #expect(opening.outcome == nil)
    #expect(session.state.waiting.count == 1)
  }

  @Test func `S7: a request's replacement is asked about and survives a kill`() async throws {
    try await shop.run(
      awaiting: """
        suspend
        open: /products/1
        resume: replace /orders/7
        code: wait signedIn
        outcome: waiting
        waiting: until signedIn
        kill
        signal: signedIn
        code: allow
        tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 7)]]
        """)
  }

  @Test func `S7: code that slept over one target does not answer about another`() async throws {
    var asked: [ParameterValue?] = []
    let session = journal.launch {
      $0.answerLater("gate") { asking async -> Answer in
        asked.append(asking.parameters["id"])
        if asking.parameters["id"] == 1 { await asking.wait(for: "signedIn") }
        return asking.parameters["id"] == 1 ? .deny(reason: "old") : .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.state.hasParkedRequests })
    session.requests.suspend()
    session.signal("signedIn")
    session.requests.resumeTransforming { _ in .route("order", ["id": 2]) }
    #expect(await opening.ended() == .shown)
    #expect(asked == [1, 2])
    #expect(session.notation.hasSuffix("[catalog order(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `a quarantined request is trusted by a new version, or by the host`() async throws {
    for (version, lifts, outcome) in [
      ("1", false, Outcome.quarantined), ("2", false, .shown), ("1", true, .shown),
    ] {
      let journal = try TestJournal(.gatedShop)
      let door = Door<Answer>()
      var path = journal.path
      for count in 1...2 {
        let session = journal.launch(at: path) {
          $0.appVersion = "1"
          $0.answerLater("gate") { _ in await door.answer() }
        }
        session.open("/orders/1", source: "n-1")
        #expect(await eventually { door.count == 1 })
        let killed = journal.file("killed-\(count).sqlite")
        try FileCopy.crash(of: path, as: killed)
        path = killed
        session.end()
        door.open()
      }
      do { _ = journal.launch(at: path) { $0.appVersion = "1" } }
      let session = journal.launch(at: path) {
        $0.appVersion = version
        $0.liftsQuarantine = lifts
        $0.answer("gate") { _ in .allow }
      }
      #expect(session.open("/orders/1").outcome == outcome)
      let again = session.open("/orders/1", source: "n-1")
      #expect(outcome == .shown ? again.outcome == .alreadyShown : !again.accepted)
      let history = try History(path: path)
      #expect(try Verification(of: history).findings == [])
      #expect(try Rerun(of: history).divergences == [])
    }
  }

  // MARK: An interceptor that shows the log-in itself

  private final class Counter {
    var count = 0
  }

  private let logins = Counter()

  /// A shop whose interceptor shows the log-in unless it is there, and waits for the success.
  private var logInShop: Scenario {
    let logins = logins
    return Scenario.gatedShop.configured {
      $0.answerLater("gate") { asked async -> Answer in
        if asked.principal == nil {
          if asked.tree.firstScreen(where: { $0.kind == "login" }) == nil {
            logins.count += 1
            asked.open(.route("login", [:]))
          }
          await asked.wait(for: "signedIn")
        }
        return .allow
      }
    }
  }

  @Test(arguments: [("settle", ""), ("open: /products/3 -> shown", "product(id: 3) ")])
  func `C16: the log-in closes with the success, and waiting requests are reached in order`(
    meanwhile: String, product: String
  ) async throws {
    try await logInShop.run(
      awaiting: """
        open a: /orders/1
        waiting: until signedIn
        open b: /orders/2
        waiting: until signedIn, until signedIn
        tree: \(Scenario.tree)^sheet:login
        \(meanwhile)
        signal: signedIn as user-1
        outcome a: shown
        outcome b: shown
        tree: main/tabs[home/stack[feed] shop/stack*[catalog \(product)order(id: 1) order(id: 2)]]
        waiting:
        """)
    #expect(logins.count == 1)
  }

  @Test func `a link that begins with a push waits behind the log-in over its stack`() throws {
    var shop = Scenario(
      screens: [
        ScreenDeclaration("chat", schema: ["id": .int]),
        ScreenDeclaration("fixed", isDismissible: false),
      ] + kinds("login"),
      routes: [
        Route("chat", "/chats/:id", to: [.push("chat")]).asks("gate"),
        Route("login", "/login", to: [.present("login", style: .sheet, from: .topmost)]),
        Route("fixed", "/fixed", to: [.present("fixed", style: .full, from: .topmost)]),
      ])
    shop.configure = {
      $0.answer("gate") { asked in
        guard asked.principal == nil else { return .allow }
        asked.open(.route("login", [:]))
        return .wait(condition: "signedIn")
      }
    }
    try shop.run(
      """
      open: /chats/1 -> waiting
      open: /chats/2 -> waiting
      parked: 2
      fact: dismissed
      signal: signedIn as ann
      tree: main/tabs[home/stack*[feed chat(id: 1) chat(id: 2)] shop/stack[catalog]]
      open: /login
      open: /chats/3 -> shown
      tree: main/tabs[home/stack*[feed chat(id: 1) chat(id: 2) chat(id: 3)] shop/stack[catalog]]
      open: /fixed
      open: /chats/4 -> failed at step 1: fixed may not be dismissed
      """)
  }

  @Test func `C16: given up, the request is denied, the log-in stays until dismissed`() async throws
  {
    try await logInShop.run(
      awaiting: """
        open a: /orders/1
        waiting: until signedIn
        tree: \(Scenario.tree)^sheet:login
        give up signedIn: cancelled
        outcome a: denied: cancelled
        tree: \(Scenario.tree)^sheet:login
        fact: dismissed
        signal: signedIn as user-1
        settle
        waiting:
        tree: \(Scenario.tree)
        """)
  }
}
