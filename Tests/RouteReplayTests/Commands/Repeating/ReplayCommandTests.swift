import Foundation
import RouteEngine
import RouteTestSupport
import Testing
import TextTerminal

@testable import RouteReplayProgram

@MainActor
@Suite struct `The replay commands` {
  let place = Workplace.sample()

  init() {
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
  }

  private func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  @Test func `report a divergence once, with everything needed to act on it`() throws {
    let result = try place.run("what-if", "app.journal", "--routes", "next.json").expect(1)
    let expected = [
      "different: 6 decisions made again, 1 differs", "entry 9, request 8: /orders/3",
      "  explained by next.json: route order changed without a new version",
      "  recorded  shown, order version 1", "  now       not found, no route",
      "  tree      in main > home:", "            recorded order(id: 3)",
      "            now nothing", "  around", "  next      route-replay show app.journal 9",
      "            route-replay explain --routes next.json /orders/3",
    ]
    for line in expected { #expect(result.lines.contains(line), "\(line) in \(result.output)") }
    #expect(result.lines.filter { $0.hasPrefix("entry ") }.count == 1)
    let around = try #require(result.lines.firstIndex(of: "  around"))
    let rows = result.lines[(around + 2)...(around + 4)]
    #expect(rows.map { $0.contains("> 9") } == [false, true, false])
  }

  @Test func `report the requests on which another table is not tried`() throws {
    let result = try place.run("what-if", "app.journal", "--routes", "next.json")
    let text = result.lines.prefix { !$0.isEmpty }.joined(separator: " ")
    #expect(text.contains("left out: the consequences of a difference"), "\(result.output)")
    #expect(text.contains("refused or superseded while another was under way, not resumed"))
    #expect(result.lines.prefix { !$0.isEmpty }.allSatisfy { displayWidth($0) <= 80 })
    try place.run("rerun", "app.journal").expect(lacks: "left out")
    try place.run("what-if", "app.journal", "--routes", "next.json", "-o", "jsonl").expect(
      says: #""left_out": "the consequences of a"#)
  }

  @Test func `print the same for programs`() throws {
    let result = try place.run(
      "what-if", "app.journal", "--routes", "next.json", "-o", "jsonl", "-q")
    #expect(result.status == 1 && result.notes.isEmpty && result.lines.count == 1)
    let object = try #require(try json(result.output) as? [String: Any])
    #expect(object["result"] as? String == "different")
    #expect(object["differing"] as? Int == 1)
    let found = try #require((object["divergences"] as? [[String: Any]])?.first)
    #expect(found["sequence"] as? Int == 9)
    #expect(found["request"] as? Int == 8)
    #expect(found["link"] as? String == "/orders/3")
    #expect(found["explained"] as? Bool == true)
    let classes = (found["differences"] as? [[String: Any]])?.compactMap { $0["class"] as? String }
    #expect(classes == ["outcome", "route", "changes", "answerUnused"])
    #expect((found["tree"] as? [String: Any])?["recorded"] as? String == "order(id: 3)")
    #expect((found["surroundings"] as? [Any])?.count == 3)
    #expect((found["next"] as? [String])?.count == 2)
    let same = try place.run("rerun", "app.journal", "-o", "json").expect(0)
    #expect(((try json(same.output)) as? [[String: Any]])?.first?["divergences"] as? [Int] == [])
  }

  @Test func `take several files, and describe each`() throws {
    place.write("text.txt", "no journal")
    place.write("empty.sqlite", "")
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "app.journal"),
      to: place.folder.appending(path: "bad.journal"))
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = 2",
      on: place.path("bad.journal"))
    let good = try place.run("rerun", "app.journal", "app.journal").expect(0)
    #expect(good.lines.filter { $0 == "app.journal" }.count == 2)
    let mixed = try place.run("rerun", "app.journal", "text.txt", "bad.journal", "-o", "json")
      .expect(3)
    let words = (try json(mixed.output) as? [[String: Any]])?.compactMap { $0["result"] as? String }
    #expect(words == ["identical", "unreadable", "damaged"])
    let verified = try place.run(
      "verify", "app.journal", "text.txt", "bad.journal", "none", "empty.sqlite", "-o", "csv"
    ).expect(3)
    let rows = verified.output.components(separatedBy: "\r\n").dropFirst().dropLast()
    #expect(
      rows.map { $0.split(separator: ",")[1] } == [
        "intact", "unreadable", "damaged", "unreadable", "unreadable",
      ])
    try place.run("verify", "app.journal", "--deep").expect(0)
    for command in ["rerun", "verify"] {
      try place.run(command, "text.txt").expect(5)
      try place.run(command, "none").expect(5)
      try place.run(command, ".").expect(5)
    }
  }

  @Test func `say that definitions are missing, and take others`() throws {
    try Tampering.run("DELETE FROM route_table", on: place.path("app.journal"))
    try place.run("rerun", "app.journal").expect(6, notes: "give one with --routes")
    try place.run("rerun", "app.journal", "--routes", "routes.json").expect(0)
    try place.run("verify", "app.journal").expect(3, notes: "the route table of session 1")
  }

  @Test func `run the same input again into a new journal`() throws {
    let before = try place.contents()
    let result = try place.run("what-if", "app.journal", "--out", "new.journal").expect(
      0, says: "1 request left out: no link")
    #expect(result.lines.first == "identical: 6 requests run again in 1 session")
    #expect(place.bytes("app.journal") == before["app.journal"])
    try place.expectSound("new.journal")
    try place.run("sql", "new.journal", "SELECT link FROM v_request", "-o", "csv").expect(
      says: "/orders/3")
    try place.run("what-if", "app.journal", "--out", "new.journal").expect(
      5, notes: "exists already")
  }

  /// Host code that opens a request of its own, waits, and then continues the first one.
  @MainActor
  private func recordLogIn(waitsInItsAnswer: Bool) async throws -> String {
    let json = Workplace.table.replacing(
      "interceptors: [\"signedIn\"]", with: "interceptors: [\"calm\", \"signedIn\"]")
    let path = place.path("host.journal")
    let session = RouteSession.launch(try RouteTable(json: Array(json.utf8)), at: .file(path)) {
      $0.answer("calm") { _ in .allow }
      if waitsInItsAnswer {
        $0.answerLater("signedIn") { asked in
          if asked.principal == nil {
            asked.open(.route("product", ["id": .int(1)]))
            await asked.wait(for: "signedIn")
          }
          return .allow
        }
      } else {
        $0.answer("signedIn") { asked in
          if asked.principal != nil { return .allow }
          asked.open(.route("product", ["id": .int(1)]))
          return .wait(condition: "signedIn")
        }
      }
    }
    let opening = session.open("/orders/3")
    _ = await eventually { session.state.hasParkedRequests }
    session.open("/nowhere")
    session.signal("signedIn", principal: "anna")
    _ = await opening.ended()
    session.requests.suspend()
    session.open("/products/4")
    session.requests.resume(.clear)
    session.ready()
    session.end()
    return "host.journal"
  }

  @Test(arguments: [false, true])
  func `repeat the calls and waits of host code`(waitsInItsAnswer: Bool) async throws {
    let file = try await recordLogIn(waitsInItsAnswer: waitsInItsAnswer)
    try place.run("rerun", file).expect(0)
    let result = try place.run("what-if", file, "--out", "again.journal").expect(0)
    #expect(result.lines.first == "identical: 4 requests run again in 1 session")
    try place.run("verify", "again.journal").expect(0)
    let question = "SELECT kind FROM v_entry WHERE kind IN ('parked', 'signalled', 'released')"
    try place.run("sql", "again.journal", question, "-o", "csv").expect(
      begins: "kind\r\nparked\r\nsignalled\r\nreleased\r\n")
    try place.run("what-if", file, "--drop", "2").expect(says: "now       dropped")
  }

  @Test func `show the consequences of a dropped or changed request`() throws {
    // The first of two requests that ask for the same screen.
    let dropped = try place.run("what-if", "app.journal", "--drop", "2").expect(1)
    let shown = "shown, route product, screen product(id: 7)"
    #expect(
      dropped.output.contains("request 2: /products/7\n  recorded  \(shown)\n  now       dropped"))
    #expect(dropped.output.contains("recorded  already \(shown)\n  now       \(shown)"))
    let edited = try place.run(
      "what-if", "app.journal", "--edit", "9=/nowhere", "--edit", "2=/products/8", "-o", "json"
    ).expect(1)
    let object = try #require((try json(edited.output) as? [[String: Any]])?.first)
    #expect(object["written"] is NSNull)
    let requests = try #require(object["requests"] as? [[String: Any]])
    // The last link leads to home, which is in another place now; links that are not found stay
    // where the links before them led.
    #expect(requests.map { $0["request"] as? Int } == [2, 5, 8, 10, 12, 13])
    #expect(
      requests.map { $0["replayed"] as? String } == [
        "shown", "shown", "not found", "not found", "not found", "shown",
      ])
    try place.run("what-if", "app.journal", "--drop", "2", "--routes", "next.json").expect(
      says: "now       not found")
    #expect(try place.contents().keys.filter { $0.hasSuffix(".journal") } == ["app.journal"])
  }

  @Test func `refuse what cannot be dropped, edited or written`() throws {
    for words in [
      [], ["--drop", "1"], ["--drop", "x"], ["--drop", "999"], ["--edit", "2"],
      ["--edit", "x=/"], ["--drop", "2", "app.journal"],
    ] {
      try place.run(["what-if", "app.journal"] + words).expect(2)
    }
  }

  @Test func `report each of several files with sessions of another`() throws {
    place.write("one.txt", "/products/1")
    place.write("two.txt", "/products/2")
    for (name, inputs) in [("a", ["one.txt"]), ("b", ["one.txt", "two.txt"]), ("c", ["two.txt"])] {
      try place.run(["record", "--journal", name, "--routes", "routes.json"] + inputs).expect(0)
    }
    try place.run("stats", "a", "b", "c", "link-success").expect(
      0, notes: "b: has sessions of 'a' too", "c: has sessions of 'b' too")
  }

  @Test func `query several files at once`() throws {
    place.write("text.txt", "no journal")
    let query = "SELECT count(*) AS n FROM v_request"
    try place.run("sql", "app.journal", "app.journal", query, "-o", "csv").expect(
      notes: "count more than once", prints: "n\r\n14\r\n")
    try place.run("sql", "app.journal", "app.journal", query, "--each", "-o", "csv").expect(
      prints: "file,n\r\napp.journal,7\r\napp.journal,7\r\n")
    try place.run(
      "sql", "app.journal", "app.journal", "SELECT sequence FROM journal", "--rows", "15", "-o",
      "jsonl", "--each"
    ).expect(notes: "only the first 15 rows", lines: 15)
    try place.run("sql", "text.txt", "app.journal", "SELECT 1 AS one", "-o", "jsonl").expect(
      5, lines: 1)
    try place.run("sql", "app.journal", "app.journal", "SELEC").expect(2)
    try place.run("sql", "app.journal", "app.journal", "SELECT kind FROM journal").expect(
      2, notes: "--each")
    try place.run("stats", "app.journal", "app.journal", "link-success", "-o", "csv")
      .expect(says: "\r\nurl,14,4,4,0,4,2,")
    let broken = try place.run("stats", "text.txt", "app.journal").expect(5)
    #expect(broken.notes.components(separatedBy: "text.txt").count <= 3)
  }

  @Test func `give programs what the other commands show people`() throws {
    place.write("bad.json", "{ format: \"route-table/1\", tree: 3 }")
    let mistakes = try place.run("check", "bad.json", "-o", "jsonl").expect(2)
    let mistake = try #require(try json(mistakes.lines[0]) as? [String: Any])
    #expect(mistake["line"] as? Int == 1 && mistake["field"] as? String == "tree")
    try place.run("check", "routes.json", "-o", "json").expect(prints: "[]\n")
    let screens = try place.run("tree", "app.journal", "--at", "2", "-o", "json")
    let tree = try #require(try json(screens.output) as? [[String: Any]])
    #expect(tree.count == 6)
    let visible = tree.filter { $0["visible"] as? Bool == true }
    #expect(visible.map { $0["kind"] as? String } == ["product"])
    let explained = try place.run("explain", "--routes", "routes.json", "/products/7", "-o", "json")
    let why = try #require(try json(explained.output) as? [String: Any])
    #expect(why["route"] as? String == "product" && why["outcome"] as? String == "shown")
    #expect((why["patterns"] as? [[String: Any]])?.count == 3)
    let summary = try place.run("app.journal", "-o", "json")
    let one = try #require(try json(summary.output) as? [String: Any])
    #expect(one["result"] as? String == "intact" && one["requests"] as? Int == 7)
  }

  @Test func `have one version, the one that the changelog is headed with`() throws {
    let lines = try PackageFile.lines("CHANGELOG.md")
    let heading = try #require(lines.first { $0.hasPrefix("## ") })
    let parts = ReplayProgram.version.split(separator: "-")
    #expect(heading.contains(parts[0]))
    #expect(heading.contains("Unreleased") == (parts.count == 2))
    try place.run("--version").expect(prints: "route-replay \(ReplayProgram.version)\n")
    try place.run("manual").expect(says: "\"route-replay \(ReplayProgram.version)\"")
  }
}
