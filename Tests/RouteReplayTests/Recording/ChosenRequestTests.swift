import Foundation
import RouteEngine
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// `what-if` without some requests, or with other links for them, chosen by their properties: of
/// one journal and of many.
@Suite struct `What if, of chosen requests` {
  let place = Workplace.sample()
  private static let files = ["app.journal", "more.journal", "orders.journal"]

  init() throws {
    place.write("more.txt", "/products/1\n/products/2\n/orders/1\n")
    place.write("orders.txt", "/orders/1\n/orders/2\n")
    try place.run("record", "--journal", "more.journal", "--routes", "routes.json", "more.txt")
    try place.run("record", "--journal", "orders.journal", "--routes", "routes.json", "orders.txt")
  }

  private func whatIf(_ words: String...) throws -> Workplace.Result {
    try place.run(["what-if"] + Self.files + words)
  }

  // MARK: Choosing

  @Test func `those of a route are left out of every file`() throws {
    let result = try whatIf("--drop", "route=product").expect(
      1, begins: "different: 2 of 3 files, 4 of 11 requests, 4 dropped")
    let shift = result.lines.first { $0.contains("dropped") && $0.contains("product ") }
    #expect(shift?.split(separator: " ").prefix(2).joined(separator: " ") == "3 2", "\(result)")
    #expect(
      result.output.contains("\nmore.journal\n") && result.output.contains("now       dropped"))
    let lines = try objects(try whatIf("--drop", "route=product", "-o", "jsonl").output)
    let summary = try #require(lines.last?["summary"] as? [String: Any])
    #expect(lines.count == 4 && summary["dropped"] as? Int == 4 && summary["edited"] as? Int == 0)
    #expect(summary["written"] is NSNull)
  }

  @Test func `what the pattern captures is in the new link`() throws {
    let result = try whatIf("--edit", "link=/orders/:id=/products/:id?from=orders").expect(
      says: ": /orders/3 as /products/3?from=orders", ": /orders/2 as /products/2?from=orders")
    #expect(result.status == 1 && result.lines.first?.contains("4 edited") == true, "\(result)")
    try whatIf("--edit", "link=/orders/*=/elsewhere/*").expect(says: ": /orders/3 as /elsewhere/3")
    try whatIf("--edit", "route=order=/products/9").expect(says: ": /orders/3 as /products/9")
    try whatIf("--edit", "link=/orders/:id=/orders/:id").expect(0, begins: "identical: 0 of 3")
    try whatIf("--edit", "link=/orders/:id=https://shop.example/products/:id").expect(
      says: ": /orders/3 as https://shop.example/products/3")
    try whatIf("--edit", "link=/orders/:id=shop://all/?id=:id&at=10:30&as=\\:id").expect(
      says: ": /orders/3 as shop://all/?id=3&at=10:30&as=:id")
  }

  @Test func `requests with one outcome are replaced by other links`() throws {
    try whatIf("--edit", "outcome=notFound=/products/5").expect(
      1, says: ": /nowhere as /products/5", lacks: "/orders/3")
  }

  @Test func `in one file the choice equals one by sequences`() throws {
    let log = try place.run("log", "app.journal", "--grep", "/orders/3", "-o", "jsonl")
    let id = try #require(objects(log.output)[0]["sequence"] as? Int)
    for choice in ["route=order", "link=/orders/*"] {
      let chosen = try place.run("what-if", "app.journal", "--drop", choice).expect(1)
      #expect(try chosen.output == place.run("what-if", "app.journal", "--drop", "\(id)").output)
    }
    let own = try place.run(
      "what-if", "app.journal", "--drop", "link=/*", "--edit", "link=/*=/products/1", "--edit",
      "\(id)=/orders/4"
    ).expect(says: "1 edited", "dropped")
    #expect(own.output.contains("/orders/3 as /orders/4"), "an entry's own counts: \(own)")
    #expect(!own.output.contains("as /products/1"), "what is left out has no link: \(own)")
  }

  @Test func `one request with two links of its own is a mistake`() throws {
    let log = try place.run("log", "app.journal", "--grep", "/orders/3", "-o", "jsonl")
    let id = try #require(objects(log.output)[0]["sequence"] as? Int)
    func edit(_ links: String...) throws -> Workplace.Result {
      let words = links.flatMap { ["--edit", "\(id)=\($0)"] }
      return try place.run(["what-if", "app.journal"] + words)
    }
    try edit("/orders/4", "/orders/5").expect(
      2, notes: "two links for request \(id), '/orders/4' and '/orders/5'", prints: "")
    try edit("/orders/4", "/orders/4").expect(1, says: "/orders/3 as /orders/4")
    try place.run(
      "what-if", "app.journal", "--drop", "\(id)", "--edit", "\(id)=/orders/4"
    ).expect(1, says: "1 dropped", lacks: "as /orders/4")
  }

  @Test func `a user's own actions are not chosen by their outcomes`() throws {
    func request(_ target: RouteRequest.Target) -> RecordedInput.Request {
      var request = RecordedInput.Request(
        id: RequestID(2),
        request: RouteRequest(target, from: .url, at: RouteInstant(microseconds: 0)))
      request.end.outcome = .shown
      return request
    }
    let shown = try RequestChoice("outcome=shown", of: "--drop")
    #expect(shown.takes(request(.link(try RouteLink("/orders/3")))))
    #expect(!shown.takes(request(.fact(.popped(nil)))))
    #expect(try !RequestChoice("outcome=waiting", of: "--drop").takes(request(.route("a", [:]))))
  }

  // MARK: Mistakes

  @Test func `a sequence refers to one file`() throws {
    for words in [["--drop", "2"], ["--edit", "2=/orders/1"]] {
      try place.run(["what-if"] + Self.files + words).expect(
        2, notes: "route=NAME, link=PATTERN or outcome=WORD", prints: "")
    }
  }

  @Test(arguments: [
    ["--drop", "route=ordr"], ["--drop", "link=/nothing/like/it"], ["--drop", "outcome=expired"],
    ["--edit", "route=ordr=/products/1"],
  ])
  func `a choice of no request is no success`(words: [String]) throws {
    for files in [Self.files, ["app.journal"]] {
      let result = try place.run(
        ["what-if"] + files + words + ["--drop", "route=product", "--out", "new"]
      ).expect(2, notes: "'\(words.joined(separator: " "))' chooses no request", prints: "")
      #expect(!words[1].hasPrefix("route") || result.notes.contains("product"), "\(result)")
      #expect(try !place.contents().keys.contains("new"), "nothing was written")
    }
    // It is enough that one file has such requests.
    try whatIf("--drop", "outcome=notFound").expect(1)
  }

  @Test func `an invalid choice is refused`() throws {
    for words in [
      ["--drop", "kind=decided"], ["--drop", "outcome=shwon"], ["--drop", "link=/(("],
      ["--drop", "route"], ["--edit", "route=order"], ["--edit", "link=/orders/:id="],
      ["--edit", "link=/orders/:id=/products/:key"], ["--edit", "link=/orders/:id=/a/:"],
      ["--edit", "link=/{orders/:id}?nowhere=/products/:id"],
      ["--edit", "link=/orders/:id=https://shop.example/a/:key"],
      ["--edit", "link=/orders/:id=/a?b=:key"],
    ] {
      try place.run(["what-if", "app.journal"] + words).expect(2, notes: words[0])
    }
  }

  @Test(arguments: ["shop:orders/:id", "https://:id/orders", "/orders?q=x:id", "/orders#:id"])
  func `a capture where no value can stand is refused`(link: String) throws {
    try whatIf("--edit", "link=/orders/:id=\(link)").expect(
      2, notes: "no value can stand at ':id' in '\(link)'", prints: "")
  }

  // MARK: Keeping

  @Test func `the runs of several files are kept in a folder`() throws {
    place.write("text.txt", "hello\n")
    let before = try place.contents()
    try whatIf("text.txt", "--drop", "route=product", "--out", "without").expect(
      5, says: "3 journals written into without")
    let folder = place.folder.appending(path: "without")
    let journals = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".journal") || $0.hasSuffix(".txt") }
    #expect(journals.sorted() == Self.files)
    for name in Self.files {
      try place.expectSound("without/\(name)")
      let anchor = try objects(try place.run("verify", name, "-o", "jsonl").output)[0]["anchor"]
      let sessions = try objects(try place.run("sessions", "without/\(name)", "-o", "jsonl").output)
      #expect(sessions[0]["parent"] as? String == anchor as? String)
      #expect(before[name] == place.bytes(name), "what is read stays as it is")
    }
    let kept = try place.run("log", "without/more.journal", "-o", "csv").expect(
      says: "/orders/1", lacks: "/products/"
    ).output

    try whatIf("--drop", "route=product", "--out", "without").expect(5, notes: "exists already")
    #expect(try place.run("log", "without/more.journal", "-o", "csv").output == kept)
  }

  @Test func `a run takes no other file's place`() throws {
    try place.run(
      "what-if", "app.journal", "./app.journal", "--drop", "route=product", "--out", "new"
    ).expect(2, notes: "would both")
    try whatIf("--drop", "route=product", "--out", "routes.json").expect(2, notes: "is a file")
    try whatIf("--drop", "route=product", "--out", "no/such/folder").expect(
      5, notes: "cannot be made")
    try whatIf("--drop", "route=product", "--out", ".").expect(5, notes: "exists already")
  }
}
