import Foundation
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// The differences between two points, sessions or files.
@Suite struct `A comparison` {
  let place = Workplace.sample()

  private func record(_ journal: String, _ links: String, _ table: String = "routes.json") throws {
    try place.record(links, into: journal, routes: table)
  }

  private func json(_ words: String...) throws -> [String: Any] {
    let result = try place.run(["diff", "-o", "json"] + words)
    return try jsonObject(result.output)
  }

  // MARK: Points

  @Test func `two points of a journal differ in screens, selection and work`() throws {
    let result = try place.run("diff", "app.journal", "1", "3").expect(1)
    #expect(
      result.output == """
        different: 3 differences between entry 1 and entry 3

        in main > shop
          + product(id: 7)

        in main
          - home/stack is selected
          + shop/stack is selected

        pending actions
          + 3 trackView(id: 7): waiting

        next  route-replay log app.journal --from 2 --to 3

        """)
    let back = try place.run("diff", "app.journal", "3", "1")
    #expect(back.status == 1 && back.lines.contains("  - product(id: 7)"))
  }

  @Test func `a point equals itself, and nothing is before the first`() throws {
    try place.run("diff", "app.journal", "3", "3").expect(
      0, prints: "identical: after entry 3 and entry 3\n")
    try place.run("diff", "app.journal", "3", "3", "-o", "jsonl").expect(0, says: #""next": [] }"#)
    let first = try place.run("diff", "app.journal", "0", "1").expect(
      1, says: "+ scene main, with 5 screens")
    #expect(first.lines.last == "next  route-replay show app.journal 1")
    #expect(try place.run("diff", "app.journal", "9").status <= 1)
  }

  @Test func `two points are given to programs`() throws {
    let found = try json("app.journal", "1", "3")
    #expect(found["result"] as? String == "different")
    let screens = try #require(found["screens"] as? [[String: Any]])
    #expect(screens.map { $0["kind"] as? String } == ["added", "selected"])
    #expect(screens[0]["place"] as? [String] == ["main", "shop"])
    #expect(screens[0]["after"] as? String == "product(id: 7)" && screens[0]["before"] is NSNull)
    let others = try #require(found["others"] as? [[String: Any]])
    #expect(others.map { $0["subject"] as? String } == ["action"])
  }

  // MARK: Files and sessions

  @Test func `one link more is one request more, and nothing else`() throws {
    try record("new.journal", Workplace.links.replacing("/orders/3", with: "/orders/3\n/orders/4"))
    let result = try place.run("diff", "app.journal", "new.journal").expect(
      1, says: "1 only in new.journal")
    #expect(result.lines.contains("  - app.journal") && result.lines.contains("  + new.journal"))
    let heads = result.lines.filter { $0.hasPrefix("request ") }
    #expect(heads.count == 1 && heads[0].hasSuffix(": /orders/4"))
    #expect(result.lines.contains("    + shown, route order version 1"))
    try place.run("diff", "app.journal", "app.journal").expect(0, begins: "identical: ")
  }

  @Test func `another table is told by outcome, route and screens`() throws {
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
    try record("new.journal", Workplace.links, "next.json")
    let result = try place.run("diff", "app.journal", "new.journal").expect(1)
    for line in [
      "  outcome", "    - shown", "    + not found", "  route", "    - route order version 1",
      "    + no route", "  screens in main > home", "    - order(id: 3)", "    + nothing",
      "  next  route-replay show app.journal 9",
    ] {
      #expect(result.lines.contains(line), "\(line) in \(result.output)")
    }
    let found = try json("app.journal", "new.journal")
    #expect(found["differing"] as? Int == 2, "the other order is left for the first tab")
    #expect(found["only_first"] as? Int == 0 && found["carried_over"] as? Int == 3)
    let row = try #require((found["requests"] as? [[String: Any]])?.first)
    #expect(row["aspects"] as? [String] == ["outcome", "route", "screens"])
    #expect((row["first"] as? [String: Any])?["outcome"] as? String == "shown")
  }

  @Test func `journals that end on other screens are not identical`() throws {
    let other = Workplace.table.replacing(
      "home/stack*[feed] shop/stack[", with: "home/stack[feed] shop/stack*[")
    place.write("next.json", other)
    try record("one.journal", "/nowhere\n")
    try record("other.journal", "/nowhere\n", "next.json")
    let told = try place.run("diff", "one.journal", "other.journal").expect(
      1, says: "the screens at the end differ in main: ",
      begins: "different: 1 pair of requests, only the screens at the end differ\n")
    let trees = ["route-replay tree one.journal", "route-replay tree other.journal"]
    #expect(told.lines.suffix(2) == ["next  \(trees[0])", "      \(trees[1])"])
    let found = try json("one.journal", "other.journal")
    #expect(found["result"] as? String == "different" && found["differing"] as? Int == 0)
    #expect((found["last_screens"] as? [String: Any])?["place"] as? [String] == ["main"])
    #expect(found["next"] as? [String] == trees)
    try place.run("report", "one.journal", "other.journal", "--out", "two.html").expect(1)
    let same = try json("app.journal", "app.journal")
    #expect(same["result"] as? String == "identical" && same["last_screens"] is NSNull)
    #expect(same["next"] as? [String] == [])
  }

  @Test func `two sessions of a journal are compared`() throws {
    try record("app.journal", "/products/7\n/orders/9\n")
    let sessions = ["diff", "app.journal", "--session", "1", "--other-session", "last"]
    try place.run(sessions).expect(1, says: "only in session 1", "only in session 2")
    try place.run("diff", "app.journal", "--session", "1", "--other-session", "1").expect(0)
    try place.run(sessions + ["--most", "1"]).expect(says: "more; --most shows them")
  }

  @Test(arguments: [
    (["app.journal"], 2, "name what to compare with"),
    (["app.journal", "--session", "1"], 2, "name what to compare with"),
    (["app.journal", "1", "999"], 2, "there is no entry 999"),
    (["app.journal", "-o", "json", "1", "two"], 2, "'two' is no sequence"),
    (["app.journal", "app.journal", "3"], 2, "another journal without '3'"),
    (["app.journal", "1", "2", "--session", "1"], 2, "leave out --session"),
    (["app.journal", "1", "2", "--most", "1"], 2, "--most is for requests, leave it out"),
    (["app.journal", "none.journal"], 5, "none.journal"),
    (["app.journal", "routes.json"], 5, "routes.json"), (["none.journal", "1", "2"], 5, "none"),
    (["app.journal", "app.journal", "--session", "99"], 2, "there is no session 99"),
  ])
  func `points that cannot be compared are reported`(words: [String], status: Int32, note: String)
    throws
  {
    try place.run(["diff"] + words).expect(status, notes: note, prints: "")
  }

  @Test(arguments: [
    ["show", "5"], ["diff", "5", "60"], ["diff", "0", "60"], ["tree", "--at", "5"],
    ["routes", "--at", "5"],
  ])
  func `an entry that was pruned is needed and not there`(words: [String]) throws {
    try FileManager.default.copyItem(
      atPath: GoldenStory.pruned.journal.path, toPath: place.path("pruned.journal"))
    var words = words
    words.insert("pruned.journal", at: 1)
    let gone = words.last == "60" ? words[2] : "5"
    try place.run(words).expect(
      4, notes: "there is no entry \(gone); those through 54 were pruned, and the newest is 74",
      prints: "")
    words = words.map { $0 == "5" || $0 == "0" ? "99" : $0 }
    try place.run(words).expect(2, notes: "there is no entry 99; ")
  }

  @Test(arguments: ["show", "retry"])
  func `an action that may have begun with an entry that was pruned is not there`(
    verb: String
  ) throws {
    let path = place.path("pruned.journal")
    try FileManager.default.copyItem(atPath: GoldenStory.pruned.journal.path, toPath: path)
    try place.run("actions", "pruned.journal", verb, "5").expect(
      4, notes: "there is no entry 5; those through 54 were pruned", prints: "")
    try place.run("actions", "pruned.journal", verb, "99").expect(2, notes: "there is no action 99")
  }

  @Test(arguments: [
    ["log"], ["bisect", "--where", "suspended"], ["report", "--out", "page.html"],
  ])
  func `a part that was pruned whole is no part without a match`(words: [String]) throws {
    let words = words + [GoldenStory.pruned.journal.path, "--to"]
    try place.run(words + ["54"]).expect(
      4, notes: "there is no entry 54; those through 54 were pruned, and the newest is 74",
      prints: "")
    let result = try place.run(words + ["55"])
    #expect(result.status < 2, "\(result)")
  }

  @Test func `a damaged journal is not compared`() throws {
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = 2",
      on: place.path("app.journal"))
    try place.run("diff", "app.journal", "app.journal").expect(
      3, notes: "route-replay: the journal is damaged at entry 2")
    try record("other.journal", "/products/8\n")
    for words in [["app.journal", "other.journal"], ["other.journal", "app.journal"]] {
      try place.run(["diff"] + words).expect(
        3, notes: "route-replay: app.journal: the journal is damaged at entry 2")
    }
  }

  // MARK: Text of any script

  private static let notes = Workplace.table
    .replacing("order: {", with: "note: { parameters: { title: \"string\" } }, order: {")
    .replacing(
      "routes: [",
      with: """
        routes: [ { id: "note", patterns: ["/notes/:title"],
          destination: [{ select: "shop" }, { push: "note" }] },
        """)

  @Test func `text of any script keeps its place beside the marks, in 80 columns`() throws {
    place.write("notes.json", Self.notes)
    let (arabic, chinese) = ("مرحبا بالعالم", String(repeating: "漢字", count: 40))
    let links = [arabic, chinese].map { title in
      "/notes/" + (title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }
    try record("notes.journal", links.joined(separator: "\n"), "notes.json")
    for words in [["notes.journal", "1"], ["notes.journal", "app.journal"]] {
      let (status, screen) = try place.runOnTerminal(["--no-color", "diff"] + words)
      #expect(status == 1)
      let lines = screen.split(separator: "\r\n").map(String.init)
      for line in lines where !line.contains("route-replay ") {
        #expect(displayWidth(line) <= 80, "\(line)")
      }
      guard words[1] == "1" else { continue }
      #expect(lines.contains("  + \u{2068}note(title: \"\(arabic)\")\u{2069}"), "\(screen)")
      let wide = try #require(lines.firstIndex { $0.hasPrefix("  + note(title: \"漢") })
      #expect(lines[wide + 1].hasPrefix("    字"), "what does not fit goes on below its beginning")
    }
  }

  @Test func `no text of a journal reaches the terminal unescaped`() throws {
    place.write("notes.json", Self.notes)
    try record("notes.journal", "/notes/a%1B%5B2J%E2%80%AEb\n", "notes.json")
    for words in [["notes.journal", "1"], ["notes.journal", "app.journal"]] {
      for format in ["text", "json"] {
        try place.run(["diff", "-o", format] + words).expect(lacks: "\u{1B}", "\u{202E}")
      }
    }
  }
}
