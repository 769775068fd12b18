import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

@MainActor
@Suite struct `The commands that change a journal` {
  let place = Workplace.sample()
  private var path: String { place.path("app.journal") }

  /// Records a journal with a dead action and one that waits, private values of two principals, and
  /// the session that removed them.
  private func recordActions(_ configure: (RouteSession) -> Void = { _ in }) throws -> String {
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        screens: [
          ScreenDeclaration(
            "profile",
            schema: ["email": .string],
            privateNames: ["email"])
        ],
        routes: [
          Route("profile", "/people/:email", to: [.push("profile")]).performs(
            ActionTemplate("send").retried(RetryPolicy(attempts: 2, first: .zero, longest: .zero))
          ).performs(
            ActionTemplate("greet", with: ["email": .request("email")]).waits(for: "online"))
        ]))
    let name = "work.journal"
    let session = RouteSession.launch(table, at: .file(place.path(name))) {
      $0.perform("send") { _ in .failed(reason: "no answer") }
      $0.perform("greet") { _ in .done }
    }
    session.signIn(as: "anna")
    session.open("/people/s3cr3t-anna")
    session.wake()
    session.signIn(as: "ben")
    session.open("/people/s3cr3t-ben")
    session.wake()
    configure(session)
    return name
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  @Test func `list and show what is pending, and change nothing`() throws {
    let name = try recordActions()
    let before = try place.contents()
    let listed = try place.run("actions", name).expect(0, says: "no answer", lines: 5)
    let found = try objects(try place.run("actions", name, "list", "-o", "json").output)
    #expect(found.map { $0["status"] as? String } == ["dead", "waiting", "dead", "waiting"])
    #expect(found.map { $0["name"] as? String } == ["send", "greet", "send", "greet"])
    #expect(found[1]["waits"] as? String == "for anna, for online")
    let id = try #require(found[0]["action"] as? Int)
    let shown = try place.run("actions", name, "show", "\(id)").expect(
      0, says: "dead", "enqueued",
      notes: "it is given up: 'route-replay actions \(name) retry \(id) --write' gives it another")
    #expect(!shown.output.contains("waits"), "a dead action waits for nothing: \(shown.output)")
    try place.run("actions", name, "--fail-on-actions").expect(7, notes: "action \(id) is dead")
    try place.run(name, "--fail-on-actions").expect(7, says: "4 actions, 2 dead, the oldest is")
    try place.run("actions", name, "show", "\(id)", "--fail-on-actions").expect(7)
    let healthy = try #require(found[1]["action"] as? Int)
    try place.run("actions", name, "show", "\(healthy)", "--fail-on-actions").expect(0)
    #expect(!listed.output.contains("s3cr3t") && !shown.output.contains("s3cr3t"))
    #expect(try place.contents() == before)
  }

  @Test func `an action waits for a principal of the same bytes`() throws {
    let name = try recordActions { session in
      session.signIn(as: "jos\u{E9}")
      session.open("/people/s3cr3t-jose")
      session.signIn(as: "jose\u{301}")
    }
    let found = try objects(try place.run("actions", name, "-o", "json").output)
    #expect(found.last?["waits"] as? String == "for jos\u{E9}, for online")
  }

  @Test func `retry and cancel one, in a session of their own`() throws {
    let name = try recordActions()
    let found = try objects(try place.run("actions", name, "-o", "json").output)
    let (dead, waiting) = (
      try #require(found[0]["action"] as? Int), try #require(found[1]["action"] as? Int)
    )
    let before = place.bytes(name)
    try place.run("actions", name, "retry", "\(dead)").expect(2)
    #expect(place.bytes(name) == before, "without --write nothing happens")
    try place.run("actions", name, "retry", "\(dead)", "--write").expect(0)
    try place.run("actions", name, "cancel", "\(waiting)", "--write", "-o", "jsonl").expect(
      0, prints: #"{"action":\#(waiting),"status":"cancelled"}"# + "\n")
    let after = try objects(try place.run("actions", name, "-o", "json").output)
    #expect(after.map { $0["status"] as? String } == ["waiting", "dead", "waiting"])
    try place.run("verify", name, "-q").expect(0)
    try place.run("rerun", name).expect(0)
    let sessions = try objects(try place.run("sessions", name, "-o", "json").output)
    #expect(sessions.map { $0["beginning"] as? String } == ["clean", "maintenance", "maintenance"])
    #expect(try place.run(name).output.contains("session 1 of"), "the host's last run")
    try place.run("actions", name, "retry", "\(dead)", "--write").expect(
      2, notes: "only a dead one")
    try place.run("actions", name, "cancel", "\(waiting)", "--write").expect(2, notes: "is over")
    for bad in [["retry"], ["retry", "x"], ["show", "1"], ["list", "1"], ["cancel", "999999"]] {
      try place.run(["actions", name] + bad + ["--write"]).expect(2)
    }
    try place.run("actions", name, "retry", "1").expect(2, notes: "there is no action 1")
    try place.run("actions", name, "cancel", "\(waiting)").expect(2, notes: "is over")
    try place.run("actions", name, "cancel", "\(dead)").expect(2, notes: "add --write to do it")
    for (words, note) in [
      (["--write"], "'list' takes no --write"),
      (["show", "\(dead)", "--write"], "'show' takes no --write"),
      (["retry", "\(dead)", "--write", "--fail-on-actions"], "'retry' takes no --fail-on"),
    ] {
      try place.run(["actions", name] + words).expect(2, notes: note)
    }
  }

  @Test func `are not the last session: that is the app's`() throws {
    let name = try recordActions()
    try place.run("redact", name, "--all", "--write").expect(0)
    try place.run("log", name, "--session", "2").expect(0, says: "redacted")
    try place.run("log", name, "--session", "last").expect(
      0, says: "/people/~", lacks: "redacted")
    try place.run("bisect", name, "--where", "screen profile", "--session", "last").expect(0)
    try place.run("routes", name).expect(0, notes: "of session 1")
    try place.run("export", name, "--format", "swift-test", "--session", "last").expect(
      says: "/people/~")
    try place.run("fixture", "add", "kept", name, "--session", "last").expect(
      says: ": session 1, ", lacks: "kept from")
  }

  @Test func `do not change a journal whose app runs`() throws {
    var statuses: [Int32] = []
    _ = try recordActions { session in
      for words in [
        ["actions", "work.journal", "retry", "5", "--write"],
        ["prune", "work.journal", "--write", "--entries", "0"],
        ["redact", "work.journal", "--write", "--all"],
      ] {
        statuses.append((try? place.run(words))?.status ?? -1)
      }
      statuses.append((try? place.run("actions", "work.journal"))?.status ?? -1)
    }
    #expect(statuses == [5, 5, 5, 0])
  }

  @Test func `prune history, and report what was removed`() throws {
    for _ in 0..<2 {
      try place.record(
        "/products/\(Int.random(in: 1...Int.max))\n/products/8\n", into: "app.journal")
    }
    try place.run("prune", "app.journal", "--write").expect(2)
    let result = try place.run("prune", "app.journal", "--write", "--entries", "0", "-o", "jsonl")
      .expect(0)
    let json = try jsonObject(result.output)
    // The actions of the recorder wait for an app that has handlers for them.
    #expect((json["entries"] as? Int).map { $0 > 0 } == true, "\(result.output)")
    try place.run("verify", "app.journal", "-q").expect(0)
    try place.run("rerun", "app.journal").expect(0)
    let needed = try #require(json["needed_from"] as? Int, "their actions wait")
    try place.run("prune", "app.journal", "--write", "--entries", "0").expect(
      0, says: "entry \(needed) and what follows stay")
    try place.run("prune", "app.journal", "--write", "--days", "30").expect(
      0, prints: "nothing to remove: no entry outside the bounds may be removed\n")
  }

  @Test func `report why more than that number of bytes is kept`() throws {
    place.write("w.journal", try Data(contentsOf: GoldenStory.waiting.journal))
    for words in [["--bytes", "60000"], ["--entries", "0"]] {
      try place.run(["prune", "w.journal"] + words).expect(
        0, says: "through 23", "entry 24 and what follows stay: a pending action")
    }
    try place.run("prune", "w.journal", "--bytes", "80000").expect(0, lacks: "and what follows")
  }

  @Test func `keep every count when they prune the first entry of requests`() throws {
    place.write("w.journal", try Data(contentsOf: GoldenStory.waiting.journal))
    try place.run("prune", "w.journal", "--write", "--entries", "12").expect(
      0, says: "removed 23 entries through 23")
    try place.run("w.journal", "-o", "jsonl").expect(0, says: #""requests": 11"#)
    try place.run("w.journal").expect(says: "46 entries in 3 sessions, 11 requests")
    let told = try objects(try place.run("sessions", "w.journal", "-o", "json").output)
    #expect(told.compactMap { $0["requests"] as? Int } == [9, 2, 0], "\(told)")
    try place.run(
      "sql", "w.journal", "SELECT requests FROM v_run ORDER BY first_sequence", "-o", "jsonl"
    ).expect(prints: "{\"requests\":9}\n{\"requests\":2}\n{\"requests\":0}\n")
  }

  @Test func `leave a page of one session with the requests that arrived in it`() throws {
    place.write("w.journal", try Data(contentsOf: GoldenStory.waiting.journal))
    try place.run("actions", "w.journal", "cancel", "30", "--write").expect(0)
    // Request 52 arrived in the first session, and ended in the second.
    try place.run("prune", "w.journal", "--write", "--entries", "10").expect(
      0, says: "removed 56 entries through 56, 1 session")
    func requests(_ words: String...) throws -> Int? {
      let numbers = try place.report(["w.journal"] + words).journal()["numbers"]
      return (numbers as? [String: Any])?["requests"] as? Int
    }
    #expect(try requests("--session", "2") == 1)
    #expect(try requests("--from", "57") == 1)
    #expect(try requests() == 2)
    let told = try objects(try place.run("sessions", "w.journal", "-o", "json").output)
    #expect(told.first?["requests"] as? Int == 1)
  }

  @Test func `remove the private values that an interrupted pruning left`() throws {
    let name = try recordActions()
    try Tampering.run(
      """
      INSERT INTO vault (token, principal, value, stored_us)
      SELECT '~0123456789abcdefghijkl', principal, '"left"', stored_us FROM vault LIMIT 1
      """, on: place.path(name))
    try place.run("prune", name, "--entries", "1000").expect(
      0, says: "would remove 0 entries through 0, 0 sessions, 1 private value; ")
    try place.run("prune", name, "--entries", "1000", "--write").expect(
      0, says: "removed 0 entries through 0, 0 sessions, 1 private value; ")
    try place.run("prune", name, "--entries", "1000", "--write").expect(
      0, says: "nothing to remove")
    try place.run("verify", name, "-q").expect(0)
    try place.run("redact", name, "--all").expect(says: "would redact 2 private values and 2 keys")
  }

  @Test func `redact private values, by every choice`() throws {
    // The named action has to exist.
    let choices: [([String], String)] = [
      (["--principal", "anna"], "redacted 1 private value and 1 key"),
      (["--value", "s3cr3t-ben"], "redacted 1 private value and 1 key"),
      (["--before", "2100-01-01"], "redacted 2 private values and 2 keys"),
      (["--before", "2020-01-01T00:00:00Z"], "nothing to redact"),
      (["--before", "2020-01-01T00:00"], "nothing to redact"),
      (["--all"], "redacted 2 private values and 2 keys"),
      (["--nobody"], "nothing to redact"),
      (["--principal", "zoe"], "nothing to redact"),
      (["--token", "~0123456789abcdefghijkl"], "nothing to redact"),
      (["--value", "s3cr3t"], "nothing to redact"),
    ]
    for (words, said) in choices {
      let name = try recordActions()
      let isMissing = said.hasPrefix("nothing") && !["--before", "--nobody"].contains(words[0])
      try place.run(["redact", name] + words).expect(isMissing ? 1 : 0)
      try place.run(["redact", name, "--write"] + words).expect(isMissing ? 1 : 0, begins: said)
      try place.run("verify", name, "-q").expect(0)
      try place.run("rerun", name).expect(0)
      let bytes = try #require(place.bytes(name))
      let isAnnaGone = words.contains("anna") || said.contains("2 private")
      #expect((bytes.range(of: Data("s3cr3t-anna".utf8)) == nil) == isAnnaGone, "\(words)")
      if !said.hasPrefix("nothing") {
        try place.run("log", name, "--kind", "redacted").expect(says: "key")
      }
      for suffix in ["", "-lock"] {
        try? FileManager.default.removeItem(at: place.folder.appending(path: name + suffix))
      }
    }
    let name = try recordActions()
    try place.shell("echo s3cr3t-anna | \"$1\" redact \(name) --write --value -").expect(
      0, begins: "redacted 1")
    for (input, note) in [
      ("cat /dev/zero", "name a longer value by its --token"),
      ("printf '\\377\\n'", "the line is not UTF-8; name the value by its --token"),
      ("true", "a value that is not empty"),
    ] {
      try place.shell("\(input) | \"$1\" redact \(name) --write --value -").expect(2, notes: note)
    }
    let bad = [
      [], ["--all", "--nobody"], ["--token", "x"], ["--before", "yesterday"],
      ["--before", "2026-02-30"], ["--before", "2026-05-17T24:00:00Z"], ["--principal", ""],
    ]
    for words in bad {
      try place.run(["redact", name, "--write"] + words).expect(2)
    }
  }

  @Test func `refuse a file that is no journal, and do not change it`() throws {
    place.write("text.txt", "no journal at all, just some text that is long enough for a header")
    try Tampering.run("UPDATE journal SET link = '/x' WHERE sequence = 2", on: path)
    let before = try place.contents()
    for (file, status) in [("text.txt", 5), ("none", 5)] as [(String, Int32)] {
      for words in [
        ["prune", file, "--write", "--entries", "0"], ["redact", file, "--write", "--all"],
        ["actions", file, "cancel", "3", "--write"], ["actions", file],
      ] {
        try place.run(words).expect(status)
      }
    }
    #expect(try place.contents() == before)
  }

  /// Records a journal in which nothing waits and nothing is pending.
  private func recordPlain() throws {
    place.write(
      "plain.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { product: { parameters: { id: "int" } } },
        routes: [
          { id: "product", patterns: ["/products/:id"], destination: [{ push: "product" }] }
        ] }
      """)
    try place.record(
      (1...400).map { "/products/\($0 % 5)\n" }.joined(), into: "plain.journal",
      routes: "plain.json"
    )
    .expect(0)
  }

  @Test(arguments: [["--entries", "5"], ["--bytes", "150000"]])
  func `a second pruning without new entries removes nothing`(bounds: [String]) throws {
    try recordPlain()
    try place.run("prune", "plain.journal", "--entries", "1").expect(0, says: "; 1 stays\n")
    let told = try place.run(["prune", "plain.journal"] + bounds)
    let first = try place.run(["prune", "plain.journal", "--write"] + bounds).expect(
      0, says: "removed")
    #expect(told.output == first.output.replacing("removed", with: "would remove"))
    if bounds[0] == "--entries" { #expect(first.output.contains("; 5 stay"), "\(first.output)") }
    let left = place.bytes("plain.journal")
    for _ in 1...2 {
      try place.run(["prune", "plain.journal", "--write"] + bounds).expect(
        0, says: "nothing to remove")
    }
    #expect(place.bytes("plain.journal") == left)
    let kept = try objects(
      try place.run("log", "plain.journal", "--session", "1", "-o", "json").output)
    #expect(bounds[0] == "--bytes" ? kept.count > 5 : kept.count == 5)
  }

  @Test func `a failure whose limits were pruned is undecided, with that reason`() throws {
    place.write("p.journal", try Data(contentsOf: GoldenStory.policies.journal))
    try place.run("rerun", "p.journal").expect(0)
    try place.run("prune", "p.journal", "--write", "--entries", "30").expect(0, says: "through 3,")
    let words = "it failed, perhaps by a limit of its session, and the limits were pruned: entry 14"
    let told = try place.run("rerun", "p.journal").expect(4, lacks: "private values")
    #expect(told.output.replacing("\n", with: " ").contains(words), "\(told)")
    place.write("same.json", try place.run("routes", "p.journal").output)
    place.write("q.journal", try #require(place.bytes("p.journal")))
    let both = try place.run("what-if", "p.journal", "q.journal", "--routes", "same.json").expect(4)
    let all = words.replacing(": entry 14", with: "; what-if of one file names them")
    #expect(both.output.replacing("\n", with: " ").contains(all), "\(both)")
  }

  @Test func `after all of an app's entries are pruned, the summary leads to the rest`() throws {
    try recordPlain()
    try place.run("plain.journal").expect(
      0, says: "next       route-replay log plain.journal --session last\n")
    try place.run("prune", "plain.journal", "--write", "--entries", "0").expect(0)
    try place.run("plain.journal").expect(0, says: "next       route-replay log plain.journal\n")
    try place.run("log", "plain.journal").expect(0, says: "maintenance")
  }

  @Test func `a fixture of work on a journal says why it begins earlier`() throws {
    try recordPlain()
    try place.run("prune", "plain.journal", "--write", "--entries", "5").expect(0)
    try place.run("fixture", "add", "kept", "plain.journal", "--session", "2").expect(
      0, says: "session 2, ", ", before the session begins: work on", lacks: "needs it", "pending")
    try place.run("fixture", "test", "kept").expect(0)
    try place.run("fixture", "add", "kept", "app.journal", "--session", "1").expect(
      0, lacks: "kept from")
  }

  /// Files have at most 20 MB, so that a pruning that does not end does not fill the disk.
  @Test(arguments: ["", "--write"])
  func `pruning ends when the rows that it deletes stay`(write: String) throws {
    try recordPlain()
    try Tampering.misnumberRow(inTheMiddleOf: "journal", at: place.path("plain.journal"))
    try place.shell(
      """
      ulimit -f 40000
      LLVM_PROFILE_FILE=/dev/null "$1" prune plain.journal --entries 5 \(write)
      """
    ).expect(3, notes: "the entry was pruned, and its row is still there")
  }

  @Test func `the anchor of a pruned entry is distinguished from another journal's`() throws {
    try recordPlain()
    let entries = try objects(try place.run("log", "plain.journal", "-o", "json").output)
    let digest = try #require(entries[1]["chain_digest"] as? String)
    let anchor = try #require(entries[1]["sequence"] as? Int)
    let word = "\(anchor):\(digest)"
    try place.run("verify", "plain.journal", "--anchor", word, "-o", "jsonl").expect(
      0, says: #""unchecked_anchor":null"#)
    _ = try place.run("prune", "plain.journal", "--write", "--entries", "3")
    let verify = ["verify", "plain.journal", "--anchor", word]
    try place.run(verify).expect(4, says: "intact", notes: "was pruned", "keep this anchor")
    let told = try objects(try place.run(verify + ["-o", "json"]).expect(4).output)
    let problem = try #require(told.first?["unchecked_anchor"] as? String)
    #expect(problem.hasPrefix("entry \(anchor) was pruned, and its anchor cannot be checked"))
    #expect(told.first?["result"] as? String == "intact")
    try Tampering.run(
      "UPDATE journal SET reason = 'x' WHERE sequence = (SELECT max(sequence) FROM journal)",
      on: place.path("plain.journal"))
    try place.run(verify).expect(3, says: "damaged", notes: "was pruned", "damaged; keep the file")
  }
}
