import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// An accepted divergence does not count, as long as it is exactly the accepted one.
@MainActor
struct AcceptedDivergencesTests {
  private let shop = Scenario.shop()

  /// A journal, and a table that shows products at home.
  private func recorded() throws -> (TestJournal, RouteTable) {
    let journal = try TestJournal(shop)
    let session = journal.launch()
    session.openAll("/products/1", "/products/2")
    var route = shop.routes[0]
    route.destination = Destination([Step(.select, "home"), Step(.push, "product")])
    let other = try RouteTable(
      RouteTableDefinition(tree: Scenario.tree, screens: shop.screens, routes: [route]))
    return (journal, other)
  }

  private func accepting(_ entries: String) throws -> AcceptedDivergences {
    let text = "{ format: \"accepted-divergences/1\", accepted: [\(entries)] }"
    return try AcceptedDivergences(json: Array(text.utf8))
  }

  private let first = """
    { link: "/products/1", differs: ["changes: in main > home: nothing -> product(id: 1)"],
      why: "ann: they belong there" }
    """

  private func rerun(_ entries: String) throws -> Rerun {
    let (journal, other) = try recorded()
    return try withExtendedLifetime(journal) {
      try Rerun(of: History(path: journal.path), with: other, accepting: accepting(entries))
    }
  }

  @Test func `described differences do not count, and others do`() throws {
    let rerun = try rerun(first)
    #expect(rerun.decisions == 2)
    #expect(rerun.accepted == 1)
    #expect(rerun.acceptedCounts == [1])
    #expect(rerun.differing == 1)
    #expect(rerun.divergences.map(\.link) == ["/products/2"])
    #expect(!rerun.isIdentical)
  }

  @Test func `a route covers all its links, and a class all its differences`() throws {
    let rerun = try rerun(
      "{ route: \"product\", differs: [\"changes\"], why: \"ann: moved\" }, \(first)")
    #expect(rerun.accepted == 2)
    #expect(rerun.acceptedCounts == [2, 0], "the first that fits is taken")
    #expect(rerun.differing == 0)
    #expect(rerun.divergences == [])
  }

  private struct Order: ScreenKind { var id: Int }

  private func orders(at path: String) throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: Scenario.tree) {
      DeclaredScreen(Order.self)
      Route("order", path, to: [.push(Order.self)])
    }
  }

  @Test func `the example of the guide accepts a link that no route takes any more`() throws {
    let text = try PackageFile.text("Sources/RouteEngine/Replay/RouteReplay.docc/replaying.md")
    let example = GuideTests.pieces(of: text, from: "```json5", to: "```").first
    let accepted = try AcceptedDivergences(json: Array(try #require(example).utf8))
    let journal = try TestJournal(orders(at: "/orders/:id"))
    journal.launch().open("/orders/3")
    let rerun = try withExtendedLifetime(journal) {
      try Rerun(
        of: History(path: journal.path), with: orders(at: "/purchases/:id"), accepting: accepted)
    }
    #expect(rerun.acceptedCounts == [1, 0])
    #expect(rerun.divergences.map(\.lines) == [])
  }

  @Test(arguments: [
    "{ link: \"/products/3\", differs: [\"changes\"], why: \"a\" }",
    "{ link: \"/products/1\", route: \"other\", differs: [\"changes\"], why: \"a\" }",
    "{ link: \"/products/1\", differs: [\"changes\", \"outcome\"], why: \"a\" }",
    "{ link: \"/products/1\", differs: [\"outcome\"], why: \"a\" }",
    "{ link: \"/products/1\", differs: [\"changes: nothing -> product(id: 1)\"], why: \"a\" }",
  ])
  func `another difference, or more, or fewer, are not accepted`(entry: String) throws {
    let rerun = try rerun(entry)
    #expect(rerun.accepted == 0)
    #expect(rerun.differing == 2)
  }

  @Test(arguments: [
    ("\"action: nothing -> work\"", 0),
    ("\"action: nothing -> work\", \"action: nothing -> work\"", 1),
    ("\"action: nothing -> work\", \"action: nothing -> work\", \"action: nothing -> work\"", 0),
    ("\"action\"", 1), ("\"action: nothing -> work\", \"action\"", 1),
  ])
  func `a line accepts one difference, and a class all`(differs: String, accepted: Int) throws {
    let journal = try TestJournal(shop)
    let session = journal.launch()
    session.open("/products/1")
    var route = shop.routes[0]
    route.actions = [ActionTemplate("work"), ActionTemplate("work")]
    let other = try RouteTable(
      RouteTableDefinition(tree: Scenario.tree, screens: shop.screens, routes: [route]))
    let entry = "{ link: \"/products/1\", differs: [\(differs)], why: \"ann\" }"
    let rerun = try withExtendedLifetime(journal) {
      try Rerun(of: History(path: journal.path), with: other, accepting: accepting(entry))
    }
    #expect(rerun.accepted == accepted, "\(rerun.divergences.map(\.lines))")
  }

  @Test func `every mistake in a file is named with its place`() throws {
    let text = """
      {
        format: "accepted-divergences/2",
        accepted: [
          { differs: ["outcome"], why: "a" },
          { link: "/a", differs: ["weather", "outcome: shown"], why: " " },
          { link: 3, differs: [], whom: "a" },
        ],
      }
      """
    let error = #expect(throws: AcceptedDivergences.Mistakes.self) {
      try AcceptedDivergences(json: Array(text.utf8))
    }
    let mistakes = try #require(error).mistakes
    #expect(
      mistakes.map(\.field) == [
        "format", "accepted[0]", "accepted[1].differs[0]", "accepted[1].differs[1]",
        "accepted[1].why", "accepted[2].why", "accepted[2].link", "accepted[2].differs",
        "accepted[2].whom",
      ], "\(mistakes)")
    #expect(mistakes.allSatisfy { $0.line != nil && $0.column != nil })
    let broken = #expect(throws: AcceptedDivergences.Mistakes.self) {
      try AcceptedDivergences(json: Array("{ format: ".utf8))
    }
    #expect(broken?.mistakes.map(\.field) == ["file"])
  }

  @Test func `private values are not in an entry`() throws {
    let product = ScreenDeclaration(
      "product",
      schema: ["id": .string],
      privateNames: ["id"])
    let journal = try TestJournal(Scenario(screens: [product], routes: shop.routes))
    let session = journal.launch()
    session.open("/products/ann")
    let history = try journal.forged("UPDATE journal SET scene = 'other' WHERE sequence = 2")
    let entry = """
      { link: "/products/~", differs: ["scene: other -> main"], why: "a" }
      """
    let found = try #require(try Rerun(of: history).divergences.first)
    #expect(found.acceptedTarget == "/products/~")
    #expect(try Rerun(of: history, accepting: accepting(entry)).accepted == 1, "\(found.lines)")
  }
}
