import Foundation
import RouteEngine
import RouteStore
import TextTerminal
import Testing

@testable import RouteReplayProgram

/// The page that `report` writes, read as a program would read it. `Scripts/page` tests it in a
/// browser.
@Suite struct `A report` {
  let place = Workplace.sample()

  // MARK: Its content

  @Test func `has each entry, with the same data as the log`() throws {
    let page = try place.report("app.journal")
    let log = try place.run("log", "app.journal", "-o", "json").output
    let entries = try #require(
      try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [[String: Any]])
    #expect(try page.column("sequence", of: Int.self) == entries.map { $0["sequence"] as? Int })
    #expect(try page.column("at", of: String.self) == entries.map { $0["at"] as? String })
    for name in [
      "kind", "outcome", "route", "link", "what", "reason", "entry_point", "screen_before",
      "screen_after",
    ] {
      let said = entries.map { $0[name] as? String ?? "" }
      #expect(try page.column(textsOf: name) == said, "\(name)")
    }
    #expect(
      try page.column("state_digest", of: String.self)
        == entries.map { $0["state_digest"] as? String })
  }

  @Test func `draws the hierarchy after each entry as tree does`() throws {
    let page = try place.report("app.journal")
    let (sequences, drawings) = (try page.column("sequence", of: Int.self), try page.drawings())
    #expect(drawings.count == sequences.count && Set(drawings).count > 1)
    for (sequence, drawn) in zip(sequences, drawings) {
      let said = try place.run("tree", "app.journal", "--at", "\(sequence)")
      #expect(drawn == said.lines, "after \(sequence)")
    }
  }

  @Test func `shows the differences from the entry before as diff does`() throws {
    let page = try place.report("app.journal")
    let index = try #require(try page.column("sequence", of: Int.self).firstIndex(of: 2))
    let told = try page.column("differences", of: [Int].self)[index]
    let lines = stride(from: 0, to: told.count, by: 2).map { place in
      ["", "- ", "+ "][told[place]] + page.texts[told[place + 1]]
    }
    #expect(
      lines == [
        "in main > shop", "+ product(id: 7)", "in main", "- home/stack is selected",
        "+ shop/stack is selected",
      ])
  }

  @Test func `tells how each session ended as sessions does, also one that was cut off`() throws {
    place.write("waiting.journal", try Data(contentsOf: GoldenStory.waiting.journal))
    let page = try place.report("waiting.journal")
    #expect(try page.sessions(textsOf: "ending") == ["cut off", "ended"])
    #expect(try page.sessions("cut_off", of: Int.self) == [1, 0])
    #expect((try page.journal()["numbers"] as? [String: Any])?["cut_off"] as? Int == 1)
    let said = try place.run("sessions", "waiting.journal").lines
    #expect(said[1].contains("  cut off  ") && said[2].contains("  ended  "), "\(said)")
    let first = try place.report("waiting.journal", "--session", "1").journal()
    #expect((first["numbers"] as? [String: Any])?["cut_off"] as? Int == 1)
  }

  @Test func `distinguishes failures, successes and other outcomes`() throws {
    place.write("waiting.journal", try Data(contentsOf: GoldenStory.waiting.journal))
    let numbers = try place.report("waiting.journal").journal()["numbers"] as? [String: Any]
    let outcomes = try #require(numbers?["outcomes"] as? [String: Any])
    let first = try #require(outcomes["first"] as? [[String: Any]])
    let failed = first.filter { $0["isFailure"] as? Bool == true }
    #expect(failed.map { $0["word"] as? String } == ["denied", "notFound", "failed", "stale"])
    let others = first.filter { $0["isFailure"] as? Bool == false }
    #expect(
      others.map { $0["word"] as? String } == ["shown", "superseded", "expired", "duplicate"])
  }

  @Test func `says in which app and on which system it was`() throws {
    #expect(try place.report("app.journal").journal()["place"] as? String == "")
    try Tampering.run(
      "UPDATE session SET app_version = '2.1', os = 'iOS 19'",
      on: place.path("app.journal"))
    let place = try place.report("app.journal", status: 3).journal()["place"] as? String
    #expect(place == "version 2.1, iOS 19")
  }

  @Test func `can be of a part of the journal`() throws {
    let page = try place.report("app.journal", "--from", "3", "--to", "5")
    #expect(try page.column("sequence", of: Int.self) == [3, 4, 5])
    #expect(try page.journal()["scope"] as? String == "from entry 3, through entry 5")
    let drawings = try page.drawings()
    #expect(drawings.count == 3)
    for (sequence, drawn) in zip(3...5, drawings) {
      #expect(drawn == (try place.run("tree", "app.journal", "--at", "\(sequence)").lines))
    }
    let session = try place.report("app.journal", "--session", "last")
    #expect(try session.journal()["scope"] as? String == "session 1")
  }

  @Test(arguments: [[], ["--to", "3"], ["--from", "19"]])
  func `says what is missing of the whole file, as its verdict is on it`(_ part: [String]) throws {
    place.write("outage.journal", try Data(contentsOf: GoldenStory.outage.journal))
    let journal = try place.report(["outage.journal"] + part).journal()
    let verdict = journal["verdict"] as? [String: Any]
    #expect(verdict?["missing"] as? [String] == ["4 entries, in 1 outage"])
  }

  // MARK: Comparisons

  @Test func `shows the result of deciding again beside each entry`() throws {
    let same = try place.report("app.journal", "--rerun")
    #expect(same.comparison?["result"] as? String == "identical")
    #expect((same.comparison?["rows"] as? [Any])?.isEmpty == true)
    place.write("tomorrow.json", Workplace.table.replacing("/orders/:id", with: "/purchases/:id"))
    let page = try place.report("app.journal", "--routes", "tomorrow.json", status: 1)
    let said = try place.run("what-if", "app.journal", "--routes", "tomorrow.json")
    let rows = try #require(page.comparison?["rows"] as? [[String: Any]])
    let words = try #require(page.comparison?["words"] as? String)
    #expect(said.lines[0] == "different: \(words)")
    let differs = try #require(rows[0]["differs"] as? [[String: Any]])
    #expect(differs[0]["class"] as? String == "outcome")
    #expect(differs[0]["second"] as? String == "not found", "\(rows)")
    #expect(rows[0]["why"] as? String != nil && rows[0]["first"] as? Int != nil)
  }

  @Test func `aligns two journals and shows the differences`() throws {
    try place.record(
      Workplace.links.replacing("/orders/3", with: "/orders/3\n/orders/4"), into: "new.journal")
    let page = try place.report("app.journal", "new.journal", status: 1)
    let said = try place.run("diff", "app.journal", "new.journal").lines[0]
    #expect(said == "different: \(page.comparison?["words"] as? String ?? "")")
    let rows = try #require(page.comparison?["rows"] as? [[String: Any]])
    #expect(rows.contains { $0["first"] is NSNull && ($0["what"] as? String) == "/orders/4" })
    #expect(try page.journal(1)["name"] as? String == "new.journal")
  }

  // MARK: Refusals

  @Test func `never takes the place of another file`() throws {
    place.write("page.html", "mine")
    let result = try place.run("report", "app.journal", "--out", "page.html")
    #expect(result.status == 5 && place.bytes("page.html") == Data("mine".utf8), "\(result)")
    #expect(try place.contents()["page.html-part"] == nil)
    try place.run("report", "none.journal", "--out", "other.html").expect(5)
    #expect(place.bytes("other.html") == nil)
  }

  @Test(arguments: [
    ["new.journal", "--rerun"], ["--session", "1", "--other-session", "1", "--from", "2"],
    ["--other-session", "1"], ["--session", "9"],
  ])
  func `reports options that exclude each other`(_ words: [String]) throws {
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "app.journal"),
      to: place.folder.appending(path: "new.journal"))
    let result = try place.run(["report", "app.journal"] + words + ["--out", "x.html"])
    #expect(result.status == 2 && !result.notes.isEmpty, "\(result)")
    #expect(place.bytes("x.html") == nil)
  }

  @Test func `refuses too many entries before it checks any`() throws {
    let path = place.path("app.journal")
    try Tampering.run("DROP TABLE seen", on: path)
    let failure = #expect(throws: CommandFailure.self) {
      var texts = ReportTexts()
      _ = try ReportedJournal(
        path, JournalFile(path, isDamaged: true), .init(), into: &texts,
        room: ReportedJournal.Room(entries: 4))
    }
    #expect(failure?.message.contains("more than a page can hold, 4 entries") == true)
  }

  @Test func `refuses more than a page can hold, and says how to choose`() throws {
    let file = try JournalFile(place.path("app.journal"))
    let rooms = [
      ReportedJournal.Room(entries: 4), ReportedJournal.Room(bytes: 20),
      ReportedJournal.Room(rows: 4),
    ]
    for room in rooms {
      var texts = ReportTexts()
      let failure = #expect(throws: CommandFailure.self) {
        _ = try ReportedJournal("app.journal", file, .init(), into: &texts, room: room)
      }
      #expect(failure?.status == .usage && failure?.message.contains("--session") == true)
    }
  }

  @Test func `shows the readable part of a damaged journal`() throws {
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "app.journal"),
      to: place.folder.appending(path: "x.journal"))
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = 5",
      on: place.path("x.journal"))
    let page = try place.report("x.journal", status: 3)
    let journal = try page.journal()
    #expect((journal["verdict"] as? [String: Any])?["word"] as? String == "damaged")
    #expect(journal["known"] as? Int == 4)
    #expect((journal["numbers"] as? [String: Any])?["waiting"] is NSNull, "not known")
    #expect((journal["problems"] as? [String])?.first?.contains("From entry 5 on") == true)
    #expect(try page.column("sequence", of: Int.self).count > 5)
    try place.run("report", "x.journal", "--out", "told.html").expect(
      3, notes: "'x.journal' is damaged, and the page says where")
    let twice = try place.run(
      "report", "x.journal", "--session", "1", "--other-session", "1", "--out", "twice.html"
    ).expect(3)
    #expect(twice.notes.matches(of: /is damaged, and the page/).count == 1, "\(twice.notes)")
  }

  @Test func `shows the rest of a truncated journal`() throws {
    let whole = try #require(place.bytes("app.journal"))
    let entries = try place.report("app.journal").column("sequence", of: Int.self)
    var pages = 0
    for share in 1..<10 {
      try whole.prefix(whole.count * share / 10).write(
        to: place.folder.appending(path: "\(share).journal"))
      let doctor = try place.run("doctor", "\(share).journal")
      guard doctor.output.contains("DAMAGED") else { continue }
      pages += 1
      let page = try place.report("\(share).journal", "--rerun", status: 3)
      #expect((try page.journal()["verdict"] as? [String: Any])?["word"] as? String == "damaged")
      let left = try page.column("sequence", of: Int.self)
      #expect(left == Array(entries.prefix(left.count)))
    }
    #expect(pages > 0)
  }

  @Test(arguments: [["--rerun"], ["--routes", "routes.json"], ["whole.journal"]])
  func `says of a damaged journal why nothing is compared`(_ words: [String]) throws {
    for name in ["x.journal", "whole.journal"] {
      try FileManager.default.copyItem(
        at: place.folder.appending(path: "app.journal"), to: place.folder.appending(path: name))
    }
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = 5",
      on: place.path("x.journal"))
    let page = try place.report(["x.journal"] + words, status: 3)
    #expect(page.comparison == nil)
    let why = try #require(page.data["uncompared"] as? String)
    #expect(why.contains("damaged at entry 5") && why.contains("'doctor' tells"), "\(why)")
    #expect((try page.journal()["verdict"] as? [String: Any])?["word"] as? String == "damaged")
    #expect(try page.column("sequence", of: Int.self).count > 5)
  }

  @Test func `says why nothing is decided again where the journal lacks its table`() throws {
    try Tampering.run("DELETE FROM route_table", on: place.path("app.journal"))
    let page = try place.report("app.journal", "--rerun", status: 3)
    let said = try place.run("rerun", "app.journal")
    let why = try #require(page.data["uncompared"] as? String)
    #expect(said.status == 6 && said.notes.contains(why), "\(said)")
    #expect(try page.column("sequence", of: Int.self).count > 5)
  }

  @Test func `shows the known part of a newer journal`() throws {
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "app.journal"),
      to: place.folder.appending(path: "newer.journal"))
    try Tampering.run("PRAGMA user_version = 99", on: place.path("newer.journal"))
    let page = try place.report("newer.journal", status: 4)
    let verdict = try page.journal()["verdict"] as? [String: Any]
    #expect(verdict?["word"] as? String != "intact")
    #expect((verdict?["note"] as? String)?.contains("use a newer version") == true)
  }

  // MARK: Hostile journals

  @Test func `allows its own style and script, by their digests, and nothing else`() throws {
    let html = try place.report("app.journal").html
    func part(_ start: String, _ end: String) throws -> String {
      let rest = try #require(html.components(separatedBy: start).last)
      return try #require(rest.components(separatedBy: end).first)
    }
    let style = try part("<style>", "</style>")
    let script = try part("<script>", "</script>")
    for text in [style, script] {
      let digest = Data(SHA256.digest(of: Array(text.utf8)).bytes).base64EncodedString()
      #expect(html.contains("'sha256-\(digest)'"))
    }
    #expect(html.contains("content=\"default-src 'none'; script-src 'sha256-"))
    #expect(!html.contains("unsafe-inline") && !html.contains("http://www.w3.org/1999"))
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "document.write"] {
      #expect(!script.contains(word), "\(word)")
    }
  }

  @Test(arguments: [[0], [1, 2], [1, 2, 3], Array(0...255)])
  func `names digests as base 64`(_ bytes: [UInt8]) {
    #expect(PageFile.base64(bytes) == Data(bytes).base64EncodedString())
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!-- <script>", "\"quotes\" 'and' \\ backslash",
    "abc\u{202E}gnp.exe", "\u{2066}a\u{2069}\u{200F}", "line\u{2028}\u{2029}",
    "nul\u{0} \u{7}\u{1B}[31m",
    "\u{FEFF}\u{E0001}", "plain, and \u{1F600}", "{{data}}{{script}}",
  ])
  func `writes any text so that it stays data`(_ text: String) throws {
    var texts = ReportTexts()
    let place = texts.place(of: text)
    var written = ""
    let report = PageData(title: text, journals: [], comparison: nil, uncompared: nil, texts: texts)
    try report.write { written += $0 }
    #expect(
      !written.contains("<") && !written.unicodeScalars.contains { $0.value > 0x7F && isUnsafe($0) }
    )
    let object = try JSONSerialization.jsonObject(with: Data(written.utf8))
    let data = try #require(object as? [String: Any])
    let shown = try #require((data["texts"] as? [String])?[place])
    #expect(shown == visible(text))
    let exact = (data["exact"] as? [String: String])?["\(place)"]
    #expect((exact ?? shown).utf8.elementsEqual(text.utf8))
    #expect(data["title"] as? String == visible(text))
  }

  @Test func `puts its title into the page as text`() throws {
    var written = ""
    let report = PageData(
      title: "</title><b>{{data}}", journals: [], comparison: nil, uncompared: nil,
      texts: ReportTexts())
    try PageFile(.report, title: report.title, data: report.write).write { written += $0 }
    #expect(written.contains("<title>&lt;/title&gt;&lt;b&gt;{{data}} – route-replay</title>"))
    #expect(written.components(separatedBy: "</script").count == 3)
  }

  @Test func `distinguishes texts that Swift considers equal`() {
    var texts = ReportTexts()
    let composed = texts.place(of: "\u{E9}")
    let decomposed = texts.place(of: "e\u{301}")
    #expect(composed != decomposed && texts.place(of: "\u{E9}") == composed)
    #expect(texts.place(of: nil) == 0)
  }

  @Test func `writes numbers that a script cannot hold as texts`() {
    #expect(PageJSON.number(1 << 52) == "4503599627370496")
    #expect(PageJSON.number(.max) == "\"9223372036854775807\"")
    #expect(PageJSON.number(.min) == "\"-9223372036854775808\"")
  }
}
