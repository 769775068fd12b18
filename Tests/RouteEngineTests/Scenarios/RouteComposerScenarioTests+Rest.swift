import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension RouteComposerScenarioTests {
  @Test func `C14: from current replaces when nothing covers the root`() throws {
    for hidden in ["", "^m"] {
      try Scenario(screens: kinds("x"), routes: [Self.route("x", .root("x", from: .current))]).run(
        """
        given: main/tabs[one/stack*[a] two/stack[b]\(hidden)]
        route: x -> shown
        changes: 1
        tree: x
        """)
    }
    try Scenario(
      screens: kinds("x"),
      routes: [Self.route("x", .select("a"), .root("x", from: .current))]
    ).run(
      """
      given: main/tabs[one/stack[a] two/stack*[b]]^m
      route: x -> shown
      tree: x
      """)
  }

  @Test func `C14: from current goes to a root that is there, and may be one of a choice`() throws {
    try Scenario(
      screens: kinds("x"),
      routes: [
        Self.route("main", .root("main", from: .current)),
        Self.route(
          "either", .choose(Step.Choice(when: [.principal], [.root("x", from: .current)]))),
      ]
    ).run(
      """
      given: main/stack[a]^m
      sign in: user-1
      route: either -> failed at step 1: m is presented over the root
      tree: main/stack[a]^m
      route: main -> shown
      tree: main/stack[a]
      route: either -> shown
      tree: x
      """)
  }

  @Test func `C27: back and close exist for the host and for routes`() throws {
    try Scenario(
      routes: [Self.route("a", Step(.select, "a")), Self.route("main", Step(.select, "main"))]
    ).run(
      """
      given: main/stack[a b c]^m1^m2
      fact: dismissed
      tree: main/stack[a b c]^m1
      fact: popped -> impossible: m1 (5) lies in no stack
      route: main
      tree: main/stack[a b c]
      fact: poppedTo b
      tree: main/stack[a b]
      fact: popped b
      tree: main/stack[a]
      fact: popped -> impossible: a (2) is the root of its stack
      fact: dismissed -> impossible: main (1) is not presented
      """)
    try Scenario().run(
      """
      given: main/tabs[a* b]
      fact: selected b -> shown
      tree: main/tabs[a b*]
      fact: selected b -> already shown
      """)
  }

  @Test func `C28: a route names its scene, otherwise the active one is taken`() throws {
    try Scenario(
      screens: kinds("x"),
      routes: [
        Self.route("here", Step(.push, "x", find: .none)),
        Self.route("there", Step(.push, "x", find: .none), scene: "second"),
        Self.route("nowhere", Step(.push, "x", find: .none), scene: "third"),
      ]
    ).run(
      """
      given: first: stack[a] | second: stack[b]
      route: here
      tree: first: stack[a x] | second: stack[b]
      route: there
      tree: first: stack[a x] | second!: stack[b x]
      route: here
      tree: first: stack[a x] | second!: stack[b x x]
      route: nowhere -> failed: there is no scene third
      relaunch
      tree: first: stack[a x] | second!: stack[b x x]
      """)
  }

  @Test func `C31: options are journaled as hints and do not change the hierarchy`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: kinds("x"),
        routes: [Self.route("x", Step(.present(from: .current, style: .popover), "x"))]))
    let session = journal.launch()
    let options = RouteRequest.Options(
      isAnimated: false, expiresAfter: .microseconds(5), scene: "main")
    #expect(session.open(.route("x", [:]), from: .url, options: options).outcome == .shown)
    #expect(session.notation.hasSuffix("^popover:x"))
    let entry = try #require(try journal.entries().last)
    #expect(entry.request?.options == options)
    try journal.requireReplays(of: session)
  }

  @Test func `C33: every declared kind opens by its value without any route`() throws {
    struct Product: ScreenKind { var id: Int }
    let journal = try TestJournal(Scenario(screens: [Self.product]))
    let session = journal.launch()
    #expect(session.open(Product(id: 7)).outcome == .shown)
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(try session.screen(leaf.id, as: Product.self) == Product(id: 7))
    #expect(session.open(Product(id: 7)).outcome == .alreadyShown)
    #expect(session.open(.screen(kind: "nothing", [:]), from: .programmatic).outcome == .notFound)
    try journal.requireReplays(of: session)
  }

  @Test func `C24 and C34: a search needs no route, and sees visible screens first`() throws {
    let journal = try TestJournal(
      Scenario(), tree: "main/tabs[s1/stack*[a b] s2/stack[c]]^s3/stack[x a]")
    let tree = journal.launch().state.tree
    let shown = tree.firstScreen { $0.kind == "a" }
    #expect(shown?.id == tree.visibleLeaf()?.id)
    #expect(tree.firstScreen { $0.kind == "c" } != nil)
    #expect(tree.firstScreen { $0.kind == "d" } == nil)
    #expect(tree.firstScreen(in: "other") { $0.kind == "a" } == nil)
    #expect(tree.visiblePath().map(\.kind) == ["main", "s1", "b", "s3", "a"])
  }
}
