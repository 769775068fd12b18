import RouteEngine
import RouteTestSupport
import Testing

/// A screen to which a destination leads is visible, although other screens have covered its place.
@MainActor
struct CoveredScreenTests {
  private static func route(_ identifier: String, _ steps: Step...) -> Route {
    Route(identifier, to: steps)
  }

  @Test func `a screen that a named screen presents is visible`() throws {
    try Scenario(
      screens: kinds("m", "n", "o") + [ScreenDeclaration("held", isDismissible: false)],
      routes: [
        Self.route("over", .present("m", from: .named("b"))),
        Self.route("higher", .present("o", from: .named("n"))),
      ]
    ).run(
      """
      given: main/tabs[s/stack*[a^n] t/stack[b]]
      route: over -> shown
      tree: main/tabs[s/stack*[a] t/stack[b]]^m
      reconcile: main/tabs[s/stack*[a^held] t/stack[b]]
      route: over -> failed at step 1: held may not be dismissed
      reconcile: main/tabs[s/stack*[a^held] t/stack[b^n]]
      route: higher -> shown
      shows: o
      tree: main/tabs[s/stack[a^held] t/stack*[b^n^o]]
      """)
  }

  @Test func `a screen that is found is visible when one inside its presenter presents, too`()
    throws
  {
    try Scenario(
      screens: kinds("m") + [ScreenDeclaration("held", isDismissible: false)],
      routes: [Self.route("over", .present("m"))]
    ).run(
      """
      given: main/tabs[s/stack*[a^n] t/stack[b]]^m
      shows: n
      route: over -> shown
      shows: m
      tree: main/tabs[s/stack*[a] t/stack[b]]^m
      route: over -> already shown
      reconcile: main/tabs[s/stack*[a^held] t/stack[b]]^m
      route: over -> failed at step 1: held may not be dismissed
      """)
  }

  @Test(arguments: [
    ("push", "main/tabs[shop/stack account/split*[menu/stack[m] detail/stack[w x]]]"),
    ("onto", "main/tabs[shop/stack account/split*[menu/stack[m x] detail/stack[w]]]"),
    ("list", "main/tabs[shop/stack account/split*[x detail/stack[w]]]"),
    ("tab", "main/tabs[shop/stack account/split[menu/stack[m] detail/stack[w]^help] x*]"),
  ])
  func `a screen that is built further inside is not covered there`(name: String, after: String)
    throws
  {
    try Scenario(
      screens: kinds("x", "help"),
      routes: [
        Self.route("push", .select("account"), .push("x")),
        Self.route("onto", .select("account"), .push("x").onto(.primary)),
        Self.route("list", .select("account"), .column(.primary, "x")),
        Self.route("tab", .select("account"), .tab("x")),
      ]
    ).run(
      """
      given: main/tabs[shop/stack account/split*[menu/stack[m] detail/stack[w]^help]]
      shows: help
      route: \(name) -> shown
      tree: \(after)
      """)
  }
}
