import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@Suite struct `The doctor` {
  let place = Workplace.sample()

  private func damage(_ sql: String) throws {
    try Tampering.run(sql, on: place.path("app.journal"))
  }

  @Test(arguments: [
    ["routes"], ["export", "--format", "swift-test"], ["log", "--session", "last"],
  ])
  func `is recommended when entries belong to no session`(words: [String]) throws {
    try damage("DELETE FROM session")
    try place.run(words + ["app.journal"]).expect(
      3, notes: "has entries, but no session that they are of: ", "route-replay doctor",
      notesLack: "leave out", prints: "")
  }

  @Test func `finds nothing wrong with a sound journal`() throws {
    try place.run("doctor", "app.journal").expect(
      0, says: "on screen  main[", begins: "sound      app.journal")
  }

  @Test func `fault 15: names the first bad entry, and saves what comes before it`() throws {
    try damage("UPDATE journal SET link = '/x' WHERE sequence = 5")
    let before = try place.contents()
    let result = try place.run("doctor", "app.journal").expect(
      3, says: "wrong      entry 5: ", "sound to   entry 4 (4 entries, 4:",
      "behind it  up to ", " entries follow; they cannot be relied on")
    #expect(result.lines[0] == "DAMAGED    app.journal")
    #expect(
      result.lines.last?.contains("doctor app.journal --salvage app.journal-salvaged") == true)
    #expect(result.lines.count <= 24)
    #expect(try place.contents() == before)

    try place.run("doctor", "app.journal", "--salvage", "saved.journal").expect(
      0, says: "written    saved.journal, to entry 4", notes: "anchor 4:")
    #expect(place.bytes("app.journal") == before["app.journal"])
    let names = try place.contents().keys.filter { $0.hasPrefix("saved") }
    #expect(names == ["saved.journal"])
    try place.run("verify", "--deep", "saved.journal").expect(0)
    try place.run("rerun", "saved.journal").expect(0)
    try place.run("log", "saved.journal", "-o", "jsonl").expect(lines: 4)
  }

  @Test func `explains a launch's treatment of damage that a launch does not find`() throws {
    let file = place.folder.appending(path: "pruned.journal")
    try FileManager.default.copyItem(at: GoldenStory.pruned.journal, to: file)
    try Tampering.run("UPDATE base SET chain_digest = zeroblob(32)", on: file.path)
    try place.run("doctor", "pruned.journal").expect(
      3, says: "goes on using this file: a launch does not find", lacks: "sets it aside")
    #expect(try RestoredState(ofJournal: file.path).anchor.sequence > 0)

    // The newest checkpoint itself is wrong, and is skipped.
    place.write("waiting.journal", try Data(contentsOf: GoldenStory.waiting.journal))
    try Tampering.run("UPDATE checkpoint SET state = '{}'", on: place.path("waiting.journal"))
    try place.run("doctor", "waiting.journal").expect(
      3, says: "goes on using this file: a launch does not find", lacks: "newest checkpoint")
    let state = try RestoredState(ofJournal: place.path("waiting.journal")).state
    #expect(try state == RestoredState(ofJournal: GoldenStory.waiting.journal.path).state)
  }

  @Test func `says that a launch uses a file with another index, unless that is unique`() throws {
    let (problem, launch) = ("index more does not belong to the format", "goes on using this file")
    try damage("CREATE INDEX more ON journal (sequence, kind)")
    try place.run("doctor", "app.journal").expect(3, says: problem, launch)
    try damage("DROP INDEX more")
    try damage("CREATE UNIQUE INDEX more ON journal (sequence, kind)")
    try place.run("doctor", "app.journal").expect(3, says: problem, lacks: launch)
  }

  @Test(arguments: [
    "UPDATE journal SET payload = '{' WHERE sequence = 64", "DELETE FROM session WHERE number = 1",
  ])
  func `fault 15: writes no copy of a pruned journal that would be damaged too`(sql: String) throws
  {
    try FileManager.default.copyItem(
      at: GoldenStory.pruned.journal, to: place.folder.appending(path: "pruned.journal"))
    try Tampering.run(sql, on: place.path("pruned.journal"))
    let last = sql.contains("64") ? 63 : 74
    try place.run("doctor", "pruned.journal").expect(
      3, says: "keep the file", "'log --to \(last)'", lacks: "--salvage")
    try place.run("doctor", "pruned.journal", "--salvage", "saved.journal").expect(
      3, notes: "a copy to entry \(last) would be damaged too", "'log --to \(last)'")
    #expect(try place.contents().keys.filter { $0.hasPrefix("saved") } == [])
    try place.run("log", "pruned.journal", "--to", "\(last)", "-o", "jsonl").expect(
      lines: last - 54)
  }

  @Test func `saves the entries after the pruning of a pruned journal`() throws {
    try FileManager.default.copyItem(
      at: GoldenStory.pruned.journal, to: place.folder.appending(path: "pruned.journal"))
    try Tampering.run(
      "UPDATE journal SET payload = '{' WHERE sequence = 70", on: place.path("pruned.journal"))
    try place.run("doctor", "pruned.journal").expect(3, says: "--salvage")
    try place.run("doctor", "pruned.journal", "--salvage", "saved.journal").expect(
      0, says: "to entry 69")
    try place.run("verify", "saved.journal").expect(0)
  }

  @Test func `prints the same for programs, in full`() throws {
    try damage("UPDATE journal SET link = '/x' WHERE sequence = 5")
    let result = try place.run("doctor", "app.journal", "--salvage", "saved.journal", "-o", "json")
      .expect(0)
    let object = try jsonObject(result.output)
    #expect(object["result"] as? String == "damaged" && object["entries"] as? Int == 4)
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.first?["sequence"] as? Int == 5)
    #expect((object["written"] as? String)?.hasPrefix("4:") == true)
    try place.run("doctor", "saved.journal", "-o", "jsonl").expect(
      0, says: #""result": "sound""#, lines: 1)
  }

  @Test func `shortens long texts on a terminal`() throws {
    place.write(
      "long.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { note: { parameters: { text: "string" } } },
        routes: [{ id: "note", patterns: ["/notes/:text"], destination: [{ push: "note" }] }] }
      """)
    try place.record(
      "/notes/\(String(repeating: "x", count: 900))\n", into: "long.journal", routes: "long.json")
    let (_, screen) = try place.runOnTerminal(["--no-color", "doctor", "long.journal"])
    let lines = screen.split(separator: "\r\n")
    #expect(lines.contains { $0.hasPrefix("on screen") && $0.contains("…") }, "\(screen)")
    #expect(lines.count < 8, "\(screen)")
    let piped = try place.run("doctor", "long.journal").output
    #expect(piped.contains(String(repeating: "x", count: 900)))
  }

  @Test(arguments: [0.9, 0.6])
  func `fault 15: saves what is left of a file that was cut`(part: Double) throws {
    let whole = try #require(place.bytes("app.journal"))
    let pages = Int(Double(whole.count / 4_096) * part)
    try whole.prefix(pages * 4_096).write(to: place.folder.appending(path: "cut.journal"))
    let result = try place.run("doctor", "cut.journal")
    let isReadable = result.output.contains("DAMAGED")
    #expect(result.status == 3 && (isReadable || part < 0.7), "\(result)")
    let saved = try place.run("doctor", "cut.journal", "--salvage", "saved.journal")
    // Whole pages are gone. Without the last pages everything else is saved; without most of them,
    // entries may be left whose route table is gone.
    let isSaved = saved.status == 0 && saved.notes.contains("anchor ")
    let isPartlySaved = saved.status == 3 && saved.output.contains("written    saved.journal")
    #expect(part < 0.7 ? isPartlySaved : isSaved, "\(saved)")
    try place.run("log", "cut.journal").expect(3, notes: "'doctor'")
  }

  @Test(arguments: [1, 100, 200])
  func `fault 16: all entries before a page of zeros are saved`(
    number: Int
  ) throws {
    try place.record(
      (1...200).map { "/products/\(7_000_000 + $0)\n" }.joined(), into: "many.journal")
    var content = try #require(place.bytes("many.journal"))
    // The leaf page with the link's entry in the table of entries: its cells begin with their row
    // numbers.
    let link = Data("/products/\(7_000_000 + number)".utf8)
    let found = try #require(content.range(of: link)).lowerBound
    let page = found / 4_096 * 4_096
    let first = try #require(Tampering.firstRow(ofLeafAt: page, in: content))
    content.replaceSubrange(page..<page + 4_096, with: Data(count: 4_096))
    place.write("zeroed.journal", content)

    let told = try place.run("doctor", "zeroed.journal")
    #expect(told.status == 3 && place.bytes("zeroed.journal") == content)
    let saved = try place.run("doctor", "zeroed.journal", "--salvage", "saved.journal")
    guard first > 1 else {
      #expect(saved.status == 3 && saved.notes.contains("nothing of 'zeroed.journal'"), "\(saved)")
      return
    }
    #expect(saved.status == 0, "\(saved)")
    #expect(saved.output.contains("written    saved.journal, to entry \(first - 1)\n"), "\(saved)")
    try place.run("verify", "--deep", "saved.journal").expect(0)
    #expect(try place.run("log", "saved.journal", "-o", "jsonl").lines.count == first - 1)
    #expect(place.bytes("zeroed.journal") == content)
  }

  @Test func `fault 15: does not recommend itself for a file of which nothing can be read`() throws
  {
    let whole = try #require(place.bytes("app.journal"))
    try (whole.prefix(100) + Data(repeating: 7, count: whole.count - 100))
      .write(to: place.folder.appending(path: "gone.journal"))
    try place.run("doctor", "gone.journal").expect(3, notesLack: "'doctor' tells")
  }

  @Test(arguments: [9_000, 100])
  func `fault 17: a log of which nothing can be read is no empty journal`(count: Int) throws {
    let path = place.path("live.journal")
    let journal = try Journal.open(.file(path))
    try FileCopy.crash(of: path, as: path + "-cut")
    withExtendedLifetime(journal) {}
    try Data(repeating: 7, count: count).write(to: URL(filePath: path + "-cut-wal"))
    try place.run("verify", "live.journal-cut").expect(3, notes: "not whole")
  }

  @Test func `fault 15: never overwrites, and saves nothing where nothing is sound`() throws {
    place.write("there.journal", "mine")
    try place.run("doctor", "app.journal", "--salvage", "there.journal").expect(
      5, notes: "exists already")
    try place.run("doctor", "app.journal", "--salvage", "there.journal", "-o", "json").expect(
      5, says: "\"written\": null", notes: "exists already")
    #expect(place.bytes("there.journal") == Data("mine".utf8))
    try place.run("doctor", "app.journal", "--salvage", "app.journal").expect(5)
    try damage("UPDATE journal SET elapsed_us = 9 WHERE sequence = 1")
    try place.run("doctor", "app.journal", "--salvage", "saved.journal").expect(
      3, notes: "can be saved")
    #expect(try place.contents().keys.filter { $0.hasPrefix("saved") } == [])
  }

  @Test(arguments: ["text", "json", "jsonl", "csv"])
  func `an entry that cannot be read is shown with the same problem in each format`(
    format: String
  ) throws {
    try damage("UPDATE journal SET payload = '{broken' WHERE sequence = 4")
    try place.run("show", "app.journal", "4", "-o", format).expect(
      3, says: "broken", notes: "its payload")
  }

  @Test func `fault 15: a copy has only rows that its entries confirm`() throws {
    for sequence in 2...12 {
      let copy = "damaged-\(sequence).journal"
      try FileManager.default.copyItem(
        at: place.folder.appending(path: "app.journal"), to: place.folder.appending(path: copy))
      try Tampering.run(
        "UPDATE journal SET at_us = at_us + 1 WHERE sequence = \(sequence)",
        on: place.path(copy))
      try place.run("doctor", copy, "--salvage", "saved-\(sequence).journal").expect(0)
      try place.run("verify", "saved-\(sequence).journal").expect(0)
    }
  }

  @Test
  func `fault 16: reports a file that is no journal, and one that is newer`() throws {
    place.write("zeros.journal", Data(count: 8_192))
    try place.run("doctor", "zeros.journal", "--salvage", "out").expect(5)
    try damage("PRAGMA user_version = 99")
    try place.run("doctor", "app.journal", "--salvage", "out").expect(4)
    #expect(place.bytes("out") == nil)
  }
}
