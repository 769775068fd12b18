import RouteEngine
import RouteTestSupport
import Testing

/// The scenarios C11, C12, C24, C26 and C27 of the parity list: tabs, columns, containers of the
/// app's own, places to search, ways back.
@MainActor
struct ContainerScenarioTests {
  private static func route(_ identifier: String, _ steps: Step...) -> Route {
    Route(identifier, to: steps)
  }

  @Test(arguments: [
    ("add", "main/tabs[a b x*]"), ("first", "main/tabs[x* a b]"), ("far", "main/tabs[a b x*]"),
    ("replace", "main/tabs[a x*]"), ("replaceFirst", "main/tabs[x* b]"),
    ("replaceFar", "main/tabs[a b x*]"),
  ])
  func `C11: a tab is added, inserted or replaced, and selected`(name: String, after: String) throws
  {
    try Scenario(
      screens: kinds("x"),
      routes: [
        Self.route("add", .tab("x")), Self.route("first", .tab("x", at: 0)),
        Self.route("far", .tab("x", at: 9)), Self.route("replace", .replaceTab("x", at: 1)),
        Self.route("replaceFirst", .replaceTab("x", at: 0)),
        Self.route("replaceFar", .replaceTab("x", at: 9)),
      ]
    ).run(
      """
      given: main/tabs[a* b]
      route: \(name) -> shown
      tree: \(after)
      route: \(name) -> already shown
      """)
  }

  @Test func `C11: a tab with a screen that may not be dismissed is not replaced`() throws {
    try Scenario(
      screens: [ScreenDeclaration("m", isDismissible: false)] + kinds("x"),
      routes: [Self.route("x", .replaceTab("x", at: 1)), Self.route("y", .push("x"), .tab("x"))]
    ).run(
      """
      given: main/tabs[a* b^m s/stack]
      route: x -> failed at step 1: m may not be dismissed
      route: y -> failed at step 1: there is no stack to push x onto
      """)
    try Scenario(screens: kinds("x"), routes: [Self.route("x", .tab("x"))]).run(
      """
      given: home^main/tabs[a]^full:top
      route: x -> shown
      tree: home^main/tabs[a x*]
      """)
  }

  @Test func `C12: a detail needs its primary, and a new primary keeps the detail`() throws {
    try Scenario(
      screens: kinds("x", "y"),
      routes: [
        Self.route("detail", .column(.detail, "x")), Self.route("list", .column(.primary, "y")),
      ]
    ).run(
      """
      given: main/split
      route: detail -> failed at step 1: main has no primary column yet, which comes before detail
      route: list
      tree: main/split[y]
      route: detail -> shown
      tree: main/split[y x]
      fact: dismissed -> impossible: main (1) is not presented
      """)
    try Scenario(
      screens: kinds("x", "y"),
      routes: [Self.route("list", .column(.primary, "x")), Self.route("y", .column(.detail, "y"))]
    ).run(
      """
      given: main/split[a b]
      route: list -> shown
      changes: 1
      tree: main/split[x b]
      route: y
      tree: main/split[x y]
      """)
  }

  @Test func `C12: a push onto the detail needs a stack there`() throws {
    let scenario = Scenario(
      screens: kinds("x", "y"),
      routes: [
        Self.route("x", .push("x").onto(.detail)),
        Self.route("y", .pushAsRoot("y").onto(.primary)),
      ])
    try scenario.run(
      """
      given: main/split[list/stack[a] details/stack[b]]
      route: x -> shown
      tree: main/split[list/stack[a] details/stack[b x]]
      route: y
      tree: main/split[list/stack[y] details/stack[b x]]
      """)
    try scenario.run(
      """
      given: outer/stack[main/split[list b]]
      route: x -> failed at step 1: the detail column of main is no stack
      route: y -> failed at step 1: the primary column of main is no stack
      """)
  }

  @Test func `C12: three columns are filled in their order`() throws {
    try Scenario(
      screens: kinds("p", "s", "d"),
      routes: [
        Self.route("p", .column(.primary, "p")), Self.route("s", .column(.supplementary, "s")),
        Self.route("d", .column(.detail, "d")),
      ]
    ).run(
      """
      given: main/tripleSplit[a]
      route: d -> failed at step 1: main has no supplementary column yet, which comes before detail
      route: s
      tree: main/tripleSplit[a s]
      route: d
      tree: main/tripleSplit[a s d]
      route: p -> shown
      tree: main/tripleSplit[p s d]
      """)
  }

