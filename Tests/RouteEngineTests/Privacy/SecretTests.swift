import Foundation
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// Secrets: only the process that received them knows them.
@MainActor
struct SecretTests {
  struct Reset: ScreenKind, Hashable {
    var ticket: String
    var hint: String?
  }

  nonisolated static let reset = ScreenDeclaration(
    "reset",
    schema: ["hint?": .string, "ticket": .string], secretNames: ["hint", "ticket"])
  nonisolated static let pin = ScreenDeclaration(
    "pin",
    schema: ["code?": .int, "id": .int], secretNames: ["code"])

  let shop = Scenario(
    screens: [reset, pin, .order],
    routes: [
      Route("reset", "/reset/:ticket", to: [.push("reset")]),
      Route("unlock", "/unlock", to: [.push("reset", with: ["ticket": ":key"])]),
      Route("pin", "/pin/:id", to: [.push("pin")]),
      Route("guarded", "/guarded/:ticket", to: [.push("reset")]).asks("gate"),
      Route("order", "/orders/:id", to: [.push("order")]).asks("gate"),
      Route("edit", "/edit", to: [.run("edit")]),
    ])

  @Test func `a host is never taken for a secret`() {
    #expect(throws: RouteLink.ParseError.self) {
      try RouteLink("https://~zaaaaaaaaaaaaaaaaaaaaa/orders/7?c=1")
    }
    #expect(throws: RouteLink.ParseError.self) {
      try RouteLink("https://%7Ezaaaaaaaaaaaaaaaaaaaaa/orders/7")
    }
  }

  private func ticket(_ session: RouteSession) throws -> String? {
    let leaf = try #require(session.state.tree.visibleLeaf())
    return try session.screen(leaf.id, as: Reset.self)?.ticket
  }

  private func kinds(_ session: RouteSession) -> [String] {
    session.state.tree.visiblePath().map(\.kind)
  }

  /// Every way in which a secret can come in, each with another text.
  private static let ways: [@MainActor (RouteSession) -> Opening] = [
    { $0.open("/reset/s3cr3t-0?hint=s3cr3t-1") },
    { $0.open("/unlock?key=s3cr3t-2") },
    { $0.open(.route("reset", ["ticket": "s3cr3t-3"]), from: .programmatic) },
    { $0.open(.screen(kind: "reset", ["ticket": "s3cr3t-4"]), from: .programmatic) },
    { $0.open(Reset(ticket: "s3cr3t-5", hint: "s3cr3t-6"), by: "reset") },
    { $0.open("/nowhere?ticket=s3cr3t-7&key=s3cr3t-8") },
    { $0.open("/RESET/s3cr3t-9/more") },
    { $0.open("/pin/7?code=s3cr3t-10") },
    { $0.open(.value(type: "mail", ["ticket": "s3cr3t-11"]), from: .customValue) },
    { $0.open("/edit") },
    { $0.open("/pin/8?code=s3cr3t-16") },
    { $0.open("/guarded/s3cr3t-13", source: "mail-1") },
    { $0.display.reconcile(with: "main/stack[home reset(ticket: \"s3cr3t-14\")]") },
  ]

  @Test func `a secret is written nowhere, whichever way it comes`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    let session = journal.launch {
      $0.answer("gate") { asked in
        asked.value(of: "ticket") == "s3cr3t-13" ? .allow : .deny(reason: "not that one")
      }
      $0.translate("mail") { _ in [.route("reset", ["ticket": "s3cr3t-12"])] }
      $0.step("edit") { editor, _ in
        guard let stack = editor.find("main") else { return false }
        try editor.push("reset", ["ticket": "s3cr3t-15"], onto: stack.id)
        return true
      }
    }
    session.signIn(as: "anna")
    for way in Self.ways { #expect(way(session).outcome != nil) }
    session.background()
    for index in 0...16 { #expect(try !journal.holds("s3cr3t-\(index)"), "\(index)") }
    // The files have nothing derived from a secret either: every token is random.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal.path))
    let text = String(decoding: bytes, as: UTF8.self)
    let tokens = text.matches(of: /~[A-Za-z0-9]{22}/)
    #expect(tokens.count >= 16)
    #expect(tokens.allSatisfy { $0.output.dropFirst().first == "z" })
    try journal.requireReplays(of: session)
  }

  @Test func `while the process lives the app sees it, and the same one again changes nothing`()
    throws
  {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    let session = journal.launch()
    session.open("/reset/s3cr3t")
    #expect(try ticket(session) == "s3cr3t")
    #expect(session.open(Reset(ticket: "s3cr3t"), by: "reset").outcome == .alreadyShown)
    session.open("/pin/7?code=1234567")
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(session.revealed(leaf.parameters) == ["code": 1234567, "id": 7])
    #expect(try !journal.holds("1234567"))
  }

  @Test func `a process knows the newest 1,000 secrets`() {
    var secrets = Secrets()
    let tokens = (1...1_000).map { secrets.token(for: .int($0), of: "anna", at: 0) }
    func known(_ number: Int) -> ParameterValue? {
      secrets.reveal(tokens[number - 1], ofAnyOf: ["anna"])
    }
    #expect(known(1) == .int(1) && known(1_000) == .int(1_000))
    #expect(secrets.token(for: .int(1), of: "anna", at: 0) == tokens[0], "is not another one")
    _ = secrets.token(for: .int(1_001), of: "anna", at: 0)
    #expect(known(1) == nil && known(2) == .int(2) && known(1_000) == .int(1_000))
  }

  @Test func `a launch goes back to the nearest screen that needs no secret`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    do {
      let session = journal.launch { $0.answer("gate") { _ in .allow } }
      session.openAll("/orders/1", "/pin/7?code=1234", "/reset/s3cr3t", "/orders/2")
    }
    let session = journal.launch()
    #expect(session.notation == "main[home order(id: 1) pin(id: 7)]")
    #expect(session.launch.restoration?.gone == 2)
    try journal.requireReplays(of: session)
  }

  @Test func `a private value that is gone takes its screen away at the next launch`() throws {
    let people = Scenario(
      screens: [PrivateValuesTests.profile],
      routes: [Route("profile", "/people/:email", to: [.push("profile")])])
    let journal = try TestJournal(people, tree: "main/stack[home]")
    do {
      let session = journal.launch()
      session.open("/people/s3cr3t-1")
      session.signIn(as: "anna")
      session.openAll("/people/s3cr3t-2", "/people/s3cr3t-3")
      try session.journal.redact(.value("s3cr3t-2"))
      #expect(kinds(session).suffix(2) == ["main", "profile"])
      try journal.requireReplays(of: session)
    }
    let session = journal.launch()
    #expect(kinds(session) == ["main", "profile"])
    #expect(session.state.tree.root().flatMap { session.state.tree[$0] }?.children.count == 2)
    #expect(session.launch.restoration?.gone == 1)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [("private", "tab"), ("secret", "home")])
  func `a text that resembles a private place is a secret as soon as the table has one`(
    word: String, restored: String
  ) throws {
    let table = """
      { format: "route-table/1", tree: "main/stack[home]",
        screens: { account: { parameters: { number: "int" }, private: ["number"] },
          tab: { parameters: { name: "string" } },
          other: { parameters: { ticket: "string" }, \(word): ["ticket"] } },
        routes: [
          { id: "account", patterns: ["/account/:number"], destination: [{ push: "account" }] },
          { id: "tab", patterns: ["/account/:name"], destination: [{ push: "tab" }] } ] }
      """
    let journal = try TestJournal(RouteTable(json: Array(table.utf8)))
    do { #expect(journal.launch().open("/account/profile").outcome == .shown) }
    let session = journal.launch()
    #expect(kinds(session).last == restored)
    try journal.requireReplays(of: session)
  }

  @Test func `a root that needs a missing value is replaced by the table's`() throws {
    var shop = self.shop
    shop.routes += [Route("root", "/again/:ticket", to: [.root("reset")])]
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    do { journal.launch().open("/again/s3cr3t") }
    let session = journal.launch()
    #expect(session.notation == "main[home]")
    try journal.requireReplays(of: session)
  }

  @Test func `a request with a secret cannot be put aside, and says so`() async throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    var isAnswering = false
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        if isAnswering { return .wait(condition: "signedIn") }
        await asked.wait(for: "signedIn")
        return .allow
      }
    }
    let paused = session.open("/guarded/s3cr3t-1", source: "mail-1")
    #expect(await eventually { paused.outcome == .secretCannotWait })
    isAnswering = true
    let parked = session.open("/guarded/s3cr3t-2", source: "mail-2")
    #expect(await eventually { parked.outcome == .secretCannotWait })
    session.requests.suspend()
    #expect(session.open("/reset/s3cr3t-3", source: "mail-3").outcome == .secretCannotWait)
    #expect(!session.state.hasParkedRequests)
    session.requests.resume()
    #expect(session.open("/reset/s3cr3t-3", source: "mail-3").outcome == .shown)
    let again = session.open("/guarded/s3cr3t-2", source: "mail-2")
    #expect(await eventually { again.outcome == .secretCannotWait })
    isAnswering = false
    session.open("/orders/1")
    #expect(await eventually { session.state.hasParkedRequests }, "one without a secret waits")
    for index in 1...3 { #expect(try !journal.holds("s3cr3t-\(index)")) }
    #expect(try Verification(of: History(path: journal.path)).findings == [])
    try journal.requireReplays(of: session)
  }

  @Test func `a request whose secret died with the process ends, and may be asked again`()
    async throws
  {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    let door = AsyncRequestTests.Door()
    do {
      let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
      session.open("/guarded/s3cr3t-1", source: "mail-1")
      session.open("/guarded/s3cr3t-2", source: "mail-2")
      #expect(await eventually { door.count == 1 })
      session.background()
    }
    let copy = try journal.killed(as: "killed.sqlite")
    var asked = 0
    let session = journal.launch(at: copy) {
      $0.answer("gate") { _ in returning(.allow, after: asked += 1) }
    }
    #expect(asked == 0)
    #expect(session.state.waiting == [])
    let ends = try journal.entries(of: copy).filter { $0.rule == .secret }
    #expect(ends.map(\.outcome) == [.secretIsGone, .secretIsGone])
    #expect(session.open("/guarded/s3cr3t-2", source: "mail-2").outcome == .shown)
    #expect(try ticket(session) == "s3cr3t-2")
    #expect(try Verification(of: History(path: copy)).findings == [])
    #expect(try Rerun(of: History(path: copy)).divergences == [])
    door.open()
  }

  @Test func `a link that kills the host is recognised by everything but its secret`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    var path = journal.path
    for index in 1...2 {
      let copy = journal.file("killed-\(index).sqlite")
      let session = journal.launch(at: path) {
        $0.answer("gate") { [path] _ in
          try? FileCopy.crash(of: path, as: copy)
          return .allow
        }
      }
      #expect(session.open("/guarded/s3cr3t-\(index)").outcome == .shown)
      path = copy
    }
    let session = journal.launch(at: path) { $0.answer("gate") { _ in .allow } }
    #expect(session.state.suspects.map(\.count) == [2])
    #expect(session.open("/guarded/s3cr3t-3").outcome == .quarantined)
  }

  @Test func `a result may be a secret, which its handler receives while the process lives`()
    throws
  {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    var given: [Parameters] = []
    func launch() -> RouteSession {
      journal.launch {
        $0.perform("unlock") { attempt in
          if attempt.hasResult { given.append(attempt.parameters) }
          return .done
        }
      }
    }
    func give(_ session: RouteSession) {
      session.open(.screen(kind: "pin", ["id": 7]), options: .init(result: "unlock"))
      #expect(session.report(.returned(nil, ["code": 1234567])).outcome == .shown)
      session.end()
    }
    do { give(launch()) }
    #expect(given == [["code": 1234567]])
    do { give(journal.launch()) }
    let session = launch()
    #expect(given == [["code": 1234567], [:]])
    #expect(try !journal.holds("1234567"))
    try journal.requireReplays(of: session)
  }

  @Test func `a sign-out removes the person's secrets`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    let session = journal.launch()
    session.signIn(as: "anna")
    session.open("/reset/s3cr3t")
    session.signOut()
    #expect(throws: ParameterCodingError.privateValue(name: "ticket")) { try ticket(session) }
    session.open(Reset(ticket: "s3cr3t"), by: "reset")
    session.signIn(as: "ben")
    try session.journal.redact(.value("s3cr3t"))
    #expect(throws: ParameterCodingError.privateValue(name: "ticket")) { try ticket(session) }
  }

  @Test func `a redaction that is refused after the end takes no secret away`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    let session = journal.launch()
    session.open("/reset/s3cr3t?note=private")
    session.end()
    #expect(throws: StoreError.refused(reason: "the session has ended")) {
      try session.journal.redact(.all)
    }
    #expect(try ticket(session) == "s3cr3t")
  }
}
