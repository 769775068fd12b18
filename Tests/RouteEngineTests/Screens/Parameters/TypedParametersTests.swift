import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine

/// A link cannot bring a value that a typed property does not allow.
@MainActor @Suite struct TypedParametersTests {
  private enum Box: String, Codable, CaseIterable { case inbox, archive }
  private enum Level: Int, Codable, CaseIterable {
    case low = 1
    case high = 9
  }
  private struct Folder: ScreenKind {
    var box: Box
    var level: Level?
  }
  private struct Message: ScreenKind {
    var chat: Int
    var id: UUID
  }
  private struct Day: ScreenKind { var date: Date }
  private struct Volume: ScreenKind {
    var level: UInt8
    var shift: Int16?
  }

  private static func table(
    _ links: RouteLink.Rules = RouteLink.Rules()
  ) throws -> RouteTable {
    try RouteTable(tree: "main/stack[list]", links: links) {
      DeclaredScreen(Folder.self)
      DeclaredScreen(Message.self)
      DeclaredScreen(Day.self)
      DeclaredScreen(Volume.self)
      DeclaredScreen("trash")
      Route("folder", "/folders/:box{/:level}?", to: [.push(Folder.self)]).performs("sync")
      Route("message", "/c/:chat/m/:id", to: [.push(Message.self)])
      Route("day", "/days/:date", to: [.push(Day.self)])
      Route("volume", "/volume/:level{/:shift}?", to: [.push(Volume.self)])
    }
  }

  private static let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"

  @Test(arguments: [
    "/folders/bogus", "/folders/Inbox", "/folders/inbox/2", "/folders/inbox/low",
    "/c/7/m/notauuid", "/c/7/m/0f8fad5bd9cb469fa16570867728950e", "/days/tomorrow",
    "/days/2026-02-30", "/days/5", "/days/2026-11-23T25:00:00Z",
    "/volume/256", "/volume/-1", "/volume/7/32768", "/volume/7/-32769",
  ])
  func `a value that a property cannot have is not found`(link: String) throws {
    let journal = try TestJournal(Self.table())
    let session = journal.launch()
    #expect(session.open(link).outcome == .notFound, "\(link)")
    #expect(session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `a value that a property can have is the screen's`() throws {
    let journal = try TestJournal(Self.table())
    let session = journal.launch()
    func leaf<Screen: ScreenKind>(_ type: Screen.Type) throws -> Screen? {
      let leaf = try #require(session.state.tree.visibleLeaf())
      return try session.screen(leaf.id, as: type)
    }
    #expect(session.open("/folders/archive/9").outcome == .shown)
    #expect(try leaf(Folder.self) == Folder(box: .archive, level: .high))
    #expect(session.open("/c/7/m/\(Self.uuid)").outcome == .shown)
    let id = try #require(UUID(uuidString: Self.uuid))
    #expect(try leaf(Message.self) == Message(chat: 7, id: id))
    #expect(session.open(Message(chat: 7, id: id)).outcome == .alreadyShown)
    #expect(session.open("/days/2026-11-23T21:45:00.5%2B01:00").outcome == .shown)
    #expect(try leaf(Day.self) == Day(date: Date(timeIntervalSince1970: 1_795_466_700.5)))
    #expect(session.open("/days/2001-01-02").outcome == .shown)
    #expect(try leaf(Day.self) == Day(date: Date(timeIntervalSinceReferenceDate: 86_400)))
    #expect(session.open("/volume/255/-32768").outcome == .shown)
    #expect(try leaf(Volume.self) == Volume(level: 255, shift: -32_768))
    try journal.requireReplays(of: session)
  }

  @Test func `a wrong value in the query is left out, and the journal says so`() throws {
    let journal = try TestJournal(Self.table())
    let session = journal.launch()
    #expect(session.open("/folders/inbox?level=5").outcome == .shown)
    #expect(session.open("/volume/7?shift=40000").outcome == .shown)
    try journal.requireReplays(of: session)
    let entries = try journal.entries()
    #expect(entries.map(\.leftOut).filter { !$0.isEmpty } == [["level"], ["shift"]])
  }

