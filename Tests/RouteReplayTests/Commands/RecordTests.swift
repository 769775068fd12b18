import Foundation
import Testing

@Suite struct `Recording` {
  let place: Workplace

  init() throws {
    place = try Workplace()
    place.write("routes.json", Workplace.table)
  }

  private func record(_ words: String...) throws -> Workplace.Result {
    try place.run(["record", "--journal", "app.journal", "--routes", "routes.json"] + words)
  }

  private func outcomes() throws -> [String] {
    try place.run(
      "sql", "app.journal", "-o", "csv",
      "SELECT coalesce(link, '?'), outcome FROM v_request ORDER BY request_id"
    ).output.split(separator: "\r\n").dropFirst().map(String.init)
  }

  @Test func `gives every link an outcome`() throws {
    place.write("links.txt", Workplace.links)
    let result = try record("links.txt")
    #expect(result.status == 0)
    #expect(result.notes.contains("answering allow for signedIn"))
    #expect(result.notes.contains("7 requests recorded in 1 session"))
    #expect(
      try outcomes() == [
        "/products/7,shown", "/products/7,alreadyShown", "/orders/3,shown", "/nowhere,notFound",
        "?,failed", "/products/x,notFound", "/,alreadyShown",
      ])
    #expect(try place.run("verify", "app.journal").status == 0)
    #expect(try place.run("rerun", "app.journal").status == 0)
  }

  @Test func `of the same input again adds nothing`() throws {
    place.write("links.txt", Workplace.links)
    _ = try record("links.txt")
    let before = place.bytes("app.journal")
    let again = try record("links.txt")
    #expect(again.notes.contains("0 requests recorded in 0 sessions, 7 were there already"))
    #expect(place.bytes("app.journal") == before)
  }

  @Test func `answers interceptors as it is told`() throws {
    place.write("links.txt", "/orders/3\n")
    #expect(try record("links.txt", "--answer", "signedIn=deny").output.contains("denied"))
    let unknown = try record("links.txt", "--answer", "other=deny")
    #expect(unknown.status == 2)
    #expect(unknown.notes.contains("the table has no interceptor 'other'; it has signedIn"))
    #expect(try record("links.txt", "--answer", "signedIn=maybe").status == 2)
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
    let result = try record("requests.jsonl", "--format", "jsonl")
    #expect(result.status == 0)
    for (line, what) in [
      (4, "has a 'link' that is no string"), (5, "has 'lnk'"), (6, "is no JSON"),
    ] {
      #expect(result.notes.contains("requests.jsonl: line \(line): \(what)"))
    }
    #expect(result.notes.contains("line 7: has an 'at_us'"))
    let log = try place.run("log", "app.journal", "--time", "raw", "-o", "csv").output
    #expect(log.contains("1700000000000000,1,decided,shown,product,/products/1"))
    #expect(
      result.notes.contains(
        "1 time goes back, first that of '/products/3'; time stands still there, for in a session"))
    #expect(try place.run("verify", "app.journal").status == 0)
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
    let result = try record("access.log", "--format", "access-log")
    #expect(result.status == 0)
    #expect(result.notes.contains("access.log: line 5: "))
    #expect(result.notes.contains("4 requests recorded in 2 sessions"))
    #expect(
      try outcomes() == [
        "/products/2,shown", "/products/1,shown", "/products/1,alreadyShown",
        "/products/1,alreadyShown",
      ])
    let sessions = try place.run("sessions", "app.journal", "-o", "jsonl").lines
    #expect(sessions[0].contains(#""began":"2015-05-17T10:04:00.000Z""#))
    #expect(sessions[1].contains(#""device":"a""#))
    #expect(sessions.allSatisfy { $0.contains(#""beginning":"clean","ending":"ended""#) })
    // A line that is appended is the only one to be recorded.
    place.write("access.log", (lines + [lines[2]]).joined(separator: "\n"))
    let again = try record("access.log", "--format", "access-log")
    #expect(again.notes.contains("1 request recorded in 1 session, 4 were there already"))
  }

  @Test func `refuses lines without end and reports them`() throws {
    place.write("links.txt", "/products/7\n/" + String(repeating: "a", count: 10_000_000) + "\n")
    let result = try record("links.txt")
    #expect(result.status == 0)
    #expect(result.notes.contains("line 2: has 10000001 bytes, more than the 1048576 allowed"))
    #expect(try outcomes() == ["/products/7,shown"])
    place.write("links.txt", "/" + String(repeating: "a", count: 500_000) + "\n")
    #expect(try record("links.txt").output.contains("failed"))
  }

  @Test func `writes nothing when table or input are wrong`() throws {
    place.write("bad.json", "{ format: \"route-table/1\", tree: \"main[\", routes: 3 }")
    place.write("links.txt", "/\n")
    let bad = try place.run(
      "record", "--journal", "app.journal", "--routes", "bad.json", "links.txt")
    #expect(bad.status == 2)
    #expect(bad.notes.contains("bad.json:1:"))
    #expect(try record("missing.txt").status == 5)
    place.write("access.log", "rubbish\n")
    let rubbish = try record("access.log", "--format", "access-log")
    #expect(rubbish.status == 2)
    #expect(rubbish.notes.contains("choose another with --format"))
    #expect(place.bytes("app.journal") == nil)
  }

  @Test func `leaves a file alone that is no journal`() throws {
    place.write("links.txt", "/\n")
    place.write("app.journal", "dear diary")
    let result = try record("links.txt")
    #expect(result.status == 5)
    #expect(place.bytes("app.journal") == Data("dear diary".utf8))
  }
}