  @Test func `C12: a column gets its screen behind a modal over the columns`() throws {
    try Scenario(
      screens: [ScreenDeclaration("fixed", isDismissible: false)] + kinds("x", "y", "z", "login"),
      routes: [
        Self.route("x", .column(.detail, "x")), Self.route("y", .push("y").onto(.primary)),
        Self.route("z", .column(.detail, "z")),
        Self.route("login", .present("login", style: .sheet, from: .topmost)),
        Self.route("fixed", .present("fixed", style: .full, from: .topmost)),
      ]
    ).run(
      """
      given: main/split[list/stack[a] b]
      route: login
      route: x -> shown
      tree: main/split[list/stack[a] x]
      route: login
      route: y -> shown
      tree: main/split[list/stack[a y] x]
      route: fixed
      route: z -> failed at step 1: fixed may not be dismissed
      """)
  }

  @Test func `containers of the app's own hold their screens as the one they are like`() throws {
    let screens = [
      ScreenDeclaration("pages", container: .custom("carousel", .tabs)),
      ScreenDeclaration("deck", container: .custom("deck", .stack)),
    ]
    try Scenario(
      screens: screens + kinds("x", "y"),
      routes: [
        Self.route("x", .select("deck"), .push("x")), Self.route("y", .tab("y", at: 1)),
        Self.route("fresh", .present("pages", find: .none), .tab("y", find: .none)),
      ]
    ).run(
      """
      given: main/tabs:carousel[a* d/stack:pile[b]]
      route: y
      tree: main/tabs:carousel[a y* d/stack:pile[b]]
      reconcile: main/tabs:carousel[a y* d/stack:pile[b]] -> already shown
      relaunch
      tree: main/tabs:carousel[a y* d/stack:pile[b]]
      route: fresh
      changes: 1
      tree: main/tabs:carousel[a y* d/stack:pile[b]]^pages[y]
      """)
    try Scenario(
      screens: screens + kinds("x"), routes: [Self.route("x", .select("deck"), .push("x"))]
    ).run(
      """
      given: pages[a* deck[b]]
      route: x
      changes: 2
      tree: pages[a deck*[b x]]
      fact: popped
      tree: pages[a deck*[b]]
      """)
  }
}

extension ContainerScenarioTests {
  @Test(arguments: [
    (SearchScope.visible, "y"), (.topmost, "x y"), (.everything, "a b c x y"), (.root, "a b c"),
    (.below("s2"), "c"), (.below("s3"), "x y"), (.below("nothing"), ""),
  ])
  func `C24: a search finds the screens of its scope`(scope: SearchScope, found: String) throws {
    let journal = try TestJournal(
      Scenario(), tree: "main/tabs[s1/stack*[a b] s2/stack[c]]^s3/stack[x y]")
    let tree = journal.launch().state.tree
    let kinds = ["a", "b", "c", "x", "y"].filter { kind in
      tree.firstScreen(scope: scope) { $0.kind == kind } != nil
    }
    #expect(kinds.joined(separator: " ") == found)
  }

  @Test func `C24: of two screens the visible one is found, in every column`() throws {
    let journal = try TestJournal(
      Scenario(), tree: "main/tabs[s/stack[a] t/split*[p/stack[a] d]]^sheet:m")
    let tree = journal.launch().state.tree
    let shown = tree.firstScreen { $0.kind == "a" }
    #expect(shown?.parent.flatMap { tree[$0] }?.kind == "p")
    #expect(tree.firstScreen(scope: .visible) { $0.kind == "a" } == nil)
    let main = try #require(tree.root().flatMap { tree[$0] })
    #expect(tree.firstScreen(scope: .root) { $0.kind == "m" } == nil)
    #expect(main.presented != nil)
  }

  @Test func `C24: a step searches in its scope`() throws {
    try Scenario(
      screens: kinds("a"),
      routes: [
        Self.route("top", .push("a").within(.topmost)),
        Self.route("below", .push("a").within(.below("s2"))), Self.route("any", .push("a")),
      ]
    ).run(
      """
      given: main/tabs[s1/stack*[a b] s2/stack[c]]^s3/stack[x]
      route: top -> shown
      tree: main/tabs[s1/stack*[a b] s2/stack[c]]^s3/stack[x a]
      fact: dismissed
      route: below
      tree: main/tabs[s1/stack*[a b a] s2/stack[c]]
      route: any -> already shown
      """)
  }