  @Test func `a wrong value by hand, or where the route says so, ends as failed`() throws {
    let journal = try TestJournal(Self.table(RouteLink.Rules(unreadable: .fails)))
    let session = journal.launch()
    #expect(
      session.open("/folders/inbox?level=5").outcome
        == .failed(step: 1, reason: "folder needs level: 1 or 9, not \"5\""))
    #expect(
      session.open(.screen(kind: "folder", ["box": "bogus"]), from: .programmatic).outcome
        == .failed(step: 1, reason: "folder needs box: \"inbox\" or \"archive\", not \"bogus\""))
    try journal.requireReplays(of: session)
  }

  @Test func `the way back writes what is read as the same`() throws {
    let table = try Self.table()
    let id = try #require(UUID(uuidString: Self.uuid))
    #expect(try table.link(to: Message(chat: 7, id: id)).text == "/c/7/m/\(Self.uuid.uppercased())")
    #expect(try table.link(to: Folder(box: .inbox, level: .high)).text == "/folders/inbox/9")
    for (seconds, text) in [
      (0, "2001-01-01"), (-86_400, "2000-12-31"), (0.5, "2001-01-01T00:00:00.5Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"), (5_443_200, "2001-03-05"),
      (252_374_399, "2008-12-30T23:59:59Z"), (-63_113_904_000, "0001-01-01"),
    ] {
      let day = Day(date: Date(timeIntervalSinceReferenceDate: seconds))
      #expect(try table.link(to: day).text == "/days/\(text)")
    }
    #expect(throws: LinkingError.self) {
      try table.link(to: Day(date: Date(timeIntervalSinceReferenceDate: 1e15)))
    }
  }

  @Test func `a file says the same, with one canonical form and digest`() throws {
    let file = """
      { format: "route-table/1", tree: "main/stack[list]",
        screens: {
          folder: { parameters: { box: ["inbox", "archive"], level: [1, 9, null] } },
          message: { parameters: { chat: "int", id: "uuid" } },
          day: { parameters: { date: "date" } }, trash: {},
          volume: { parameters: { level: "0...255", shift: "-32768...32767?" } },
        },
        routes: [
          { id: "folder", patterns: ["/folders/:box{/:level}?"], destination: [{ push: "folder" }],
            actions: [{ perform: "sync" }] },
          { id: "message", patterns: ["/c/:chat/m/:id"], destination: [{ push: "message" }] },
          { id: "day", patterns: ["/days/:date"], destination: [{ push: "day" }] },
          { id: "volume", patterns: ["/volume/:level{/:shift}?"],
            destination: [{ push: "volume" }] },
        ] }
      """
    try requireSame(Self.table(), as: file)
  }

  @Test(arguments: [
    (#"[]"#, "expected cases that are all texts or all whole numbers, each once"),
    (#"["a", "a"]"#, "expected cases that are all texts or all whole numbers, each once"),
    (#"["a", 1]"#, "expected cases that are all texts or all whole numbers, each once"),
    (#"7"#, "expected a type or an array of cases, not an integer"),
    (
      #""uid""#,
      "expected int, double, bool, string, uuid, date, json, bounds such as 0...255 or a list "
        + "such as [int], perhaps with \"?\", or an array of cases"
    ),
  ])
  func `a schema that is none is refused`(schema: String, message: String) throws {
    let file = """
      { format: "route-table/1", tree: "main", screens: { a: { parameters: { x: \(schema) } } } }
      """
    #expect(mistakes { try RouteTable(text: file) } == ["screens.a.parameters.x: \(message)"])
  }

  private struct Sizes: ScreenKind { var all: [String] }

  @Test func `a list of elements that no file can write is refused`() {
    let elements: [ParameterType] = [.oneOf(["s", "m"]), .json, .list(of: .int, by: .item)]
    for element in elements {
      for separator in [ParameterSchema.ListSeparator.item, .comma] {
        let type = ParameterType.list(of: element, by: separator)
        let schema = ParameterSchema([ParameterSchema.Entry(name: "all", type: type)])
        #expect(
          mistakes {
            try RouteTable(tree: "main/stack[list]") {
              DeclaredScreen(Sizes.self, parameters: schema)
            }
          } == [
            "screens.sizes.parameters.all: a list has elements of type int, double, bool, string, "
              + "uuid or date, or within bounds such as 0...255; take string, or json for a list "
              + "that no link brings"
          ])
      }
    }
  }

  private enum Closed: String, Codable { case one }
  private struct Needing: ScreenKind { var which: Closed }
  private struct Fixed: ScreenKind {
    var id: Int
    var format = 2

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }
  }

  @Test func `a property whose type cannot be determined is refused by name`() {
    #expect(throws: ParameterCodingError.undetermined(name: "which")) {
      try ParameterSchema(of: Needing.self)
    }
    #expect(throws: ParameterCodingError.unread(name: "format")) {
      try ParameterSchema(of: Fixed.self)
    }
  }

  private struct Closet: ScreenKind {
    var which: Closed
    var id: Int
  }

  @Test func `names of a kind whose parameters cannot be found out are no mistakes`() {
    let found = mistakes {
      try RouteTable(tree: "main/stack[closet(id: 1)]") {
        DeclaredScreen(Closet.self).defaulting("id", to: 1).performs("track", with: ["id": ":id"])
        Route(
          "closet", "/closets/:id",
          to: [.push(Closet.self, find: .parameters(["id"]), with: ["id": 7])])
      }
    }
    let problem = ParameterCodingError.undetermined(name: "which")
    #expect(found == ["screens.closet.parameters: \(problem)"])
  }

  private struct Search: ScreenKind {
    var text: String
    var sort = "new"
  }

  @Test func `a property's default is refused by name`() throws {
    let table = try RouteTable(tree: "main/stack[list]") {
      DeclaredScreen(Search.self)
      Route("search", "/search/:text", to: [.push(Search.self)])
      Route("newest", "/newest/:text", to: [.push(Search.self, with: ["sort": "new"])])
    }
    #expect(table.warnings.map(\.route) == ["search"])
    #expect(table.warnings.allSatisfy { $0.message.hasPrefix("search needs sort") })
    let session = try TestJournal(table).launch()
    #expect(
      session.open("/search/tea").outcome == .failed(step: 1, reason: "search needs sort: string"))
    #expect(session.open("/newest/tea").outcome == .shown)
  }
}
