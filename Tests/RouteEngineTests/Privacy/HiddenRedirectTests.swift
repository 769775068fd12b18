import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Links inside other links, in every way in which a route can follow them.
@MainActor
struct HiddenRedirectTests {
  private let folder = TemporaryFolder()

  private func table() throws -> RouteTable {
    try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        screens: [
          ScreenDeclaration("product", schema: ["id": .int]),
          ScreenDeclaration("gift", schema: ["code": .string], privateNames: ["code"]),
          ScreenDeclaration("reset", schema: ["ticket": .string], secretNames: ["ticket"]),
        ],
        routes: [
          Route("product", "/products/:id", to: [.push("product")]),
          Route("gift", "/gift/:code", to: [.push("gift")]),
          Route("reset", "/reset/:ticket", to: [.push("reset")]),
          Route("out", "/out", redirect: .link(in: "url")).keepsOpen("url"),
          Route("to", "/to", redirect: .route("out", with: ["url": ":u"])).keepsOpen("u"),
          Route("by", "/by", redirect: .route("to", with: ["u": ":v"])),
          Route("go", "/go/:url", redirect: .link(in: "url")).keepsOpen("url"),
          Route("deep", "/deep", redirect: .link(in: "url")).keepsOpen("url")
            .at(query: ["w": .path("go/:url")]),
          Route("hash", "/hash", redirect: .link(in: "url")).keepsOpen("url")
            .at(fragment: .path("go/:url")),
        ]))
  }

  /// Links that lead to another one, which replaces `LINK`; each `%` encodes it once.
  nonisolated static let ways = [
    "/out?url=LINK", "/out?url=/out%3Furl=LINK", "/out?url=/to%3Fu=LINK", "/to?u=LINK",
    "/to?u=/by%3Fv=LINK", "/by?v=LINK", "/go/%LINK", "/go/%2Fout%3Furl=%LINK",
    "/deep?w=go/%%LINK", "/hash#go/%LINK", "/hash#go/%2Fdeep%3Fw=go%2F%%%LINK",
  ]

  private static func link(_ way: String, to target: String) -> String {
    var (way, target) = (way, target)
    while let place = way.firstRange(of: "%LINK") {
      way.replaceSubrange(place, with: "LINK")
      target = target.replacing("%", with: "%25").replacing("/", with: "%2F")
    }
    return way.replacing("LINK", with: target)
  }

  @Test(arguments: ways, ["/gift/s3cr3tword", "/reset/s3cr3tword"])
  func `a link that may not be followed is not in the file`(way: String, target: String) throws {
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    let link = Self.link(way, to: target)
    let outcome = session.open(link).outcome
    #expect(outcome?.isSuccess == false, "\(link)")
    // The vault has the private values; the possible secrets are nowhere.
    session.end()
    #expect(try !folder.holds("s3cr3tword"), "\(link)")
    let history = try History(path: path)
    #expect(try Verification(of: history).findings == [])
    #expect(try Rerun(of: history).divergences == [])
  }

  @Test(arguments: ways)
  func `an open link is followed, and stays in clear`(way: String) throws {
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    let link = Self.link(way, to: "/products/7")
    #expect(session.open(link).outcome == .shown, "\(link)")
    #expect(session.state.tree.visibleLeaf()?.kind == "product")
    session.end()
    let history = try History(path: path)
    var links: [String] = []
    try history.forEachEntry { entry in
      if let link = entry.link { links.append(link) }
    }
    #expect(!links.isEmpty && !links.contains { $0.contains("~") }, "\(links)")
    #expect(try Rerun(of: history).divergences == [])
  }

  @Test func `a route that is opened with a link by itself hides it likewise`() throws {
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    for text in ["/gift/s3cr3tword", "/out?url=/reset/s3cr3tword"] {
      session.open(.route("out", ["url": .string(text)]))
    }
    session.open(.route("to", ["u": "/gift/s3cr3tword"]))
    session.end()
    #expect(try !folder.holds("s3cr3tword"))
    #expect(try Rerun(of: History(path: path)).divergences == [])
  }

  @Test(arguments: [
    "/products/7?foo=/reset/s3cr3tword", "/products/7?foo=/out%3Furl=/reset/s3cr3tword",
    "/products/7?foo=https://shop.example/reset/s3cr3tword",
  ])
  func `a link with a secret in an undeclared item is not kept`(link: String) throws {
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    #expect(session.open(link).outcome == .shown)
    session.end()
    #expect(try !folder.holds("s3cr3tword"))
    #expect(try Rerun(of: History(path: path)).divergences == [])
  }

  @Test(arguments: [
    #"{"link": "/reset/s3cr3tword"}"#, #"["/out?url=/reset/s3cr3tword"]"#,
    #"{"mail": [{"ticket": "s3cr3tword"}]}"#,
  ])
  func `an undeclared list or object that may hold a secret is not kept`(
    json: String
  ) throws {
    let path = folder.file("journal.sqlite")
    let content = ParameterValue.structure(try #require(ParameterValue.Structure(json: json)))
    let session = RouteSession.launch(try table(), at: .file(path)) {
      $0.translate("mail") { _ in [.route("product", ["id": 7, "content": content])] }
    }
    session.open(.value(type: "mail", ["content": content]), from: .customValue)
    #expect(session.state.tree.visibleLeaf()?.kind == "product")
    session.end()
    #expect(try !folder.holds("s3cr3tword"))
    #expect(try Rerun(of: History(path: path)).divergences == [])
  }

  @Test func `nested links have a limit`() throws {
    let session = RouteSession.launch(try table(), at: .memory)
    let nested = String(repeating: "/out?url=", count: 900) + "/products/7"
    #expect(session.open(nested).outcome?.isSuccess == false)
  }

  @Test func `another process leaves no secret behind a redirect`() throws {
    #expect(try table().mayBringSecret("/out?url=/reset/s3cr3tword"))
    #expect(try table().mayBringSecret("/by?v=/out%3Furl=/reset/s3cr3tword"))
    #expect(try !table().mayBringSecret("/by?v=/products/7"))
  }

  @Test func `another process leaves no link that only the rewriter can read beside a secret`()
    throws
  {
    func table(_ secrecy: String) throws -> RouteTable {
      try RouteTable(
        json: Array(
          """
          { format: "route-table/1", tree: "main/stack[feed]",
            links: { hosts: ["shop.example"], rewriter: { name: "unwrap", hosts: ["sho.rt"] } },
            screens: { reset: { parameters: { ticket: "string" }, \(secrecy): ["ticket"] } },
            routes: [{ id: "reset", patterns: ["/reset/:ticket"],
                       destination: [{ push: "reset" }] }] }
          """.utf8))
    }
    #expect(try table("secret").mayBringSecret("https://sho.rt/s3cr3tword"))
    #expect(try !table("secret").mayBringSecret("https://shop.example/s3cr3tword"))
    #expect(try !table("private").mayBringSecret("https://sho.rt/s3cr3tword"))
  }

  @Test func `another process leaves no secret in a fragment that is read by its items`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { reset: { parameters: { ticket: "string" }, secret: ["ticket"] },
                     page: { parameters: { tab: "string?" } } },
          routes: [
            { id: "reset", patterns: ["/reset/:ticket"], destination: [{ push: "reset" }] },
            { id: "page", patterns: ["/page"], fragmentItems: true,
              destination: [{ push: "page" }] }] }
        """.utf8))
    #expect(table.mayBringSecret("/page#/reset/s3cr3tword"))
    #expect(table.mayBringSecret("/page#tab=first&/reset/s3cr3tword"))
    #expect(!table.mayBringSecret("/page#tab=first&second"))
  }
}
