import RouteEngine
import RouteTestSupport
import RouteTesting
import Testing

/// Interceptors that are asked before screens are removed.
@MainActor struct LeavingTests {
  private struct Draft: ScreenKind { var id: Int }

  private func notes() throws -> RouteTable {
    try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen("main", container: .stack)
      DeclaredScreen("feed")
      DeclaredScreen(Draft.self).asks(beforeLeaving: "unsaved")
      DeclaredScreen("form").asks(beforeLeaving: "unsaved", "sure")
      DeclaredScreen("confirm")
      DeclaredScreen("login").asks("signedIn")
      Route("draft", "/drafts/:id", to: [.push(Draft.self)])
      Route("form", "/form", to: [.present("form")])
      Route("feed", "/", to: [.pop(.all)])
      Route("news", "/news", to: [.root("feed")])
      Route("confirm", to: [.present("confirm", from: .topmost)])
      Route("login", "/login", to: [.root("login")])
    }
  }

  @Test func `a request that removes no such screen asks nothing`() throws {
    try Scenario(notes(), answers: ["unsaved": .deny(reason: "unsaved")]).run(
      """
      open: /drafts/1 -> shown
      open: /drafts/2 -> shown
      asked:
      tree: main[feed draft(id: 1) draft(id: 2)]
      """)
  }

  @Test func `a screen stays when its interceptor denies`() throws {
    try Scenario(notes(), answers: ["unsaved": .deny(reason: "unsaved")]).run(
      """
      open: /drafts/1 -> shown
      open: /drafts/2 -> shown
      open: / -> denied: unsaved
      asked: unsaved
      tree: main[feed draft(id: 1) draft(id: 2)]
      open: /news -> denied: unsaved
      tree: main[feed draft(id: 1) draft(id: 2)]
      """)
  }

  @Test func `each interceptor is asked once, the outermost screen's first`() throws {
    try Scenario(notes(), answers: ["unsaved": .allow, "sure": .allow, "signedIn": .allow]).run(
      """
      open: /drafts/1 -> shown
      open: /form -> shown
      open: /login -> shown
      asked: signedIn unsaved sure
      tree: login
      """)
  }

  @Test func `when a removed screen's code fails, the planned steps are recorded`() throws {
    let notation = try TreeNotation("main/stack[feed draft(id: 1)]")
    let moment = RouteInstant(microseconds: 0)
    let question = Question(.interceptor, "unsaved", at: .departure)
    let decision = Decision.decide(
      DecisionInput(
        request: RouteRequest(.route("news", [:]), from: .url, at: moment), id: RequestID(1),
        answers: [RecordedAnswer(question, .failed(reason: "no disk"))],
        state: try RouteState(scenes: notation, counter: 0), table: try notes(), now: moment))
    guard case .decided(let decided) = decision else { throw ScenarioMistake("it asks") }
    #expect(decided.resolution == .ended(.failed(step: 0, reason: "no disk")))
    #expect(decided.steps.count == 1)
  }

  @Test func `a request denied for another reason asks no screen's interceptor`() throws {
    let answers: [String: Answer] = ["signedIn": .deny(reason: "no"), "unsaved": .allow]
    try Scenario(notes(), answers: answers).run(
      """
      open: /drafts/1 -> shown
      open: /login -> denied: no
      asked: signedIn
      """)
  }

  @Test func `a user who goes back by hand is not asked, also while the code is`() async throws {
    try await Scenario(notes(), later: ["unsaved"]).run(
      awaiting:
        """
        open: /drafts/1 -> shown
        fact: popped -> shown
        unanswered: 0
        open: /drafts/2 -> shown
        open NEWS: /news
        unanswered: 1
        fact: popped -> shown
        tree: main[feed]
        code: deny unsaved
        outcome NEWS: already shown
        tree: main[feed]
        """)
  }

  @Test func `a request may wait until the draft is saved, also over a relaunch`() async throws {
    try await Scenario(notes(), later: ["unsaved"]).run(
      awaiting:
        """
        open: /drafts/1 -> shown
        open NEWS: /news
        code: wait saved
        waiting: until saved
        relaunch
        tree: main[feed draft(id: 1)]
        signal: saved
        code: allow
        parked: 0
        tree: main[feed]
        """)
  }

  @Test func `a redirect does not ask again code that has allowed the request`() throws {
    let answers: [String: Answer] = [
      "unsaved": .allow, "sure": .redirect(.route("confirm", [:])), "signedIn": .allow,
    ]
    try Scenario(notes(), answers: answers).run(
      """
      open: /form -> shown
      open: /login -> shown
      asked: signedIn unsaved sure
      tree: main[feed]^form^confirm
      """)
  }

  @Test func `code sees the screens to be removed`() throws {
    var seen: [[String]] = []
    let scenario = Scenario(try notes()) { configuration in
      configuration.answer("unsaved") { prompt in
        seen.append(prompt.leaving.compactMap { prompt.tree[$0]?.kind })
        return .allow
      }
      configuration.answer("sure") { prompt in
        seen.append(prompt.leaving.compactMap { prompt.tree[$0]?.kind })
        return .allow
      }
    }
    try scenario.run(
      """
      open: /drafts/1 -> shown
      open: /form -> shown
      open: /news -> shown
      """)
    #expect(seen == [["draft", "form"], ["form"]])
  }

  @Test func `the answer is in the journal with its time`() throws {
    let recorded = RecordedAnswer(
      Question(.interceptor, "unsaved", hop: 1, at: .departure), .deny(reason: "unsaved"))
    let text = recorded.journaled
    let question = #""kind":"interceptor","moment":"departure","name":"unsaved""#
    #expect(text == #"{"answer":"deny","hop":1,\#(question),"reason":"unsaved"}"#)
    var reader = JSONReader(Array(text.utf8))
    #expect(try reader.answer() == recorded)
  }

  @Test func `a table in Swift and in a file is the same`() throws {
    let table = try notes()
    #expect(try RouteTable(json: table.canonicalJSON) == table)
    #expect(table.hostCode(.interceptor) == ["signedIn", "sure", "unsaved"])
    #expect(throws: RouteTable.Mistakes.self) {
      try RouteTable(tree: "feed") { DeclaredScreen("feed").asks(beforeLeaving: "a b") }
    }
  }
}
