import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import route_replay

/// What the program makes of journals whose private values are tokens, or gone.
@MainActor
@Suite struct `Values that are gone` {
  let place: Workplace

  init() throws { place = try Workplace() }

  nonisolated private static func declaration(_ kind: String, _ type: ParameterType = .string)
    -> ScreenDeclaration
  {
    ScreenDeclaration(
      kind, schema: ParameterSchema([ParameterSchema.Entry(name: "email", type: type)]),
      privateNames: ["email"])
  }

  nonisolated private static func table(
    _ routes: [Route], type: ParameterType = .string
  ) -> RouteTableDefinition {
    RouteTableDefinition(
      tree: "main/stack[feed]",
      screens: [declaration("profile", type), ScreenDeclaration("help")], routes: routes)
  }

  nonisolated private static func route(
    _ name: String, _ pattern: String, _ kind: String
  ) -> Route {
    Route(name, patterns: [pattern], destination: Destination([Step(.push, kind)]))
  }

  nonisolated private static let people = route("people", "/people/:email", "profile")

  /// | session | request |
  /// |---|---|
  /// | 1 | 2: somebody's profile, 3: a path beside it |
  /// | 2 | restored; with `gone` without that screen |
  private func record(gone: Bool = false) throws -> String {
    let path = place.folder.appending(path: "people.journal").path
    let table = try RouteTable(Self.table([Self.people]))
    do {
      let session = RouteSession.launch(table, at: .file(path))
      session.open("/people/s3cr3t")
      session.open("/people/s3cr3t/more")
      if gone { try session.redact(.all) }
      session.end()
    }
    let session = RouteSession.launch(table, at: .file(path))
    #expect(session.state.tree.visibleLeaf()?.kind == (gone ? "feed" : "profile"))
    return "people.journal"
  }

  @Test(arguments: [false, true])
  func `what is handed to sessions again goes back where the recorded launch did`(gone: Bool) throws
  {
    let name = try record(gone: gone)
    let result = try place.run("what-if", name, "--drop", "3", "-o", "json")
    #expect(!result.output.contains("\"screens\""), "\(result.output)")
    let shown = try place.run("tree", name)
    #expect(shown.output.contains("profile") == !gone)
    let summary = try place.run(name)
    #expect(summary.output.contains("1 screen is not back in full") == gone, "\(summary.output)")
  }
}
