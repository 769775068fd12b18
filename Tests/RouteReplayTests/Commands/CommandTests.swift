import Foundation
import RouteAnalytics
import RouteStore
import Testing
import TextTerminal

@testable import RouteReplayProgram

private let noEntry = "no entry is in the range: --from 9 is after --to 3"

@Suite struct `The commands` {
  let place = Workplace.sample()

  @Test func `describe a journal on one screen when no command is named`() throws {
    let result = try place.run("app.journal").expect(
      0, says: "outcomes   2 shown, 2 alreadyShown, 2 notFound, 1 failed",
      "pending    2 actions, the oldest is 3 (trackView)",
      begins: "intact     app.journal, checked to entry")
    #expect(result.lines.count <= 24)
    #expect(result.lines.last?.hasPrefix("next       route-replay show app.journal ") == true)
  }

  @Test func `list sessions and entries in every format`() throws {
    let sessions = try place.run("sessions", "app.journal", "-o", "csv").output
    #expect(sessions.hasPrefix("session,began,ended,"))
    try place.run("log", "app.journal", "--outcome", "notFound", "-o", "jsonl").expect(lines: 2)
    let text = try place.run("log", "app.journal", "--kind", "decided", "-r", "-n", "1")
    #expect(text.lines.count == 2 && text.lines[1].contains("home"))
    let found = try place.run("log", "app.journal", "--grep", "orders", "--session", "last")
    // It finds both the arrival and the decision, which does not repeat the link.
    #expect(found.lines.count == 3)
    // An action is listed with the link of its request.
    let ofLink = ["--grep", "products/7", "--kind", "enqueued"]
    try place.run(["log", "app.journal"] + ofLink).expect(0, says: "trackView", lines: 3)
    // The arrival of a request that is asked about names its route, as the decision does.
    try place.run("log", "app.journal", "--route", "order", "--from", "2").expect(lines: 3)
  }

  @Test func `write no file by the name of standard output`() throws {
    let before = try place.contents()
    let lines = [
      "stats app.journal --html -", "doctor app.journal --salvage -", "report app.journal --out -",
      "export app.journal --format ndjson --out=-", "what-if app.journal --out -",
      "minimize app.journal --until diverges --out -", "rerun app.journal --results -",
      "record --journal - --routes routes.json links.txt", "import --journal - lines.jsonl",
    ]
    for line in lines {
      try place.run(line.split(separator: " ").map(String.init)).expect(
        2, notes: "writes a file, never standard output; give its name in place of", prints: "")
    }
    #expect(try place.contents() == before)
  }

  @Test func `list the words of a choice that is missing`() throws {
    try place.run("completions").expect(
      2, notes: "SHELL is missing: the shell to write for: bash, zsh, fish", prints: "")
    try place.run("export", "app.journal").expect(
      2, notes: "'--format FORMAT' is needed: what to write: jsonl, swift-test, ", prints: "")
  }

  @Test func `follow a journal until the reader leaves`() throws {
    try place.shell("\"$1\" log app.journal --follow -o jsonl | head -n 2").expect(lines: 2)
  }

  @Test(arguments: ["waiting", "unrecorded"])
  func `follow no entries that later ones can remove again`(word: String) throws {
    try place.run("log", "app.journal", "--follow", "--outcome", word).expect(
      2, notes: "leave out --follow")
  }

  @Test func `show one entry whole`() throws {
    let result = try place.run("show", "app.journal", "2").expect(0)
    for line in [
      "  route    product version 3", "  outcome  shown", "  step     select shop: found",
      "  step     push product: built", "  change   select 4", "product(id: 7) #6",
      "belongs to it",
    ] {
      #expect(result.output.contains(line), "\(line) in \(result.output)")
    }
    let json = try place.run("show", "app.journal", "2", "-o", "jsonl").expect(lines: 3)
    #expect(json.lines[0].contains(#""payload":"{"#))
    try place.run("show", "app.journal", "999").expect(2)
    try place.run("show", "app.journal", "first").expect(2)
  }

