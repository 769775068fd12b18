import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The parts that a report is made of.
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

  private func entries(_ seconds: [Int64]) -> [ReportedEntry] {
    seconds.enumerated().map { index, second in
      ReportedEntry(sequence: Int64(index + 1), atMicroseconds: second * 1_000_000, session: 1)
    }
  }

  @Test func `is a stretch of use between two pauses`() {
    let (stretches, pause) = ReportedStretch.all(of: entries([0, 1, 2, 100, 101, 9_000]))
    #expect(pause == 60_000_000)
    #expect(stretches.map(\.entries) == [3, 2, 1])
    #expect(stretches.map(\.pause) == [nil, 98_000_000, 8_899_000_000])
    #expect(stretches.map(\.first) == [1, 4, 6] && stretches.map(\.last) == [3, 5, 6])
    #expect(ReportedStretch.all(of: []).stretches.isEmpty)
  }

  @Test func `is a stretch too where the clock was set back, or far beyond any date`() {
    #expect(ReportedStretch.all(of: entries([100, 0])).stretches.count == 2)
    var far = entries([0, 0])
    far[0] = ReportedEntry(sequence: 1, atMicroseconds: .min, session: 1)
    far[1] = ReportedEntry(sequence: 2, atMicroseconds: .max, session: 1)
    #expect(ReportedStretch.all(of: far).stretches.count == 2)
  }

  @Test func `is few stretches however many pauses there are`() {
    let (stretches, pause) = ReportedStretch.all(of: entries((0..<500).map { $0 * 45 }))
    #expect(stretches.count == 1 && pause == 60_000_000)
    let years = ReportedStretch.all(of: entries((0..<500).map { $0 * $0 * 90_000 }))
    #expect(years.stretches.count <= ReportedStretch.most)
  }

  @Test(arguments: [
    (0, "0 s"), (59, "59 s"), (61, "1 min 1 s"), (3_600, "1 h"), (90_061, "1 d 1 h"),
    (-61, "back by 1 min 1 s"),
  ])
  func `is a span in the two largest of its units`(_ seconds: Int64, _ words: String) {
    #expect(ReportedStretch.words(seconds * 1_000_000) == words)
  }
}
