import Foundation
import RouteTestSupport
import Testing

@testable import RouteStore

/// The commands `export --format jsonl` and `import`.
@Suite struct `Exporting and importing a journal` {
  let place = Workplace.sample()

  private func export(_ name: String) throws -> String {
    let result = try place.run("export", name, "--format", "jsonl").expect(0)
    return result.output
  }

  @Test func `goes to a file and back`() throws {
    let before = try place.contents()
    let exported = try place.run("export", "app.journal", "--format", "jsonl", "--out", "app.jsonl")
      .expect(0, notes: "anchor ", prints: "")
    let result = try place.run("import", "app.jsonl", "--journal", "new.journal").expect(0)
    #expect(result.output.hasPrefix("new.journal: ") && result.output.hasSuffix(", intact\n"))
    #expect(result.notes == exported.notes.split(separator: "\n").last.map { "\($0)\n" })
    try place.run("verify", "--deep", "new.journal").expect(0)
    try place.run("rerun", "new.journal").expect(0)
    #expect(try Data(export("new.journal").utf8) == place.bytes("app.jsonl"))
    #expect(place.bytes("app.journal") == before["app.journal"])
    #expect(try Set(place.contents().keys) == Set(before.keys).union(["app.jsonl", "new.journal"]))
  }

  @Test func `goes through a pipe`() throws {
    let result = try place.shell(
      "\"$1\" export app.journal --format jsonl | \"$1\" import - --journal new.journal -o jsonl"
    ).expect(0)
    let object = try jsonObject(result.output)
    #expect(object["result"] as? String == "intact" && object["file"] as? String == "new.journal")
    #expect(try export("new.journal") == export("app.journal"))
  }

  @Test func `notices that a pipe was cut off`() throws {
    try place.shell(
      "\"$1\" export app.journal --format jsonl | head -n 7 | \"$1\" import - --journal new"
    ).expect(3, notes: "line 7: the lines end without the last one")
    #expect(place.bytes("new") == nil)
  }

  @Test func `overwrites nothing`() throws {
    place.write("there.jsonl", "mine")
    try place.run("export", "app.journal", "--format", "jsonl", "--out", "there.jsonl").expect(
      5, notes: "'there.jsonl' exists already")
    try place.run("export", "app.journal", "--format", "jsonl", "--out", "app.jsonl")
    let before = try place.contents()
    for name in ["app.journal", "there.jsonl", "app.jsonl"] {
      try place.run("import", "app.jsonl", "--journal", name).expect(
        5, notes: "'\(name)' exists already")
    }
    #expect(try place.contents() == before)
    place.write("new.journal-wal", "of another")
    try place.run("import", "app.jsonl", "--journal", "new.journal").expect(
      5, notes: "'new.journal-wal' exists already")
    #expect(place.bytes("new.journal") == nil)
  }

  @Test func `leaves a session's test to the other format`() throws {
    for option in [["--session", "1"], ["--through", "3"], ["--table", "t"], ["--import", "m"]] {
      try place.run(["export", "app.journal", "--format", "jsonl"] + option).expect(
        2, notes: "'\(option[0])' belongs to", prints: "")
    }
    let test = try place.run("export", "app.journal", "--format", "swift-test")
    try place.run("export", "app.journal", "--format", "swift-test", "--out", "test.swift").expect(
      0, prints: "")
    #expect(place.bytes("test.swift") == Data(test.output.utf8))
  }

  @Test func `reports input that is neither a journal nor lines`() throws {
    place.write("text.txt", "hello\n")
    try place.run("import", "none.jsonl", "--journal", "new.journal").expect(
      5, notes: "cannot open 'none.jsonl'")
    try place.run("import", "text.txt", "--journal", "new.journal").expect(
      5, notes: "'export --format jsonl' writes")
    try place.run("import", "app.journal", "--journal", "new.journal").expect(
      5, notes: "this is a database")
    try place.run("import", "routes.json", "--journal", "none/new.journal").expect(5)
    try place.run("export", "text.txt", "--format", "jsonl").expect(5, prints: "")
    place.write("app.jsonl", try export("app.journal"))
    try place.run("log", "app.jsonl").expect(
      5, notes: "'route-replay import --journal NEW app.jsonl' makes the journal of them")
    try place.run("import", "text.txt").expect(2, notes: "--journal")
  }

  @Test func `stops at damage, and leaves no file`() throws {
    let path = place.path("app.journal")
    try Tampering.run("UPDATE journal SET link = '/x' WHERE sequence = 5", on: path)
    try place.run("export", "app.journal", "--format", "jsonl", "--out", "app.jsonl").expect(
      3, notes: "damaged at entry 5")
    #expect(try place.contents().keys.allSatisfy { !$0.hasPrefix("app.jsonl") })
    try place.run("export", "app.journal", "--format", "jsonl").expect(3, lacks: "{\"end\"")
  }

  @Test func `is refused for texts that no line can hold`() throws {
    let path = place.path("app.journal")
    try Tampering.run("UPDATE session SET build = CAST(X'FF41' AS TEXT)", on: path)
    try place.run("export", "app.journal", "--format", "jsonl").expect(
      3, notes: "table 'session': build has a text that is no UTF-8")
  }

  @Test func `keeps damage beside the entries, and reports it`() throws {
    let path = place.path("app.journal")
    try Tampering.run("UPDATE session SET ended_us = 1", on: path)
    try place.run("export", "app.journal", "--format", "jsonl", "--out", "app.jsonl")
    let result = try place.run("import", "app.jsonl", "--journal", "new.journal")
    #expect(result.status == 3 && result.output.hasSuffix(", damaged\n"), "\(result)")
    #expect(try export("new.journal") == export("app.journal"))
  }

  @Test func `leaves journals of a newer format to the version that wrote them`() throws {
    let path = place.path("app.journal")
    try Tampering.run("PRAGMA user_version = 99", on: path)
    try place.run("export", "app.journal", "--format", "jsonl").expect(4, prints: "")
  }

  @Test func `leaves entries of a newer version to that version`() throws {
    let path = place.path("app.journal")
    let store = try Journal.open(.file(path))
    var newer = EntryRow(sequence: store.head.sequence + 1, session: 1, kind: 99)
    try store.append(&newer)
    try place.run("export", "app.journal", "--format", "jsonl").expect(
      4, notes: "was written by a newer version")
  }

  @Test func `shows lines on a terminal without letting them act on it`() throws {
    let path = place.path("app.journal")
    try Tampering.run("INSERT INTO funnel_step VALUES (char(155, 8238), 1, 'x')", on: path)
    #expect(try export("app.journal").unicodeScalars.contains("\u{202E}"))
    let shown = try place.runOnTerminal(["export", "app.journal", "--format", "jsonl"])
    #expect(shown.status == 0 && shown.screen.contains(#""\u009b\u202e""#))
    #expect(!shown.screen.unicodeScalars.contains("\u{9B}"))
    #expect(!shown.screen.unicodeScalars.contains("\u{202E}"))
  }
}
