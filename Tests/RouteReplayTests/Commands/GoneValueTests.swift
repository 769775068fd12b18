import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// Commands on journals whose private values are tokens, or removed.
@MainActor
@Suite struct `Values that are gone` {
  let place = Workplace()

  nonisolated private static func declaration(
    _ kind: String, _ type: ParameterType = .string, isOptional: Bool = false
  ) -> ScreenDeclaration {
    let email = ParameterSchema.Entry(name: "email", type: type, isOptional: isOptional)
    return ScreenDeclaration(kind, schema: ParameterSchema([email]), privateNames: ["email"])
  }

  nonisolated private static func table(
    _ routes: [Route], type: ParameterType = .string, isOptional: Bool = false
  ) -> RouteTableDefinition {
    RouteTableDefinition(
      tree: "main/stack[feed]",
      screens: [declaration("profile", type, isOptional: isOptional), ScreenDeclaration("help")],
      routes: routes)
  }

  nonisolated private static func route(
    _ name: String, _ pattern: String, _ kind: String
  ) -> Route {
    Route(name, pattern, to: [.push(kind)])
  }

  nonisolated private static let people = route("people", "/people/:email", "profile")

  /// | session | request |
  /// |---|---|
  /// | 1 | 2: somebody's profile, 3: a path beside it |
  /// | 2 | restored; with `gone` without that screen |
  private func record(gone: Bool = false) throws -> String {
    let path = place.path("people.journal")
    let table = try RouteTable(Self.table([Self.people]))
    do {
      let session = RouteSession.launch(table, at: .file(path))
      session.openAll("/people/s3cr3t", "/people/s3cr3t/more")
      if gone { try session.journal.redact(.all) }
      session.end()
    }
    let session = RouteSession.launch(table, at: .file(path))
    #expect(session.state.tree.visibleLeaf()?.kind == (gone ? "feed" : "profile"))
    return "people.journal"
  }

  @Test(arguments: [false, true])
  func `requests given to sessions again return at the recorded launch`(gone: Bool) throws {
    let name = try record(gone: gone)
    try place.run("what-if", name, "--drop", "3", "-o", "json").expect(lacks: "\"screens\"")
    #expect(try place.run("tree", name).output.contains("profile") == !gone)
    let summary = try place.run(name)
    #expect(summary.output.contains("1 screen is not back in full") == gone, "\(summary.output)")
  }

  /// Another table for the recorded requests 2, `/people/~…`, and 3, `/people/~…~`.
  struct Other: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let definition: RouteTableDefinition
    let undecided: [Int]
    let status: Int32
  }

  nonisolated static let others = [
    Other(
      testDescription: "one more route elsewhere",
      definition: table([people, route("help", "/help", "help")]), undecided: [], status: 0),
    Other(
      testDescription: "a route for one of the values it could be",
      definition: table([people, route("help", "/people/new", "help")]), undecided: [2, 3],
      status: 4),
    Other(
      testDescription: "a route for one of the values alone",
      definition: table([route("help", "/people/new", "help")]), undecided: [2, 3], status: 4),
    Other(
      testDescription: "a route for some of the values",
      definition: table([people, route("help", "/people/:name(.*)", "help")]),
      undecided: [2, 3], status: 4),
    Other(
      testDescription: "a route for what lies below",
      definition: table([people, route("help", "/people/:email/more", "help")]), undecided: [3],
      status: 4),
    Other(
      testDescription: "a pattern of the same route for one of the values",
      definition: table(
        [
          Route(
            "people", patterns: ["/people/new", "/people/:email"],
            destination: Destination([Step(.push, "profile")]))
        ], isOptional: true), undecided: [2, 3], status: 4),
    Other(
      testDescription: "another type", definition: table([people], type: .int),
      undecided: [2, 3], status: 4),
    Other(
      testDescription: "without the route", definition: table([]), undecided: [], status: 1),
    Other(
      testDescription: "another route for all of them",
      definition: table([route("others", "/:all*", "help")]), undecided: [3], status: 4),
  ]

  /// The constraints of a second route for `/help`, and whether that route could take
  /// `/help?tab=~…&~…`.
  @Test(arguments: [
    ("query: { tab: 'x' }", true), ("query: { tab: true }", false),
    ("query: { tab: false }", false),
    ("query: { other: 'x' }", true), ("query: { other: true }", true),
    ("schemes: ['shop'], query: { tab: 'x' }", false), ("query: { tab: { path: '/x' } }", true),
  ])
  func `a route that asks for a query item of which only the token is known is undecided`(
    constraint: String, isUnknown: Bool
  ) throws {
    let path = place.path("help.journal")
    do {
      let table = try RouteTable(Self.table([Self.route("help", "/help", "help")]))
      let session = RouteSession.launch(table, at: .file(path))
      session.open("/help?tab=abc&whole")
      session.end()
    }
    place.write(
      "next.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]", screens: { help: {} }, routes: [
        { id: "help", patterns: ["/help"], destination: [{ push: "help" }] },
        { id: "more", patterns: ["/help"], \(constraint), destination: [{ push: "help" }] } ] }
      """)
    let result = try place.run("rerun", "help.journal", "--routes", "next.json", "-o", "json")
    #expect((result.status == 4) == isUnknown, "\(result.output)")
  }

  @Test(arguments: [
    "/profile?email=s3cr3t", "/profile#email=s3cr3t", "/profile#/s3cr3t", "/profile?to=/s3cr3t",
  ])
  func `a hidden item that has another type is undecided, in the query and in the fragment`(
    link: String
  ) throws {
    let path = place.path("items.journal")
    let plain = Self.route("profile", "/profile", "profile")
    let routes =
      switch link {
      case "/profile#/s3cr3t": [plain.at(fragment: .path("/:email"))]
      case "/profile?to=/s3cr3t": [plain.at(query: ["to": .path("/:email")])]
      default: [plain.readingFragment()]
      }
    do {
      let session = RouteSession.launch(
        try RouteTable(Self.table(routes)), at: .file(path))
      session.openAll(link)
      session.end()
    }
    for (type, status) in [(ParameterType.string, 0), (.int, 4)] {
      let next = try RouteTable(Self.table(routes, type: type)).canonicalJSON
      place.write("next.json", String(decoding: next, as: UTF8.self))
      let result = try place.run("rerun", "items.journal", "--routes", "next.json", "-o", "json")
      #expect(result.status == Int32(status), "\(result.output)")
    }
  }

  @Test(arguments: others)
  func `the result of another table for an unknown value is reported as unknown`(other: Other)
    throws
  {
    let name = try record()
    let table = place.folder.appending(path: "next.json")
    try Data(RouteTable(other.definition).canonicalJSON).write(to: table)
    for command in ["what-if", "rerun"] {
      let result = try place.run(command, name, "--routes", "next.json", "-o", "json")
      #expect(result.status == other.status, "\(result.output)")
      let all = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
      let report = try #require(all?.first)
      #expect(report["undecided_entries"] as? [Int] == other.undecided)
      #expect(report["undecided"] as? Int == other.undecided.count)
    }
    let text = try place.run("rerun", name, "--routes", "next.json")
    #expect(text.output.contains("private values") == !other.undecided.isEmpty, "\(text.output)")
    if text.output.hasPrefix("undecided") { #expect(text.lines.allSatisfy { $0.count <= 80 }) }
    #expect(try place.run("rerun", name).status == 0, "with its own table nothing is unknown")
  }
}
