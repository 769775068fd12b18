import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import RouteTesting
import Testing

/// A value that is not declared open is never in the journal, in whatever way it came.
@MainActor
struct HiddenValuesTests {
  private let folder = TemporaryFolder()

  private func table() throws -> RouteTable {
    let token: ParameterSchema = ["token": .string]
    let pin: ParameterSchema = ["pin": .int]
    return try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        screens: [
          ScreenDeclaration("reset", schema: token, privateNames: ["token"]),
          ScreenDeclaration("pin", schema: pin, privateNames: ["pin"]),
        ],
        routes: [
          Route("reset", "/reset/:token", to: [.push("reset")]),
          Route("pin", "/pin/:pin", to: [.push("pin")]),
          Route(
            "forms", "/share-:token", "/mail/:box/:token", "/files/:token+", to: [.push("reset")]),
        ]))
  }

  @Test(arguments: [
    "/reset/s3cr3tword", "/reset/s3cr3tword/", "/pin/s3cr3tword", "/nowhere?word=s3cr3tword",
    "/nowhere?s3cr3tword@x.example=1", "/nowhere#s3cr3tword", "https://s3cr3tword@x.example/a",
    "/Reset/s3cr3tword", "/reset/s3cr3tword/more", "/reset/more/s3cr3tword", "/reset//s3cr3tword",
    "/%72eset/s3cr3tword", "/en/reset/s3cr3tword", "https://x.example/app/RESET/s3cr3tword/",
    "app://reset/s3cr3tword", "/share-s3cr3tword/more", "/SHARE-s3cr3tword", "/pin/s3cr3tword/x",
    "/mail/inbox/s3cr3tword/", "/Mail/in/out/s3cr3tword", "/files/1/s3cr3tword/",
    "/FILES/s3cr3tword",
  ])
  func `a link's private parts are not in the file`(link: String) throws {
    try expectHidden("s3cr3tword") { $0.open(link) }
  }

  @Test func `a path that fits no route stays readable up to where one would be private`() throws {
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    let links = [
      "/catalogue/summer/7", "/Reset/s3cr3tword", "https://x.example/reset", "/reset/a/b",
      "/en/mail/in/a/b",
    ]
    for link in links { #expect(session.open(link).outcome == .notFound, "\(link)") }
    let history = try History(path: path)
    let read = try self.links(in: history).map { $0.prefix { $0 != "~" } }
    #expect(
      read == [
        "/catalogue/summer/7", "/Reset/", "https://x.example/reset", "/reset/", "/en/mail/in/",
      ])
    #expect(try Rerun(of: history).divergences == [])
  }

  /// The links of all entries.
  private func links(in history: History) throws -> [String] {
    var links: [String] = []
    try history.forEachEntry { entry in
      if let link = entry.link { links.append(link) }
    }
    return links
  }

  /// A table whose private first segment may be the host of a link.
  private func doorTable() throws -> RouteTable {
    var definition = RouteTableDefinition(
      tree: "main/stack[feed]",
      screens: [
        ScreenDeclaration("reset", schema: ["token": .string], privateNames: ["token"])
      ],
      routes: [
        Route("door", "/:token/door", to: [.push("reset")]),
        Route("hall", "/x-:token/hall", to: [.push("reset")]),
      ])
    definition.links = RouteLink.Rules(schemes: ["shop"], schemeHost: .segment)
    return try RouteTable(definition)
  }

  @Test(arguments: [
    "shop://s3cr3tword/door", "shop://s3cr3tword/door?x=1", "shop:/s3cr3tword/door",
    "shop://%733cr3tword/door",
  ])
  func `a private first segment in the place of a host is kept and found`(link: String) throws {
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try doorTable(), at: .file(path))
    #expect(session.open(link).outcome == .shown)
    let screen = try #require(session.state.tree.visibleLeaf())
    #expect(session.revealed(screen.parameters) == ["token": "s3cr3tword"])
    let copy = folder.file("copy.sqlite")
    try session.writeReportCopy(to: copy)
    session.end()
    let history = try History(path: copy)
    let links = try links(in: history)
    #expect(links.count == 1 && !links[0].contains("s3cr3tword"), "\(links)")
    #expect(try Rerun(of: history).divergences == [])
  }

  @Test(arguments: ["shop://caf%C3%A9/door", "shop:/caf%C3%A9/door", "shop://caf%c3%a9/door"])
  func `a private first segment beyond ASCII is found where it stands as host`(
    link: String
  ) throws {
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try doorTable(), at: .file(path))
    #expect(session.open(link).outcome == .shown)
    let screen = try #require(session.state.tree.visibleLeaf())
    #expect(session.revealed(screen.parameters) == ["token": "café"])
    session.end()
    let history = try History(path: path)
    let links = try links(in: history)
    #expect(links.count == 1 && !links[0].contains("caf"), "\(links)")
    #expect(try Rerun(of: history).divergences == [])
  }

  @Test(arguments: [
    ("s3cr3t%2Fword/door", "s3cr3t/word"), ("s3cr3t%20word/door", "s3cr3t word"),
    ("s3cr3t=/door", "s3cr3t="), ("x-s3cr3t%20word/hall", "s3cr3t word"),
  ])
  func `a private first segment of several words is found where it stands as host`(
    path: String, token: String
  ) throws {
    let file = folder.file("journal.sqlite")
    let session = RouteSession.launch(try doorTable(), at: .file(file))
    for start in ["shop:/", "shop://"] {
      #expect(session.open(start + path).outcome?.isSuccess == true, "\(start)\(path)")
      let screen = try #require(session.state.tree.visibleLeaf())
      #expect(session.revealed(screen.parameters) == ["token": .string(token)])
    }
    session.end()
    let history = try History(path: file)
    try history.forEachEntry { #expect($0.link?.contains("s3cr3t") != true) }
    #expect(try Rerun(of: history).divergences == [])
  }

  @Test(arguments: ["/:a-:token/door", "/x-:token/door", "/:token.x/door"])
  func `parts of a segment in the place of a host are hidden separately`(pattern: String) throws {
    let names = pattern.contains(":a") ? ["a", "token"] : ["token"]
    let schema = ParameterSchema(
      names.map { ParameterSchema.Entry(name: $0, type: .string, isOptional: false) })
    var definition = RouteTableDefinition(
      tree: "main/stack[feed]",
      screens: [ScreenDeclaration("reset", schema: schema, privateNames: names)],
      routes: [Route("door", patterns: [pattern], destination: Destination([.push("reset")]))])
    definition.links = RouteLink.Rules(schemes: ["shop"], schemeHost: .segment)
    let text = pattern.replacing(":a", with: "s3cr3tann").replacing(":token", with: "s3cr3tword")
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try RouteTable(definition), at: .file(path))
    session.open("shop:/" + text)
    let copy = folder.file("copy.sqlite")
    try session.writeReportCopy(to: copy)
    session.end()
    let links = try links(in: History(path: copy))
    #expect(links.count == 1 && !links[0].contains("s3cr3t"), "\(links)")
    #expect(links.first?.count { $0 == "~" } == names.count, "\(links)")
  }

  /// Tokens are random, so one link proves nothing.
  @Test(arguments: [
    "/x/:a-:token", "/x/:token{-:a}?", "/x/{:a}_:token", "/x/:a.:token", "/x/~:token",
    "/x/{:token}end", "/x/:token/:a",
  ])
  func `private values beside another come back as they were`(pattern: String) throws {
    let names = ["a", "token"].filter { pattern.contains(":\($0)") }
    let schema = ParameterSchema(
      names.map { ParameterSchema.Entry(name: $0, type: .string, isOptional: false) })
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        screens: [ScreenDeclaration("reset", schema: schema, privateNames: names)],
        routes: [Route("door", patterns: [pattern], destination: Destination([.push("reset")]))]))
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(table, at: .file(path))
    for number in 1...40 {
      let link = pattern.filter { !"{}?".contains($0) }
        .replacing(":a", with: "ann\(number)").replacing(":token", with: "word\(number)")
      #expect(session.open(link).outcome == .shown, "\(link)")
      let screen = try #require(session.state.tree.visibleLeaf())
      var expected: Parameters = ["token": .string("word\(number)")]
      if names.contains("a") { expected["a"] = .string("ann\(number)") }
      #expect(session.revealed(screen.parameters) == expected, "\(link)")
    }
    session.end()
    let history = try History(path: path)
    #expect(try Rerun(of: history).divergences == [])
    #expect(try Verification(of: history).findings == [])
  }

  /// The mark after a token says what kind of value it replaces.
  @Test(arguments: [
    "/x/:token~:a", "/x/:a~:token", "/x/{:token~}?", "/x/:token{~x}?", "/x/:token{-x}?~y",
    "/x{~:token}+",
  ])
  func `no tilde follows a private value`(pattern: String) throws {
    try expectRefused(
      pattern,
      "is private, so \"~\" cannot follow it: a token replaces the value, and \"~\" behind a token "
        + "marks its kind")
  }

  @Test(arguments: [
    "/x/:token:a", "/x/{:token}and:a", "/x/:token{s}?", "/x/:token{-}?:a", "/x/:token*{:a}",
    "/x/*{:token}", "/x/:a(.+):token", #"/x/:token:b(\.?j)?"#, "/x/:token:b(~j)",
  ])
  func `a separator keeps a private value apart from other captures`(pattern: String) throws {
    try expectRefused(
      pattern,
      "is private, so punctuation must separate it from captures and optional parts: a token of "
        + "letters and digits replaces the value")
  }

  @Test func `a separator at the beginning of an expression keeps a private value apart`() throws {
    let schema = ParameterSchema([ParameterSchema.Entry(name: "token", type: .string)])
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        screens: [ScreenDeclaration("reset", schema: schema, privateNames: ["token"])],
        routes: [
          Route(
            "door", patterns: [#"/x/:token:format(\.json)?"#],
            destination: Destination([.push("reset")]))
        ]))
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(table, at: .file(path))
    for (link, word) in [("/x/one.json", "one"), ("/x/two", "two"), ("/x/a.json.json", "a.json")] {
      #expect(session.open(link).outcome == .shown, "\(link)")
      let screen = try #require(session.state.tree.visibleLeaf())
      #expect(session.revealed(screen.parameters) == ["token": .string(word)], "\(link)")
    }
    session.end()
    #expect(try Rerun(of: History(path: path)).divergences == [])
  }

  private func expectRefused(_ pattern: String, _ message: String) throws {
    let names = ["a", "token"].filter { pattern.contains(":\($0)") }
    let schema = ParameterSchema(
      names.map { ParameterSchema.Entry(name: $0, type: .string, isOptional: false) })
    let definition = RouteTableDefinition(
      tree: "main/stack[feed]",
      screens: [ScreenDeclaration("reset", schema: schema, privateNames: names)],
      routes: [Route("door", patterns: [pattern], destination: Destination([.push("reset")]))])
    let mistakes = #expect(throws: RouteTableMistakes.self) { try RouteTable(definition) }
    #expect(
      mistakes?.mistakes.map(\.message).contains { $0.hasSuffix(message) } == true, "\(pattern)")
    let open = RouteTableDefinition(
      tree: definition.tree, screens: [ScreenDeclaration("reset", schema: schema)],
      routes: definition.routes)
    #expect(throws: Never.self) { try RouteTable(open) }
  }

  @Test func `a private value may be removed with a root that is not restored`() throws {
    let table = try RouteTable(tree: "main/tabs[home/stack[feed] shop/stack[catalog]]") {
      DeclaredScreen("main", container: .tabs)
      DeclaredScreen("home", container: .stack)
      DeclaredScreen("shop", container: .stack)
      DeclaredScreen("feed")
      DeclaredScreen("catalog")
      DeclaredScreen(Note.self, private: \.text)
      DeclaredScreen("pay").withoutRestoration()
      Route("note", "/notes/:text", to: [.select("home"), .push(Note.self)])
      Route("pay", "/pay", to: [.select("shop"), .pushAsRoot("pay")])
    }
    try Scenario(table).run(
      """
      open: /notes/confidential -> shown
      open: /pay -> shown
      relaunch
      tree: main/tabs[home*[feed] shop[catalog]]
      """)
  }

  private struct Note: ScreenKind { var text: String }

  @Test func `values of undeclared screens, routes and types are not in the file`() throws {
    let secret = ParameterValue.string("s3cr3tword")
    try expectHidden("s3cr3tword") { session in
      session.open(.screen(kind: "unheardOf", ["word": secret]), from: .programmatic)
      session.open(.route("unheardOf", ["word": secret]), from: .programmatic)
      session.open(.route("reset", ["token": secret, "other": secret]), from: .programmatic)
      session.open(.value(type: "contact", ["word": secret]), from: .customValue)
    }
    try expectHidden("491701234567") { session in
      session.open(.value(type: "contact", ["phone": .int(491_701_234_567)]), from: .customValue)
    }
  }

  @Test func `the target of an interceptor's redirect is not in the file`() throws {
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        routes: [Route("gate", "/gate", to: [.select("feed")]).asks("gate")]))
    let session = RouteSession.launch(table, at: .file(folder.file("journal.sqlite"))) {
      $0.answer("gate") { _ in
        (try? RouteLink("/login?next=s3cr3tword")).map { .redirect(.link($0)) } ?? .allow
      }
    }
    session.openAll("/gate", "/other?word=another")
    #expect(session.health == .recording)
    try scan(session, folder, for: "s3cr3tword")
  }

  @Test func `the text of an error that a screen or a step throws is not in the file`() throws {
    try expectHidden("s3cr3tword") { $0.open(Refusing()) }
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        routes: [
          Route("edit", "/edit", to: [.run("edit")])
        ]))
    let session = RouteSession.launch(table, at: .file(folder.file("journal.sqlite"))) {
      $0.step("edit") { _, _ in throw Refusal(said: "s3cr3tword") }
    }
    #expect(session.open("/edit").outcome?.isSuccess == false)
    try scan(session, folder, for: "s3cr3tword")
  }

  @Test(arguments: ["private", "secret"])
  func `an adapter's values are hidden for the screens in its own one`(
    secrecy: String
  ) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { box: { container: "stack", parameters: { id: "string" } },
                     reset: { parameters: { token: "string" }, \(secrecy): ["token"] } },
          routes: [{ id: "box", patterns: ["/box"],
                     destination: [{ present: "box", adapt: "fill",
                                     holding: 'reset(token: ":id")' }] }] }
        """.utf8))
    let session = RouteSession.launch(table, at: .file(folder.file("journal.sqlite"))) {
      $0.adapt("fill") { _ in ["id": "s3cr3tword"] }
    }
    #expect(session.open("/box").outcome == .shown)
    let reset = try #require(session.state.tree.visibleLeaf())
    #expect(session.revealed(reset.parameters) == ["token": "s3cr3tword"])
    try scan(session, folder, for: "s3cr3tword")
    session.end()
    #expect(try folder.holds("s3cr3tword") == (secrecy == "private"))
  }

  @Test func `the same id is the same delivery, with any person signed in`() throws {
    let session = RouteSession.launch(try table(), at: .memory)
    let first = session.open("/reset/s3cr3tword?x=1", source: "push-1")
    session.signIn(as: "anna")
    let second = session.open("/reset/s3cr3tword?x=1", source: "push-1")
    #expect(first.outcome == .shown)
    #expect(second.outcome == first.request.map { .duplicate(of: $0) })
    let other = session.open("/reset/another?x=1", source: "push-1")
    #expect(other.outcome?.isSuccess == false)
    #expect(other.outcome != second.outcome)
  }

  private func expectHidden(_ secret: String, _ act: (RouteSession) -> Void) throws {
    let folder = TemporaryFolder()
    let session = RouteSession.launch(try table(), at: .file(folder.file("journal.sqlite")))
    act(session)
    #expect(session.health == .recording)
    try scan(session, folder, for: secret)
  }

  private func scan(_ session: RouteSession, _ folder: TemporaryFolder, for secret: String) throws {
    let copy = try session.writeReportCopy(to: folder.file("copy.sqlite"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)).range(of: Data(secret.utf8)) == nil)
  }
}

private struct Refusal: Error {
  let said: String
}

private struct Refusing: ScreenKind {
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { throw Refusal(said: "s3cr3tword") }
}
