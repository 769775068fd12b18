import Foundation
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// `what-if` with other answers, over many files, and the parents that its new journals name.
@MainActor @Suite struct `What if, of answers and of many files` {
  let place = Workplace.sample()

  /// The sequence of the request for an order, which an interceptor allowed.
  private func order() throws -> Int {
    let log = try place.run("log", "app.journal", "--grep", "/orders/3", "-o", "jsonl")
    let object = try JSONSerialization.jsonObject(with: Data(log.lines[0].utf8)) as? [String: Any]
    return try #require(object?["sequence"] as? Int)
  }

  // MARK: Answers

  @Test func `an interceptor had answered otherwise, the request ends otherwise`() throws {
    let id = try order()
    let replies = [
      "deny:not now": "denied", "wait:online": "parked until online", "go:/products/9": "shown",
    ]
    for (reply, word) in replies {
      let result = try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=\(reply)")
        .expect(1, says: "request \(id): /orders/3")
      #expect(reply.hasPrefix("wait") || result.output.contains(word), "\(result.output)")
    }
    try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=deny:not now").expect(
      says: "not now")
    try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=go:/products/9").expect(
      says: "route product, screen product")
    try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=allow").expect(0)
  }

  @Test func `an answer is written as the journal writes it`() throws {
    let id = try order()
    let journaled = #"{"answer":"deny","kind":"interceptor","name":"signedIn","reason":"late"}"#
    try place.run(
      "what-if", "app.journal", "--answer", "\(id)/signedIn=\(journaled)", "--out", "new.journal"
    ).expect(1, says: "late")
    try place.expectSound("new.journal")
  }

  @Test func `an answer is not asked for, that is said`() throws {
    try place.run("what-if", "app.journal", "--answer", "2/signedIn=deny").expect(
      0, says: "the answer of signedIn to request 2 was not asked for")
    let json = try place.run("what-if", "app.journal", "--answer", "2/signedIn=deny", "-o", "jsonl")
    let unasked = try objects(json.output)[0]["unasked_answers"] as? [[String: Any]]
    #expect(unasked?.count == 1 && unasked?[0]["request"] as? Int == 2)
  }

  @Test func `an answer cannot be one, the command line is wrong`() throws {
    let id = try order()
    let wrong = [
      "signedin=deny", "=deny", "signedIn", "signedIn=maybe", "\(id)", "\(id)/signedIn",
      "\(id)/signedin=deny", "x/signedIn=deny",
      "1/signedIn=deny", "999/signedIn=deny", "\(id)/signedIn=", "\(id)/signedIn=maybe",
      "\(id)/signedIn=go:", "\(id)/signedIn=decline",
      "\(id)/signedIn=go:\u{1}", "\(id)/signedIn={}", "\(id)/signedIn={\"answer\":",
    ]
    for word in wrong {
      try place.run("what-if", "app.journal", "--answer", word).expect(2, notes: "'--answer'")
    }
    try place.run(
      "what-if", "app.journal", "--answer", "\(id)/signedIn=deny", "--answer",
      "\(id)/signedIn=allow"
    ).expect(2, notes: "two answers of 'signedIn' to request \(id); give one of them")
    try place.run(
      "what-if", "app.journal", "--answer", "signedIn=deny", "--answer", "signedIn=allow"
    ).expect(2, notes: "give one of them, or begin one with SEQUENCE/ for one request alone")
    try place.run("what-if", "app.journal", "app.journal", "--answer", "\(id)/signedIn=deny")
      .expect(2, notes: "an entry of one file")
  }

  @Test func `all requests had got another answer, of many files too`() throws {
    try makeMany()
    try place.run("what-if", "more.journal", "--answer", "signedIn=deny:nobody").expect(
      1, says: "1 ends otherwise")
    let words = ["what-if"] + Self.files + ["--answer", "signedIn=deny:nobody"]
    try place.run(words).expect(
      1, says: "denied: nobody", "\norders.journal\n",
      begins: "different: 3 of 3 files, 7 of 11 requests")
    let lines = try objects(try place.run(words + ["-o", "jsonl"]).output)
    let summary = try #require(lines.last?["summary"] as? [String: Any])
    #expect(lines.count == 4 && summary["differing"] as? Int == 7)
    let shifts = summary["outcome_shifts"] as? [[String: Any]]
    #expect(shifts?.first?["requests"] as? Int == 4 && shifts?.first?["files"] as? Int == 3)
    try place.run(["what-if"] + Self.files + ["--answer", "signedIn=allow"]).expect(
      0, begins: "identical: 0 of 3 files")
    place.write("text.txt", "hello\n")
    try place.run("what-if", "text.txt", "more.journal", "--answer", "signedIn=deny").expect(
      5, says: "besides 1 file")
    let own = try place.run(
      "what-if", "app.journal", "--answer", "\(order())/signedIn=allow", "--answer",
      "signedIn=deny")
    #expect(own.status == 0, "a request's own answer counts: \(own)")
    try place.run(["what-if"] + Self.files + ["--answer", "signedin=deny"]).expect(
      2, notes: "no host code is called 'signedin'")
  }

  @Test func `a request leads to another screen of its kind, it ends otherwise`() throws {
    let words = ["what-if", "app.journal", "--edit", "8=/orders/4"]
    let result = try place.run(words).expect(
      1,
      says: """
        request 10: /nowhere
          recorded  not found, no route, screen order(id: 3)
          now       not found, no route, screen order(id: 4)
        """, "notFound, screen order with other parameters")
    #expect(result.lines[0].contains("1 edited, 4 end otherwise"), "\(result.lines[0])")
    let object = try objects(try place.run(words + ["-o", "jsonl"]).output)[0]
    let requests = try #require(object["requests"] as? [[String: Any]])
    #expect(requests.map { $0["request"] as? Int } == [8, 10, 12, 13])
    #expect(requests.allSatisfy { $0["visible"] as? String == "order(id: 3)" })
    #expect(requests.allSatisfy { $0["visible_replayed"] as? String == "order(id: 4)" })
  }

  // MARK: Many files

  /// Makes a table without a way to a product, and two journals besides the first.
  private func makeMany() throws {
    place.write(
      "next.json",
      Workplace.table.replacing(#"patterns: ["/products/:id"]"#, with: #"patterns: ["/p/:id"]"#))
    place.write("more.txt", "/products/1\n/products/2\n/orders/1\n")
    place.write("orders.txt", "/orders/1\n/orders/2\n")
    try place.run("record", "--journal", "more.journal", "--routes", "routes.json", "more.txt")
    try place.run("record", "--journal", "orders.journal", "--routes", "routes.json", "orders.txt")
  }

  private static let files = ["app.journal", "more.journal", "orders.journal"]

  @Test func `many files are decided, one summary comes first`() throws {
    try makeMany()
    let result = try place.run(["what-if"] + Self.files + ["--routes", "next.json"]).expect(1)
    let first = try #require(result.lines.first)
    #expect(first.hasPrefix("different: 2 of 3 files, 2 of 3 sessions, "), "\(first)")
    let shift = result.lines.first { $0.contains("notFound") && $0.contains("product ") }
    #expect(shift?.split(separator: " ").prefix(4) == ["3", "2", "product", "shown"], "\(result)")
    #expect(result.output.contains("\nmore.journal\n") && result.output.contains("/products/1"))
    #expect(!result.output.contains("orders.journal"))

    let few = try place.run(["what-if"] + Self.files + ["--routes", "next.json", "--most", "1"])
      .expect(says: "--most shows them")
    #expect(few.output.components(separatedBy: "differs   ").count == 2)
    try place.run(["what-if"] + Self.files + ["--routes", "routes.json"]).expect(
      0, begins: "identical: 0 of 3 files")
  }

  @Test(arguments: [["--routes", "routes.json"], ["--drop", "route=home"]])
  func `many files of which none can be read have an object each and a summary`(
    change: [String]
  ) throws {
    let result = try place.run(["what-if", "none", "nothing", "-o", "jsonl"] + change).expect(5)
    let lines = try objects(result.output)
    #expect(lines.prefix(2).map { $0["result"] as? String } == ["unreadable", "unreadable"])
    let summary = try #require(lines.last?["summary"] as? [String: Any])
    #expect(summary["result"] as? String == "unread" && summary["files"] as? Int == 0)
    #expect(summary["files_unread"] as? Int == 2)
    try place.run(["what-if", "none", "nothing"] + change).expect(5, prints: "")
  }

  @Test func `many files are decided, programs get each and the summary`() throws {
    try makeMany()
    let words = ["what-if"] + Self.files + ["--routes", "next.json"]
    let lines = try objects(try place.run(words + ["-o", "jsonl"]).output)
    #expect(lines.prefix(3).map { $0["file"] as? String } == Self.files)
    let summary = try #require(lines.last?["summary"] as? [String: Any])
    #expect(summary["files"] as? Int == 3 && summary["files_differing"] as? Int == 2)
    #expect(summary["sessions_differing"] as? Int == 2)
    let differing = lines.prefix(3).compactMap { $0["differing"] as? Int }.reduce(0, +)
    #expect(summary["differing"] as? Int == differing)
    let array =
      try JSONSerialization.jsonObject(
        with: Data(try place.run(words + ["-o", "json"]).output.utf8)) as? [[String: Any]]
    #expect(array?.count == 4)
    let alone = try place.run("what-if", "app.journal", "--routes", "next.json", "-o", "jsonl")
    #expect(try objects(alone.output).count == 1)
  }

  @Test func `one of many files cannot be read, the others are summed up`() throws {
    try makeMany()
    place.write("text.txt", "hello\n")
    try place.run("what-if", "app.journal", "text.txt", "more.journal", "--routes", "next.json")
      .expect(
        5, says: "besides 1 file that could not be read", notes: "text.txt: ",
        begins: "different: 2 of 2 files")
    try place.run("what-if", "text.txt", "missing", "--routes", "next.json").expect(5, prints: "")
  }

  @Test func `many files are decided, it fits a terminal`() throws {
    try makeMany()
    try place.expectFits(["what-if"] + Self.files + ["--routes", "next.json"], status: 1)
  }

  // MARK: Parents

  @Test func `a run is kept, it says which session of which journal it repeats`() throws {
    let before = try objects(try place.run("sessions", "app.journal", "-o", "jsonl").output)
    let identifier = try #require(before[0]["identifier"] as? String)
    let anchor = try objects(try place.run("verify", "app.journal", "-o", "jsonl").output)[0]
    try place.run("what-if", "app.journal", "--drop", "2", "--out", "new.journal").expect(1)
    let after = try objects(try place.run("sessions", "new.journal", "-o", "jsonl").output)
    #expect(after[0]["parent"] as? String == anchor["anchor"] as? String)
    #expect(after[0]["parent_session"] as? String == identifier)
    #expect(before[0]["parent"] is NSNull)
    let words = "session \(identifier) of a journal with entry "
    try place.run("show", "new.journal", "1").expect(says: "repeats  \(words)")
    try place.run("new.journal").expect(says: "repeats    \(words)")
    try place.run("verify", "new.journal").expect(0)
    try place.run("minimize", "app.journal", "--until", "screen order", "--out", "few.journal")
    let few = try objects(try place.run("sessions", "few.journal", "-o", "jsonl").output)
    #expect(few[0]["parent_session"] as? String == identifier)
  }

  @Test func `of a run that cannot be completed nothing is kept`() throws {
    try Tampering.run("DELETE FROM route_table", on: place.path("app.journal"))
    let before = try place.contents()
    let words = ["what-if", "app.journal", "--drop", "2", "--out", "new.journal"]
    try place.run(words).expect(6, notes: "give one with --routes")
    #expect(try place.contents() == before)
    try place.run(words + ["--routes", "routes.json"]).expect(1)
    try place.expectSound("new.journal")
  }

  @Test func `a run is kept, it has its name only once it is whole`() throws {
    let path = place.path("new.journal")
    try NewJournals.fill(path) { _ in #expect(place.bytes("new.journal") == nil) }
    #expect(place.bytes("new.journal") != nil && place.bytes("new.journal-wal") == nil)
    place.write("other.journal-wal", "of another")
    try place.run("what-if", "app.journal", "--out", "other.journal").expect(
      5, notes: "other.journal-wal' exists already")
  }

  @Test func `a run gets no name that a session owns, and follows a link`() throws {
    let words = ["what-if", "app.journal", "--drop", "2", "--out", "link.journal"]
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link.journal"), withDestinationPath: "new.journal")
    let ownership = try Ownership(of: place.path("new.journal"))
    try place.run(words).expect(5, notes: "is owned by another session")
    _ = consume ownership
    #expect(place.bytes("new.journal") == nil)
    try place.run(words).expect(1)
    try place.expectSound("new.journal")
  }

  @Test func `of a newer version's file a difference is not the gravest result`() throws {
    try Tampering.run("PRAGMA user_version = 99", on: place.path("app.journal"))
    try place.run("what-if", "app.journal", "--drop", "2").expect(4)
  }
}
