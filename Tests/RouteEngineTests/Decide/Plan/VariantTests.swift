import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// C32: a route that chooses by a recorded answer, and the entries about that choice.
@MainActor
struct VariantTests {
  private static let checkout = Route(
    "checkout", "/checkout",
    to: [
      .choose(
        .when(.variant("checkout", is: "b"), steps: [.present("short", find: .none)]),
        .when(.not(.variant("colour", is: "red")), steps: [.push("long", find: .none)]),
        .otherwise([.push("red", find: .none)]))
    ])

  private func drawn(_ variant: String, _ colour: String = "blue", story: String) throws {
    try Scenario(
      screens: kinds("short", "long", "red"), routes: [Self.checkout], interceptors: ["gate"],
      answers: ["gate": .allow]
    ) {
      $0.variant("checkout") { _ in variant }
      $0.variant("colour") { _ in colour }
    }.run("given: main/stack[home]\n" + story)
  }

  @Test func `C32: a route chooses by the variant that is drawn`() throws {
    try drawn("b", story: "open: /checkout\nasked: gate\ntree: main/stack[home]^short")
    try drawn("a", story: "open: /checkout\nasked: gate\ntree: main/stack[home long]")
    try drawn("a", "red", story: "open: /checkout\noutcome: shown\ntree: main/stack[home red]")
  }

  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(
      Scenario(
        screens: kinds("short", "long", "red"), routes: [Self.checkout]), tree: "main/stack[home]")
    let session = journal.launch {
      $0.variant("checkout") { _ in "a" }
      $0.variant("colour") { _ in "blue" }
    }
    #expect(session.open("/checkout").outcome == .shown)
    try journal.requireReplays(of: session)
    return journal
  }

  @Test func `C32: the journal's column has the variants in the order drawn`() throws {
    #expect(try recorded().entries().last?.variant == "checkout=a,colour=blue")
  }

  @Test(arguments: [
    "UPDATE journal SET variant = 'checkout=b' WHERE variant IS NOT NULL",
    "UPDATE journal SET variant = NULL",
    "UPDATE journal SET variant = 'checkout=a' WHERE sequence = 1",
  ])
  func `C32: a column with other variants than were drawn is found`(edit: String) throws {
    let journal = try recorded()
    let findings = try Verification(of: try journal.forged(edit)).findings
    #expect(try journal.entries().last?.variant != nil)
    #expect(findings.contains { $0.problem.contains("variant") })
  }

  @Test func `C32: an unknown variant fails the request`() throws {
    try Scenario(screens: kinds("short", "long", "red"), routes: [Self.checkout]).run(
      """
      given: main/stack[home]
      open: /checkout -> failed: no host code is registered for checkout
      """)
  }
}
