import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// Stepping through a journal with keys.
@MainActor @Suite struct `Stepping through a journal` {
  let place = Workplace.sample()

  private func stepper(at sequence: Int64 = 1) throws -> Stepper {
    let file = try JournalFile(place.path("app.journal"))
    return try Stepper(file, in: 1...file.history.head().sequence, at: sequence)
  }

  private func text(_ stepper: inout Stepper, width: Int = 80, height: Int = 14) throws -> [String]
  {
    try stepper.rows(width: width, height: height).map { $0.map(\.text).joined() }
  }

  @Test func `shows the hierarchy, and beside it what the entry changed`() throws {
    var stepper = try stepper(at: 9)
    let rows = try text(&stepper).map { String($0.reversed().drop { $0 == " " }.reversed()) }
    #expect(
      rows == [
        "entry 9 of 14 · session 1 · decided · shown · route order", "/orders/3",
        String(repeating: "─", count: 79),
        "  main/tabs                                   │ interceptor signedIn: allow",
        "~ ├─ home/stack *                             │ request 8 waits no longer",
        "  │  ├─ feed                                  │ select 2",
        "+ │  └─ order(id: 3)  <- visible              │ in 2: add order(id: 3) #7",
        "~ └─ shop/stack                               │",
        "     ├─ catalog                               │",
        "     └─ product(id: 7)                        │",
      ] + Array(repeating: String(repeating: " ", count: 46) + "│", count: 3) + [
        "→ ← entry · Tab next change · PgUp PgDn ten · g G ends · ↑ ↓ scroll · q quit"
      ])
  }

  @Test func `goes forward and back, to the ends and to the next change`() throws {
    var stepper = try stepper()
    let newest = try JournalFile(place.path("app.journal")).history.head()
    func go(_ keys: [Key]) throws -> Int64 {
      for key in keys { #expect(try stepper.press(key)) }
      return stepper.sequence
    }
    #expect(try go([.right, .text("n"), .enter]) == 4)
    #expect(try go([.left, .text("h")]) == 2)
    #expect(try go([.left, .left, .left]) == 1)
    #expect(try go([.last]) == newest.sequence)
    #expect(try go([.right, .pageDown]) == newest.sequence)
    #expect(try go([.text("g")]) == 1)
    #expect(try go([.tab]) > 1)
    #expect(try go([.last, .tab]) == newest.sequence, "there is no next one")
    for key in [Key.text("q"), .escape, .text("\u{3}")] { #expect(try !stepper.press(key)) }
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 6), (3, 2), (1, 1)])
  func `has no more rows than the window, and none as wide as it`(width: Int, height: Int) throws {
    var stepper = try stepper()
    for key in [Key.right, .tab, .down, .last, .up, .pageUp] {
      _ = try stepper.press(key)
      let rows = try text(&stepper, width: width, height: height)
      #expect(rows.count <= height)
      if width >= 20 { #expect(rows.allSatisfy { displayWidth($0) < width }, "\(rows)") }
    }
  }

  @Test func `keeps wide and right-to-left text in its half, and nothing acts on the terminal`() {
    let frame = StepFrame(
      title: "entry 1 of 1", subject: "/שלום/\u{1B}[2J",
      hierarchy: [.init(text: "  世界世界世界世界世界世界世界世界世界世界世界世界"), .init(text: "  שלום")],
      deeds: ["世界", "\u{202E}x"])
    let rows = frame.rows(width: 40, height: 8, offset: 0).map { $0.map(\.text).joined() }
    #expect(rows.allSatisfy { displayWidth($0) < 40 }, "\(rows)")
    #expect(rows[1] == "/שלום/\\x1b[2J")
    #expect(rows[3...4].map { $0.contains(" │ ") } == [true, true])
    #expect(rows[4].contains("\u{2068}  שלום\u{2069}"))
    #expect(rows[4].hasSuffix("\\u{202e}x"))
  }

  @Test func `a hierarchy is broken where it is wider than the terminal`() {
    let row = TreeDrawing.Row(
      lead: "│  └─ ", label: "product(coupon: \"a\", id: 7, name: \"世界\")", screen: nil,
      rest: "│     ")
    #expect(row.lines(width: nil).count == 1)
    #expect(
      row.lines(width: 34) == [
        "│  └─ product(coupon: ", "│          \"a\", id: 7, name: ", "│          \"世界\")",
      ])
  }

  @Test func `needs a terminal`() throws {
    try place.run("tree", "app.journal", "--step").expect(2, notes: "'--step' needs a terminal")
  }

  @Test(arguments: [["--diagram"], ["--ids"], ["--output", "json"]])
  func `is refused beside another form, which would have no effect`(words: [String]) throws {
    try place.run(["tree", "app.journal", "--step"] + words).expect(
      2, notes: "draws the hierarchy in a form of its own; leave out \(words[0])", prints: "")
  }
}
