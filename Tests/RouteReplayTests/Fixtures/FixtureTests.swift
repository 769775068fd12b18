import Foundation
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteReplayProgram

/// The commands `fixture add` and `fixture test`.
@MainActor @Suite struct `Fixtures of a folder` {
  let place = Workplace.sample()

  /// Writes a table of yesterday: orders need no sign-in, and home is another tab.
  private func writeOtherTable() {
    place.write(
      "next.json",
      Workplace.table.replacing(
        #"{ select: "home" }, { push: "order" }"#, with: #"{ push: "order" }"#
      )
      .replacing(#"patterns: ["/products/:id"]"#, with: #"patterns: ["/goods/:id"]"#))
  }

  private func addTwo() throws {
    try place.run("fixture", "add", "fixtures", "app.journal")
    try place.run("fixture", "add", "fixtures", "app.journal", "--session", "1", "--name", "one")
  }

  @Test func `are journals as lines, and pass as long as all is decided as it was`() throws {
    try place.run("fixture", "add", "fixtures", "app.journal").expect(
      0, notes: "next  route-replay fixture test fixtures",
      begins: "fixtures/app.jsonl: the whole journal, ")
    let lines = try place.run("export", "app.journal", "--format", "jsonl").output
    #expect(place.bytes("fixtures/app.jsonl") == Data(lines.utf8))
    #expect(lines.utf8.count < 20_000)

    let tested = try place.run("fixture", "test", "fixtures")
    #expect(tested.status == 0 && tested.notes.isEmpty, "\(tested)")
    #expect(tested.lines.first == "identical: 1 fixture")
    #expect(tested.lines.last?.hasPrefix("identical  app") == true)
  }

  @Test func `say which of them another table changes, and how`() throws {
    try addTwo()
    writeOtherTable()
    let result = try place.run("fixture", "test", "fixtures", "--routes", "next.json").expect(
      1, says: "/products/7",
      "first  route-replay import fixtures/app.jsonl --journal app-fixture.journal",
      "next  route-replay fixture test fixtures --routes next.json --accept")
    #expect(result.lines.first == "different: 2 of 2 fixtures")
    let words = ["fixture", "test", "fixtures", "--routes", "next.json", "--name", "one"]
    try place.run(words).expect(
      1, says: "next  route-replay \(words.joined(separator: " ")) --accept\n")
    let one = try place.run(words + ["-o", "jsonl"])
    let object = try jsonObject(one.output)
    #expect(one.status == 1 && object["fixture"] as? String == "one")
    #expect(object["result"] as? String == "different")
    #expect((object["rerun"] as? [String: Any])?["divergences"] is [Any])
  }

  @Test func `are recorded anew when what differs was meant to`() throws {
    try addTwo()
    writeOtherTable()
    let before = try place.contents()
    let result = try place.run("fixture", "test", "fixtures", "--routes", "next.json", "--accept")
      .expect(0)
    #expect(result.lines.first == "accepted: 2 of 2 fixtures")
    #expect(result.lines.filter { $0.hasPrefix("accepted  ") }.count == 2)
    #expect(try place.contents().keys == before.keys)
    let again = try place.run("fixture", "test", "fixtures", "--routes", "next.json")
    #expect(again.status == 0 && again.lines.first == "identical: 2 fixtures", "\(again)")
    #expect(try place.run("fixture", "test", "fixtures").status == 0, "the new table lies in them")
    let left = try FileManager.default.contentsOfDirectory(atPath: place.path("fixtures"))
    #expect(left.sorted() == ["app.jsonl", "one.jsonl"])
  }

  @Test func `take no other's place unless that is said`() throws {
    try addTwo()
    let kept = place.bytes("fixtures/app.jsonl")
    try place.record("/orders/9\n", into: "app2.journal")
    try place.run("fixture", "add", "fixtures", "app2.journal", "--name", "app").expect(
      5, notes: "--replace overwrites it")
    #expect(place.bytes("fixtures/app.jsonl") == kept)
    let replaced = try place.run(
      "fixture", "add", "fixtures", "app2.journal", "--name", "app", "--replace")
    #expect(replaced.status == 0 && place.bytes("fixtures/app.jsonl") != kept)
    try place.run("fixture", "test", "fixtures").expect(0)
  }

  @Test func `are written into their folder alone`() throws {
    let before = try place.contents().keys
    for name in ["../app", "a/b", ".hidden", "-x", "", "ä", String(repeating: "n", count: 81)] {
      try place.run("fixture", "add", "fixtures", "app.journal", "--name=\(name)").expect(
        2, notes: "cannot be a fixture's name")
    }
    #expect(try place.contents().keys == before)
    try FileManager.default.createDirectory(
      at: place.folder.appending(path: "links"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.path("links/app.jsonl"),
      withDestinationPath: "../routes.json")
    try place.run("fixture", "add", "links", "app.journal", "--replace").expect(0)
    #expect(place.bytes("routes.json") == Data(Workplace.table.utf8))
  }

  @Test func `are named when there is none, and when there is none of that name`() throws {
    try FileManager.default.createDirectory(
      at: place.folder.appending(path: "empty"), withIntermediateDirectories: true)
    try place.run("fixture", "test", "empty").expect(
      2, notes: "'route-replay fixture add empty FILE' keeps a journal as one")
    try place.run("fixture", "test", "nowhere").expect(5, notes: "'nowhere' cannot be read")
    try addTwo()
    try place.run("fixture", "test", "fixtures", "--name", "onee").expect(
      2, notes: "did you mean 'one'?")
  }

  #if os(Linux)  // other systems have no such names
  @Test func `are not passed over where a name is no text`() throws {
    try addTwo()
    try place.shell(
      """
      odd=$(printf 'fixtures/o\\377d.jsonl'); cp fixtures/one.jsonl "$odd"
      "$1" fixture test fixtures; status=$?; rm "$odd"; exit $status
      """
    ).expect(5, notes: "d.jsonl' has a name that is not UTF-8", prints: "")
  }
  #endif

  @Test func `keep each verb's options apart`() throws {
    try addTwo()
    let lines = [
      ["add", "fixtures"], ["add", "fixtures", "app.journal", "--accept"],
      ["add", "fixtures", "app.journal", "--routes", "routes.json"],
      ["add", "fixtures", "app.journal", "--name", "new", "--most", "5"],
      ["add", "fixtures", "app.journal", "-o", "junit"], ["test", "fixtures", "--session", "1"],
      ["test", "fixtures", "--replace"], ["test", "fixtures", "app.journal"], ["tset", "fixtures"],
    ]
    for words in lines {
      try place.run(["fixture"] + words).expect(2, prints: "")
    }
  }

  @Test func `that are damaged, cut off or no journal are told apart`() throws {
    try addTwo()
    let whole = String(decoding: try #require(place.bytes("fixtures/app.jsonl")), as: UTF8.self)
    place.write("fixtures/changed.jsonl", whole.replacing("/orders/3", with: "/orders/4"))
    place.write("fixtures/cut.jsonl", String(whole.prefix(whole.count / 2)))
    place.write("fixtures/other.jsonl", "{}\n")
    place.write("fixtures/newer.jsonl", whole.replacing(#""version":1}"#, with: #""version":9}"#))
    let result = try place.run("fixture", "test", "fixtures", "-o", "jsonl").expect(3)
    let words = try result.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return "\(object?["fixture"] ?? "") \(object?["result"] ?? "")"
    }
    #expect(
      words == [
        "app identical", "changed damaged", "cut damaged", "newer newer", "one identical",
        "other unreadable",
      ])
    #expect(result.notes.contains("fixtures/cut.jsonl: line "))
  }

  @Test func `without an entry do not pass`() throws {
    try addTwo()
    var digest = LinesDigest()
    digest.take(JournalLine.header.encoded)
    let end = JournalLine.end(
      LinesEnd(anchor: .start, entries: 0, lines: digest.lines, digest: digest.value))
    let lines = [JournalLine.header, end].map { String(decoding: $0.encoded, as: UTF8.self) }
    place.write("fixtures/none.jsonl", lines.joined(separator: "\n") + "\n")
    let result = try place.run("fixture", "test", "fixtures").expect(
      2, notes: "none.jsonl: the lines have no entry")
    #expect(result.lines.first == "not identical: 1 of 3 fixtures")
  }

  @Test func `that are gone or no files are not passed over`() throws {
    try addTwo()
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: place.path("fixtures/gone.jsonl"), withDestinationPath: "gone")
    try files.createDirectory(
      atPath: place.path("fixtures/folder.jsonl"), withIntermediateDirectories: false)
    try #require(unsafe mkfifo(place.path("fixtures/pipe.jsonl"), 0o600) == 0)
    let result = try place.run("fixture", "test", "fixtures").expect(5)
    for name in ["gone", "folder", "pipe"] {
      #expect(
        result.notes.contains("'fixtures/\(name).jsonl' is no file, or a link to a missing one"))
    }
  }

  @Test func `are not made of what is not intact`() throws {
    place.write("text.txt", "hello\n")
    try place.run("fixture", "add", "fixtures", "text.txt").expect(5)
    try place.run("fixture", "add", "fixtures", "none.journal").expect(5)
    try place.run("fixture", "add", "text.txt", "app.journal").expect(
      2, notes: "'text.txt' is a file")
    try place.run("fixture", "add", "fixtures", "app.journal", "--session", "7").expect(
      2, notes: "there is no session 7")
    #expect(place.bytes("fixtures") == nil)
  }

  @Test func `tell when they are made of requests that no test can decide`() throws {
    let path = place.path("pruned.journal")
    try FileManager.default.copyItem(atPath: GoldenStory.policies.journal.path, toPath: path)
    try place.run("prune", "pruned.journal", "--entries", "4", "--write").expect(0)
    try place.run("fixture", "add", "fixtures", "pruned.journal").expect(
      4, notes: "1 request cannot be decided, now or in a test: it failed, perhaps by a limit")
    try place.run("fixture", "test", "fixtures").expect(4)
  }

  @Test func `fit a terminal`() throws {
    try addTwo()
    writeOtherTable()
    try place.expectFits(["fixture", "test", "fixtures", "--routes", "next.json"], status: 1)
  }

  @Test func `that go on from a session that is not in them stay as they are`() throws {
    let path = GoldenStory.pruned.journal.path
    try place.run("fixture", "add", "fixtures", path, "--session", "2")
    let table = try place.run("routes", path).output
    place.write("next.json", table.replacing("/orders/", with: "/bills/"))
    let kept = place.bytes("fixtures/pruned-2.jsonl")
    try place.run("fixture", "test", "fixtures", "--routes", "next.json", "--accept").expect(
      1, says: "first  route-replay import", lacks: "--accept",
      notes: "pruned-2 stays as it is: it continues a session")
    #expect(kept != nil && place.bytes("fixtures/pruned-2.jsonl") == kept)
  }

  @Test func `run an app's table and Swift steps in its own program`() throws {
    let app = Workplace.program.deletingLastPathComponent().appending(path: "recipes")
    let links = ["/recipe/soup"] + Array(repeating: "/surprise", count: 20)
    try place.run(["open", "recipes.journal"] + links, of: app)
    try place.run("fixture", "add", "fixtures", "recipes.journal")
    let same = try place.run(["fixture", "test", "fixtures"], of: app)
    #expect(same.status == 0 && same.lines.first == "identical: 1 fixture", "\(same)")
    let chance = ["RECIPES_BY_CHANCE": "1"]
    try place.run(["fixture", "test", "fixtures"], of: app, environment: chance).expect(
      1, says: "a Swift step does something else")
    try place.run(["fixture", "test", "fixtures", "--accept"], of: app, environment: chance).expect(
      1, notes: "two runs of it give different results")
    #expect(try place.run("fixture", "test", "fixtures").status == 0, "without the app's code")
  }

  @Test func `hold the same whenever a session is kept`() throws {
    let path = GoldenStory.waiting.journal.path
    for name in ["one", "two"] {
      try place.run("fixture", "add", "f", path, "--session", "2", "--name", name).expect(0)
    }
    #expect(place.bytes("f/one.jsonl") == place.bytes("f/two.jsonl"))
    let anchor = try place.run("export", path, "--format", "jsonl", "--out", "whole.jsonl").notes
    #expect(!anchor.isEmpty && place.bytes("f/one.jsonl") != place.bytes("whole.jsonl"))
  }

  @Test(arguments: GoldenStory.allCases)
  func `hold any session of any journal`(_ story: GoldenStory) throws {
    let path = story.journal.path
    try place.run("fixture", "add", "fixtures", path).expect(0)
    let sessions = try place.run("sessions", path, "-o", "jsonl").lines.count
    for number in 1...sessions {
      let session = ["--session", "\(number)"]
      let added = try place.run(["fixture", "add", "fixtures", path] + session)
      #expect(added.status == 0 || added.notes.contains("no entry of it is left"), "\(added)")
    }
    try place.run("fixture", "test", "fixtures").expect(0)
  }
}
