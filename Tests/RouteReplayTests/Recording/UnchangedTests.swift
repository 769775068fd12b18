import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Requests that the user of `what-if` does not change do not differ, whatever else is changed.
@Suite @MainActor struct `Requests without edits` {
  let place = Workplace()
  let journal: TestJournal

  private static let table = """
    {
      format: "route-table/1",
      tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
      screens: {
        product: { parameters: { id: "int" } }, order: { parameters: { id: "int" } },
        note: { parameters: { text: "string" }, private: ["text"] },
      },
      routes: [
        { id: "product", patterns: ["/products/:id"],
          destination: [{ select: "shop" }, { push: "product" }] },
        { id: "order", patterns: ["/orders/:id"], interceptors: ["signedIn"],
          destination: [{ select: "home" }, { push: "order" }] },
        { id: "note", patterns: ["/notes/:text"],
          destination: [{ select: "home" }, { push: "note" }] },
        { id: "memo", patterns: ["/memos/:text"],
          destination: [{ select: "home" }, { push: "note" }] },
        { id: "remind", patterns: ["/remind/:id"],
          destination: [{ select: "shop" }, { push: "product" }],
          actions: [{ perform: "remind", key: "k", when: "ready" }] },
        { id: "again", patterns: ["/again/:id"],
          destination: [{ select: "shop" }, { push: "product" }],
          actions: [{ perform: "remind", key: "k", when: "ready" }] },
      ],
    }
    """

  init() throws {
    journal = try TestJournal(RouteTable(json: Array(Self.table.utf8)))
    place.write("routes.json", Self.table)
  }

  private func launch() -> RouteSession {
    journal.launch {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.perform("remind") { _ in .done }
    }
  }

  private func run(_ words: String...) throws -> Workplace.Result { try place.run(words) }

  @Test func `a late duplicate of a private value stays one, with any person signed in`() throws {
    let session = launch()
    session.open("/notes/mine", from: .notificationResponse, source: "n1")
    session.signIn(as: "user-1")
    session.open("/notes/mine", from: .notificationResponse, source: "n1")
    session.open("/notes/other", from: .notificationResponse, source: "n1")
    session.end()
    try run("rerun", journal.path).expect(0)
    let result = try run("what-if", journal.path, "--routes", "routes.json", "--out", "n.journal")
      .expect(0)
    #expect(result.lines.first == "identical: 3 requests run again in 1 session")
    let log = try run("log", "n.journal", "--outcome", "duplicate", "-o", "jsonl").lines
    #expect(log.count == 1, "\(log)")
  }

  @Test func `work whose handler ran is done in the run too, so minimize sees the rest`() throws {
    let session = launch()
    session.openAll("/products/2", "/remind/1")
    session.ready()
    session.open("/again/1")
    session.end()
    let other = Self.table.split(separator: "\n", omittingEmptySubsequences: false)
    let place = place.folder.appending(path: "next.json")
    var lines = other.map(String.init)
    let last = try #require(lines.lastIndex { $0.contains("key: \"k\"") })
    lines[last] = lines[last].replacing("key: \"k\"", with: "key: \"j\"")
    try lines.joined(separator: "\n").write(to: place, atomically: true, encoding: .utf8)
    try run("what-if", journal.path, "--routes", "next.json").expect(1, says: "remind key j")
    try run(
      "minimize", journal.path, "--routes", "next.json", "--until", "diverges", "--out", "s.journal"
    ).expect(0, begins: "found: 1 request is enough, of 3")
    try run("what-if", "s.journal", "--routes", "next.json").expect(1)
    try run("verify", "s.journal").expect(0)
  }

  @Test func `a superseded action is described in words`() throws {
    let session = launch()
    session.openAll("/remind/1", "/again/1")
    session.end()
    place.write(
      "next.json",
      Self.table.replacing("key: \"k\", when", with: "key: \"k\", sameKey: \"append\", when"))
    try run("what-if", journal.path, "--routes", "next.json").expect(
      says: "1 action of the same key gives way", "no action of the same key gives way")
  }

  @Test func `a request that waits or was given up has the route with the interceptor`() throws {
    let session = launch()
    session.open("/orders/7")
    session.giveUp("signedIn", reason: "closed")
    session.open("/orders/8")
    session.end()
    let routes = try run(
      "sql", journal.path, "SELECT route FROM v_request ORDER BY request_sequence", "-o", "jsonl")
    #expect(routes.lines == [#"{"route":"order"}"#, #"{"route":"order"}"#])
    let dropped = try run("what-if", journal.path, "--drop", "route=order").expect(
      says: "waiting, route order")
    #expect(dropped.status == 1 && dropped.lines.first?.contains("2 dropped") == true, "\(dropped)")
    place.write("links.txt", "/products/1\n")
    _ = try run("record", "--journal", "b.journal", "--routes", "routes.json", "links.txt")
    try run("diff", journal.path, "b.journal").expect(
      says: "no outcome yet, route order version 1", lacks: "no route")
  }

  @Test func `facts about screens apply to the same screens under other ids`() throws {
    let session = launch()
    for number in 1...3 { session.open("/products/\(number)") }
    session.ready()
    let shown = try #require(session.state.tree.visibleLeaf()?.id)
    session.report(.dismissed(shown))
    session.openAll("/orders/5", "/products/4")
    session.report(.popped(session.state.tree.visibleLeaf()?.id))
    session.signal("signedIn", principal: "user-1")
    session.end()
    let dropped = try run("what-if", journal.path, "--drop", "link=/products/1")
    let words = dropped.output
    #expect(!words.contains("ready") && !words.contains("end otherwise"), "\(dropped)")
    #expect(!words.contains("ends otherwise") && words.contains("1 dropped"), "\(dropped)")
  }

