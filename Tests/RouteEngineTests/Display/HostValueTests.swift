import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The values that a host's controls read and set: a user's change becomes a host fact, and a late
/// or repeated change has no effect.
@MainActor
struct HostValueTests {
  private struct Product: ScreenKind { var id: Int }
  private struct Login: ScreenKind { var name: String }

  private let journal: TestJournal
  private let session: RouteSession

  init() throws {
    let table = try RouteTable(
      tree: "main/tabs[ home/stack*[feed] shop/stack[catalog] old/foreign ]"
    ) {
      DeclaredScreen(Product.self)
      DeclaredScreen(Login.self, private: \.name)
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route("login", "/login/:name", to: [.present(Login.self, style: .sheet)])
    }
    journal = try TestJournal(table)
    session = journal.launch()
  }

  private var entries: Int64 { session.journal.anchor.sequence }

  @Test func `a node bears the typed value of its screen, private values revealed`() throws {
    session.openAll("/products/7", "/login/anna")
    let product = try #require(session.state.tree.firstScreen { $0.kind == "product" })
    let login = try #require(session.state.tree.visibleLeaf())
    #expect(session.display.node(product.id)?.kind as? Product == Product(id: 7))
    #expect(session.display.node(login.id)?.kind as? Login == Login(name: "anna"))
    #expect(login.parameters["name"] != "anna")
    #expect(session.display.node(login.id)?.parameters == ["name": "anna"])
    let feed = try #require(session.state.tree.firstScreen { $0.kind == "feed" })
    #expect(session.display.node(feed.id)?.name == "feed")
    #expect(session.display.node(feed.id)?.kind == nil)
    #expect(session.display.node(ScreenID(99)) == nil)
  }

  @Test func `a node of which a private value is gone has no typed value`() throws {
    session.signal("signedIn", principal: "anna")
    session.open("/login/anna")
    let login = try #require(session.state.tree.visibleLeaf())
    #expect(session.display.node(login.id)?.kind != nil)
    session.signOut()
    #expect(session.display.node(login.id)?.name == "login")
    #expect(session.display.node(login.id)?.kind == nil)
    #expect(session.display.node(login.id)?.parameters == [:])
  }

