import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Private values in rare situations: in host code, under other keys, across a relaunch, and when
/// the vault cannot be used.
@MainActor
struct PrivateValuesTests {
  struct Form: ScreenKind, Hashable {
    var count: Int
    var ratio: Double
    var flag: Bool
    var text: String
  }

  /// A screen whose identity is private: another address is another screen.
  static let profile: ScreenDeclaration = {
    var profile = SessionPrivacyTests.profile
    profile.identity = ["email"]
    return profile
  }()
  static let form = ScreenDeclaration(
    "form",
    schema: ["count": .int, "flag": .bool, "ratio": .double, "text": .string],
    identity: ["count", "flag", "ratio", "text"],
    privateNames: ["count", "flag", "ratio", "text"])
  static let card = ScreenDeclaration(
    "card", schema: ["email": .string])
  let shop = Scenario(
    screens: [profile, form, card, .order],
    routes: [
      Route("profile", "/people/:email", to: [.push("profile")]).asks("pass"),
      Route("form", "/form/:count/:ratio/:flag/:text", to: [.push("form")]),
      Route("both", "/both/:email", to: [.push("card"), .push("profile")]),
      Route("order", "/orders/:id", to: .inShop("order")).asks("gate"),
      Route("edit", "/edit", to: [.run("edit")]),
    ])
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  private func launch(
    _ journal: TestJournal, at path: String? = nil,
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    journal.launch(at: path) {
      $0.answer("pass") { _ in .allow }
      $0.answer("gate") { _ in .allow }
      configure(&$0)
    }
  }

  /// The bytes of everything outside the vault, as in a report copy.
  private func expectHidden(
    _ secret: String, in session: RouteSession, of journal: TestJournal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let copy = journal.file("report-\(UUID().uuidString)")
    try session.writeReportCopy(to: copy)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    #expect(bytes.range(of: Data(secret.utf8)) == nil, sourceLocation: sourceLocation)
    try journal.requireReplays(of: session, sourceLocation: sourceLocation)
  }

  private func email(_ session: RouteSession) -> ParameterValue? {
    session.state.tree.visibleLeaf()?.parameters["email"]
  }

  private func revealedEmail(_ session: RouteSession) throws -> String? {
    let leaf = try #require(session.state.tree.visibleLeaf())
    return try session.screen(leaf.id, as: SessionPrivacyTests.Profile.self)?.email
  }

  @Test func `a kill in a long answer leaves no token without its value`() async throws {
    let door = AsyncRequestTests.Door()
    let session = journal.launch {
      $0.answer("pass") { _ in .allow }
      $0.answerLater("gate") { _ in await door.answer() }
    }
    session.signIn(as: "user-1")
    let first = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    session.open("/people/s3cr3t")
    let queued = try journal.killed(as: "queued.sqlite")
    session.giveUp("never", reason: "nobody waits")
    let given = try journal.killed(as: "given.sqlite")
    let redirect = try RouteLink("/people/redirected")
    door.open(.redirect(.link(redirect)))
    #expect(await first.ended() == .shown)
    let answered = try journal.killed(as: "answered.sqlite")
    for copy in [queued, given, answered] {
      let restored = launch(journal, at: copy)
      #expect(restored.health == .recording)
      #expect(try revealedEmail(restored) == "s3cr3t", "\(copy)")
    }
    try expectHidden("s3cr3t", in: session, of: journal)
    try expectHidden("redirected", in: session, of: journal)
  }

  @Test func `principals whose names only look the same have keys and values of their own`() throws
  {
    let (composed, decomposed) = ("Zo\u{e9}", "Zoe\u{301}")
    for _ in 1...2 {
      let session = launch(journal)
      session.signIn(as: composed)
      session.open("/people/s3cr3t")
      let first = email(session)
      session.signIn(as: decomposed)
      #expect(throws: ParameterCodingError.self) { try revealedEmail(session) }
      session.open("/people/s3cr3t")
      #expect(email(session) != first)
      #expect(try revealedEmail(session) == "s3cr3t")
      session.signIn(as: composed)
      #expect(throws: ParameterCodingError.self) { try revealedEmail(session) }
      try expectHidden("s3cr3t", in: session, of: journal)
    }
  }

