import Foundation
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// The entry at which a condition on the state begins to hold.
@Suite struct `A condition to find` {
  let place = Workplace.sample()

  private func json(_ words: String...) throws -> [String: Any] {
    let result = try place.run(["bisect", "app.journal", "-o", "json", "--where"] + words)
    return try jsonObject(result.output)
  }

  @Test func `is found with its request and the next command`() throws {
    let result = try place.run("bisect", "app.journal", "--where", "screen order(id: 3)").expect(0)
    for line in [
      "entry 9: it holds", "  condition  screen order(id: 3)", "  session    1",
      "  kind       decided", "  request    8: /orders/3",
      "  outcome    shown, route order", "  before     it did not hold",
      "  next       route-replay show app.journal 9",
      "             route-replay tree app.journal --at 9",
      "             route-replay diff app.journal 8 9",
    ] {
      #expect(result.lines.contains(line), "\(line) in \(result.output)")
    }
    #expect(result.output.contains("later      it holds after entry"))
    try place.run("tree", "app.journal", "--at", "9").expect(says: "order(id: 3)")
    try place.run("tree", "app.journal", "--at", "8").expect(lacks: "order(id: 3)")
  }

  @Test func `is shown with the request's target, not with its wait`() throws {
    let waiting = GoldenStory.waiting.journal.path
    try place.run("bisect", waiting, "--where", "count screen product > 1").expect(
      0, says: "  request    35: /products/5\n  outcome    shown\n", "shown    /products/5\n",
      lacks: "waits until")
    try place.run("bisect", waiting, "--where", "suspended").expect(0, begins: "entry 21: it holds")
  }

  @Test func `that never holds ends with 1, and one that cannot be read with 2`() throws {
    try place.run("bisect", "app.journal", "--where", "screen nowhere").expect(
      1, notes: "no table of the journal declares a screen 'nowhere'\n", begins: "never: ")
    let several = "not shows prodct or screen map/foreign or count screen feed > 2 and shows order"
    try place.run("bisect", "app.journal", "--where", several).expect(
      0, notes: "no table of the journal declares a screen 'prodct'; did you mean 'product'?\n",
      notesLack: "'map'", "'feed'")
    let wrong = try place.run(
      "bisect", "app.journal", "--where", "screen order(id: 7) an principal"
    ).expect(2, prints: "")
    let lines = wrong.notes.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("'--where' cannot be read: expected \"and\", \"or\" or the end"))
    #expect(lines[1] == "  screen order(id: 7) an principal")
    #expect(lines[2] == "                      ^")
    try place.run("bisect", "app.journal").expect(2)
    try place.run("bisect", "none.journal", "--where", "waiting").expect(5)
    try place.run("bisect", "routes.json", "--where", "waiting").expect(5)
  }

  @Test func `has its mistake marked below it, however wide its letters are`() throws {
    let wide = try place.run("bisect", "app.journal", "--where", "principal is '漢字' x")
    let lines = wide.notes.split(separator: "\n").map(String.init)
    #expect(displayWidth(lines[2]) == displayWidth("  principal is '漢字' ") + 1, "\(wide.notes)")
    let long = "waiting" + String(repeating: " or waiting", count: 50) + " or"
    let result = try place.run("bisect", "app.journal", "--where", long)
    let all = result.notes.split(separator: "\n").map(String.init)
    #expect(all.dropFirst().allSatisfy { displayWidth($0) <= 80 }, "\(result.notes)")
    #expect(all.last?.hasSuffix("^") == true)
  }

  @Test func `that comes and goes is listed with every turn`() throws {
    let result = try place.run("bisect", "app.journal", "--where", "shows product").expect(
      0, says: "and changed 2 times")
    let header = try #require(result.lines.firstIndex { $0.hasPrefix("  sequence") })
    let rows = result.lines[(header + 1)...(header + 2)].map { $0.split(separator: " ") }
    #expect(rows.map { $0[0] } == ["2", "9"])
    #expect(rows.map { $0[2] } == ["holds", "ceases"])
    try place.run("bisect", "app.journal", "--where", "shows product", "--most", "1").expect(
      says: "… and 1 more; --most shows them")
  }

  @Test func `that holds from the first entry on does not begin there`() throws {
    let result = try place.run("bisect", "app.journal", "--where", "not shows product").expect(
      0, says: "before     nothing: the journal begins with this entry", "and changed 2 times",
      begins: "entry 1: it holds")
    let header = try #require(result.lines.firstIndex { $0.hasPrefix("  sequence") })
    let rows = result.lines[(header + 1)...(header + 2)].map { $0.split(separator: " ") }
    #expect(rows.map { $0[0] } == ["2", "9"])
    #expect(rows.map { $0[2] } == ["ceases", "holds"])
    try place.run("bisect", "app.journal", "--where", "not suspended").expect(
      0, lacks: "did not hold", "turned", "sequence")
    let once = try place.run("bisect", "app.journal", "--where", "not screen order").expect(0)
    #expect(once.lines.contains { $0.hasPrefix("         9  ") && $0.contains("  ceases  ") })
  }

  @Test func `that held before the first remaining entry is not searched further back`() throws {
    try FileManager.default.copyItem(
      atPath: GoldenStory.pruned.journal.path, toPath: place.path("pruned.journal"))
    let words = ["bisect", "pruned.journal", "--where", "not suspended"]
    try place.run(words).expect(
      0, says: "it held already: what came before was pruned", lacks: "look further back",
      begins: "entry 55, as before it: it holds")
    try place.run(words + ["--from", "56"]).expect(0, says: "it held already: look further back")
  }

  @Test func `is looked for in a session or between two entries`() throws {
    try place.record("/products/7\n", into: "app.journal")
    let later = try place.run(
      "bisect", "app.journal", "--where", "shows product", "--from", "3", "--to", "5"
    ).expect(says: "it held already: look further back")
    #expect(later.lines.first == "entry 3, as before it: it holds", "\(later.output)")
    let gone = try place.run(
      "bisect", "app.journal", "--where", "shows product", "--from", "9", "--to", "10"
    ).expect(1)
    #expect(gone.lines.first == "never: 2 entries looked at; it held before them")
    try place.run("bisect", "app.journal", "--where", "shows product", "--from", "9").expect(
      says: "it held already, and stopped in between")
    try place.run(
      "bisect", "app.journal", "--where", "screen order(id: 3)", "--session", "1", "-o", "jsonl"
    ).expect(says: "\"sequence\": 9", lines: 1)
    try place.run("bisect", "app.journal", "--where", "waiting", "--session", "9").expect(2)
  }

  @Test func `is printed for programs with all that people see`() throws {
    let found = try json("action trackView is shelved or action trackView is waiting")
    #expect(found["result"] as? String == "found")
    #expect(found["held_before"] as? Bool == false)
    let first = try #require(found["first"] as? [String: Any])
    #expect(first["what"] as? String == "/products/7" && first["outcome"] as? String == "shown")
    #expect(first["holds"] as? Bool == true && first["request"] as? Int == 2)
    #expect((found["next"] as? [String])?.count == 3)
    let never = try json("screen nowhere")
    #expect(never["result"] as? String == "never" && never["first"] is NSNull)
    #expect((never["turns"] as? [Any])?.isEmpty == true)
  }

  @Test func `fits a terminal`() throws {
    let condition = "shows product or not $.principal == 'a' and waiting"
    try place.expectFits(
      ["--no-color", "bisect", "app.journal", "--where", condition], status: 0)
  }
}
