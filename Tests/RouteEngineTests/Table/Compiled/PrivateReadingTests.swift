import Foundation
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// A link that could match a private route in any reading is never written in clear.
@MainActor @Suite struct PrivateReadingTests {
  private struct Gift: ScreenKind { var code: String }
  private struct Ticket: ScreenKind {
    var event: String
    var seat: String
  }
  private struct Page: ScreenKind { var name: String }

  private func table(openPages: Bool) throws -> RouteTable {
    try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Gift.self, private: \.code)
      DeclaredScreen(Ticket.self, private: \.seat)
      DeclaredScreen(Page.self)
      Route("gift", "/gift/:code", to: [.push(Gift.self)])
      Route("ticket", "/e/:event/seat/:seat", to: [.push(Ticket.self)])
      if openPages { Route("page", "/:name", to: [.push(Page.self)]) }
    }
  }

  /// Everything outside the vault: a report copy, and the texts given to the host.
  private func leaks(
    _ canaries: [String], _ session: RouteSession, _ journal: TestJournal, _ words: [String]
  ) throws -> [String] {
    let copy = journal.file("report.sqlite")
    try session.writeReportCopy(to: copy)
    var text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: copy)), as: UTF8.self)
    text += words.joined(separator: "\n") + session.notation
    let small = text.lowercased()
    return canaries.filter { small.contains($0.lowercased()) }
  }

  @Test(arguments: [false, true])
  func `an encoded separator before a capture hides what follows`(openPages: Bool) throws {
    let journal = try TestJournal(table(openPages: openPages))
    let session = journal.launch()
    let links = [
      "/gift%2FCANARY0X", "/gift%2fCANARY1X", "/gift%252FCANARY2X", "/gift%5CCANARY3X",
      "https://shop.example/gift%2FCANARY4X", "shop://gift%2FCANARY5X", "shop:gift%2FCANARY6X",
      "/gift%3FCANARY7X", "/e/7%2Fseat%2FCANARY8X", "/e%2F7%2Fseat/CANARY9X",
      "/%67ift%2FCANARY10X", "/GIFT%252f%2fCANARY11X", "/gift;CANARY12X", "https://gift/CANARY13X",
      "/e//seat/CANARY14X", "shop://gift:7/CANARY15X", "/x/%2e%2e%2Fgift%2FCANARY16X",
      "/a%2Fgift/CANARY17X", "/gift%00CANARY18X", "/gift%20/CANARY19X", "/gift%23CANARY20X",
      "//gift/CANARY21X", "/e/7%2F8/seat/CANARY22X", "https://shop.example;gift;CANARY23X/more",
    ]
    var words: [String] = []
    for link in links { words.append("\(session.open(link).outcome.map(\.description) ?? "")") }
    let canaries = links.indices.map { "CANARY\($0)X" }
    #expect(try leaks(canaries, session, journal, words) == [])
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    "https://shop.example;gift;CANARY0X/more", "http://gift+/CANARY0X", "shop://x;gift;CANARY0X",
  ])
  func `the token of a link that is private from its host on stays whole`(link: String) throws {
    let journal = try TestJournal(table(openPages: true))
    let session = journal.launch()
    #expect(session.open(link).outcome == .notFound)
    let target = try #require(try journal.entries().compactMap(\.request?.target).first)
    guard case .link(let hidden) = target else { throw Unexpected() }
    #expect(hidden.hidesPath && hidden.hostRange == nil, "\(hidden.text)")
    #expect(try leaks(["CANARY0X"], session, journal, []) == [])
    try journal.requireReplays(of: session)
  }

  private struct Unexpected: Error {}

  private struct Account: ScreenKind { var number: Int }
  private struct Mail: ScreenKind { var address: String }

  @Test func `a hidden text goes to its own route beside one of another type`() throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Account.self, private: \.number)
      DeclaredScreen(Mail.self, private: \.address)
      DeclaredScreen(Page.self)
      DeclaredScreen(Gift.self, private: \.code)
      Route("account", "/account/:number", to: [.push(Account.self)])
      Route("page", "/account/:name", to: [.push(Page.self)])
      Route("user", "/u/:number", to: [.push(Account.self)])
      Route("mail", "/u/:address", to: [.push(Mail.self)])
      Route("gift", "/gift/:code", to: [.push(Gift.self)])
      Route("words", "/gift/:name([a-z]+)", to: [.push(Page.self)])
    }
    let journal = try TestJournal(table)
    let session = journal.launch()
    func open(_ link: String) -> (kind: String?, parameters: Parameters) {
      session.open(link)
      let leaf = session.state.tree.visibleLeaf()
      return (leaf?.kind, session.revealed(leaf?.parameters ?? [:]))
    }
    #expect(open("/account/CANARY0X") == ("page", ["name": "CANARY0X"]))
    #expect(open("/account/77") == ("account", ["number": 77]))
    #expect(open("/u/CANARY1X") == ("mail", ["address": "CANARY1X"]))
    #expect(open("/u/77") == ("account", ["number": 77]))
    #expect(open("/gift/CANARY2X") == ("gift", ["code": "CANARY2X"]))
    #expect(open("/gift/words") == ("page", ["name": "words"]), "an expression says what is meant")
    #expect(try leaks((0...2).map { "CANARY\($0)X" }, session, journal, []) == [])
    try journal.requireReplays(of: session)
    let again = try journal.entries().compactMap(\.request?.target)
    #expect(again.contains { $0.summary.hasPrefix("/account/~~") })
  }

  @Test(arguments: [
    "/GIFT/CANARY0X", "/en/gift/CANARY0X", "/gift/7/CANARY0X", "/gift/CANARY0X/7",
    "/gift%E2%88%95CANARY0X", "/gift%EF%BC%8FCANARY0X", "/gift%C0%AFCANARY0X",
    "/E/7/Seat/CANARY0X", "/gift%E2%80%8B/CANARY0X",
  ])
  func `a link that a route takes as written and resembles one is hidden`(link: String) throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Gift.self, private: \.code)
      DeclaredScreen(Ticket.self, private: \.seat)
      DeclaredScreen(Page.self)
      Route("gift", "/gift/:code", to: [.push(Gift.self)])
      Route("ticket", "/e/:event/seat/:seat", to: [.push(Ticket.self)])
      Route("cards", "/gift/cards/:name", to: [.push(Page.self)])
      Route("page", "/:name", "/:first/:name", "/:first/:second/:name", to: [.push(Page.self)])
      Route("long", "/:first/:second/:third/:name", to: [.push(Page.self)])
    }
    let journal = try TestJournal(table)
    let session = journal.launch()
    session.open(link)
    #expect(session.state.tree.visibleLeaf()?.kind == "page" || link.contains("%"))
    session.open("/gift/cards/birthday")
    #expect(session.notation.contains("birthday"), "a literal says what is meant")
    #expect(try leaks(["CANARY0X"], session, journal, []) == [])
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    "/gift/", "/e/7/seat/", "/" + String(repeating: "e/", count: 50) + "gift/",
    "/" + String(repeating: "seat/", count: 40) + "e/7/seat/",
    "/e/" + String(repeating: "7/", count: 50) + "seat/",
  ])
  func `a link of many words is private from its first private word on`(before: String) throws {
    let link = try RouteLink(before + "CODE/more/seat/and/gift/more")
    let parts = try table(openPages: false).privateParts(of: link)
    #expect(parts.stray == before.utf8.count..<link.pathRange.upperBound)
  }

  @Test func `a link of many words is not compared with each route at each word`() throws {
    // These routes share two words, and links below repeat all words of routes.
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Gift.self, private: \.code)
      for shop in 0..<1_000 {
        Route("shop\(shop)", "/api/s\(shop)/gift/:code", to: [.push(Gift.self)])
      }
    }
    let shops = (0..<800).map { "s\($0)/" }.joined()
    for path in [String(repeating: "api/", count: 2_000), shops + "api/gift/" + shops] {
      let link = try RouteLink("/" + path)
      #expect(table.privateParts(of: link).stray == nil)
      let longer = try RouteLink("/\(path)api/s7/gift/CODE", maximumLength: 9_000)
      #expect(table.privateParts(of: longer).stray?.lowerBound == longer.bytes.count - 4)
    }
  }
}
