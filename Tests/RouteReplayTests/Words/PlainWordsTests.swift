import Foundation
import RouteTestSupport
import Testing
import TextTerminal

@testable import RouteEngine
@testable import RouteStore

/// Lines that have to explain an event without a second command.
@MainActor
@Suite struct `A description` {
  private struct Product: ScreenKind { var id: Int }

  let place = Workplace()
  private let journal: TestJournal
  private static let site = "https://www.shop.of-a-long-name.example"

  init() throws {
    let table = try RouteTable(tree: Scenario.tree) {
      DeclaredScreen(Product.self)
      DeclaredScreen("login")
      Route("product", "/products/:id{/*}?", to: [.select("shop"), .push(Product.self)])
      Route("order", "/orders/:id", to: [.select("shop"), .push(Product.self)]).asks("signedIn")
      Route("login", "/login", to: [.present("login")])
    }
    journal = try TestJournal(table)
  }

  private func launch(_ device: String = "device") -> RouteSession {
    journal.launch {
      $0.device = device
      $0.answer("signedIn") { asked in
        guard asked.principal == nil else { return .allow }
        asked.open(.route("login", [:]))
        return .wait(condition: "signedIn")
      }
    }
  }

  @Test func `of an impossible fact: the fact, and the reason`() throws {
    let session = launch()
    session.report(.dismissed(nil))
    session.report(.popped(nil))
    session.end()
    try place.run("log", journal.path, "--outcome", "impossible").expect(
      says: "  dismissed: main (1) is not presented",
      "  back: feed (3) is the root of its stack")
  }

  @Test func `of links: the path, before scheme and host`() throws {
    let session = launch()
    for id in 1...3 { session.open("\(Self.site)/products/\(id)/of/the/season?colour=red") }
    session.open("/products/7")
    session.end()
    let (_, narrow) = try place.runOnTerminal(["--no-color", "log", journal.path])
    for id in 1...3 {
      #expect(narrow.contains("…/products/\(id)/"), "\(narrow)")
    }
    let (_, summary) = try place.runOnTerminal(["--no-color", journal.path])
    #expect(summary.contains("…/products/3/"), "\(summary)")
    let (_, wide) = try place.runOnTerminal(["--no-color", "log", journal.path], columns: 200)
    #expect(wide.contains("\(Self.site)/products/3/"), "\(wide)")
  }

  @Test func `of outcomes: each number with its own word`() throws {
    let (_, summary) = try Workplace().runOnTerminal(
      ["--no-color", GoldenStory.waiting.journal.path])
    let words = summary.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("1 stale, 2 superseded, 1 expired, 1 duplicate"), "\(summary)")
  }

  @Test func `of the last run: all of it`() throws {
    for _ in 1...4 { _ = launch("A3D41C52-8F6E-4C11-9D3A-5E2B7F90C1AA").open("/products/7") }
    let (_, summary) = try place.runOnTerminal(["--no-color", journal.path])
    let lines = summary.split(separator: "\r\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("last run") })
    let told = lines[first...].prefix { !$0.hasPrefix("outcomes") }.joined(separator: " ")
    #expect(told.contains("began with") && !told.dropFirst(40).contains("…"), "\(summary)")
    // A command is meant to be copied, so it is never cut.
    for line in lines where !line.hasPrefix("next ") {
      #expect(displayWidth(line) <= 80, "\(line)")
    }
  }

  @Test func `of a request: its condition, and the requests opened on its behalf`() throws {
    let session = launch()
    let order = try #require(session.open("/orders/3").request)
    let login = try #require(
      try journal.entries().first { $0.request?.options.onBehalfOf == order }?.requestID)
    session.end()
    let shown = try place.run("show", journal.path, "\(order)").expect(
      says: "ended    not yet, waits for signedIn"
    ).output
    let belonging = shown.components(separatedBy: "belongs to it").last ?? ""
    #expect(belonging.contains("route login"), "\(shown)")
    let opened = try place.run("show", journal.path, "\(login)").expect(
      says: "for      request \(order)"
    ).output
    let other = opened.components(separatedBy: "belongs to it").last ?? ""
    #expect(other.contains("/orders/3"), "\(opened)")
  }

  @Test func `of a report without an entry: none matches, and no page is written`() throws {
    let session = launch()
    session.open("/products/7")
    session.end()
    for part in [["--from", "500"], ["--from", "500", "--to", "600"]] {
      try place.run(["report", journal.path, "--out", "page.html"] + part).expect(
        1, notes: "no entry fits")
      #expect(place.bytes("page.html") == nil)
    }
    let some = try place.run("report", journal.path, "--out", "page.html", "--to", "500")
    #expect(some.status == 0 && place.bytes("page.html") != nil, "\(some)")
  }

  @Test func `of a journal in place of a route table: it is none`() throws {
    let session = launch()
    session.open("/products/7")
    session.end()
    for words in [["check", journal.path], ["what-if", journal.path, "--routes", journal.path]] {
      try place.run(words).expect(
        2, notes: "is an SQLite file", "'route-replay routes \(journal.path)'")
    }
    place.write("routes.json", Workplace.table)
    try place.run("check", "routes.json", "--aasa", journal.path).expect(
      2, notes: "is an SQLite file, where an association file belongs", notesLack: "'route-replay")
    try place.run("rerun", journal.path, "--accepted", journal.path).expect(
      2, notes: "where a file of accepted divergences belongs", notesLack: "'route-replay")
    place.write("huge", Data(count: 4 * 1024 * 1024 + 1))
    try place.run("check", "routes.json", "--aasa", "huge").expect(
      2, notes: "bytes of an association file")
  }
}
