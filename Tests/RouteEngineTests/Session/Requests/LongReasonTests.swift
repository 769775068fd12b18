import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Reasons of any length, such as a server's response.
@MainActor
struct LongReasonTests {
  private static let long = String(repeating: "ü", count: 1_500_000)

  @Test func `a reason that is too long for the journal is cut, and the session goes on`() throws {
    let shop = Scenario(
      screens: [.product, .order],
      routes: [
        .product, Route("order", "/orders/:id", to: [.push("order")]).asks("gate"),
        Route("upload", "/upload", to: [.push("product")]).performs(ActionTemplate("send")),
      ])
    let journal = TestJournal(of: shop)
    let session = journal.launch {
      $0.answer("gate") { asked in
        switch asked.parameters["id"] {
        case 1: .deny(reason: Self.long)
        case 4: .wait(condition: Self.long)
        default: .wait(condition: "c")
        }
      }
      $0.perform("send") { _ in .failed(reason: Self.long) }
    }
    let denied = session.open("/orders/1")
    guard case .denied(let reason)? = denied.outcome else {
      Issue.record("it ended \(String(describing: denied.outcome).prefix(80))")
      return
    }
    #expect(reason.utf8.count <= 16_384 && reason.utf8.count > 16_380 && reason.hasSuffix("ü…"))
    session.open("/upload")
    let given = session.open("/orders/2")
    session.giveUp("c", reason: Self.long)
    #expect(given.outcome == .denied(reason: reason))
    let taken = session.open("/orders/3")
    #expect(session.requests.cancel(taken, reason: Self.long))
    #expect(taken.outcome == .denied(reason: reason))
    session.display.renderFailed(reason: Self.long)
    let named = session.open("/orders/4")
    guard case .failed(_, let name)? = named.outcome, name.utf8.count <= 16_384 else {
      Issue.record("it ended \(String(describing: named.outcome).prefix(80))")
      return
    }
    #expect(session.health == .recording)
    let history = try History(path: journal.path)
    #expect(try Verification(of: history).findings == [])
    #expect(try Rerun(of: history).isIdentical)
  }

  @Test func `what a request names is cut where it is too long, and the session goes on`() throws {
    struct Product: ScreenKind { var id: Int }
    let table = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen(Product.self)
      DeclaredScreen("page")
      Route("product", "/products/:id", to: [.push(Product.self)])
      Route(
        "draw", "/draw",
        to: [
          .choose(
            .when(.variant("ab", is: "b"), steps: [.push("page")]), .otherwise([.popTo("feed")]))
        ])
    }
    let journal = try TestJournal(table)
    let session = journal.launch { $0.variant("ab") { _ in Self.long } }
    let openings = [
      session.open("/products/7", options: RouteRequest.Options(scene: Self.long)),
      session.open("no link", options: RouteRequest.Options(scene: Self.long)),
      session.open("/products/7", options: RouteRequest.Options(result: Self.long)),
      session.open(.route("product", ["id": .string(Self.long)])),
      session.open(Product(id: 7), by: Self.long),
      session.report(.activated(scene: Self.long)),
    ]
    for opening in openings {
      let reason = try #require(opening.outcome?.reason)
      #expect(reason.utf8.count <= 16_384 && opening.isRecorded)
    }
    #expect(session.open("/draw").outcome == .alreadyShown)
    #expect(session.health == .recording)
    try journal.requireReplays(of: session)
  }

  @Test func `an identity that is too long for the journal is cut, and a launch reads it`() throws {
    let journal = TestJournal(of: .shop())
    func launch(_ number: Int) -> RouteSession {
      journal.launch {
        $0.identifier = "\(number) \(Self.long)"
        $0.device = Self.long
        $0.appVersion = Self.long
        $0.build = Self.long
      }
    }
    do {
      let session = launch(1)
      #expect(session.open("/products/7").outcome == .shown)
      session.end()
    }
    let session = launch(2)
    #expect(session.health == .recording && session.notation.hasSuffix("product(id: 7)]]"))
    let rows = try History(path: journal.path).sessions()
    let texts: [String?] = rows.flatMap { [$0.identifier, $0.device, $0.appVersion, $0.build] }
    #expect(texts.count == 8 && texts.allSatisfy { ($0?.utf8.count ?? 0) <= 16_384 })
    try journal.requireReplays(of: session)
  }

  @Test func `a principal that is too long for the journal is ignored`() throws {
    let journal = TestJournal(of: .gatedShop)
    var lines: [String] = []
    let session = journal.launch {
      $0.answer("gate") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.warn = { if $0.contains("is ignored") { lines.append($0) } }
    }
    let opening = session.open("/orders/7")
    session.signal("signedIn", principal: String(repeating: "a", count: 16_385))
    session.signIn(as: Self.long)
    #expect(session.state.principal == nil && session.state.conditions == [])
    #expect(opening.outcome == nil)
    #expect(lines.first?.contains("a principal of 16385 bytes") == true && lines.count == 2)
    let longest = String(repeating: "a", count: 16_384)
    session.signal("signedIn", principal: longest)
    #expect(session.state.principal == longest && opening.outcome == .shown)
    try journal.requireReplays(of: session)
  }
}
