import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Screens that a control adds to a path, as a navigation link does: they become ordinary requests.
@MainActor
struct PathRequestTests {
  private struct Product: ScreenKind { var id: Int }
  private struct Order: ScreenKind { var id: Int }
  private enum Name: String { case order, gift }

  private let journal: TestJournal
  private let session: RouteSession
  private let path: StackPath

  init() throws {
    let table = try RouteTable(tree: "main/tabs[ home/stack*[feed] shop/stack[catalog] ]") {
      DeclaredScreen(Product.self)
      DeclaredScreen(Order.self)
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route("gift", "/gifts/:id", to: [.select("home"), .push(Product.self)])
      Route(Name.order, "/orders/:id", to: [.select("shop"), .push(Order.self)]).asks("signedIn")
    }
    journal = try TestJournal(table)
    session = journal.launch {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    path = StackPath(of: session, in: "shop")
    _ = path.get()
  }

  private func add(_ screens: ScreenNode...) -> Opening? { path.set(path.get() + screens) }

  @Test func `a screen that is added is a request, and the path shows what was decided`() throws {
    let wanted = ScreenNode(Product(id: 7), by: "product")
    #expect(wanted.isWanted)
    #expect(add(wanted)?.outcome == .shown)
    let shown = path.get()
    #expect(shown.map(\.isWanted) == [false])
    #expect(shown.first?.kind as? Product == Product(id: 7))
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
    let request = try #require(try journal.entries().last { $0.kind == .decided }?.request)
    #expect(request.target == .route("product", ["id": 7]))
    #expect(request.entryPoint == .programmatic)
    try journal.requireReplays(of: session)
  }

  @Test func `a screen that is added is asked about, and comes when its answer does`() throws {
    let opening = add(ScreenNode(Order(id: 3)))
    #expect(opening?.outcome == nil)
    #expect(path.get() == [])
    session.signal("signedIn", principal: "anna")
    #expect(opening?.outcome == .shown)
    #expect(path.get().map(\.name) == ["order"])
    try journal.requireReplays(of: session)
  }

  @Test func `several are added one on the other, up to the first that is not shown`() throws {
    let first = ScreenNode(Product(id: 1), by: "product")
    let second = ScreenNode(Product(id: 2), by: "product")
    #expect(add(first, second)?.outcome == .shown)
    #expect(path.get().map(\.parameters) == [["id": 1], ["id": 2]])
    #expect(
      add(ScreenNode(Order(id: 3)), ScreenNode(Product(id: 4), by: "product"))?.outcome == nil)
    #expect(path.get().count == 2)
    #expect(session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a path that is another from some screen on goes back first`() throws {
    _ = add(ScreenNode(Product(id: 1), by: "product"), ScreenNode(Product(id: 2), by: "product"))
    let told = path.get()
    #expect(path.set([told[0], ScreenNode(Product(id: 3), by: "product")])?.outcome == .shown)
    #expect(path.get().map(\.parameters) == [["id": 1], ["id": 3]])
    try journal.requireReplays(of: session)
  }

  @Test func `a screen that is added late is still requested, and nothing is popped`() {
    _ = add(ScreenNode(Product(id: 1), by: "product"))
    let told = path.get()
    session.open("/products/2")
    #expect(path.set(told + [ScreenNode(Product(id: 3), by: "product")])?.outcome == .shown)
    #expect(path.get().map(\.parameters) == [["id": 1], ["id": 2], ["id": 3]])
  }

  @Test func `the route determines the place of the screen`() throws {
    #expect(add(ScreenNode(Product(id: 7), by: Name.gift))?.outcome == .shown)
    #expect(path.get() == [])
    #expect(session.notation == "main[home*[feed product(id: 7)] shop[catalog]]")
  }

  @Test func `a path that is set twice asks once, and again when it was read`() throws {
    let before = session.journal.anchor.sequence
    let order = ScreenNode(Order(id: 3))
    #expect(path.set([order]) != nil)
    #expect(path.set([order]) == nil)
    let asked = session.journal.anchor.sequence
    #expect(asked > before)
    _ = path.get()
    #expect(path.set([order]) != nil)
    #expect(session.journal.anchor.sequence > asked)
  }

  @Test func `screens unknown to the control, and wanted ones under others, are not requested`() {
    _ = add(ScreenNode(Product(id: 1), by: "product"))
    let told = path.get()
    let before = session.journal.anchor.sequence
    let wanted = ScreenNode(Product(id: 2), by: "product")
    #expect(path.set([wanted] + told) == nil)
    #expect(path.set(told + told + [wanted]) == nil)
    #expect(session.journal.anchor.sequence == before)
  }

  @Test func `a wanted screen by an unknown route fails, and the path stays`() {
    #expect(add(ScreenNode(Product(id: 7), by: "nowhere"))?.accepted == false)
    #expect(path.get() == [])
    #expect(add(ScreenNode(Product(id: 7)))?.accepted == false)  // two routes lead to this kind
  }

  @Test func `wanted screens are equal when their values are, and equal no shown one`() throws {
    let wanted = ScreenNode(Product(id: 7), by: "product")
    #expect(wanted == ScreenNode(Product(id: 7)))
    #expect(wanted != ScreenNode(Product(id: 8)))
    #expect(Set([wanted, ScreenNode(Product(id: 7))]).count == 1)
    _ = add(wanted)
    #expect(try #require(path.get().first) != wanted)
  }
}
