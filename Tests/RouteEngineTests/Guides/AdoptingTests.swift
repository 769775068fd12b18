import RouteEngine
import RouteTestSupport
import Testing

/// Runs the code of the guide to adopting gradually.
@MainActor
struct AdoptingTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal(Scenario(), tree: "unused") }

  private final class Old: OldRouter {
    var links: [String] = []
    var products: [String] = []

    func open(_ link: String) -> Bool {
      links.append(link)
      return link != "/nowhere"
    }

    func showProduct(_ id: String) { products.append(id) }
  }

  @Test func `a product's link is the engine's, every other one the old router's`() throws {
    let old = Old()
    do {
      let door = try LinkDoor(isAdopted: true, journal: .file(journal.path), old: old)
      #expect(door.open("/products/7", source: "n-1"))
      #expect(door.open("/products/7", source: "n-1"))
      #expect(door.open("/account"))
      #expect(!door.open("/nowhere"))
      #expect(old.products == ["7"], "the same notification once")
      #expect(old.links == ["/account", "/nowhere"])
    }
    let outcomes = try journal.entries().compactMap(\.outcome?.word)
    #expect(outcomes.contains("notFound"), "what the old router still gets is in the journal")
    let back = try LinkDoor(isAdopted: false, journal: .file(journal.path), old: old)
    #expect(back.open("/products/7"))
    #expect(old.links.last == "/products/7")
  }

  @Test func `B8: what the old flow shows is journaled, and nothing is edited in it`() throws {
    let session = journal.launch(table: try AdoptedShop.oneTab())
    session.open("/products/7?coupon=a&utm_source=mail")
    AdoptedShop.oldFlowShows(["list", "detail"], in: "main", of: session)
    #expect(session.notation.hasSuffix(" account/foreign[list detail]]"))
    session.open("/account")
    let account = try #require(session.state.tree.firstScreen { $0.kind == "account" })
    let shop = try #require(session.state.tree.firstScreen { $0.kind == "shop" })
    #expect(session.state.tree.visiblePath().contains { $0.id == account.id })
    AdoptedShop.facts(of: shop.id, in: session)
    #expect(
      session.notation == "main[shop*[catalog] account/foreign[list detail]]")
    try journal.requireReplays(of: session)
  }

  @Test func `the old flow of a window changes the scene of that window`() throws {
    let session = journal.launch(table: try AdoptedShop.oneTab())
    let windows = ["A", "B"].map { session.display.attach(FakeRenderer(), scene: $0) }
    windows[1].activate()
    AdoptedShop.oldFlowShows(["list"], in: windows[0].scene, of: session)
    #expect(
      session.notation
        == "main: main[shop*[catalog] account/foreign[list]] | "
        + "B!: main[shop*[catalog] account/foreign]")
    try journal.requireReplays(of: session)
  }

  @Test func `the place is taken along from step to step`() throws {
    var session: RouteSession? = journal.launch(table: try LinkDoor.table())
    session?.open("/products/7")
    session = nil
    var shop: RouteSession? = journal.launch(table: try AdoptedShop.oneTab())
    #expect(shop?.notation == "main[shop*[catalog] account/foreign]")
    shop?.open("/products/7")
    AdoptedShop.oldFlowShows(["list"], in: "main", of: try #require(shop))
    shop = nil
    let whole = journal.launch(table: try AdoptedShop.allTabs())
    #expect(
      whole.notation
        == "main[shop*[catalog product(id: 7)] account[profile]]")
    #expect(whole.open("/orders").outcome == .shown)
    try journal.requireReplays(of: whole)
  }

  @Test func `a step is taken back with the place it led to`() throws {
    var whole: RouteSession? = journal.launch(table: try AdoptedShop.allTabs())
    whole?.open("/products/7")
    whole?.open("/orders")
    whole = nil
    let back = journal.launch(table: try AdoptedShop.oneTab())
    #expect(back.notation == "main[shop*[catalog product(id: 7)] account/foreign]")
    #expect(back.open("/orders").outcome == .notFound)
    try journal.requireReplays(of: back)
  }

  @Test func `the tables of every step are right`() throws {
    #expect(AdoptedShop.isRight())
    _ = try LinkDoor.table()
  }

  @Test(arguments: [
    ("https://shop.example/products/7", "product"), ("/products/7", "product"),
    ("shop:/products/7", "product"), ("shop:///products/7", "product"),
    ("shop://products/7", "short"), ("SHOP:/debug", "debug"), ("https://shop.example/debug", nil),
    ("/debug", nil), ("other://products/7", nil),
  ])
  func `a link of a scheme of the app's own has its first part for a host behind two slashes`(
    link: String, route: String?
  ) throws {
    let session = journal.launch(table: try OwnScheme.table())
    session.open(link)
    #expect(try journal.entries().last?.route == route)
  }
}
