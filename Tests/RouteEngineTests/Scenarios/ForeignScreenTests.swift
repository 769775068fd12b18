import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// B8: one tab is adopted, the rest belongs to other code.
@MainActor
struct ForeignScreenTests {
  static let shop = Scenario(
    screens: [.product] + kinds("login", "profile", "badge"),
    routes: [
      .product,
      Route("account", "/account", to: [.select("account")]),
      Route("profile", "/profile", to: [.select("account"), .push("profile")]),
      Route("badge", "/badge", to: [.push("badge")]),
      Route("login", "/login", to: [.present("login", style: .sheet, from: .topmost)]),
    ])

  /// This scenario with only those routes: a table refuses routes whose screens it does not have.
  private func only(_ names: String...) -> Scenario {
    var shop = Self.shop
    shop.routes = shop.routes.filter { names.contains($0.identifier) }
    return shop
  }

  @Test func `B8: legacy pushes, pops and modals happen between, through relaunches`() throws {
    try Self.shop.run(
      """
      given: main/tabs[shop/stack*[catalog] account/foreign]
      open: /products/7
      reconcile: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list]] -> shown
      changes: 2
      reconcile: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list detail]]
      changes: 1
      tree: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list detail]]
      relaunch
      tree: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list detail]]
      fact: popped
      tree: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list]]
      reconcile: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list]]^full:offer
      tree: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list]]^full:offer/foreign
      open: /products/8 -> shown
      tree: main/tabs[shop/stack*[catalog product(id: 7) product(id: 8)] account/foreign[list]]
      relaunch
      reconcile: main/tabs[shop/stack*[catalog] account/foreign[list]] -> shown
      open: /account
      tree: main/tabs[shop/stack[catalog] account/foreign*[list]]
      reconcile: main/tabs[shop/stack[catalog] account/foreign*[list]] -> already shown
      """)
  }

  @Test func `a foreign tab is selected, and not changed inside`() throws {
    try only("account", "profile", "badge").run(
      """
      given: main/tabs[home/stack*[feed] account/foreign[profile]]
      open: /account -> shown
      tree: main/tabs[home/stack[feed] account/foreign*[profile]]
      open: /profile -> failed at step 2: there is no stack to push profile onto
      open: /badge -> failed at step 1: there is no stack to push badge onto
      tree: main/tabs[home/stack[feed] account/foreign*[profile]]
      """)
  }

  @Test func `a push does not use a stack inside other code`() throws {
    try only("badge").run(
      """
      given: main/tabs[home/stack[feed] account/foreign*[inner/stack[list]]]
      open: /badge -> failed at step 1: there is no stack to push badge onto
      fact: popped -> impossible: list (6) is the root of its stack
      """)
  }

  @Test func `a foreign screen on a stack is covered by what is pushed`() throws {
    try only("badge").run(
      """
      reconcile: main/tabs[home/stack*[feed old/foreign[inner]] shop/stack[catalog]]
      open: /badge -> shown
      tree: main/tabs[home/stack*[feed old/foreign[inner] badge] shop/stack[catalog]]
      """)
  }

  @Test func `nothing is presented over a screen inside other code`() throws {
    var shop = Self.shop
    shop.routes.append(
      Route("from", "/from", to: [.present("login", style: .sheet, from: .named("list"))]))
    try shop.run(
      """
      given: main/tabs[shop/stack[catalog] account/foreign*[list^offer]]
      open: /login -> failed at step 1: offer (6) lies in account and belongs to other code
      open: /from -> failed at step 1: there is no list to present from
      open: /products/7 -> shown
      """)
  }

  @Test func `a guard finds a screen of other code as a step does, and none inside it`() throws {
    let routes = ["account", "list"].map { kind in
      Route(
        kind,
        to: [
          .choose(
            .when(.screen(kind, in: .visible), steps: [.present("login")]),
            .otherwise([.present("badge")]))
        ])
    }
    try Scenario(screens: kinds("login", "badge"), routes: routes).run(
      """
      given: main/tabs[shop/stack[catalog] account/foreign*[list]]
      route: account -> shown
      tree: main/tabs[shop/stack[catalog] account/foreign*[list]]^login
      fact: dismissed
      route: list -> shown
      tree: main/tabs[shop/stack[catalog] account/foreign*[list]]^badge
      """)
  }

  @Test func `a foreign root is covered by a sheet, which is found again and dismissed whole`()
    throws
  {
    try only("login").run(
      """
      given: old/foreign[list]
      open: /login
      tree: old/foreign[list]^sheet:login
      open: /login -> already shown
      reconcile: old/foreign[list]^sheet:offer
      tree: old/foreign[list]^sheet:offer/foreign
      fact: dismissed
      tree: old/foreign[list]
      """)
  }

  @Test func `containers inside other code are reported and read back`() throws {
    try Self.shop.run(
      """
      given: main/tabs[shop/stack*[catalog] account/foreign]
      reconcile: main/tabs[shop/stack*[catalog] account/foreign[x/foreign/tabs[a b*]]]
      tree: main/tabs[shop/stack*[catalog] account/foreign[x/foreign/tabs[a b*]]]
      fact: selected a
      tree: main/tabs[shop/stack*[catalog] account/foreign[x/foreign/tabs[a* b]]]
      """)
  }

  @Test func `a Swift step does not edit inside other code either`() throws {
    let scenario = Scenario(routes: [Route("step", "/step", to: [.run("step")])])
    let journal = try TestJournal(scenario, tree: "main/tabs[home/stack[feed] old/foreign*[list]]")
    let session = journal.launch {
      $0.step("step") { editor, _ in
        guard let old = editor.find("old") else { return false }
        try editor.push("feed", onto: old.id)
        return true
      }
    }
    let before = session.state.tree
    let outcome = session.open("/step").outcome
    #expect(outcome == .failed(step: 1, reason: "old (4) belongs to other code"))
    #expect(session.state.tree == before)
    try journal.requireReplays(of: session)
  }
}