  @Test func `values from a translation or a Swift step are hidden like those of a link`() throws {
    let link = try RouteLink("/people/s3cr3t-link?x=s3cr3t-query")
    let session = launch(journal) {
      $0.translate("note") { _ in [.link(link)] }
      $0.step("edit") { editor, _ in
        guard let stack = editor.find("home") else { return false }
        let id = try editor.push("profile", ["email": "s3cr3t-push"], onto: stack.id)
        try editor.make(.parameters(id, ["email": "s3cr3t-set", "pin": 42]))
        let form = try editor.present(
          Form(count: 1, ratio: 1, flag: true, text: "s3cr3t-first"), over: id)
        try editor.make(.parameters(form, ["text": "s3cr3t-form", "count": "s3cr3t-misfit"]))
        return true
      }
    }
    #expect(session.open(.value(type: "note", [:]), from: .customValue).outcome == .shown)
    #expect(try revealedEmail(session) == "s3cr3t-link")
    #expect(session.open("/edit").outcome == .shown)
    let edited = try #require(session.state.tree.firstScreen { $0.kind == "form" }?.parameters)
    #expect(session.revealed(edited)["text"] == "s3cr3t-form")
    try expectHidden("s3cr3t", in: session, of: journal)
  }

  @Test func `a parameter set on a screen keeps its value, whatever other kinds declare`() throws {
    let number = ScreenDeclaration("number", schema: ["email": .int], privateNames: ["email"])
    let journal = try TestJournal(Scenario(screens: [number] + shop.screens, routes: shop.routes))
    let session = launch(journal) {
      $0.step("edit") { editor, _ in
        guard let screen = editor.find("profile") else { return false }
        try editor.make(.parameters(screen.id, ["email": "s3cr3t-set"]))
        return true
      }
    }
    session.open("/people/ann")
    #expect(session.open("/edit").outcome?.isSuccess == true)
    #expect(try revealedEmail(session) == "s3cr3t-set")
    try expectHidden("s3cr3t", in: session, of: journal)
  }

  @Test func `numbers and booleans come back with their types, also after a relaunch`() throws {
    let forms = [
      Form(count: .max, ratio: 2, flag: true, text: "7"),
      Form(count: .min, ratio: -0.0, flag: false, text: ""),
      Form(count: 0, ratio: .leastNonzeroMagnitude, flag: true, text: "true"),
    ]
    for form in forms {
      do {
        let session = launch(journal)
        session.open(form)
        let leaf = try #require(session.state.tree.visibleLeaf())
        #expect(try session.screen(leaf.id, as: Form.self) == form)
        try expectHidden("922337203685477580", in: session, of: journal)
      }
      let session = launch(journal)
      session.stable()
      let leaf = try #require(session.state.tree.visibleLeaf())
      let restored = try #require(try session.screen(leaf.id, as: Form.self))
      #expect(restored == form)
      #expect(restored.ratio.sign == form.ratio.sign)
    }
    let session = launch(journal)
    session.signIn(as: "")
    #expect(session.state.principal == nil, "an empty id is nobody's")
    session.open("/form/9007199254740993/2/true/7")
    let leaf = try #require(session.state.tree.visibleLeaf())
    let form = Form(count: 9_007_199_254_740_993, ratio: 2, flag: true, text: "7")
    #expect(try session.screen(leaf.id, as: Form.self) == form)
    try expectHidden("9007199254740993", in: session, of: journal)
  }

  @Test func `a request that killed the host is recognised by a keyed fingerprint`() throws {
    var copies = ["first.sqlite", "second.sqlite"].map(journal.file)
    let link = "/people/s3cr3t"
    var path = journal.path
    for principal in ["user-1", "user-2"] {
      let copy = copies.removeFirst()
      let session = launch(journal, at: path) { configuration in
        configuration.answer("pass") { [path] _ in
          try? FileCopy.crash(of: path, as: copy)
          return .allow
        }
      }
      session.signOut()
      session.signIn(as: principal)
      #expect(session.open(link).outcome == .shown)
      path = copy
    }
    let session = launch(journal, at: path)
    let suspects = session.state.suspects
    #expect(suspects.map(\.count) == [2], "the same request, whoever asked")
    let clear = RouteRequest(
      .link(try RouteLink(link)), from: .url, at: RouteInstant(microseconds: 0))
    #expect(suspects.first?.fingerprint != clear.fingerprint)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: session.writeReportCopy(to: path + "r")))
    #expect(bytes.range(of: Data("s3cr3t".utf8)) == nil)
  }

  @Test func `a value that one screen of a route keeps private is private in the other too`() throws
  {
    let session = launch(journal)
    #expect(session.open("/both/s3cr3t").outcome == .shown)
    session.open(.route("both", ["email": "s3cr3t-route"]), from: .programmatic)
    #expect(try revealedEmail(session) == "s3cr3t-route")
    let card = try #require(session.state.tree.firstScreen { $0.kind == "card" })
    #expect(session.revealed(card.parameters)["email"] == "s3cr3t")
    try expectHidden("s3cr3t", in: session, of: journal)
  }
}
