import RouteEngine
import RouteTestSupport
import Testing

/// The scenarios H1 to H8 and H10 of the parity list: a tree of routers.
@MainActor
struct ShepherdScenarioTests {
  /// The routers that were asked, in order.
  private final class Offers {
    var names: [String] = []

    func take() -> [String] {
      defer { names = [] }
      return names
    }
  }

  private let offers = Offers()

  private static let screens = kinds("x", "y")
  private static let route = Route("x", "/x", to: [.push("x")])

  /// Tree A(B(D, E, F), C(G)), each asked about links; the taker has the route.
  private func tree(taker: String) -> [Router] {
    var routers = [
      Router("a").with("b").with("c"), Router("b").with("d").with("e").with("f"),
      Router("c").with("g"), Router("d"), Router("e"), Router("f"), Router("g"),
    ]
    for index in routers.indices {
      routers[index].asksAboutLinks = true
      if routers[index].identifier == taker { routers[index].routes = ["x"] }
    }
    return routers
  }

  private func scenario(
    _ routers: [Router], routes: [Route] = [route],
    _ more: @escaping (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> Scenario {
    let offers = offers
    var scenario = Scenario(screens: Self.screens, routes: routes) { configuration in
      for router in routers {
        configuration.route(router.identifier) { _, _ in
          offers.names.append(router.identifier)
          return .declined
        }
      }
      more(&configuration)
    }
    scenario.routers = routers
    return scenario
  }

  @Test func `H1: what only C takes is offered to D, E, F, A, C, and the outcome names C`() throws {
    try scenario(tree(taker: "c")).run(
      """
      given: main/stack[home]
      offer b: /x -> shown
      router: c
      tree: main/stack[home x]
      """)
    #expect(offers.take() == ["b", "d", "e", "f", "a"])
    try scenario(tree(taker: "g")).run(
      """
      given: main/stack[home]
      offer b: /x
      router: g
      """)
    #expect(offers.take() == ["b", "d", "e", "f", "a", "c"])
  }

  @Test func `H2: children are asked by priority, equal ones in the order of adding`() throws {
    var top = Router("top")
    top.add("one", priority: Router.low)
    top.add("two", priority: Router.medium)
    top.add("three")
    top.add("four", priority: Router.high)
    top.add("one", priority: Router.medium)
    #expect(top.children.map(\.router) == ["one", "two", "three", "four"])
    top.asksAboutLinks = true
    let children = ["one", "two", "three", "four"].map { Router($0, asksAboutLinks: true) }
    try scenario([top] + children).run(
      """
      given: main/stack[home]
      open: /nowhere -> not found
      router: none
      """)
    #expect(offers.take() == ["top", "four", "one", "two", "three"])
  }

  @Test func `H3: a child with a negative priority is asked after the parent`() throws {
    let routers = [
      Router("parent", asksAboutLinks: true).with("router"),
      Router("router", asksAboutLinks: true).with("last", priority: -1).with("first"),
      Router("last", asksAboutLinks: true), Router("first", asksAboutLinks: true),
    ]
    try scenario(routers).run(
      """
      given: main/stack[home]
      offer router: /nowhere -> not found
      """)
    #expect(offers.take() == ["router", "first", "parent", "last"])
  }

  @Test func `H4: an empty router finds nothing, its parent is asked unless ignored`() throws {
    try scenario([Router("empty"), Router("parent", routes: ["x"]).with("child"), Router("child")])
      .run(
        """
        given: main/stack[home]
        offer empty: /x -> not found
        below child: /x -> not found
        offer absent: /x -> failed: there is no router absent
        offer child: /x -> shown
        router: parent
        """)
  }

  @Test func `H5: a child that was removed has no parent and is not asked`() throws {
    var parent = Router("parent", asksAboutLinks: true).with("child")
    let child = Router("child", asksAboutLinks: true)
    #expect(try RouteTable(definition([parent, child])).parents(of: "child") == ["parent"])
    parent.remove("other")
    #expect(parent.children.count == 1)
    parent.remove("child")
    #expect(try RouteTable(definition([parent, child])).parents(of: "child") == [])
    try scenario([parent, child]).run(
      """
      given: main/stack[home]
      offer parent: /nowhere -> not found
      """)
    #expect(offers.take() == ["parent"])
  }

  private func definition(_ routers: [Router]) -> RouteTableDefinition {
    var definition = RouteTableDefinition(
      tree: "main/stack[home]", screens: Self.screens, routes: [Self.route])
    definition.routers = routers
    return definition
  }

  @Test func `H6: host code for values of one type is asked only for that type`() throws {
    let routers = [Router("carts", values: ["cart"]), Router("orders", values: ["order"])]
    let offers = offers
    try scenario(routers) {
      $0.route("orders") { _, _ in
        offers.names.append("orders")
        return .goTo(.route("x", [:]))
      }
    }.run(
      """
      given: main/stack[home]
      value: order(id: 7) -> shown
      router: orders
      tree: main/stack[home x]
      value: cart -> not found
      value: letter -> failed: no host code is registered for letter
      """)
    #expect(offers.take() == ["orders", "carts"])
  }

  @Test func `H7: the next is asked after the answer, each once, of all parents`() async throws {
    let routers = [
      Router("left", asksAboutLinks: true).with("shared"),
      Router("right", asksAboutLinks: true).with("shared"),
      Router("shared", asksAboutLinks: true),
    ]
    let offers = offers
    var scenario = Scenario(screens: Self.screens, routes: [Self.route])
    scenario.routers = routers
    let journal = try TestJournal(scenario, tree: "main/stack[home]")
    let session = journal.launch {
      for router in routers {
        $0.routeLater(router.identifier) { _ in
          offers.names.append(router.identifier)
          await Task.yield()
          offers.names.append("\(router.identifier) answers")
          return router.identifier == "right" ? .route("x", [:]) : nil
        }
      }
    }
    var options = RouteRequest.Options()
    options.router = "left"
    let opening = session.open("/other", options: options)
    #expect(opening.outcome == nil)
    #expect(await opening.ended() == .shown)
    #expect(
      offers.take() == [
        "left", "left answers", "shared", "shared answers", "right", "right answers",
      ])
    try journal.requireReplays(of: session)
  }

  @Test func `H8: descendants and parents are listed, the nearest first`() throws {
    let table = try RouteTable(definition(tree(taker: "c")))
    #expect(table.descendants(of: "a") == ["b", "c", "d", "e", "f", "g"])
    #expect(table.parents(of: "g") == ["c", "a"])
    #expect(table.parents(of: "a") == [])
    #expect(table.descendants(of: "nobody") == [])
    #expect(table.router(ofRoute: "x") == "c")
  }

  @Test func `H10: what a declining router changed stays if the link is taken`() throws {
    let routers = [
      Router("tabs", asksAboutLinks: true).with("first").with("second"),
      Router("first", screens: ["feed"]), Router("second", routes: ["x"]),
    ]
    try scenario(routers) {
      $0.route("tabs") { editor, _ in
        guard let shop = editor.find("shop") else { return .declined }
        try editor.select(shop.id)
        return .declined
      }
    }.run(
      """
      open: /nowhere -> not found
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      open: /x -> shown
      router: second
      tree: main/tabs[home/stack[feed] shop/stack*[catalog x]]
      """)
  }

  @Test func `the router of the screen that is shown is asked first`() throws {
    let routers = [
      Router("first", routes: ["x"], screens: ["home"]),
      Router("second", routes: ["y"], screens: ["shop"]),
    ]
    let routes = [Self.route, Route("y", "/x", to: [.push("y")])]
    try scenario(routers, routes: routes).run(
      """
      given: main/tabs[home/stack*[a] shop/stack[b]]
      open: /x
      router: first
      tree: main/tabs[home/stack*[a x] shop/stack[b]]
      fact: selected shop
      open: /x
      router: second
      tree: main/tabs[home/stack[a x] shop/stack*[b y]]
      """)
  }

  @Test func `the same table as a file has the same digest, and its mistakes are named`() throws {
    let text = """
      { format: "route-table/1", tree: "main/stack[home]", screens: { x: {}, y: {} },
        routes: [ { id: "x", patterns: ["/x"], destination: [ { push: "x" } ] } ],
        routers: [
          { id: "a", children: [ { router: "b", priority: 1000 }, { router: "c" } ] },
          { id: "b", routes: ["x"], screens: ["home"], values: ["cart"], asksAboutLinks: true },
          { id: "c" },
        ] }
      """
    let written = definition([
      Router("a").with("b", priority: Router.high).with("c"),
      Router("b", routes: ["x"], screens: ["home"], values: ["cart"], asksAboutLinks: true),
      Router("c"),
    ])
    try requireSame(RouteTable(written), as: text)
    let broken = definition([
      Router("a", routes: ["x", "z"], screens: ["nothing"]).with("a").with("gone"),
      Router("a", routes: ["x"]),
    ])
    #expect(
      mistakes { try RouteTable(broken) }.map { $0.prefix { $0 != ":" } } == [
        "routers[0].routes[1]", "routers[0].children[0].router", "routers[0].children[1].router",
        "routers[0].screens[0]", "routers[1].id", "routers[1].routes[0]",
      ])
    let misspelt = definition([
      Router("shop", routes: ["xy"], screens: ["hmoe"]).with("crat"), Router("cart"),
    ])
    #expect(
      mistakes { try RouteTable(misspelt) } == [
        "routers[0].routes[0]: there is no route xy; the nearest is x",
        "routers[0].children[0].router: there is no router crat; the nearest is cart",
        "routers[0].screens[0]: there is no screen hmoe; the nearest is home",
      ])
    let shared = definition([
      Router("a", screens: ["home", "x"]), Router("b", screens: ["y", "home"]),
      Router("c", screens: ["x"]),
    ])
    #expect(
      mistakes { try RouteTable(shared) } == [
        "routers[1].screens[1]: home belongs to the router a already",
        "routers[2].screens[0]: x belongs to the router a already",
      ])
  }
}
