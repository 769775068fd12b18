import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The parts of a report.
@Suite struct `A part of a report` {
  @Test func `is a change of rows that leads from one drawing to the next`() {
    var random = SeededRandom(7)
    var old: [Int] = []
    for _ in 0..<300 {
      var new = old
      let start = Int.random(in: 0...new.count, using: &random)
      let end = Int.random(in: start...new.count, using: &random)
      new.replaceSubrange(
        start..<end,
        with: (0..<Int.random(in: 0...3, using: &random)).map { _ in
          Int.random(in: 0...4, using: &random)
        })
      let change = ReportedDrawing.change(from: old, to: new)
      #expect(ReportedDrawing.apply(change, to: old) == new, "\(old) to \(new)")
      #expect(change.head + change.tail <= min(old.count, new.count))
      old = new
    }
  }

  @Test func `is a drawing of a large hierarchy so far, and says how much more there is`() throws {
    let children = (0..<3_000).map { "item(id: \($0))" }.joined(separator: " ")
    let scenes = try TreeNotation("main/stack[\(children)]") { _ in nil }
    let tree = try RouteState(scenes: scenes, counter: 0).tree
    var drawing = ReportedDrawing()
    var texts = ReportTexts()
    let change = drawing.next(tree, since: tree, &texts).change
    #expect(change.rows.count == ReportedDrawing.mostRows + 1)
    let last = drawing.rows[change.rows[ReportedDrawing.mostRows]]
    #expect(texts.all[last.label] == "… and 1001 more screens")
  }
}
