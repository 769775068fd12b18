import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// B8: one tab is adopted, the rest belongs to other code.
@MainActor
struct ForeignScreenTests {
  static let shop = Scenario(
    screens: [
      ScottyScenarioTests.product, ScreenDeclaration("login"), ScreenDeclaration("profile"),
      ScreenDeclaration("badge"),
    ],
    routes: [
      ScottyScenarioTests.products,
      Route(
        "account", patterns: ["/account"], destination: Destination([Step(.select, "account")])),
      Route(
        "profile", patterns: ["/profile"],
        destination: Destination([Step(.select, "account"), Step(.push, "profile")])),
      Route("badge", patterns: ["/badge"], destination: Destination([Step(.push, "badge")])),
      Route(
        "login", patterns: ["/login"],
        destination: Destination([Step(.present(from: .topmost, style: .sheet), "login")])),
    ])

  /// The same with only those routes: a table takes none whose screens it does not have.
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
      reconcile: main/tabs[shop/stack[catalog product(id: 7)] account/foreign*[list]]
      outcome: shown
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
      open: /products/8
      outcome: shown
      tree: main/tabs[shop/stack*[catalog product(id: 7) product(id: 8)] account/foreign[list]]
      relaunch
      reconcile: main/tabs[shop/stack*[catalog] account/foreign[list]]
      outcome: shown
      open: /account
      tree: main/tabs[shop/stack[catalog] account/foreign*[list]]
      reconcile: main/tabs[shop/stack[catalog] account/foreign*[list]]
      outcome: already shown
      """)
  }

  @Test func `a foreign tab is selected and left alone inside`() throws {
    try only("account", "profile", "badge").run(
      """
      given: main/tabs[home/stack*[feed] account/foreign[profile]]
      open: /account
      outcome: shown
      tree: main/tabs[home/stack[feed] account/foreign*[profile]]
      open: /profile
      outcome: failed at step 2: there is no stack to push profile onto
      open: /badge
      outcome: failed at step 1: there is no stack to push badge onto
      tree: main/tabs[home/stack[feed] account/foreign*[profile]]
      """)
  }

  @Test func `a stack inside other code is none to push onto`() throws {
    try only("badge").run(
      """
      given: main/tabs[home/stack[feed] account/foreign*[inner/stack[list]]]
      open: /badge
      outcome: failed at step 1: there is no stack to push badge onto
      fact: popped
      outcome: failed: impossible: list (6) is the root of its stack
      """)
  }

  @Test func `a foreign screen on a stack is covered by what is pushed`() throws {
    try only("badge").run(
      """
      given: main/tabs[home/stack*[feed] shop/stack[catalog]]
      reconcile: main/tabs[home/stack*[feed old/foreign[inner]] shop/stack[catalog]]
      open: /badge
      outcome: shown
      tree: main/tabs[home/stack*[feed old/foreign[inner] badge] shop/stack[catalog]]
      """)
  }

  @Test func `nothing is presented over a screen inside other code`() throws {
    var shop = Self.shop
    shop.routes.append(
      Route(
        "from", patterns: ["/from"],
        destination: Destination([Step(.present(from: .named("list"), style: .sheet), "login")])))
    try shop.run(
      """
      given: main/tabs[shop/stack[catalog] account/foreign*[list^offer]]
      open: /login
      outcome: failed at step 1: offer (6) lies in account and belongs to other code
      open: /from
      outcome: failed at step 1: there is no list to present from
      open: /products/7
      outcome: shown
      """)
  }

  @Test func `a foreign root is covered by a sheet, which is found again and goes whole`() throws {
    try only("login").run(
      """
      given: old/foreign[list]
      open: /login
      tree: old/foreign[list]^sheet:login
      open: /login
      outcome: already shown
      reconcile: old/foreign[list]^sheet:offer
      tree: old/foreign[list]^sheet:offer/foreign
      fact: dismissed
      tree: old/foreign[list]
      """)
  }

  @Test func `containers inside other code are told and read back`() throws {
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
    let scenario = Scenario(
      routes: [Route("step", patterns: ["/step"], destination: Destination([Step(.run, "step")]))])
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
