import Foundation
import RouteStore
import Testing

/// The program's statements about changed requests, empty files, endings and wrong words are true.
@Suite struct `An answer of the program` {
  let place = Workplace.sample()

  @Test func `names an edited request's route and screen, as recorded and now`() throws {
    let result = try place.run("what-if", "app.journal", "--edit", "8=/products/9").expect(1)
    #expect(
      result.output.contains(
        """
        request 8: /orders/3 as /products/9
          recorded  shown, route order, screen order(id: 3)
          now       shown, route product, screen product(id: 9)
        """), "\(result.output)")
    #expect(result.lines[0].contains("1 edited, 4 end otherwise"), "\(result.lines[0])")
  }

  @Test func `lists an edited request also when it ends as before`() throws {
    try place.record("/nowhere\n/missing\n", into: "two.journal")
    try place.run("what-if", "two.journal", "--edit", "2=/elsewhere").expect(
      1, says: "request 2: /nowhere as /elsewhere", begins: "different: 2 requests run again")
    try place.run("what-if", "two.journal", "--edit", "2=/nowhere", "-o", "jsonl").expect(
      0, says: #""request": 2"#)
  }

  @Test func `does not count a dropped request as ending otherwise`() throws {
    let result = try place.run("what-if", "app.journal", "--drop", "2").expect(1)
    #expect(
      result.lines[0]
        == "different: 5 requests run again in 1 session, 1 dropped, 1 ends otherwise")
  }

  @Test(arguments: [
    [], ["-o", "json"], ["sessions"], ["log"], ["show", "2"], ["tree"], ["routes"], ["stats"],
    ["sql", "SELECT 1"], ["verify"], ["rerun"], ["what-if", "--drop", "2"],
  ])
  func `reports the missing log of a file that was copied without it`(command: [String]) throws {
    _ = try Journal.open(.file(place.path("none.journal")))
    let isCommand = command.first.map { !$0.hasPrefix("-") } ?? false
    let words =
      isCommand
      ? command.prefix(1) + ["none.journal"] + command.dropFirst() : ["none.journal"] + command
    try place.run(Array(words)).expect(3, notes: "none.journal-wal', which is missing", prints: "")
  }

  @Test func `says why a capture's expression does not take a segment`() throws {
    place.write(
      "shop.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { item: { parameters: { id: "int" } } },
        routes: [
          { id: "a", patterns: ["/a"], destination: [{ push: "feed" }] },
          { id: "b", patterns: ["/b"], destination: [{ push: "feed" }] },
          { id: "c", patterns: ["/c"], destination: [{ push: "feed" }] },
          { id: "d", patterns: ["/d"], destination: [{ push: "feed" }] },
          { id: "e", patterns: ["/e"], destination: [{ push: "feed" }] },
          { id: "photos", patterns: ["/items/list{/:page}?"], destination: [{ push: "feed" }] },
          { id: "path", patterns: ["/items/:id(\\\\d+)/:rest+"], destination: [{ push: "item" }] },
          { id: "item", patterns: ["/items/:id(\\\\d+)"], destination: [{ push: "item" }] } ] }
      """)
    let result = try place.run("explain", "--routes", "shop.json", "/items/abc").expect(1)
    for line in [
      "item /items/:id(\\d+)  ", "segment 2 is 'abc', which \\d+ does not take",
      "segment 2 is 'abc', not 'list'",
    ] { #expect(result.output.contains(line), "\(line) in \(result.output)") }
    try place.run("explain", "--routes", "shop.json", "/items/7/").expect(
      says: "/items/:id(\\d+)/:rest+  does not match from segment 3 on")
  }

  @Test func `begins with how a request and an action ended`() throws {
    let result = try place.run("show", "app.journal", "8")
    #expect(
      result.lines.prefix(2) == ["entry 8: received", "  ended    in entry 9: shown, route order"])
    #expect(!(try place.run("show", "app.journal", "9")).output.contains("  ended "))
    #expect(try place.run("show", "app.journal", "3").lines[1] == "  ended    not yet")
  }

  @Test func `lists sessions with their beginning, entries and end`() throws {
    let text = try place.run("sessions", "app.journal")
    #expect(text.lines[0].split(separator: " ").contains("entries"))
    #expect(text.lines[0].split(separator: " ").contains("beginning"))
    #expect(!text.lines[0].contains("device"))
    try Tampering.run("UPDATE session SET ending = NULL", on: place.path("app.journal"))
    #expect(try place.run("sessions", "app.journal").lines[1].contains(" open "))
    try place.run("sessions", "app.journal", "-o", "jsonl").expect(
      says: #""ending":null"#, #""seconds":0,"#)
  }

  @Test func `lists the outcomes of an outage's requests, the first of many`() throws {
    let told = (1...22).map { number in
      let request = number == 1 ? #""request":2,"# : ""
      return #"{"fingerprint":"00000000000000aa","outcome":"shown","received_us":5,\#(request)"#
        + #""source":"mail-\#(number)"}"#
    }
    try Tampering.run(
      """
      UPDATE journal SET kind = 28, payload = '{"sources":[\(told.joined(separator: ","))]}'
      WHERE sequence = 9
      """, on: place.path("app.journal"))
    let shown = try place.run("show", "app.journal", "9")
    for line in [
      "  ended    source mail-1: shown, request 2", "source mail-2: shown\n",
      "source mail-20: shown\n", "  ended    and 2 more\n",
    ] { #expect(shown.output.contains(line), "\(line) in \(shown.output)") }
    #expect(!shown.output.contains("mail-21"))
  }

  @Test func `names no option that is not there`() throws {
    try place.run("actions", "--help").expect(says: "--fail-on-actions")
    #expect(try place.run("help").output == place.run("--help").output)
    #expect(try place.run("help", "log").output == place.run("log", "--help").output)
    try place.run("help", "lgo").expect(2)
    #expect(!(try place.run("routes", "--help")).output.contains("only this session"))
  }

  @Test func `refuses an input in which no line is a link`() throws {
    place.write("diary.txt", "Dear diary,\n1.2.3.4 - - [17/May/2015:10:05:00 +0000] \"GET / \"\n")
    place.write("image.png", Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 13, 10]))
    for input in ["diary.txt", "image.png"] {
      try place.run(
        "record", "--journal", "new.journal", "--routes", "routes.json", "links.txt", input
      ).expect(2, notes: "no line of '\(input)' is a link", "--format")
      #expect(place.bytes("new.journal") == nil)
    }
  }

  @Test func `counts decisions as decisions`() throws {
    let result = try place.run("rerun", "app.journal")
    #expect(result.lines[0] == "identical: 6 decisions made again")
    #expect(result.lines[1].hasPrefix("1 request ended without a decision"))
  }

  @Test func `distinguishes a question from a file`() throws {
    try place.run("stats", "top-paths").expect(
      2, notes: "a file is missing", "stats FILE top-paths")
    try place.run("stats", "app.journal", "frobnicate").expect(2, notes: "no question 'frobnicate'")
    try place.run("stats", "none.journal").expect(5)
  }

  @Test func `reports a funnel that names an unknown screen`() throws {
    let funnel = ["stats", "app.journal", "funnel", "--funnel"]
    let wrong = try place.run(funnel + ["feed > prodct > home"]).expect(0)
    let mistyped = "no screen is called 'prodct' in a funnel; did you mean 'product'?"
    #expect(wrong.notes.contains(mistyped), "\(wrong)")
    #expect(wrong.notes.contains("'home' in a funnel is a container"), "\(wrong)")
    // The screen is declared, although no visit reached it.
    let right = try place.run(funnel + ["feed > product > catalog"])
    #expect(right.status == 0 && right.notes.isEmpty, "\(right)")
    try Tampering.run(
      "INSERT INTO funnel_step VALUES ('f', 1, 'feed'), ('f', 2, 'shop')",
      on: place.path("app.journal"))
    try place.run("stats", "app.journal").expect(notes: "'shop' in a funnel")
  }

  @Test(arguments: [
    "select count(*), count(r.link), count(a.screen) from v_request r natural join "
      + "v_screen_view a where r.request_sequence > 0 and a.view_number > 0",
    "SELECT count(*) FROM v_visit NATURAL JOIN v_run",
    "SELECT count(*) FROM v_request JOIN v_screen_view USING (session_id, request_id)",
    "SELECT count(*) FROM (SELECT * FROM v_run JOIN v_visit USING (device_id))",
  ])
  func `about joins is given for each file, and summed over several`(sql: String) throws {
    let each = try place.run("sql", "app.journal", sql, "--each", "-o", "csv")
    #expect(try place.run("sql", "app.journal", sql, "-o", "csv").output == each.output)
    // Another journal, whose rows join with none of the first one's.
    _ = try place.run(
      "record", "--journal", "other.journal", "--routes", "routes.json", "links.txt")
    try Tampering.run(
      "UPDATE session SET identifier = 'other', device = 'other'",
      on: place.path("other.journal"))
    let other = try place.run("sql", "other.journal", sql, "--each", "-o", "csv")
    let both = try place.run("sql", "app.journal", "other.journal", sql, "-o", "csv")
    func numbers(_ result: Workplace.Result) -> [Int] {
      result.output.split(whereSeparator: \.isNewline).last.map { line in
        line.split(separator: ",").compactMap { Int($0) }
      } ?? []
    }
    #expect(!numbers(both).isEmpty, "\(both)")
    #expect(numbers(both) == zip(numbers(each), numbers(other)).map(+))
  }

  @Test func `says how far a damaged file was checked`() throws {
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = 4",
      on: place.path("app.journal"))
    let result = try place.run("app.journal")
    let line = try #require(result.lines.first { $0.hasPrefix("holds") })
    #expect(line.contains(" of 14 entries checked"), "\(line)")
  }
}