  @Test func `draw the tree and write it down`() throws {
    let drawn = try place.run("tree", "app.journal", "--at", "2")
    #expect(
      drawn.output == """
        main/tabs
        ├─ home/stack
        │  └─ feed
        └─ shop/stack *
           ├─ catalog
           └─ product(id: 7)  <- visible

        """)
    let line = try place.run("tree", "app.journal", "--at", "2", "--diagram").output
    #expect(line == "main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]\n")
    try place.run("tree", "app.journal", "--at", "9999").expect(2)
    try place.run("tree", "app.journal", "--diagram", "--ids").expect(2, notes: "leave out --ids")
  }

  @Test func `write the tree so that a table and explain read it back`() throws {
    func table(_ tree: String) -> String {
      """
      { format: "route-table/1", tree: \(jsonString(tree)),
        screens: { page: { parameters: { name: "string" } } },
        routes: [{ id: "page", patterns: ["/pages/:name"], destination: [{ push: "page" }] }] }
      """
    }
    place.write("pages.json", table("main/stack[feed]"))
    try place.record(
      "/pages/abc%E2%80%AEgnp%F3%A0%80%81%22", into: "pages.journal", routes: "pages.json"
    ).expect(0)
    let line = try #require(try place.run("tree", "pages.journal", "--diagram").lines.first)
    #expect(line == #"main/stack[feed page(name: "abc\u202egnp\udb40\udc01\"")]"#)
    try place.run("explain", "--routes", "pages.json", "--tree", line, "/pages/x").expect(0)
    place.write("again.json", table(line))
    try place.run("check", "again.json").expect(0)
  }

  @Test func `write the recorded table so that it reads back the same`() throws {
    let table = try place.run("routes", "app.journal")
    try place.run("routes", "app.journal", "--session", "1", "--at", "2").expect(
      2, notes: "'--session' and '--at' each name one table")
    place.write("again.json", table.output)
    let digest = try #require(table.notes.split(separator: " ").dropFirst(2).first)
    try place.run("check", "again.json").expect(notes: "digest \(digest)")
    #expect(try place.run("routes", "app.journal", "-o", "json").output == table.output)
    let line = try place.run("routes", "app.journal", "-o", "jsonl").expect(0, lines: 1)
    place.write("line.json", line.output)
    try place.run("check", "line.json").expect(notes: "digest \(digest)")
  }

  @Test func `explain a link step by step`() throws {
    try place.run(
      "explain", "--routes", "routes.json", "https://shop.example/products/7?x=1"
    ).expect(
      0, says: "step 2     push product: built", "> product /products/:id  takes it",
      "segment 1 is 'products', not 'orders'")
    try place.run("explain", "--routes", "routes.json", "/products/x").expect(
      1, says: ":id would be 'x', which is no int")
    try place.run(
      "explain", "--routes", "routes.json", "/orders/3", "--tree",
      "main/tabs[home/stack*[feed order(id: 3)] shop/stack[catalog]]"
    ).expect(says: "outcome    already shown", "asks       signedIn, assumed to allow")
    func replying(_ reply: String, _ more: String...) throws -> Workplace.Result {
      try place.run(
        ["explain", "--routes", "routes.json", "/orders/3", "--answer", reply] + more)
    }
    try replying("signedIn=deny:not now").expect(
      1, says: "asks       interceptor signedIn: deny, not now", "outcome    denied: not now")
    try replying("signedIn=wait").expect(1, says: "outcome    parked until signedIn")
    try replying("signedIn=go:/products/7").expect(
      0, says: "signedIn: go to /products/7 instead", "ends at    product version 3")
    try replying("signedIn=deny", "-o", "json").expect(
      1,
      says: #""moment": "arrival""#, #""answer": "deny, denied by --answer""#, #""given": true"#)
    try replying("other=allow").expect(
      2, notes: "'--answer': no host code is called 'other'; asked there: signedIn")
    place.write(
      "hosts.json",
      """
      { format: "route-table/1", tree: "main/stack[home]", screens: { page: {} }, routes: [
        { id: "https", patterns: ["/p"], destination: [{ push: "page" }], schemes: ["https"] },
        { id: "host", patterns: ["/p"], destination: [{ push: "page" }],
          schemes: ["http"], hosts: ["a.example", "*.b.example"] },
        { id: "tab", patterns: ["/p"], destination: [{ push: "page" }],
          schemes: ["shop"], query: { tab: "x", old: false } },
        { id: "any", patterns: ["/p"], destination: [{ push: "page" }],
          schemes: ["s"], query: { any: true } } ] }
      """)
    func reasons(_ link: String) throws -> String {
      try place.run("explain", "--routes", "hosts.json", link).output
    }
    #expect(try reasons("/p").contains("https /p  there is no scheme, and it should be 'https'"))
    let http = try reasons("http://c.example/p")
    #expect(http.contains("https /p  the scheme is 'http', not 'https'"))
    #expect(http.contains("the host is 'c.example', not 'a.example' or '*.b.example'"))
    #expect(try reasons("shop:/p").contains("'tab' is not in the query, and should be 'x'"))
    #expect(try reasons("shop:/p?tab=y").contains("'tab' in the query is 'y', not 'x'"))
    #expect(try reasons("shop:/p?tab=x&old").contains("'old' is in the query, and should not be"))
    #expect(try reasons("s:/p").contains("'any' is not in the query"))
    #expect(try reasons("shop:/p?tab=x").contains("> tab /p    takes it"))
    try place.run("explain", "--routes", "routes.json", "no link").expect(2)
    try place.run("explain", "--routes", "routes.json", "/", "--tree", "[").expect(2)
  }

  @Test func `find every mistake in a table`() throws {
    place.write(
      "bad.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        routes: [
          { id: "a", patterns: ["/("], destination: [{ push: "fed" }] },
          { id: "a", patterns: ["/b"], destination: [{ pull: "feed" }] } ] }
      """)
    let result = try place.run("check", "bad.json").expect(
      2, says: "there is no screen fed; the nearest is feed")
    #expect(result.lines.count >= 4)
    #expect(result.lines.allSatisfy { $0.hasPrefix("bad.json:3:") || $0.hasPrefix("bad.json:4:") })
    place.write("worse.json", Data([0xFF, 0x00]))
    try place.run("check", "worse.json").expect(2)
    place.write("null.json", "null")
    try place.run("check", "null.json").expect(2, says: "null.json:1:1: expected an object")
    try place.run("check", "none.json").expect(5)
  }

  @Test(
    arguments: [
      (["what-if", "app.journal"], "say what to change: another table with '--routes TABLE'"),
      (["explain", "/products/7"], "; 'route-replay routes JOURNAL' writes that of a journal\n"),
      (["tree", "app.journal", "--at", "9999"], "there is no entry 9999; the newest is 14"),
      (["diff", "app.journal", "2", "9999"], "there is no entry 9999; the newest is 14"),
      (["log", "app.journal", "--session", "9"], "there is no session 9; the newest is "),
      (["sql", "--dictionary"], "'sql' has no option '--dictionary'; 'stats' has it\n"),
      (["log", "app.journal", "--write"], "'actions', 'prune', 'redact' have it\n"),
      (["app.journal", "--al"], "type 'route-replay summary --help' for help"),
      (["check", "routes.json", "--host", "shop.example"], "'--host' needs '--aasa FILE' beside"),
      (["log", "app.journal", "--from", "9", "--to", "3"], noEntry),
      (["bisect", "app.journal", "--where", "suspended", "--from", "9", "--to", "3"], noEntry),
      (["report", "app.journal", "--from", "9", "--to", "3", "--out", "none.html"], noEntry),
    ] as [([String], String)])
  func `name the input to give instead`(words: [String], message: String) throws {
    try place.run(words).expect(2, notes: message)
  }

  @Test func `name the folder in which no file can be made`() throws {
    for words in [
      ["report", "app.journal", "--out", "none/new"],
      ["stats", "app.journal", "--html", "none/new"],
      ["export", "app.journal", "--format", "sqlite", "--out", "none/new"],
      ["doctor", "app.journal", "--salvage", "none/new"],
      ["record", "--journal", "none/new", "--routes", "routes.json", "links.txt"],
      ["what-if", "app.journal", "--drop", "2", "--out", "none/new"],
      ["minimize", "app.journal", "--until", "screen product", "--out", "none/new"],
    ] {
      try place.run(words).expect(5, notes: "cannot open 'none/new': there is no folder 'none'")
    }
    for new in ["none/new", "none/new/"] {
      try place.run("export", "app.journal", "--format", "ndjson", "--out", new).expect(
        5, notes: "the folder '\(new)' cannot be made: there is no folder 'none'")
    }
  }

  @Test func `name a file that is no journal as it was given, and say what it is`() throws {
    try place.run("export", "app.journal", "--format", "sqlite", "--out", "new.sqlite").expect(0)
    try FileManager.default.createDirectory(
      atPath: place.path("folder"), withIntermediateDirectories: false)
    let reasons = [
      ("new.sqlite", "'new.sqlite' is not a journal: it is an export, which sqlite3 and other"),
      ("routes.json", "'routes.json' is not a journal: it is not an SQLite database"),
      ("folder", "'folder' is a folder. Name a file in it, or all where a command takes several"),
      ("folder/", "'folder/' is a folder. Name a file in it, or all where a command takes several"),
    ]
    for (file, message) in reasons {
      for words in [
        ["log", file], ["stats", file], ["redact", file, "--all", "--write"], ["doctor", file],
      ] {
        let told = try place.run(words).expect(5, notes: message)
        #expect(told.notes.last == "\n" && told.notes.dropLast().last != ".", "\(told)")
      }
    }
  }

  @Test func `answer the analysts' questions`() throws {
    try place.run("stats", "--list").expect(lines: 33)
    try place.run("stats", "app.journal", "--list").expect(lines: 33)
    try place.run("sql", "app.journal", "--schema").expect(0, says: "v_request")
    try place.run("stats", "--dictionary", "--rows", "3").expect(
      2, notes: "'--dictionary' stands alone; leave out '--rows'")
    try place.run("stats", "--dictionary", "--list", "-q").expect(
      2, notes: "'--list' stands alone; leave out '--dictionary'")
    for words in [["stats", "--sql", "-o", "json"], ["check", "--schema", "-o", "text"]] {
      try place.run(words).expect(
        2, notes: "'\(words[1])' stands alone; leave out '--output'", prints: "")
    }
    try place.run("stats").expect(2)
    let noDay = ["--from", "2026-01-02", "--before", "2026-01-02"]
    try place.run(["stats", "app.journal"] + noDay).expect(2)
    try place.run("stats", "app.journal", "--from", "20150518").expect(
      2, notes: "such as 2026-11-23 or 2026-11-23T10:05:03, not '20150518'", prints: "")
    try place.run("stats", "app.journal", "funnel", "top-paths").expect(
      2, notes: "one question, after the files")
    try place.run("stats", "app.journal").expect(0, says: "link-success: what arrived")
    try place.run("stats", "app.journal", "link-success", "-o", "csv").expect(
      says: "\r\nurl,7,2,2,0,2,1,0,0,0,0,0,0,0.57142857")
    try place.run("stats", "app.journal", "failure-reasons", "-o", "json").expect(
      says: #""reason":"notFound""#)
    try place.run("stats", "app.journal", "-o", "csv").expect(2)
    let every = try place.run("stats", "app.journal", "-o", "json").output
    let members = try JSONSerialization.jsonObject(with: Data(every.utf8)) as? [String: [Any]]
    #expect(members?.count == 32 && members?["link-success"]?.isEmpty == false)
    try place.run("stats", "app.journal", "top-path").expect(2)
  }

  @Test func `run SQL that reads, within bounds`() throws {
    try place.run("sql", "app.journal", "SELECT count(*) AS n FROM v_request", "-o", "json").expect(
      prints: "[\n{\"n\":7}\n]\n")
    try place.run("sql", "app.journal", "SELECT sequence FROM journal", "--rows", "2").expect(
      0, notes: "only the first 2 rows are shown; --rows 0 shows all", lines: 3)
    try place.run("sql", "app.journal", "SELECT sequence FROM journal", "--rows", "1").expect(
      0, notes: "only the first row is shown; --rows 0 shows all", lines: 2)
    let endless = """
      WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n
      """
    try place.run("sql", "app.journal", endless, "--seconds", "1").expect(5, notes: "--seconds")
    try place.run("sql", "app.journal", "SELECT length(zeroblob(16 << 20))").expect(0)
    try place.run("sql", "app.journal", "SELECT length(zeroblob((16 << 20) + 1))").expect(
      5, notes: "too big")
    let help = try place.run("sql", "--help").output.split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains("No value may have more than 16 MiB."))
    let bad = [
      "DELETE FROM journal", "SELECT * FROM vault", "PRAGMA user_version=3", "SELEC", "",
    ]
    for bad in bad {
      try place.run("sql", "app.journal", bad).expect(2)
    }
  }

  @Test(arguments: RelationView.all.map(\.name))
  func `run SQL over a view the same, gathered and in the file`(view: String) throws {
    let sql = "SELECT * FROM \(view) ORDER BY 1, 2, 3"
    let gathered = try place.run("sql", "app.journal", sql, "-o", "jsonl")
    let asked = try place.run("sql", "app.journal", sql, "-o", "jsonl", "--each")
    #expect(gathered.status == 0 && gathered.output == asked.output, "\(view): \(gathered)")
  }

  @Test func `replay a journal, also with tomorrow's table`() throws {
    let verified = try place.run("verify", "app.journal", "-o", "jsonl").expect(0)
    let anchor = try #require(verified.notes.split(separator: " ").last).trimmingCharacters(
      in: .newlines)
    try place.run("verify", "app.journal", "--anchor", anchor).expect(0)
    try place.run("verify", "app.journal", "--anchor", "99" + anchor).expect(3)
    try place.run("verify", "app.journal", "--anchor", "x").expect(2)
    try place.run("rerun", "app.journal").expect(begins: "identical: 6 decisions")
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
    try place.run("what-if", "app.journal", "--routes", "next.json").expect(
      1, says: "differs   outcome", "now       not found")
    try place.run("what-if", "app.journal", "--routes", "routes.json").expect(0)
  }

  @Test func `tell programs which check made which finding`() throws {
    func findings() throws -> [[String: Any]]? {
      let line = try place.run("verify", "app.journal", "-o", "jsonl").output
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["findings"] as? [[String: Any]]
    }
    #expect(try findings()?.isEmpty == true)
    try Tampering.run(
      "UPDATE journal SET reason = 'x' WHERE sequence = 2",
      on: place.path("app.journal"))
    let found = try #require(try findings()?.first)
    #expect(found["check"] as? String == "chain" && found["entry"] as? Int == 2, "\(found)")
    #expect((found["problem"] as? String)?.isEmpty == false)
    try place.run("verify", "app.journal", "-o", "csv").expect(3, says: "chain")
  }

  @Test func `have help with an example each`() {
    for command in ReplayProgram.program().commands {
      let help = ReplayProgram.program().help(for: command)
      #expect(help.contains("Example"), "\(command.name)")
      #expect(help.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    }
    #expect(ReplayProgram.program().commands.count(where: \.isEveryday) == 8)
  }

  @Test func `name the nearest option`() throws {
    try place.run("log", "app.journal", "--outcom", "shown").expect(
      2, notes: "did you mean '--outcome'?")
    try place.run("log", "app.journal", "--outcome", "shwon").expect(notes: "'shown'?")
  }
}
