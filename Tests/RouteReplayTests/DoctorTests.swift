import Foundation
import Testing

@Suite struct `The doctor` {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.recordSample()
  }

  private func damage(_ sql: String) throws {
    try Tampering.run(sql, on: place.folder.appending(path: "app.journal").path)
  }

  @Test func `finds nothing wrong with a sound journal`() throws {
    let result = try place.run("doctor", "app.journal")
    #expect(result.status == 0)
    #expect(result.lines[0].hasPrefix("sound      app.journal"))
    #expect(result.output.contains("on screen  main["))
  }

  @Test func `fault 15: names the first bad entry, and saves what comes before it`() throws {
    try damage("UPDATE journal SET link = '/x' WHERE sequence = 5")
    let before = try place.contents()
    let result = try place.run("doctor", "app.journal")
    #expect(result.status == 3)
    #expect(result.lines[0] == "DAMAGED    app.journal")
    #expect(result.output.contains("wrong      entry 5: "))
    #expect(result.output.contains("sound to   entry 4 (4 entries, 4:"))
    #expect(
      result.lines.last?.contains("doctor app.journal --salvage app.journal-salvaged") == true)
    #expect(result.lines.count <= 24)
    #expect(try place.contents() == before)

    let saved = try place.run("doctor", "app.journal", "--salvage", "saved.journal")
    #expect(saved.status == 0, "\(saved.notes)")
    #expect(saved.output.contains("written    saved.journal, to entry 4"))
    #expect(saved.notes.contains("anchor 4:"))
    #expect(place.bytes("app.journal") == before["app.journal"])
    let names = try place.contents().keys.filter { $0.hasPrefix("saved") }
    #expect(names == ["saved.journal"])
    let verified = try place.run("verify", "--deep", "saved.journal")
    #expect(verified.status == 0, "\(verified.notes)")
    #expect(try place.run("rerun", "saved.journal").status == 0)
    #expect(try place.run("log", "saved.journal", "-o", "jsonl").lines.count == 4)
  }

  @Test func `fault 15: never overwrites, and saves nothing where nothing is sound`() throws {
    place.write("there.journal", "mine")
    let refused = try place.run("doctor", "app.journal", "--salvage", "there.journal")
    #expect(refused.status == 5 && refused.notes.contains("exists already"))
    #expect(place.bytes("there.journal") == Data("mine".utf8))
    let itself = try place.run("doctor", "app.journal", "--salvage", "app.journal")
    #expect(itself.status == 5)
    try damage("UPDATE journal SET elapsed_us = 9 WHERE sequence = 1")
    let nothing = try place.run("doctor", "app.journal", "--salvage", "saved.journal")
    #expect(nothing.status == 3 && nothing.notes.contains("can be saved"))
    #expect(try place.contents().keys.filter { $0.hasPrefix("saved") } == [])
  }

  @Test func `fault 15: a copy has only rows that its entries bear out`() throws {
    for sequence in 2...12 {
      let copy = "damaged-\(sequence).journal"
      try FileManager.default.copyItem(
        at: place.folder.appending(path: "app.journal"), to: place.folder.appending(path: copy))
      try Tampering.run(
        "UPDATE journal SET at_us = at_us + 1 WHERE sequence = \(sequence)",
        on: place.folder.appending(path: copy).path)
      let saved = try place.run("doctor", copy, "--salvage", "saved-\(sequence).journal")
      #expect(saved.status == 0, "\(sequence): \(saved.notes)")
      #expect(try place.run("verify", "saved-\(sequence).journal").status == 0)
    }
  }

  @Test
  func `fault 16: says of what is no journal that it is none, of a newer one that it is newer`()
    throws
  {
    place.write("zeros.journal", Data(count: 8_192))
    #expect(try place.run("doctor", "zeros.journal", "--salvage", "out").status == 5)
    try damage("PRAGMA user_version = 99")
    #expect(try place.run("doctor", "app.journal", "--salvage", "out").status == 4)
    #expect(place.bytes("out") == nil)
  }
}
