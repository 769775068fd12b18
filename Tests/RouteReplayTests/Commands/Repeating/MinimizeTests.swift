import Foundation
import RouteEngine
import RouteStore
import Testing

@testable import RouteReplayProgram

/// A long session, and the few of its requests that show a given behaviour.
@MainActor @Suite struct `The fewest requests` {
  let place = Workplace()

  /// Today's table: the checkout leads elsewhere as long as a voucher is open.
  private static let table = """
    {
      format: "route-table/1",
      tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
      screens: { product: { parameters: { id: "int" } }, voucher: {}, gold: {}, plain: {} },
      routes: [
        { id: "product", patterns: ["/products/:id"],
          destination: [{ select: "shop" }, { push: "product" }] },
        { id: "voucher", patterns: ["/voucher"],
          destination: [{ select: "home" }, { push: "voucher" }] },
        { id: "checkout", patterns: ["/checkout"], destination: [
          { select: "shop" },
          { switch: [
            { when: { screen: "voucher" }, steps: [{ push: "gold" }] },
            { steps: [{ push: "plain" }] },
          ] } ] },
      ],
    }
    """

  init() throws {
    place.write("today.json", Self.table)
    place.write(
      "tomorrow.json", Self.table.replacing(#"{ push: "gold" }"#, with: #"{ push: "plain" }"#))
    var links = (1...60).map { "/products/\($0)" }
    links.insert("/voucher", at: 17)
    links.insert("/checkout", at: 41)
    try place.record(
      links.joined(separator: "\n") + "\n", into: "long.journal", routes: "today.json")
  }

  @Test func `that show another table's difference are kept, and each is needed`() throws {
    let result = try place.run(
      "minimize", "long.journal", "--routes", "tomorrow.json", "--until", "diverges", "--out",
      "small.journal"
    ).expect(0, begins: "found: 2 requests are enough, of 62 requests")
    let rows = result.lines.filter { !$0.hasPrefix("request") }
    #expect(rows.filter { $0.contains("/voucher") || $0.contains("/checkout") }.count == 2)
    #expect(
      result.lines.contains { $0.hasPrefix("> ") || $0.contains("> ") && $0.contains("/checkout") })
    #expect(!result.output.contains("/products"))

    try place.expectSound("small.journal")
    let small = try place.run("what-if", "small.journal", "--routes", "tomorrow.json")
    #expect(
      small.status == 1 && small.lines.first == "different: 2 decisions made again, 1 differs")
    try place.run("export", "small.journal", "--format", "swift-test", "--session", "last").expect(
      says: "session.open(\"/checkout\")", lacks: "/products")
  }

  @Test func `go on as a test in Swift, and as a fixture`() throws {
    let found = try place.run(
      "minimize", "long.journal", "--routes", "tomorrow.json", "--until", "diverges", "--out",
      "small.journal")
    let commands = found.lines.compactMap { line in
      line.firstRange(of: "route-replay ").map { String(line[$0.upperBound...]) }
    }
    #expect(commands.count == 3, "\(found.output)")
    try place.shell("\"$1\" \(try #require(commands.first { $0.hasPrefix("export") }))")
      .expect(0, says: "session.open(\"/voucher\")", "session.open(\"/checkout\")")
    try place.shell("\"$1\" \(try #require(commands.first { $0.hasPrefix("fixture add") }))")
      .expect(0)
    try place.run("fixture", "test", "Fixtures").expect(0)
    try place.run("fixture", "test", "Fixtures", "--routes", "tomorrow.json").expect(1)
  }

