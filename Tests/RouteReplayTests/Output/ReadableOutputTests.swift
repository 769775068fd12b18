import Foundation
import RouteEngine
import RouteStore
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// Output that a person understands without a second command.
@Suite struct `Readable output` {
  let place = Workplace()

  init() {
    place.write("routes.json", Workplace.table)
    place.write("links.txt", Workplace.links)
  }

  private func record(_ answer: String = "allow") throws -> Workplace.Result {
    try place.run(
      "record", "--journal", "app.journal", "--routes", "routes.json", "--answer",
      "signedIn=\(answer)", "links.txt")
  }

  @Test func `names the link of a request also where it is decided`() throws {
    _ = try record()
    let log = try place.run(
      "log", "app.journal", "--outcome", "shown", "--grep", "orders", "-o", "jsonl"
    ).expect(says: #""link":"/orders/3""#, lines: 1)
    let sequence = try #require(log.output.split(whereSeparator: { !$0.isNumber }).first)
    try place.run("show", "app.journal", "\(sequence)").expect(says: "link     /orders/3")
  }

  @Test func `is a command to be copied, whatever the file's name and the width are`() throws {
    let name = "the journal of a shop that has a long name.journal"
    try place.run("record", "--journal", name, "--routes", "routes.json", "links.txt").expect(
      0, notes: "next: route-replay '\(name)'\n")
    func narrow(_ words: String...) throws -> Workplace.Result {
      try place.run(words, environment: ["COLUMNS": "40"])
    }
    try narrow(name).expect(0, says: "\nnext       route-replay show '\(name)' ")
    try narrow("doctor", name).expect(0, says: "\nnext       route-replay '\(name)'\n")
    try narrow("fixture", "add", "my fixtures").expect(
      2, notes: "which journal is to be kept? \"route-replay fixture add 'my fixtures' FILE\"\n")
  }

  @Test func `is a command to be copied for a file whose name begins with a hyphen`() throws {
    try place.run("record", "--journal", "-o.journal", "--routes", "routes.json", "links.txt")
      .expect(0, notes: "next: route-replay ./-o.journal\n")
    try place.run("--", "-o.journal").expect(
      0, says: "\nnext       route-replay show ./-o.journal ")
    try place.run("doctor", "--", "-o.journal").expect(
      0, says: "\nnext       route-replay ./-o.journal\n")
    try place.run("fixture", "add", "--", "-fixtures").expect(
      2, notes: "'route-replay fixture add ./-fixtures FILE'\n")
  }

  @Test func `shows the subject of an entry without a link`() throws {
    _ = try record()
    try place.run("log", "app.journal", "--kind", "enqueued").expect(says: "trackView 3")
    try place.run("log", "app.journal", "--outcome", "failed").expect(says: "(not kept: 8 bytes)")
  }

  @Test func `counts a waiting request the same everywhere`() throws {
    try record("wait").expect(says: "waiting")
    try place.run("app.journal").expect(says: "1 waiting", "/orders/3 waits for signedIn")
    try place.run("log", "app.journal", "--outcome", "waiting", "-o", "jsonl").expect(
      says: "/orders/3", lines: 1)
    try place.run("log", "app.journal", "--kind", "parked").expect(
      says: "waits for signedIn: /orders/3")
    try place.run("sessions", "app.journal", "-o", "jsonl").expect(
      says: #""requests":7,"waiting":1"#)
  }

  @Test func `gives the subject of an entry most of a narrow terminal`() throws {
    let link = "/products/1234567890123456"
    place.write(
      "routes.json", Workplace.table.replacing(#"id: "product""#, with: #"id: "productOfTheShop""#))
    place.write("links.txt", link + "\n")
    try place.run("record", "--journal", "shop.journal", "--routes", "routes.json", "links.txt")
    let (_, narrow) = try place.runOnTerminal(["--no-color", "log", "shop.journal"])
    #expect(narrow.contains(link) && !narrow.contains("productOf"), "\(narrow)")
    let (_, wide) = try place.runOnTerminal(["--no-color", "log", "shop.journal"], columns: 120)
    #expect(wide.contains(link) && wide.contains("productOfTheShop"), "\(wide)")
  }

  @Test func `gives the last entries, or says that none fits`() throws {
    _ = try record()
    let all = try place.run("log", "app.journal", "-o", "jsonl").lines
    #expect(try place.run("log", "app.journal", "-n", "2", "-o", "jsonl").lines == all.suffix(2))
    for condition in [["--grep", "nothing like it"], ["--route", "none"], ["--from", "999"]] {
      try place.run(["log", "app.journal"] + condition).expect(
        1, notes: "no entry fits", prints: "")
    }
    try place.run("log", "app.journal", "--grep", "orders", "-n", "0").expect(0)
  }

  @Test(arguments: ["", "sessions", "log", "show 2", "verify", "rerun", "check", "explain"])
  func `fits eighty columns when COLUMNS says so`(command: String) throws {
    _ = try record()
    let words =
      switch command {
      case "check": "check routes.json"
      case "explain":
        "explain --routes routes.json /products/7?a=\(String(repeating: "b", count: 90))"
      case "show 2": "show app.journal 2"
      default: "\(command) app.journal"
      }
    let result = try place.shell("COLUMNS=80 \"$1\" \(words) 2>&1")
    #expect(!result.lines.isEmpty)
    #expect(result.lines.filter { displayWidth($0) > 80 } == [])
  }

  @Test func `is empty when no requested entry exists`() throws {
    _ = try record()
    let none = try place.run("log", "app.journal", "-n", "0").expect(0)
    #expect(none.notes == "")
  }

  @Test func `lists the patterns that come nearest`() throws {
    let routes = (0..<12).map {
      "{ id: \"r\($0)\", patterns: [\"/r\($0)/x\"], " + "destination: [{ select: \"shop\" }] }"
    }
    place.write(
      "many.json",
      Workplace.table.replacing(
        "routes: [", with: "routes: [" + routes.joined(separator: ",") + ","))
    try place.run("explain", "--routes", "many.json", "/r7/y").expect(
      says: "segment 2 is 'y', not 'x'", "… and 10 more, with --all")
    try place.run("explain", "--routes", "many.json", "/r7/y", "--all").expect(
      says: "r11 /r11/x", lacks: "more, with --all")
  }

  @Test func `describes an entry that differs once`() throws {
    _ = try record()
    place.write("next.json", Workplace.table.replacing("/products/:id", with: "/product/:id"))
    let result = try place.run("what-if", "app.journal", "--routes", "next.json", "--most", "1")
      .expect(
        says: "more; --most shows them", "route-replay explain --routes next.json /products/7",
        lacks: "{\"")
    #expect(result.lines.filter { $0.hasPrefix("entry ") }.count == 1)
  }

  @Test func `limits the messages about lines that are no requests`() throws {
    place.write("links.jsonl", String(repeating: "nonsense\n", count: 9) + "{\"link\": \"/\"}\n")
    let result = try place.run(
      "record", "--journal", "app.journal", "--routes", "routes.json", "--format", "jsonl",
      "links.jsonl"
    ).expect(notes: "… and 4 more lines left out")
    #expect(result.notes.components(separatedBy: "is no JSON").count == 6)
  }

  @Test func `leaves nothing beside a target that is no journal`() throws {
    place.write("app.journal", "dear diary")
    let before = try place.contents()
    try record().expect(5, notesLack: "answering")
    #expect(try place.contents() == before)
  }

  @Test func `leaves nothing beside a target that was cut`() throws {
    _ = try record()
    let whole = try #require(place.bytes("app.journal"))
    place.write("app.journal", whole.prefix(20_000))
    let before = try place.contents()
    try record().expect(3, notes: "'doctor' tells")
    #expect(try place.contents() == before)
  }

  @Test func `asks for the log of a file that holds nothing`() throws {
    _ = try Journal.open(.file(place.path("app.journal")))
    try place.run("verify", "app.journal").expect(3, notes: "app.journal-wal', which is missing")
    try place.run("app.journal").expect(3, notes: "copy both files together")
  }

  @Test func `shortens a link in the middle`() {
    #expect(elided("/products/7?utm_source=mail", toWidth: 15) == "/produc…ce=mail")
    #expect(elided("/products", toWidth: 9) == "/products")
    #expect(
      brokenBehindMarks("main[home[feed] shop[catalog]]", width: 16).joined()
        == "main[home[feed] shop[catalog]]")
    #expect(
      spanText(2_585) == "2.5 ms" && spanText(999) == "999 µs" && spanText(1_500_000) == "1.500 s")
  }
}
