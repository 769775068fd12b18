import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A version of the app whose first tree has another root than the version before.
@MainActor
struct RebuiltRootTests {
  private static let item = ScreenDeclaration("item")
  private static func new(_ verb: Step.Verb) -> Step {
    var step = Step(verb, "item")
    step.finder = .none
    return step
  }

  private static func pushing(_ tab: String) -> Route {
    Route(tab, "/\(tab)", to: [.select(tab), new(.push)])
  }

  private static let sheet = Route(
    "help", "/help", to: [new(.present(from: .topmost, style: .sheet))])

  private func shop(_ versions: [String: String]) -> Scenario {
    var shop = Scenario(
      screens: [Self.item], routes: [Self.pushing("home"), Self.pushing("shop"), Self.sheet])
    shop.definitions = versions.mapValues { tree in
      RouteTableDefinition(tree: tree, screens: [Self.item], routes: [])
    }
    return shop
  }

  private let first = "main/tabs[home/stack*[feed] shop/stack[catalog]]"

  @Test func `tabs of the same name are kept with all screens on them`() throws {
    let next = "main/tabs[search/stack*[query] shop/stack[catalog] home/stack[feed]]"
    let there = "search/stack[query] shop/stack*[catalog item] home/stack[feed item]"
    try shop(["next": next]).run(
      """
      given: \(first)
      open: /home
      open: /shop
      open: /help
      update: next
      restored: whole after 0
      tree: main/tabs[\(there)]^sheet:item
      relaunch
      tree: main/tabs[\(there)]^sheet:item
      """)
  }

  @Test func `tabs become columns, and a missing one is removed`() throws {
    try shop(["next": "main/split[shop/stack[catalog] detail]"]).run(
      """
      given: \(first)
      open: /home
      open: /shop
      update: next
      tree: main/split[shop/stack[catalog item] detail]
      """)
  }

  @Test func `a tab that this version does not know is kept beside the others`() throws {
    let next = "main/tabs[home/stack*[feed] search/stack[query]]"
    try shop(["next": next, "first": first]).run(
      """
      given: \(first)
      open: /shop
      update: next
      tree: main/tabs[home/stack*[feed] search/stack[query] \(Self.kept)]
      shows: feed
      update: first
      tree: main/tabs[home/stack*[feed] \(Self.alsoKept) shop/stack[catalog item]]
      """)
  }

  private static let kept = "shop/unknown/stack[catalog/unknown item]"
  private static let alsoKept = "search/unknown/stack[query/unknown]"

  @Test func `a single root becomes a tab, with its presented screens`() throws {
    var shop = Scenario(screens: [Self.item], routes: [Self.sheet])
    shop.definitions["next"] = RouteTableDefinition(
      tree: "window/tabs[search/stack*[query] home/stack[feed]]", screens: [Self.item])
    try shop.run(
      """
      given: home/stack[feed]
      open: /help
      update: next
      tree: window/tabs[search/stack[query] home/stack*[feed]^sheet:item]
      shows: item
      """)
  }

  @Test func `a root that a route has put there stays`() throws {
    let login = Route("login", "/login", to: [.root("login")])
    var shop = shop([:])
    shop.routes.append(login)
    shop.screens.append(ScreenDeclaration("login"))
    shop.definitions["next"] = RouteTableDefinition(
      tree: "main/tabs[shop/stack[catalog]]", screens: kinds("login"))
    try shop.run(
      """
      given: \(first)
      open: /login
      update: next
      tree: login
      """)
  }

  @Test func `a container on a stack keeps its layout when its kind has another`() throws {
    var board = Step(.push, "board").holding("a b")
    board.finder = .none
    var shop = Scenario(screens: [ScreenDeclaration("board", container: .tabs)], routes: [])
    shop.definitions["next"] = RouteTableDefinition(
      tree: "main/stack[home]",
      screens: [ScreenDeclaration("board", container: .stack)] + kinds("a", "b"),
      routes: [Route("board", "/board", to: [board])])
    try shop.run(
      """
      given: main/stack[home board[a b*]]
      update: next
      tree: main/stack[home board/tabs[a b*]]
      open: /board
      tree: main/stack[home board/tabs[a b*] board[a b]]
      relaunch
      tree: main/stack[home board/tabs[a b*] board[a b]]
      """)
  }

  @Test func `a root that this version does not know gives way to its own`() throws {
    try shop(["next": "window/tabs[home/stack*[feed] shop/stack[offers]]"]).run(
      """
      given: \(first)
      open: /shop
      update: next
      tree: window/tabs[home/stack[feed] shop/stack*[catalog/unknown item]]
      shows: item
      """)
  }

  @Test func `ids are kept, and the actions that wait for the screens`() throws {
    let acting = Route("acting", "/acting", to: .inShop("item")).performs("work", when: .ready)
    let journal = try TestJournal(Scenario(screens: [Self.item], routes: [acting]), tree: first)
    var item: ScreenID?
    do {
      let session = journal.launch { $0.perform("work") { _ in .done } }
      session.open("/acting")
      item = session.state.tree.visibleLeaf()?.id
    }
    let next = try RouteTable(
      RouteTableDefinition(
        tree: "main/tabs[shop/stack*[catalog] home/stack[feed]]", screens: [Self.item]))
    let session = journal.launch(table: next) { $0.perform("work") { _ in .done } }
    #expect(session.state.tree.visibleLeaf()?.id == item)
    #expect(session.state.actions.map(\.screen) == [item])
    #expect(session.launch.restoration?.rebuilt == 1)
    session.ready()
    #expect(session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
    let forged = try journal.forged(
      """
      UPDATE journal SET payload = replace(payload, '"rebuilt":1', '"rebuilt":2')
        WHERE kind = 2
      """)
    #expect(try Verification(of: forged).findings.isEmpty == false)
  }
}
