import Foundation
import Testing

@Suite struct `Recording` {
  let place = Workplace()

  init() {
    place.write("routes.json", Workplace.table)
  }

  private func record(_ words: String...) throws -> Workplace.Result {
    try place.run(["record", "--journal", "app.journal", "--routes", "routes.json"] + words)
  }

  private func outcomes() throws -> [String] {
    try place.run(
      "sql", "app.journal", "-o", "csv",
      "SELECT coalesce(link, '?'), outcome FROM v_request ORDER BY request_sequence"
    ).output.split(separator: "\r\n").dropFirst().map(String.init)
  }

  @Test func `gives every link an outcome`() throws {
    place.write("links.txt", Workplace.links)
    try record("links.txt").expect(
      0, notes: "answering allow for signedIn", "7 requests recorded in 1 session")
    #expect(
      try outcomes() == [
        "/products/7,shown", "/products/7,alreadyShown", "/orders/3,shown", "/nowhere,notFound",
        "?,failed", "/products/x,notFound", "/,alreadyShown",
      ])
    try place.expectSound("app.journal")
  }

  @Test func `of the same input again adds nothing`() throws {
    place.write("links.txt", Workplace.links)
    _ = try record("links.txt")
    let before = place.bytes("app.journal")
    try record("links.txt").expect(notes: "0 requests recorded in 0 sessions, 7 were there already")
    #expect(place.bytes("app.journal") == before)
    place.write("one.txt", "/orders/3\n")
    try record("one.txt").expect(notes: ", 0 were there already, ")
    try record("one.txt").expect(notes: ", 1 was there already, ")
  }

  @Test(arguments: [
    ("links", "LINK"), ("jsonl", #"{"link": "LINK"}"#),
    ("access-log", #"a - - [17/May/2015:10:05:00 +0000] "GET LINK HTTP/1.1" 200 1"#),
  ])
  func `of private input gives ids that depend on more than the text`(
    format: String, line: String
  ) throws {
    let open = try ids(of: line.replacing("LINK", with: "/products/7"), format)
    #expect(open[0] == open[1])
    // An unkeyed digest would reveal the code, because there are few codes.
    let hidden = try ids(of: line.replacing("LINK", with: "/products/7?code=4711"), format)
    #expect(hidden[0] != hidden[1])
  }

  @Test(arguments: [
    #"a - frank [TIME] "GET /products/7 HTTP/1.1" 200 1"#,
    #"a - - [TIME] "GET /products/7 HTTP/1.1" 200 1 "https://r.example/?code=4711" "-""#,
  ])
  func `of a log with private values beside its links gives such ids too`(line: String) throws {
    let line = line.replacing("TIME", with: "17/May/2015:10:05:00 +0000")
    let ids = try ids(of: line, "access-log")
    #expect(ids[0] != ids[1])
  }

  /// The source ids that two journals have of the same line.
  private func ids(of line: String, _ format: String) throws -> [String] {
    place.write("input.txt", line)
    return try ["one", "other"].map { name in
      let journal = "\(name)-\(line.utf8.count).journal"
      let words = [
        "record", "--journal", journal, "--routes", "routes.json", "--format", format,
        "input.txt",
      ]
      try place.run(words).expect(0, notes: "1 request recorded")
      try place.run(words).expect(0, notes: ", 1 was there already")
      try place.expectSound(journal)
      return try place.run("sql", journal, "-o", "csv", "SELECT source FROM seen").output
    }
  }

  @Test(arguments: [["open.json", "private.json"], ["private.json", "open.json"]])
  func `of the same input with another table adds nothing`(tables: [String]) throws {
    let table = """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { note: { parameters: { id: "string" }, private: [PRIVATE] } },
        routes: [{ id: "note", patterns: ["/notes/:id"], destination: [{ push: "note" }] }] }
      """
    place.write("open.json", table.replacing("PRIVATE", with: ""))
    place.write("private.json", table.replacing("PRIVATE", with: "\"id\""))
    place.write("links.txt", "/notes/1\n/notes/2\n")
    let line = #"a - - [17/May/2015:10:05:00 +0000] "GET /notes/1 HTTP/1.1" 200 1"#
    place.write("access.log", line)
    for (format, input, count) in [("links", "links.txt", 2), ("access-log", "access.log", 1)] {
      for (index, name) in (tables + tables).enumerated() {
        try place.run(
          "record", "--journal", "\(format).journal", "--routes", name, "--format", format, input
        ).expect(0, notes: "\(index == 0 ? count : 0) request", ", \(index == 0 ? 0 : count) w")
      }
    }
  }

  @Test func `of links tells how long requests took, of input with times it does not`() throws {
    let latency = ["stats", "app.journal", "routing-latency", "-o", "jsonl"]
    place.write("input.jsonl", "{\"link\": \"/products/7\", \"at_us\": 1700000000000000}\n")
    try record("--format", "jsonl", "input.jsonl").expect(0)
    try place.run(latency).expect(0, says: #""max_ms":0.0"#)
    place.write("links.txt", Workplace.links)
    try record("links.txt").expect(0)
    try place.run(latency).expect(0, lacks: #""max_ms":0.0"#)
    let help = try place.run("stats", "--help").expect(0).output.replacing("\n", with: " ")
    #expect(help.contains("What 'record' made of input with times has those"), "\(help)")
  }

  @Test func `answers interceptors as it is told`() throws {
    place.write("links.txt", "/orders/3\n")
    try record("links.txt", "--answer", "signedIn=deny").expect(says: "denied")
    try record("links.txt", "--answer", "other=deny").expect(
      2, notes: "no host code is called 'other'; asked there: signedIn")
    try record("links.txt", "--answer", "signedIn=maybe").expect(2)
  }

  @Test func `gives the answers of all host code that needs none of the app`() throws {
    place.write(
      "routes.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { page: {}, item: { parameters: { id: "int" } } },
        routes: [
          { id: "draw", patterns: ["/draw"], destination: [
            { switch: [{ when: { variant: "ab", is: "b" }, steps: [{ push: "page" }] },
              { steps: [{ popTo: "feed" }] }] }] },
          { id: "adapt", patterns: ["/adapt"], destination: [{ push: "item", adapt: "convert" }] },
          { id: "task", patterns: ["/task"], destination: [{ push: "page", tasks: ["fill"] }] },
          { id: "code", patterns: ["/code"], destination: [{ run: "tidy" }] } ],
        routers: [{ id: "shop", asksAboutLinks: true }] }
      """)
    place.write("links.txt", "/draw\n/adapt\n/task\n/code\n/nowhere\n")
    func outcomes(_ journal: String, _ answers: [String]) throws -> [String] {
      let words = answers.flatMap { ["--answer", $0] }
      let result = try place.run(
        ["record", "--journal", journal, "--routes", "routes.json", "links.txt"] + words)
      result.expect(0)
      #expect(result.notes.contains("only the app has these") == answers.isEmpty, "\(result)")
      return try place.run(
        "sql", journal, "-o", "csv", "SELECT outcome FROM v_request ORDER BY request_sequence"
      ).output.split(separator: "\r\n").dropFirst().map(String.init)
    }
    #expect(try outcomes("none.journal", []) == Array(repeating: "failed", count: 5))
    let convert =
      #"{"answer":"parameters","kind":"adapter","name":"convert","parameters":{"id":7}}"#
    let answers = [
      "ab=draw:b", "convert=\(convert)", "fill=allow", "tidy=decline", "shop=decline",
    ]
    #expect(
      try outcomes("all.journal", answers) == [
        "shown", "shown", "shown", "failed", "notFound",
      ])
    try place.expectSound("all.journal")
    let failing = ["ab=fail:no", "convert=fail:no", "fill=fail:no", "tidy=decline", "shop=decline"]
    #expect(
      try outcomes("failing.journal", failing) == [
        "failed", "failed", "failed", "failed", "notFound",
      ])
  }

  @Test func `names the host code that cannot give an answer`() throws {
    place.write("links.txt", "/orders/3\n")
    place.write(
      "routes.json",
      Workplace.table.replacing(
        "routes: [",
        with: """
          routes: [
            { id: "code", patterns: ["/code"], destination: [{ run: "tidy" }] },
          """))
    try record("links.txt", "--answer", "tidy=fail:no").expect(
      2, notes: "'tidy' is a Swift step, which only the app has; here it can decline")
    try record("links.txt", "--answer", "tidy=allow").expect(
      2, notes: "'tidy' is a Swift step, which replies decline, fail:REASON, or an answer as")
    try record("links.txt", "--answer", "signedIn=deny", "--answer", "signedIn=allow").expect(
      2, notes: "two answers of 'signedIn'; give one of them", notesLack: "SEQUENCE/")
    try place.run("help", "record").expect(says: "draw:VARIANT", lacks: "means:")
    #expect(place.bytes("app.journal") == nil)
  }

  @Test func `reads JSON lines with times, ids and principals`() throws {
    let lines = """
      {"link": "/products/1", "at_us": 1700000000000000, "id": "a", "principal": "u1"}
      {"link": "/products/2", "at_us": 1700000060000000, "id": "a"}
      {"link": "/products/3", "at_us": 1}
      {"link": 7}
      {"lnk": "/"}
      nonsense
      {"link": "/", "at_us": 9223372036854775807}
      """
    place.write("requests.jsonl", lines)
    let result = try record("requests.jsonl", "--format", "jsonl").expect(0)
    for (line, what) in [
      (4, "has a 'link' that is no string"), (5, "has 'lnk'"), (6, "is no JSON"),
    ] {
      #expect(result.notes.contains("requests.jsonl: line \(line): \(what)"))
    }
    #expect(result.notes.contains("line 7: has an 'at_us'"))
    try place.run("log", "app.journal", "--time", "raw", "-o", "csv").expect(
      says: "1700000000000000,1,decided,shown,product,/products/1")
    #expect(
      result.notes.contains(
        "1 time goes back, first that of '/products/3'; time stands still there, for in a session"))
    try place.run("verify", "app.journal").expect(0)
  }

  @Test(arguments: [[0, 1, 2], [2, 0, 1]])
  func `leaves out lines with times that no journal can hold`(order: [Int]) throws {
    let lines = [7_881_299_347_898_368, 18_000_000_000_000_000, 7_881_299_347_898_367].map {
      #"{"link": "/products/3", "at_us": \#($0)}"#
    }
    place.write("requests.jsonl", order.map { lines[$0] }.joined(separator: "\n"))
    try record("requests.jsonl", "--format", "jsonl").expect(
      0, notes: "line 2: has an 'at_us' that is later than a journal can hold",
      "1 request recorded in 1 session, 0 were there already, 2 lines left out")
    try place.run("log", "app.journal", "--time", "raw", "-o", "csv").expect(
      0, says: ",7881299347898367,1,decided,shown,product,/products/3")
    try place.expectSound("app.journal")
  }

  @Test func `says which member of a line is wrong`() throws {
    place.write(
      "requests.jsonl",
      """
      {"link": "/", "principal": ""}
      {"link": "/", "id": 3}
      {"link": "/products/1"}
      """)
    try record("requests.jsonl", "--format", "jsonl").expect(
      0, notes: "line 1: has a 'principal' that is empty", "line 2: has an 'id' that is no string")
  }

  @Test func `nothing is recorded when an id has two links in two inputs`() throws {
    place.write("a.jsonl", #"{"link": "/products/1", "id": "x"}"#)
    place.write("b.jsonl", #"{"link": "/products/9", "id": "x"}"#)
    try record("a.jsonl", "b.jsonl", "--format", "jsonl").expect(
      2,
      notes: "the id 'x' stands for '/products/1' in 'a.jsonl' and for '/products/9' in 'b.jsonl'")
    #expect(place.bytes("app.journal") == nil)
    // With the same link it is the same request.
    place.write("b.jsonl", #"{"link": "/products/1", "id": "x"}"#)
    try record("a.jsonl", "b.jsonl", "--format", "jsonl").expect(
      0, notes: "1 request recorded in 1 session, 1 was there already")
  }

  @Test func `begins with the first given time`() throws {
    place.write(
      "requests.jsonl",
      """
      {"link": "/products/1", "id": "a"}
      {"link": "/products/2", "at_us": 1700000000000000, "id": "b"}
      """)
    try record("requests.jsonl", "--format", "jsonl").expect(0, notesLack: "goes back")
    try place.run("log", "app.journal", "--time", "raw", "-o", "csv").expect(
      0, says: "1,1700000000000000,1,began", "2,1700000000000000,1,decided,shown,product")
  }

  @Test func `makes each visit of an access log a session from the table's own tree`() throws {
    let start = "17/May/2015:10:0"
    let lines = [
      #"a - - [\#(start)5:00 +0000] "GET /products/1 HTTP/1.1" 200 1 "-" "-""#,
      #"b - - [\#(start)4:00 +0000] "GET /products/2 HTTP/1.1" 200 1 "-" "-""#,
      #"a - - [\#(start)6:00 +0000] "GET /products/1 HTTP/1.1" 200 1 "-" "-""#,
      #"a - - [\#(start)6:00 +0000] "GET /products/1 HTTP/1.1" 200 1 "-" "-""#,
      "rubbish",
    ]
    place.write("access.log", lines.joined(separator: "\n"))
    try record("access.log", "--format", "access-log").expect(
      0, notes: "access.log: line 5: ", "4 requests recorded in 2 sessions")
    #expect(
      try outcomes() == [
        "/products/2,shown", "/products/1,shown", "/products/1,alreadyShown",
        "/products/1,alreadyShown",
      ])
    let sessions = try place.run("sessions", "app.journal", "-o", "jsonl").lines
    #expect(sessions[0].contains(#""began":"2015-05-17T10:04:00.000Z""#))
    #expect(sessions[1].contains(#""device":"a""#))
    #expect(sessions.allSatisfy { $0.contains(#""beginning":"clean","ending":"ended""#) })
    // When a line is appended, only that line is recorded.
    place.write("access.log", (lines + [lines[2]]).joined(separator: "\n"))
    try record("access.log", "--format", "access-log").expect(
      notes: "1 request recorded in 1 session, 4 were there already")
  }

  @Test func `refuses lines without end and reports them`() throws {
    place.write("links.txt", "/products/7\n/" + String(repeating: "a", count: 10_000_000) + "\n")
    try record("links.txt").expect(
      0, notes: "line 2: has more than the 1048576 bytes allowed")
    #expect(try outcomes() == ["/products/7,shown"])
    place.write("links.txt", "/" + String(repeating: "a", count: 500_000) + "\n")
    try record("links.txt").expect(says: "failed")
  }

  @Test func `writes nothing when table or input are wrong`() throws {
    place.write("bad.json", "{ format: \"route-table/1\", tree: \"main[\", routes: 3 }")
    place.write("links.txt", "/\n")
    try place.run("record", "--journal", "app.journal", "--routes", "bad.json", "links.txt").expect(
      2, notes: "bad.json:1:")
    try record("missing.txt").expect(5)
    place.write("access.log", "rubbish\n")
    try record("access.log", "--format", "access-log").expect(
      2, notes: "choose another with --format")
    for words in [["--routes", "-", "-"], ["--routes", "routes.json", "-", "-"]] {
      try place.run(["record", "--journal", "app.journal"] + words).expect(
        2, notes: "give '-' once")
    }
    #expect(place.bytes("app.journal") == nil)
  }

  @Test(arguments: ["links", "jsonl", "access-log"])
  func `of nothing makes no journal and says so`(format: String) throws {
    place.write("links.txt", format == "links" ? "# later\n" : "\n")
    try record("links.txt", "--format", format).expect(
      0, notes: "there is no request in what was given, so nothing was recorded",
      notesLack: "next: ")
    try record("links.txt", "--format", format, "-o", "json").expect(0, says: "[]")
    #expect(place.bytes("app.journal") == nil)
  }

  @Test func `does not change a file that is no journal`() throws {
    place.write("links.txt", "/\n")
    place.write("app.journal", "dear diary")
    try record("links.txt").expect(5)
    #expect(place.bytes("app.journal") == Data("dear diary".utf8))
  }
}