  @Test func `show a request that waits, and what it waits for`() throws {
    let waiting = Self.table.replacing(
      #"{ id: "voucher""#,
      with: #"{ id: "order", patterns: ["/orders/:id"], "#
        + #"interceptors: ["signedIn"], destination: [{ push: "product" }] }, { id: "voucher""#)
    place.write("now.json", waiting)
    place.write(
      "next.json",
      waiting.replacing(#"interceptors: ["signedIn"]"#, with: #"interceptors: ["grownUp"]"#))
    place.write("more.txt", "/products/1\n/orders/2\n/products/3\n/products/4\n")
    try place.run("record", "--journal", "waits.journal", "--routes", "now.json", "more.txt")
    try place.run(
      "what-if", "waits.journal", "--answer", "signedIn=wait:signedIn", "--out", "parked.journal")
    try place.run(
      "minimize", "parked.journal", "--routes", "next.json", "--until", "diverges", "--out",
      "few.journal"
    ).expect(0, begins: "found: 1 request is enough, of 4")
    try place.run("what-if", "few.journal", "--routes", "next.json").expect(1)
  }

  @Test func `show what what-if shows, in parameters and interceptors too`() throws {
    for (old, new) in [
      (#"{ push: "product" }"#, #"{ push: "product", with: { id: 7 } }"#),
      (#"patterns: ["/products/:id"],"#, #"patterns: ["/products/:id"], interceptors: ["no"],"#),
      (#"{ select: "shop" }, { push: "product" }"#, #"{ select: "home" }, { push: "product" }"#),
    ] {
      place.write("other.json", Self.table.replacing(old, with: new))
      try place.run("what-if", "long.journal", "--routes", "other.json", "-q").expect(1)
      let out = "\(UUID()).journal"
      let result = try place.run(
        "minimize", "long.journal", "--routes", "other.json", "--until", "diverges", "--out", out
      ).expect(0)
      let isFound = result.lines.first?.hasPrefix("found: ") == true
      #expect(isFound && result.lines.first?.contains("enough, of 62 requests") == true)
      try place.run("what-if", out, "--routes", "other.json").expect(1)
    }
  }

  @Test func `are printed with both sides where they differ, in eighty columns`() throws {
    let (status, screen) = try place.runOnTerminal(
      ["minimize", "long.journal", "--routes", "tomorrow.json", "--until", "diverges", "-q"])
    let lines = screen.replacing(/\u{1B}\[\d*m/, with: "").split(separator: "\r\n")
    #expect(status == 0)
    #expect(lines.contains { $0.contains("recorded") && $0.hasSuffix("gold") }, "\(screen)")
    #expect(lines.contains { $0.contains("now") && $0.hasSuffix("plain") }, "\(screen)")
  }

  @Test func `fit a terminal`() throws {
    let words = [
      "minimize", "long.journal", "--routes", "tomorrow.json", "--until", "diverges", "-q",
    ]
    let screen = try place.expectFits(words, status: 0)
    #expect(screen.contains("/voucher"))
  }

  @Test func `that lead to a state are kept`() throws {
    let result = try place.run("minimize", "long.journal", "--until", "screen gold", "-o", "jsonl")
      .expect(0)
    let found = try jsonObject(result.output)
    let targets = (found["requests"] as? [[String: Any]])?.compactMap { $0["target"] as? String }
    #expect(targets == ["/voucher", "/checkout"])
    #expect(found["minimal"] as? Bool == true)
    #expect(found["of"] as? Int == 62)
  }

  @Test func `that lead to a state have the outcomes of the run, not the recorded ones`() throws {
    let words = ["minimize", GoldenStory.waiting.journal.path, "--until", "waiting is parked"]
    try place.run(words).expect(
      0, says: "sequence  what       now\n      10  /orders/7  waiting, route order\n")
    let found = try jsonObject(place.run(words + ["-o", "jsonl"]).output)
    let needed = try #require((found["requests"] as? [[String: Any]])?.first)
    #expect(needed["recorded"] as? String == "shown")
    #expect(needed["replayed"] as? String == "waiting")
  }

  @Test func `that lead to a state include those of host code`() throws {
    let path = place.path("asked.journal")
    let table = try RouteTable(
      json: Array(
        Self.table.replacing(
          #"{ id: "checkout""#,
          with: ##"{ id: "order", patterns: ["/order"], interceptors: ["signedIn"], "##
            + ##"destination: [{ push: "plain" }] }, { id: "checkout""##
        ).utf8))
    let session = try RouteSession.launch(table, on: Journal.open(.file(path))) {
      $0.answer("signedIn") { asked in
        asked.open(.route("voucher", [:]))
        return .wait(condition: "signedIn")
      }
    }
    for link in ["/products/1", "/products/2", "/order", "/products/3"] { session.open(link) }
    session.end()
    try place.run("minimize", path, "--until", "shows voucher", "--out", "few.journal").expect(
      says: "route voucher", lacks: "/products", begins: "found: 1 request is enough, of 5")
    try place.run("bisect", "few.journal", "--where", "shows voucher").expect(0)
  }

  @Test func `that lead to a state are found when the state lasts only within one entry`() throws {
    let path = place.path("kept.journal")
    let table = try RouteTable(json: Array(Self.table.utf8))
    let session = try RouteSession.launch(table, on: Journal.open(.file(path))) { _ in }
    session.open("/products/1")
    session.requests.suspend()
    for link in ["/products/2", "/voucher", "/products/3"] { session.open(link) }
    session.requests.resume(.execute)
    session.end()
    try place.run("bisect", path, "--where", "shows voucher").expect(0)
    try place.run("minimize", path, "--until", "shows voucher", "--out", "few.journal").expect(
      begins: "found: 1 request is enough")
    try place.run("bisect", "few.journal", "--where", "shows voucher").expect(0)
  }

  @Test func `that lead to a state are found when the next entry of the step ends it`() throws {
    let working = Self.table.replacing(
      #"patterns: ["/voucher"],"#,
      with: #"patterns: ["/voucher"], actions: [{ perform: "redeem" }],"#)
    place.write("work.json", working)
    place.write("work.txt", "/products/1\n/voucher\n/products/2\n")
    try place.run("record", "--journal", "work.journal", "--routes", "work.json", "work.txt")
    // It is shelved with the next entry, because nothing handles it.
    let condition = "action redeem is waiting"
    try place.run("bisect", "work.journal", "--where", condition).expect(0)
    try place.run("minimize", "work.journal", "--until", condition, "--out", "few.journal").expect(
      0, says: "/voucher", lacks: "/products", begins: "found: 1 request is enough, of 3")
    try place.run("bisect", "few.journal", "--where", condition).expect(0)
  }

  @Test func `are those of one session, beside the others that stay`() throws {
    place.write("more.txt", "/products/1\n/voucher\n/products/2\n/checkout\n/products/3\n")
    try place.run("record", "--journal", "long.journal", "--routes", "today.json", "more.txt")
    let result = try place.run(
      "minimize", "long.journal", "--until", "shows gold", "--session", "2", "-o", "jsonl")
    let found = try jsonObject(result.output)
    let targets = (found["requests"] as? [[String: Any]])?.compactMap { $0["target"] as? String }
    #expect(targets?.last == "/checkout" && targets?.contains("/products/1") == false)
    #expect(found["of"] as? Int == 5 && found["others"] as? Int == 62)
    try place.run("minimize", "long.journal", "--until", "shows gold", "--session", "2").expect(
      says: "besides 62 requests of other sessions, which stay", "--session 2 --out small.journal")
  }

  @Test func `are none when the difference shows without any`() throws {
    let result = try place.run("minimize", "long.journal", "--until", "screen feed")
    #expect(result.lines == ["found: it shows without any of 62 requests"])
  }

  @Test func `are printed also when they cannot be written`() throws {
    // A file system accepts this name; with '-lock' appended it is too long.
    let name = String(repeating: "x", count: 255)
    try place.run("minimize", "long.journal", "--until", "shows gold", "--out", name).expect(
      5, says: "/voucher")
  }

  @Test func `are searched in a session that itself changed nothing`() throws {
    let same = try place.run("minimize", "long.journal", "--until", "diverges").expect(1)
    #expect(same.lines == ["nothing: none of the requests shows it when run again (diverges)"])
    try place.run("minimize", "long.journal", "--until", "screen nowhere").expect(
      1, notes: "no table of the journal declares a screen 'nowhere'")
    #expect(try !place.contents().keys.contains("small.journal"))
  }

  @Test func `are the best so far when there are no more trials`() throws {
    let words = ["minimize", "long.journal", "--until", "screen gold", "--trials", "3"]
    try place.run(words).expect(0, says: "there were no more trials: fewer may be enough")
    let found = try jsonObject(place.run(words + ["-o", "jsonl"]).output)
    #expect(found["trials"] as? Int == 3, "the run of all requests is one of them")
  }

  @Test(arguments: [
    (["--until", "scren gold"], "'--until' cannot be read: expected"),
    ([], "'--until EXPR|diverges' is needed"),
    (["--until", "diverges", "--out", "long.journal"], "exists already"),
    (["--until", "diverges", "--session", "9"], "there is no session 9"),
  ])
  func `are not searched when the question is wrong`(words: [String], answer: String) throws {
    let result = try place.run(["minimize", "long.journal"] + words).expect(prints: "")
    #expect(![0, 1].contains(result.status) && result.notes.contains(answer), "\(result.notes)")
  }
}
