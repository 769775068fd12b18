import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The statements about secrets that a table may contain, and those that a journal may not.
@MainActor
struct SecretForgeryTests {
  private let secret = "~z" + String(repeating: "x", count: 21)
  private let shop = SecretTests().shop

  @Test func `a table that would make use of a secret, or write it, is refused`() throws {
    var definition = RouteTableDefinition(
      tree: "main/stack[home reset(ticket: \"t\")]", screens: [SecretTests.reset],
      routes: [
        Route("reset", "/reset/:ticket(\\d+)", to: [.push("reset", with: ["ticket": "constant"])])
          .performs("greet", with: ["ticket": ":ticket"]),
        Route("unlock", "/unlock/:key(\\d+)", to: [.push("reset", with: ["ticket": ":key"])])
          .performs("greet", with: ["all": ":key"]),
      ])
    definition.screens[0].identity = ["ticket"]
    definition.screens[0].privateNames = ["hint"]
    definition.screens[0].secretNames.append("other")
    definition.screens[0].actions = [ActionTemplate("note", with: ["hint": ":hint"])]
    let error = #expect(throws: RouteTableMistakes.self) { try RouteTable(definition) }
    let found = try #require(error).mistakes.map { "\($0.field): \($0.message)" }
    #expect(
      found == [
        "screens.reset.identity[0]: ticket is secret, so it cannot be in \"identity\" too; remove "
          + "one of the two",
        "screens.reset.private[0]: hint is secret, so it cannot be in \"private\" too; remove one "
          + "of the two",
        "screens.reset.secret[2]: reset has no parameter other",
        "screens.reset.actions[0].with.hint: hint is secret and lost after a relaunch, so no "
          + "action can use it; remove it",
        "tree: ticket is secret, and the journal keeps the table; remove the value",
        "routes[0].destination[0].with.ticket: ticket is secret, and the journal keeps the table; "
          + "remove the value",
        "routes[0].actions[0].with.ticket: ticket is secret and lost after a relaunch, so no "
          + "action can use it; remove it",
        "routes[0].patterns[0]: ticket is secret, so its place cannot be a wildcard or an "
          + "expression: a token replaces the value",
        "routes[1].actions[0].with.all: key is secret and lost after a relaunch, so no action can "
          + "use it; remove it",
        "routes[1].patterns[0]: key is secret, so its place cannot be a wildcard or an "
          + "expression: a token replaces the value",
      ])
  }

  @Test func `a table file says secret as a table in Swift does`() throws {
    let file = """
      { format: "route-table/1", tree: "main/stack[home]", screens: { reset: {
        parameters: { hint: "string?", ticket: "string" }, secret: ["hint", "ticket"] } } }
      """
    let written = try RouteTable(
      RouteTableDefinition(tree: "main/stack[home]", screens: [SecretTests.reset]))
    #expect(try RouteTable(json: Array(file.utf8)) == written)
    #expect(try RouteTable(json: written.canonicalJSON) == written)
    #expect(
      DeclaredScreen(SecretTests.Reset.self, secret: \.hint, \.ticket).declaration
        == SecretTests.reset)
  }

  @Test func `a restore that keeps a screen whose secret is gone is found`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    do { journal.launch().open("/reset/s3cr3t") }
    _ = journal.launch()
    #expect(try journal.kinds() == ["began", "decided", "began", "restored"])
    let forged = try journal.forged(
      journal.rewriting(4) { entry in
        entry.changes.removeAll { if case .tree(.splice) = $0 { true } else { false } }
        entry.notes["gone"] = nil
      })
    let finding = try #require(try Verification(of: forged).findings.first)
    #expect(finding.sequence == 4)
    #expect(finding.problem.contains("the place that it restores"), "\(finding.problem)")
  }

  @Test func `a forged wait of a request with a secret is found`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    do {
      let session = journal.launch()
      session.requests.suspend()
      session.open("/pin/7")
    }
    #expect(try journal.kinds() == ["began", "suspended", "parked"])
    let (own, secret) = ("/pin/7", "/pin/7?code=\(secret)")
    let forged = try journal.forged(
      journal.rewriting(3) { entry in
        let link = try RouteLink(journaled: secret)
        entry.request?.target = .link(link)
        guard case .wait(let waiting) = entry.changes[0], let request = entry.request else {
          return
        }
        entry.changes = [
          .wait(WaitingRequest(id: waiting.id, request: request, status: waiting.status))
        ]
      } + "; UPDATE journal SET link = replace(link, '\(own)', '\(secret)')")
    let problems = try Verification(of: forged).findings.map(\.problem)
    #expect(problems == ["request 3 brings a secret and cannot wait"])
    #expect(try Rerun(of: forged).differing == 1)
  }

  @Test func `a forged end over a secret that a request never had is found`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    do {
      let session = journal.launch { $0.answer("gate") { _ in .deny(reason: "no") } }
      session.open("/orders/7")
    }
    #expect(try journal.kinds() == ["began", "received", "decided"])
    let forged = try journal.forged(
      journal.rewriting(3) { entry in
        entry.outcome = .secretIsGone
        (entry.route, entry.routeVersion, entry.answers) = (nil, nil, [])
        entry.notes = ["by": "secret"]
      }
        + """
        ; UPDATE journal SET outcome = 'failed', route = NULL, route_version = NULL,
          reason = (SELECT '\(Outcome.secretIsGone.reason ?? "")') WHERE sequence = 3
        """)
    let problems = try Verification(of: forged).findings.map(\.problem)
    #expect(problems.contains { $0.contains("rule \"secret\" does not lead to") }, "\(problems)")
  }

  @Test func `a link with a secret is not left in the drop box of a known table`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    _ = journal.launch()
    let box = try DropBox(ofJournal: journal.path, table: journal.table)
    for link in [
      "/reset/s3cr3t", "/pin/7?code=7", "/Reset/s3cr3t/more", "/nowhere?ticket=s3cr3t",
      "reset s3cr3t", "/orders/7?next=/reset/s3cr3t", "/orders/7?next=%2Freset%2Fs3cr3t",
      "/orders/7#/reset/s3cr3t", "/orders/7?a%20b=/reset/s3cr3t",
    ] {
      let error = #expect(throws: StoreError.self, "\(link)") { try box.leave(link) }
      #expect(
        error?.description
          == "not allowed: the link may have a secret, which is never written; open it in the app."
      )
    }
    try box.leave("/pin/8?from=mail#top")
    try box.leave("/pin/7")
    #expect(journal.launch().state.tree.visibleLeaf()?.kind == "pin")
  }
}