  @Test func `C27: routes go back and close`() throws {
    try Scenario(
      screens: [ScreenDeclaration("held", isDismissible: false)] + kinds("x"),
      routes: [
        Self.route("back", .pop()), Self.route("home", .pop(.all)),
        Self.route("toB", .popTo("b")), Self.route("close", .dismiss()),
        Self.route("closeAll", .dismiss(.all)), Self.route("fresh", .dismiss(.all), .push("x")),
      ]
    ).run(
      """
      given: main/stack[a b c d]^m1/stack[n]^m2
      route: back -> failed at step 1: there is no stack to pop from
      route: close
      tree: main/stack[a b c d]^m1/stack[n]
      route: back -> failed at step 1: there is nothing to pop: m1 has one screen
      route: home -> already shown
      route: fresh
      tree: main/stack[a b c d x]
      route: fresh -> already shown
      route: back
      tree: main/stack[a b c d]
      route: toB
      tree: main/stack[a b]
      route: toB -> already shown
      route: home
      tree: main/stack[a]
      route: toB -> failed at step 1: there is no b in main to pop to
      route: close -> failed at step 1: there is nothing to dismiss
      route: closeAll -> already shown
      """)
    try Scenario(
      screens: [ScreenDeclaration("held", isDismissible: false)],
      routes: [Self.route("closeAll", .dismiss(.all)), Self.route("back", .pop())]
    ).run(
      """
      given: main/stack[a b^held]
      route: closeAll -> failed at step 1: held may not be dismissed
      route: back -> failed at step 1: there is no stack to pop from
      """)
  }

  @Test func `a presented screen is not covered by one of a screen inside its presenter`() throws {
    try Scenario(
      screens: kinds("m") + [ScreenDeclaration("held", isDismissible: false)],
      routes: [Self.route("over", .select("s"), .present("m"))]
    ).run(
      """
      given: main/tabs[s/stack*[a^n] t/stack[b]]
      route: over -> shown
      shows: m
      tree: main/tabs[s/stack*[a] t/stack[b]]^m
      reconcile: main/tabs[s/stack*[a^held] t/stack[b]]
      route: over -> failed at step 2: held may not be dismissed
      """)
  }

  @Test func `a screen in a column is not covered by what another column presents`() throws {
    try Scenario(routes: [Self.route("a", .select("a")), Self.route("d", .select("d"))]).run(
      """
      given: main/split[list/stack[a b] d^m]
      route: a -> shown
      tree: main/split[list/stack[a] d]
      reconcile: main/split[list/stack[a] d^m]
      route: d -> shown
      tree: main/split[list/stack[a] d]
      """)
  }

  @Test func `a container holds no more screens than it has columns`() throws {
    try Scenario(
      screens: kinds("b", "x"),
      routes: [Self.route("detail", .column(.detail, "x")), Self.route("add", .run("add"))]
    ) {
      $0.step("add") { editor, _ in
        guard let main = editor.find("main") else { return false }
        try editor.make(
          .splice(container: main.id, at: 2, drop: 0, insert: [Subtree(kind: "x")]))
        return true
      }
    }.run(
      """
      given: main/split[list a]
      reconcile: main/split[list a b] -> impossible: main has 2 columns, not 3
      route: add -> failed at step 1: add: main has 2 columns, not 3
      reconcile: main/split[a b] -> shown
      changes: 2
      tree: main/split[a b]
      route: detail -> shown
      tree: main/split[a x]
      """)
  }

  @Test func `C27: all presented screens are dismissed at once`() throws {
    try Scenario(routes: [Self.route("closeAll", .dismiss(.all))]).run(
      """
      given: main/stack[a]^m1^m2^m3
      route: closeAll
      changes: 1
      tree: main/stack[a]
      """)
    try Scenario(routes: [Self.route("closeAll", .dismiss(.all))]).run(
      """
      given: main/stack[a^m1^m2]^m3
      route: closeAll
      changes: 2
      tree: main/stack[a]
      """)
  }
}
