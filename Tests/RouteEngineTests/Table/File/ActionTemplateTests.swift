import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Actions in a route table, in Swift and in a file, and their mistakes; and forgeries of them in a
/// journal.
@MainActor
struct ActionTemplateTests {
  private struct Photo: ScreenKind { var id: Int }

  private static let file = #"""
    { format: "route-table/1", tree: "main/stack[home]",
      screens: { photo: { parameters: { id: "int" } } },
      routes: [ { id: "photo", patterns: ["/photos/:id"], destination: [ { push: "photo" } ],
        actions: [
          { perform: "upload", with: { id: ":id" }, when: "ready", key: "upload", sameKey: "keep",
            condition: "online", lane: "uploads", after: "5s", expires: "1h", lease: "30s",
            retry: { attempts: 5, first: "2s", longest: "10m" } },
          { perform: "plain", retry: { attempts: 2 } } ] } ] }
    """#

  @Test func `all terms of an action are the same in Swift and in a file`() throws {
    let swift = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Photo.self)
      Route("photo", "/photos/:id", to: [.push(Photo.self)])
        .performs(
          ActionTemplate("upload", with: ["id": ":id"], when: .ready)
            .keyed("upload", .keep).waits(for: "online").inLane("uploads")
            .delayed(by: .seconds(5)).expires(after: .seconds(3_600)).leased(for: .seconds(30))
            .retried(RetryPolicy(attempts: 5, first: .seconds(2), longest: .seconds(600)))
        )
        .performs(ActionTemplate("plain").retried(RetryPolicy(attempts: 2)))
    }
    try requireSame(swift, as: Self.file)
    let read = try RouteTable(text: Self.file)
    #expect(try RouteTable(json: read.canonicalJSON).definition.routes == read.definition.routes)
  }

  @Test func `an impossible value is reported with its field`() throws {
    func mistakes(_ action: String) -> [String] {
      let text =
        #"{ format: "route-table/1", tree: "main/stack[home]", screens: { photo: {} }, "#
        + #"routes: [ { id: "photo", destination: [ { push: "photo" } ], actions: [ \#(action) ] "#
        + "} ] }"
      return RouteTestSupport.mistakes { try RouteTable(text: text) }.map {
        $0.replacing("routes[0].actions[0].", with: "")
      }
    }
    #expect(
      mistakes(#"{ perform: "a", sameKey: "drop", retry: { first: "x" }, after: 5 }"#) == [
        #"sameKey: expected one of replace, keep, append, refuse, not "drop""#,
        "retry.attempts: expected how many attempts there are in all, found nothing",
        "retry.first: expected a time such as 30s, 5m, 12h or 7d",
        "after: expected a string, not an integer",
      ])
    let rule = "is no name: expected ASCII letters, digits, \"_\", \"-\" and \".\""
    #expect(
      mistakes(
        #"{ perform: "a", sameKey: "keep", condition: "on line", lane: "", lease: "0s", "#
          + #"retry: { attempts: 1, first: "2s", longest: "1s" } }"#) == [
          #"sameKey: expected "key" beside it: it is a rule for actions with the same key"#,
          "condition: \"on line\" \(rule)", "lane: \"\" \(rule)",
          "lease: expected a time above zero",
          "retry.attempts: expected from 2 to 100 attempts",
          #"retry.longest: expected at least the time of "first""#,
        ])
    #expect(
      mistakes(#"{ perform: "a", after: "5s", expires: "4999ms" }"#) == [
        #"expires: the action expires before it may run; expected at least the time of "after""#
      ])
    #expect(mistakes(#"{ perform: "a", after: "5s", expires: "5s" }"#) == [])
  }

  @Test func `a negative time is reported with its field`() {
    let below = Duration.seconds(-1)
    let work = ActionTemplate("a").delayed(by: below).expires(after: below)
    let found = mistakes {
      try RouteTable(tree: "main/stack[home]") {
        DeclaredScreen("home").performs("b", expires: below)
        Route("x", to: [.push("home")])
          .performs(work.retried(RetryPolicy(attempts: 3, first: below)))
          .performs(work.retried(RetryPolicy(attempts: 3, first: below, longest: below)))
          .performs(ActionTemplate("c").delayed(by: .zero).expires(after: .zero))
          .performs(ActionTemplate("d").retried(RetryPolicy(attempts: 3, first: .zero)))
      }
    }
    let rule = "expected a time of zero or more"
    #expect(
      found == [
        "screens.home.actions[0].expires: \(rule)",
        "routes[0].actions[0].after: \(rule)", "routes[0].actions[0].expires: \(rule)",
        "routes[0].actions[0].retry.first: \(rule)",
        "routes[0].actions[1].after: \(rule)", "routes[0].actions[1].expires: \(rule)",
        "routes[0].actions[1].retry.first: \(rule)",
        #"routes[0].actions[1].retry.longest: expected at least the time of "first""#,
      ])
  }

  @Test func `an entry that contradicts an action's life cycle is found`() async throws {
    let journal = try TestJournal(
      Scenario(
        screens: [.product],
        routes: [
          .product.performs(
            ActionTemplate("fails").retried(RetryPolicy(attempts: 2)).inLane("x")
          ).performs("new")
        ]))
    let session = journal.launch { $0.perform("fails") { _ in .failed(reason: "no") } }
    session.open("/products/7")
    #expect(
      try journal.kinds() == [
        "began", "decided", "enqueued", "enqueued", "claimed", "started", "retried", "shelved",
      ])
    try journal.requireReplays(of: session)
    let edits = [
      ("attempt = 2", 5), ("attempt = 2", 6), ("attempt = NULL", 7), ("kind = 27", 8),
      ("kind = 32", 7), ("kind = 20", 7), ("kind = 19", 5), ("kind = 33", 7), ("request = 1", 8),
    ]
    for (number, edit) in edits.enumerated() {
      let path = try journal.killed(as: "\(number).sqlite")
      try Forgery.forge(path, "UPDATE journal SET \(edit.0) WHERE sequence = \(edit.1)")
      let findings = try Verification(of: History(path: path)).findings
      #expect(findings.first?.sequence == Int64(edit.1), "\(edit): \(findings)")
    }
    // Changes that lead to the recorded state, but are not those of their kind.
    let others = [
      (
        try journal.rewriting(7) { $0.kind = .dead } + "; UPDATE journal SET kind = 27",
        "does not make these changes"
      ),
      (
        try journal.rewriting(7) {
          $0.kind = .late
          $0.changes = []
        } + "; UPDATE journal SET kind = 32, payload = NULL", "nothing is late"
      ),
    ]
    for (number, (sql, problem)) in others.enumerated() {
      let history = try journal.forged("\(sql) WHERE sequence = 7", as: "other-\(number).sqlite")
      let findings = try Verification(of: history).findings
      #expect(findings.first?.sequence == 7, "\(number): \(findings)")
      #expect(findings.first?.problem.contains(problem) == true, "\(number): \(findings)")
    }
  }
}