  @Test func `nodes are equal when screen and parameters are`() throws {
    session.open("/products/7")
    let id = try #require(session.state.tree.visibleLeaf()?.id)
    let before = try #require(session.display.node(id))
    #expect(session.display.node(id) == before)
    #expect(Set([before, before]).count == 1)
    session.report(.popped(id))
    session.open("/products/7")
    let other = try #require(
      session.state.tree.visibleLeaf().flatMap { session.display.node($0.id) })
    #expect(other != before)
    #expect(other.parameters == before.parameters)
  }

  @Test func `a tapped tab becomes a host fact, once`() {
    let tabs = TabSelection(of: session, in: "main")
    #expect(tabs.get() == "home")
    let before = entries
    #expect(tabs.set("home") == nil)
    #expect(tabs.set("nowhere") == nil)
    #expect(entries == before)
    #expect(tabs.set("shop")?.outcome == .shown)
    #expect(tabs.set("shop") == nil)
    #expect(entries == before + 1)
    #expect(tabs.get() == "shop")
    #expect(tabs.set("old")?.outcome == .shown)
    #expect(session.notation == "main[home[feed] shop[catalog] old/foreign*]")
  }

  @Test func `a tab set before a request is not taken for a tap`() {
    let tabs = TabSelection(of: session, in: "main")
    #expect(tabs.get() == "home")
    session.open("/products/7")
    #expect(tabs.set("home") == nil)
    #expect(tabs.get() == "shop")
    #expect(tabs.set("home")?.outcome == .shown)
  }

  @Test func `without its container a control reads and reports nothing`() {
    #expect(TabSelection(of: session, in: "shop").get() == "")
    #expect(TabSelection(of: session, in: "main", scene: "second").set("shop") == nil)
    #expect(StackPath(of: session, in: "main").get() == [])
    #expect(StackPath(of: session, in: "main").set([]) == nil)
    #expect(PresentedScreen(of: session, over: "nowhere").get() == nil)
    #expect(PresentedScreen(of: session, over: "nowhere").set(nil) == nil)
  }

  @Test func `a shorter path becomes a host fact, once`() throws {
    for id in 1...3 { session.open("/products/\(id)") }
    let path = StackPath(of: session, in: "shop")
    let screens = path.get()
    #expect(screens.map(\.name) == ["product", "product", "product"])
    let before = entries
    #expect(path.set(screens) == nil)
    #expect(entries == before)
    #expect(path.set([screens[0]])?.outcome == .shown)
    #expect(path.set([screens[0]]) == nil)
    #expect(entries == before + 1)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)] old/foreign]")
    #expect(path.get() == [screens[0]])
    #expect(path.set([])?.outcome == .shown)
    #expect(path.get() == [])
  }

  @Test func `a path set before another change has no effect`() throws {
    session.open("/products/1")
    let path = StackPath(of: session, in: "shop")
    let told = path.get()
    session.report(.popped(told[0].id))
    session.open("/products/2")
    let before = entries
    #expect(path.set([]) == nil)
    #expect(path.set(told) == nil)
    #expect(entries == before)
    #expect(path.get().map(\.parameters) == [["id": 2]])
    #expect(path.set(told + told) == nil)
    #expect(path.set(told) == nil)
    #expect(entries == before)
  }

  @Test func `a path of an earlier moment pops no screen that came after it`() throws {
    session.open("/products/1")
    let early = StackPath(of: session, in: "shop")
    let first = early.get()
    session.open("/products/2")
    let late = StackPath(of: session, in: "shop")
    #expect(late.get().count == 2)
    #expect(early.screens == late.screens)
    let before = entries
    #expect(early.set(first) == nil)
    #expect(early.set([]) == nil)
    #expect(entries == before)
    #expect(late.set(first)?.outcome == .shown)
    #expect(late.screens == first)
  }

  @Test func `a sheet of an earlier moment dismisses none that came after it`() throws {
    session.open("/login/anna")
    let early = PresentedScreen(of: session, over: "main")
    session.report(.dismissed(try #require(early.get()).id))
    session.open("/login/berta")
    #expect(early.screen?.kind as? Login == Login(name: "berta"))
    let before = entries
    #expect(early.set(nil) == nil)
    #expect(entries == before)
  }

  @Test func `a dismissed sheet becomes a host fact, once, whatever presented it`() throws {
    session.open("/login/anna")
    let sheet = PresentedScreen(of: session, over: "main")
    let node = try #require(sheet.get())
    #expect(node.kind as? Login == Login(name: "anna"))
    let before = entries
    #expect(sheet.set(node) == nil)
    #expect(entries == before)
    #expect(sheet.set(nil)?.outcome == .shown)
    #expect(sheet.set(nil) == nil)
    #expect(entries == before + 1)
    #expect(sheet.get() == nil)
  }

  @Test func `a sheet that replaced another one stays`() throws {
    session.open("/login/anna")
    let sheet = PresentedScreen(of: session, over: "main")
    let node = try #require(sheet.get())
    session.report(.dismissed(node.id))
    session.open("/login/berta")
    let before = entries
    #expect(sheet.set(nil) == nil)
    #expect(entries == before)
    #expect(sheet.get()?.kind as? Login == Login(name: "berta"))
    #expect(sheet.set(nil)?.outcome == .shown)
  }

  @Test func `a sheet that other code presents is left to that code`() throws {
    session.display.reconcile(
      with: "main/tabs[home/stack*[feed] shop/stack[catalog] old/foreign]^sheet:offer")
    let offer = try #require(session.state.tree.visibleLeaf())
    #expect(offer.kind == "offer")
    #expect(offer.ownership == .foreign)
    let sheet = PresentedScreen(of: session, over: "main")
    #expect(sheet.get() == nil)
    #expect(sheet.set(nil) == nil)
    session.report(.dismissed(offer.id))
    session.open("/login/anna")
    #expect(sheet.get()?.name == "login")
  }

  @Test func `a presented screen is one control's, by its style`() throws {
    let table = try RouteTable(tree: "main/tabs[ home/stack*[feed] ]") {
      DeclaredScreen("form")
      DeclaredScreen("tour", dismissible: false)
      Route("sheet", "/sheet", to: [.present("form", style: .sheet(detents: [.medium]))])
      Route("tour", "/tour", to: [.present("tour", style: .custom("film", like: .full))])
      Route("hint", "/hint", to: [.present("form", style: .popover)])
    }
    for (link, control, style) in [
      ("/sheet", PresentedScreen.Control.sheet, PresentationStyle.sheet(detents: [.medium])),
      ("/tour", .cover, .custom("film", like: .full)), ("/hint", .popover, .popover),
    ] {
      let session = RouteSession.launch(table, at: .memory)
      session.open(link)
      let shown = PresentedScreen.Control.allCases.filter {
        PresentedScreen(of: session, over: "main", as: $0).get() != nil
      }
      #expect(shown == [control])
      let node = try #require(PresentedScreen(of: session, over: "main").get())
      #expect(node.presentation == style)
      #expect(node.isDismissible == (link != "/tour"))
      let others = PresentedScreen.Control.allCases.filter { $0 != control }
      for other in others {
        #expect(PresentedScreen(of: session, over: "main", as: other).set(nil) == nil)
      }
      let own = PresentedScreen(of: session, over: "main", as: control)
      _ = own.get()
      #expect(own.set(nil)?.outcome == .shown)
    }
  }

  @Test func `the contents of containers are reached, also of a presented one`() throws {
    let table = try RouteTable(tree: "main/tabs[ home/stack*[feed] shop/stack[catalog] ]") {
      DeclaredScreen("wizard", container: .stack)
      DeclaredScreen("page")
      Route("wizard", "/wizard", to: [.present("wizard", style: .sheet), .push("page")])
    }
    let session = RouteSession.launch(table, at: .memory)
    session.open("/wizard")
    let display = session.display
    let wizard = try #require(PresentedScreen(of: session, over: "main", as: .sheet).get())
    #expect(display.children(of: wizard).map(\.name) == ["page"])
    let shop = try #require(display.node(named: "shop"))
    #expect(shop.presentation == nil)
    #expect(display.children(of: shop).map(\.name) == ["catalog"])
    #expect(display.node(named: "nowhere") == nil)
    session.report(.dismissed(wizard.id))
    #expect(display.children(of: wizard) == [])
  }

  @Test func `reports of the values are in the journal and hold after a restore`() throws {
    session.openAll("/products/1", "/login/anna")
    let sheet = PresentedScreen(of: session, over: "main")
    _ = sheet.get()
    sheet.set(nil)
    let path = StackPath(of: session, in: "shop")
    _ = path.get()
    path.set([])
    TabSelection(of: session, in: "main").set("old")
    try journal.requireReplays(of: session)
  }
}
