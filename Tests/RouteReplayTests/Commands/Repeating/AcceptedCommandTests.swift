import Foundation
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

@MainActor
@Suite struct `Accepting what differs` {
  let place = Workplace.sample()

  init() {
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
  }

  private func whatIf(_ words: String...) throws -> Workplace.Result {
    try place.run(["what-if", "app.journal", "--routes", "next.json"] + words)
  }

  /// The proposed file, with the given reason.
  private func propose(why: String) throws -> String {
    try whatIf("--propose").output.replacing("why: \"\"", with: "why: \"\(why)\"")
  }

  @Test func `leads from a proposal with a reason to a run without counted differences`() throws {
    let proposed = try whatIf("--propose")
    #expect(proposed.status == 1 && proposed.notes.isEmpty)
    let expected = [
      "  format: \"accepted-divergences/1\",", "    {  // entry 9 of app.journal",
      "      link: \"/orders/3\",", "        \"outcome: shown -> not found\",",
      "        \"changes: in main > home: order(id: 3) -> nothing\",", "      why: \"\",",
    ]
    for line in expected { #expect(proposed.lines.contains(line), "\(line): \(proposed.output)") }
    place.write("accepted.json5", try propose(why: "ann 2026-11-20: orders have another path"))
    let result = try whatIf("--accepted", "accepted.json5").expect(says: "orders have another path")
    #expect(result.status == 0 && result.notes.isEmpty, "\(result)")
    #expect(result.lines.first == "accepted: 6 decisions made again, 1 differs as accepted")
    try whatIf("--accepted", "accepted.json5", "-o", "jsonl").expect(
      0, says: #""accepted": 1"#, #""result": "accepted""#)
    try whatIf("--accepted", "accepted.json5", "--propose").expect(
      0, notes: "nothing differs", prints: "")
  }

  @Test func `refuses a proposal without reasons, and every other mistake, with its place`() throws
  {
    place.write("accepted.json5", try whatIf("--propose").output)
    try whatIf("--accepted", "accepted.json5").expect(
      2, notes: "has 1 mistake:", "accepted.json5:12:12: accepted[0].why: expected who", prints: "")
    place.write("accepted.json5", "{ format: \u{1B}")
    try whatIf("--accepted", "accepted.json5").expect(
      2, notes: "accepted.json5:1:", notesLack: "\u{1B}")
    try whatIf("--accepted", "none.json5").expect(5)
    for option in [["--propose"], ["--accepted", "next.json"]] {
      try place.run(["what-if", "app.journal", "--drop", "2"] + option).expect(2)
    }
  }

  @Test func `is proposed in one form only`() throws {
    try whatIf("--propose", "-o", "json").expect(
      2, notes: "--propose is a form of its own: leave out --output", prints: "")
    try place.run("rerun", "app.journal", "--propose", "-o", "jsonl").expect(2, prints: "")
    try whatIf("--propose", "-o", "text").expect(1, says: "accepted-divergences/1")
  }

  @Test(arguments: ["rerun", "what-if"])
  func `standard input cannot be the table and what is accepted`(command: String) throws {
    try place.run(command, "app.journal", "--routes", "-", "--accepted", "-").expect(
      2, notes: "standard input can be read once; give '-' once", prints: "")
  }

  @Test func `reports unused entries of the file`() throws {
    place.write("accepted.json5", try propose(why: "ann"))
    let same = try place.run("rerun", "app.journal", "--accepted", "accepted.json5").expect(
      notes: "remove the entry for /orders/3")
    #expect(same.status == 0 && same.lines.first == "identical: 6 decisions made again")
    #expect(same.notes.hasPrefix("accepted.json5:4: nothing differs like this any more"))
    let both = try whatIf("app.journal", "--accepted", "accepted.json5")
    #expect(both.status == 0 && both.notes.isEmpty)
  }

  @Test func `shows consequences in a free rerun, and does not propose them`() throws {
    let words = ["rerun", "app.journal", "--routes", "next.json"]
    #expect(try place.run(words).lines.first == "different: 6 decisions made again, 1 differs")
    let free = try place.run(words + ["--free"]).expect(1)
    #expect(
      free.lines.first == "different: 6 decisions made again, 2 differ, 1 of which only follows")
    let said = "  follows   from entry 9: in the recorded state the result is as recorded"
    #expect(free.lines.contains(said), "\(free.output)")
    #expect(!free.output.contains("left out: the consequences of a difference"))
    try place.run(words + ["--free", "-o", "jsonl"]).expect(
      says: #""follows": 9"#, #""following": 1"#)
    let proposed = try place.run(words + ["--free", "--propose"])
    #expect(proposed.lines.filter { $0.hasPrefix("      link:") }.count == 1)
    place.write("accepted.json5", try propose(why: "ann"))
    let accepted = try place.run(words + ["--free", "--accepted", "accepted.json5"]).expect(0)
    #expect(accepted.lines.first == "accepted: 6 decisions made again, 2 differ as accepted")
    try place.run("rerun", "app.journal", "--free").expect(0)
  }

  @Test func `shows a reason as harmless as everything else`() throws {
    place.write("accepted.json5", try propose(why: "ann \\u001b[31m \\u202e"))
    try whatIf("--accepted", "accepted.json5").expect(0, lacks: "\u{1B}", "\u{202E}")
  }
}