  @Test func `a report of the display applies to the same screens under other ids`() throws {
    let session = launch()
    session.openAll("/notes/mine", "/products/1", "/products/2")
    session.display.renderFailed(reason: "a view was missing")
    let shop = try #require(session.state.tree.subtrees.first?.root.children.last)
    session.display.reconcile(with: DisplayedScreens(part: shop))
    session.end()
    let dropped = try run("what-if", journal.path, "--drop", "route=note", "--out", "a.journal")
    dropped.expect(1, says: "1 dropped", lacks: "otherwise", "left out")
    try place.expectSound("a.journal")
    // A screen that never appears cannot fail to be shown.
    let refused = try run(
      "what-if", journal.path, "--drop", "link=/products/2", "--out", "b.journal")
    refused.expect(1, says: "1 dropped", "1 request left out", lacks: "otherwise")
    try place.expectSound("b.journal")
  }

  @Test func `a screen with another hidden value looks the same`() throws {
    let session = launch()
    session.openAll("/notes/mine", "/nowhere")
    session.end()
    try run("what-if", journal.path, "--edit", "route=note=/notes/other").expect(
      1, says: "1 edited", "screen note(text: ~)", lacks: "otherwise", "/nowhere")
  }

  /// The links that were decided in a journal, in order.
  private func links(of name: String) throws -> [String] {
    try objects(try run("log", name, "--kind", "decided", "-o", "jsonl").output)
      .compactMap { $0["link"] as? String }
  }

  @Test func `a hidden value that an edit moves to another link stays that value`() throws {
    let session = launch()
    session.openAll("/notes/mine", "/memos/mine", "/nowhere")
    session.end()
    let token = try #require(links(of: journal.path).first?.split(separator: "/").last)
    try run("what-if", journal.path, "--edit", "link=/notes/:text=/notes/:text").expect(
      0, begins: "identical: 3 requests run again in 1 session\n")
    let edits = ["link=/notes/:text=/memos/:text", "2=/memos/\(token)", "link=/notes/*=/memos/*"]
    for (number, edit) in edits.enumerated() {
      let new = "new\(number).journal"
      try run("what-if", journal.path, "--edit", edit, "--out", new).expect(
        1, says: "request 2: /notes/\(token) as /memos/\(token)\n")
      #expect(try links(of: new).prefix(2) == ["/memos/\(token)", "/memos/\(token)"], "\(edit)")
      try place.expectSound(new)
    }
    try run("what-if", journal.path, "--edit", "2=/memos/%7E\(token.dropFirst())").expect(
      1, says: "as /memos/%7E\(token.dropFirst())\n")
  }

  @Test func `a token in the link of a given answer is the hidden value it stands for`() throws {
    let session = launch()
    session.signIn(as: "user-1")
    session.openAll("/notes/mine", "/orders/5")
    session.end()
    let token = try #require(links(of: journal.path).first?.split(separator: "/").last)
    try run(
      "what-if", journal.path, "--answer", "signedIn=go:/memos/\(token)", "--out", "new.journal"
    ).expect(1)
    let answers = try journal.entries(of: place.path("new.journal")).flatMap(\.answers)
    let link = try RouteLink(journaled: "/memos/\(token)")
    #expect(answers.map(\.answer) == [.redirect(.link(link))])
    try place.expectSound("new.journal")
  }

  @Test func `a reason that names another id is the same reason`() throws {
    func record(_ count: Int, at path: String?) throws {
      let session = journal.launch(at: path) { _ in }
      for number in 1...count { session.open("/products/\(number)") }
      session.open("/products/9")
      session.report(.dismissed(session.state.tree.visibleLeaf()?.id))
      session.end()
    }
    let other = journal.file("other.sqlite")
    try record(1, at: nil)
    try record(3, at: other)
    let reasons = try [journal.path, other].map { path in
      try journal.entries(of: path).compactMap { $0.outcome?.reason }
    }
    #expect(reasons.map(\.count) == [1, 1] && reasons[0] != reasons[1], "\(reasons)")
    let found = try JournalComparison(
      .init(History(path: journal.path)), .init(History(path: other)))
    #expect(found.differing == 0 && found.leftOnly == 0 && found.rightOnly == 2)
    try run("diff", journal.path, other).expect(1, says: "/products/2", lacks: "outcome")
  }

  @Test func `a rerun's numbers add up`() throws {
    let session = launch()
    session.open("/products/1", source: "a")
    session.open("/products/1", source: "a")
    session.open("/orders/7")
    session.giveUp("signedIn", reason: "closed")
    session.end()
    let result = try run("rerun", journal.path)
    #expect(result.lines.first == "identical: 2 decisions made again", "\(result)")
    let words = result.lines.joined(separator: " ")
    #expect(words.contains("2 requests ended without a decision"), "\(result)")
    #expect(words.contains("1 of them was decided before, when it came to wait"), "\(result)")
    try run("rerun", journal.path, "-o", "jsonl").expect(
      says: #""requests": 2"#, #""by_rule_later": 1"#)
  }

  @Test func `record counts what the journal has in the end`() throws {
    place.write("one.txt", "/products/1\n/orders/7\n")
    place.write("two.txt", "/orders/8\n")
    let told = try run(
      "record", "--journal", "r.journal", "--routes", "routes.json", "--answer", "signedIn=wait",
      "one.txt", "two.txt", "-o", "jsonl")
    let asked = try run(
      "sql", "r.journal",
      "SELECT coalesce(outcome, 'waiting') AS outcome, count(*) AS requests FROM v_request "
        + "GROUP BY 1", "-o", "jsonl")
    #expect(Set(told.lines) == Set(asked.lines), "\(told) \(asked)")
  }
}
