import RouteTestSupport
import Testing

@testable import RouteEngine

/// An app contributes all host code that its table names, and nothing else.
@MainActor
struct ContributionTests {
  private func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(
      tree: "main/stack[home]", links: RouteLink.Rules(rewriter: .init("unwrap")),
      interceptors: ["aged"]
    ) {
      DeclaredScreen("page").asks("member").asks(beforeLeaving: "saved").performs("visit")
      Route("page", "/page", to: [.push("page").adapted(by: "prices").withTasks("load")])
        .asks("signedIn").performs("sync")
      Route("edit", "/edit", to: [.run("edit")])
      Route(
        "pay", "/pay",
        to: [
          .choose(.when(.variant("checkout", is: "b"), steps: [.push("page")]), .otherwise([]))
        ])
      RouteTable.Router("tabs", values: ["settings"]).with("plain")
      RouteTable.Router("plain", routes: ["pay"])
    }
  }

  private func contribute(to configuration: inout RouteSession.Configuration) {
    for name in ["aged", "member", "saved", "signedIn"] {
      configuration.answer(name) { _ in .allow }
    }
    configuration.rewrite("unwrap") { link, _ in link }
    configuration.step("edit") { _, _ in true }
    configuration.adapt("prices") { _ in [:] }
    configuration.task("load") { _ in nil }
    configuration.variant("checkout") { _ in "b" }
    configuration.route("tabs") { _, _ in .declined }
    for name in ["sync", "visit"] { configuration.perform(name) { _ in .done } }
    configuration.translate("activity") { _ in [] }  // the table names no types of values
  }

  private func told(
    by scenario: Scenario, besides others: [String] = []
  ) -> [ScenarioFailure.Mismatch] {
    do throws(ScenarioFailure) {
      try scenario.requireContributions(besides: others)
      return []
    } catch {
      return error.mismatches
    }
  }

  @Test func `an app that contributes every name of the table passes`() throws {
    try Scenario(try table()) { contribute(to: &$0) }.requireContributions()
    let session = try TestJournal(table()).launch { contribute(to: &$0) }
    #expect(session.launch.warnings == [])
  }

  @Test func `every name without a contribution is reported with its kind`() throws {
    let missing = told(by: Scenario(try table()))
    #expect(
      missing.map(\.text) == [
        "interceptor aged", "interceptor member", "interceptor saved", "interceptor signedIn",
        "rewriter unwrap", "step edit", "adapter prices", "task load", "variant checkout",
        "router tabs", "action handler sync", "action handler visit",
      ])
    #expect(missing.allSatisfy { $0.line == nil && $0.found == "not contributed" })
  }

  @Test func `every contribution that the table does not name is reported with its kind`() throws {
    let bare = try RouteTable(tree: "main/stack[home]") {}
    let surplus = told(by: Scenario(bare) { contribute(to: &$0) })
    #expect(
      surplus.map(\.text) == [
        "interceptor aged", "interceptor member", "interceptor saved", "interceptor signedIn",
        "interceptor unwrap", "step edit", "adapter prices", "task load", "variant checkout",
        "router tabs", "action handler sync", "action handler visit",
      ])
    #expect(surplus.allSatisfy { $0.expected == "named by the table" })
  }

  @Test func `a launch warns of the same names, but of no handler that no route names`() throws {
    let bare = try RouteTable(tree: "main/stack[home]") {}
    for (table, contributes) in [(bare, true), (try table(), false)] {
      let scenario = Scenario(table) { if contributes { contribute(to: &$0) } }
      let session = try TestJournal(table).launch { if contributes { contribute(to: &$0) } }
      let names = told(by: scenario).compactMap { $0.text.split(separator: " ").last }
      let expected = names.filter { !contributes || !["sync", "visit"].contains($0) }
      let warnings = session.launch.warnings
      #expect(warnings.count == expected.count)
      for (warning, name) in zip(warnings, expected) {
        #expect(warning.contains(" \(name), "), "\(warning)")
      }
    }
  }

  @Test func `names from elsewhere can be given, and have to be contributed`() throws {
    let scenario = Scenario(try table()) {
      contribute(to: &$0)
      $0.perform("picked") { _ in .done }
    }
    #expect(told(by: scenario).map(\.text) == ["action handler picked"])
    #expect(told(by: scenario, besides: ["picked"]) == [])
    let others = told(by: scenario, besides: ["picked", "chosen"])
    #expect(others.map(\.text) == ["chosen"] && others.map(\.found) == ["not contributed"])
  }

  @Test func `a table with mistakes is reported as such`() throws {
    let scenario = Scenario(routes: [Route("page", "/page", to: [.push("page")])])
    let failure = told(by: scenario)
    #expect(failure.map(\.text) == ["the route table"])
    #expect(failure.first?.found.contains("there is no screen page") == true)
  }

  @Test func `a misspelt name is told beside the right one, as the guide shows it`() throws {
    let table = try RouteTable(tree: "main/stack[home]", interceptors: ["signedIn"]) {}
    let scenario = Scenario(table) { $0.answer("signdIn") { _ in .allow } }
    let failure = #expect(throws: ScenarioFailure.self) {
      try scenario.requireContributions(fileID: "ShopTests/ShopRouteTests.swift", line: 42)
    }
    let guide = try PackageFile.text(
      "Sources/RouteEngine/Testing/RouteTesting.docc/testing-your-routes.md")
    let told = failure.map { "\($0)" } ?? ""
    #expect(guide.contains("```\n\(told)\n```\n"), "\(told)")
  }
}
