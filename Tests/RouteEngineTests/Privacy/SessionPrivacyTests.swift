import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Private values are never in clear in the journal's rows, and are given back to the people to
/// whom they belong.
@MainActor
struct SessionPrivacyTests {
  struct Profile: ScreenKind {
    var email: String
    var tab: String?
  }

  static let profile = ScreenDeclaration(
    "profile",
    schema: ["email": .string, "pin?": .int, "tab?": .string], identity: [],
    privateNames: ["email", "pin"])
  let shop = Scenario(
    screens: [profile, .product],
    routes: [
      Route("profile", "/people/:email", to: [.push("profile")]).keepsOpen("utm_source").performs(
        "greet", with: ["email": .request("email")]),
      .product,
      Route("edit", "/edit", to: [.run("edit")]),
    ])
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  @Test func `a screen whose one parameter is private stands for no other person's`() throws {
    let email: ParameterSchema = ["email": .string]
    let journal = try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("profile", schema: email, privateNames: ["email"])],
        routes: [Route("profile", "/people/:email", to: [.push("profile")])]))
    let session = journal.launch()
    let people = ["anna", "bert", "anna"].map { session.open("/people/\($0)").outcome }
    #expect(people == [.shown, .shown, .shown])
    #expect(session.open("/people/anna").outcome == .alreadyShown)
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(try session.screen(leaf.id, as: Profile.self) == Profile(email: "anna"))
    try journal.requireReplays(of: session)
  }

  @Test func `a story shows private values in clear, as long as they exist`() throws {
    try shop.run(
      """
      sign in: anna
      open: /people/anna -> shown
      tree: main/tabs[home/stack*[feed profile(email: "anna")] shop/stack[catalog]]
      kill
      shows: profile(email: anna)
      sign out
      shows: profile
      relaunch
      shows: feed
      """)
  }

  /// All bytes of the journal outside of the vault, as a report copy holds them.
  private func requireAbsent(
    _ secrets: [String], from journal: TestJournal, _ session: RouteSession,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let copy = journal.file("report-\(session.journal.anchor.sequence).sqlite")
    try session.writeReportCopy(to: copy)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    for secret in secrets {
      #expect(
        bytes.range(of: Data(secret.utf8)) == nil, "\(secret)", sourceLocation: sourceLocation)
    }
    let history = try History(path: copy)
    #expect(try Verification(of: history).findings == [], sourceLocation: sourceLocation)
    #expect(try Rerun(of: history).divergences == [], sourceLocation: sourceLocation)
    #expect(try history.head() == session.journal.anchor, sourceLocation: sourceLocation)
  }

  private let secrets = ["ann%40", "ann@", "s3cr3t", "pass0rd", "fr4gment", "98765", "c0upon"]

  /// Opens private values in every way, and opens them again.
  private func openAll(_ session: RouteSession) {
    session.openAll(
      "https://me:pass0rd@shop.example/people/ann%40home?pin=98765&x=s3cr3t#fr4gment",
      "/people/ann%40work?utm_source=mail&tab=orders", "/nowhere?token=s3cr3t#fr4gment",
      "/products/7?coupon=c0upon")
    session.open(Profile(email: "ann@typed", tab: nil))
    session.open(.route("profile", ["email": "ann@route", "pin": 98765]), from: .programmatic)
    session.open(.value(type: "note", ["text": "s3cr3t", "n": 5]), from: .notificationResponse)
    session.openAll("/edit", "no link \n s3cr3t")
  }

  private func contribute(_ configuration: inout RouteSession.Configuration) {
    configuration.translate("note") { asked in
      guard asked.value(of: "text") == "s3cr3t", asked.value(of: "n") == 5 else { return [] }
      return [.route("profile", ["email": "ann@translated"])]
    }
    configuration.step("edit") { editor, _ in
      guard let stack = editor.find("home") else { return false }
      try editor.push("profile", ["email": "ann@step"], onto: stack.id)
      return true
    }
  }

  @Test func `private values are in no row, and rerun and restore hold`() throws {
    var greeted: [String] = []
    do {
      let session = journal.launch {
        contribute(&$0)
        $0.perform("greet") { attempt in
          if case .string(let email)? = attempt.parameters["email"] { greeted.append(email) }
          return .done
        }
      }
      openAll(session)
      #expect(greeted == ["ann@home", "ann@work", "ann@typed", "ann@route", "ann@translated"])
      let leaf = try #require(session.state.tree.visibleLeaf())
      #expect(try session.screen(leaf.id, as: Profile.self)?.email == "ann@step")
      try requireAbsent(secrets, from: journal, session)
      try journal.requireReplays(of: session)
      session.background()
    }
    let session = journal.launch()
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(try session.screen(leaf.id, as: Profile.self)?.email == "ann@step")
    try requireAbsent(secrets, from: journal, session)
  }

  @Test func `a value declared open stays in clear`() throws {
    let session = journal.launch()
    session.open("/people/ann?utm_source=mail&tab=orders")
    let link = try #require(try journal.entries().compactMap(\.request).last?.target.summary)
    #expect(link.hasSuffix("?utm_source=mail&tab=orders"))
    #expect(link.hasPrefix("/people/~"))
  }

  @Test func `a bare query item is a value without a name, and private like one`() throws {
    let session = journal.launch()
    session.openAll("/nowhere?s3cr3t", "/people/x?s3cr3t&tab=a")
    try requireAbsent(secrets, from: journal, session)
  }

  @Test func `tokens are equal for one principal's equal values, different for others`() throws {
    let session = journal.launch()
    func token() throws -> String {
      #expect(session.open("/people/ann").accepted)
      let link = try journal.entries().compactMap(\.request).last?.target.summary
      return try #require(link)
    }
    let first = try token()
    #expect(try token() == first)
    session.signIn(as: "user-1")
    let second = try token()
    #expect(second != first)
    #expect(try token() == second)
    session.signIn(as: "user-2")
    #expect(try token() != second)
    session.signIn(as: "user-1")
    #expect(try token() == second)
    try journal.requireReplays(of: session)
  }

  @Test func `another principal cannot reveal a value, now or after a relaunch`() throws {
    for launch in 1...2 {
      let session = journal.launch()
      session.signIn(as: "user-1")
      if launch == 1 { session.open("/people/ann") }
      let leaf = try #require(session.state.tree.visibleLeaf())
      #expect(try session.screen(leaf.id, as: Profile.self)?.email == "ann")
      session.signIn(as: "user-2")
      #expect(throws: ParameterCodingError.self) {
        try session.screen(leaf.id, as: Profile.self)
      }
      session.signOut()
      #expect(throws: ParameterCodingError.self) {
        try session.screen(leaf.id, as: Profile.self)
      }
    }
  }

  @Test func `a hidden capture goes to its own route, whatever types others declare`() throws {
    let number = Route("number", "/people/:id", to: .inShop("product"))
    let journal = try TestJournal(Scenario(screens: shop.screens, routes: [number] + shop.routes))
    let session = journal.launch()
    session.open("/people/ann")
    #expect(session.state.tree.visibleLeaf()?.kind == "profile")
    session.open("/people/7")
    #expect(session.state.tree.visibleLeaf()?.kind == "product")
    try journal.requireReplays(of: session)
  }

  @Test func `a text that looks like a token is no token`() throws {
    let session = journal.launch()
    let token = "~" + String(repeating: "a", count: 22)
    session.open("/people/\(token)")
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(leaf.parameters["email"] != .token(token))
    #expect(try session.screen(leaf.id, as: Profile.self)?.email == token)
  }

  @Test func `a token of no token's form is a text, and private like one`() throws {
    let made = ParameterValue.token("s3cr3t")
    let session = journal.launch { contribute(&$0) }
    session.open(.screen(kind: "profile", ["email": made, "tab": .token("orders")]))
    let leaf = try #require(session.state.tree.visibleLeaf())
    let shown = Profile(email: "s3cr3t", tab: "orders")
    #expect(try session.screen(leaf.id, as: Profile.self) == shown)
    session.open(.route("profile", ["email": made, "pin": .token("98765")]))
    session.open(.value(type: "note", ["text": made, "n": 5]), from: .customValue)
    session.report(.returned(leaf.id, ["email": made]))
    try requireAbsent(["s3cr3t", "98765"], from: journal, session)
    try journal.requireReplays(of: session)
  }

  @Test func `the report copy holds neither vault nor keys, and never overwrites`() throws {
    let session = journal.launch { contribute(&$0) }
    openAll(session)
    let copy = journal.file("copy.sqlite")
    #expect(try session.writeReportCopy(to: copy) == copy)
    #expect(throws: StoreError.self) { try session.writeReportCopy(to: copy) }
    let leaf = try #require(session.state.tree.visibleLeaf())
    guard case .token(let token)? = leaf.parameters["email"] else {
      throw ScenarioMistake("no token")
    }
    #expect(try History(path: journal.path).vaultValue(token: token, principal: "") != nil)
    #expect(try History(path: copy).vaultValue(token: token, principal: "") == nil)
    let restored = journal.launch(at: copy)
    #expect(restored.state.tree.visibleLeaf()?.kind == "feed", "nobody can say whose profile")
    #expect(restored.launch.restoration?.gone == 1)
  }
}
