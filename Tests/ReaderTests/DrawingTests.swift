import Foundation
import RouteEngine
import RouteTestSupport
import Testing
import TextTerminal

@testable import reader

/// The frames that the reader draws, as values.
@MainActor @Suite struct `A frame of the reader` {
  let folder: TemporaryFolder

  init() throws { folder = try .ofArticles() }

  @Test func `shows the articles, the first one chosen`() throws {
    let sitting = try Sitting(folder, width: 80, height: 24)
    #expect(sitting.lines.count == 24)
    #expect(
      sitting.frame == """
        [library] saved  notes
        ───────────────────────────────────────────────────────────────────────────────
        › Bread
          Salt
          世界世界世界世界世界世界世界世界世界世界
        ───────────────────────────────────────────────────────────────────────────────
        ? help · / link · Tab tabs · Enter open · Esc back · s save · q quit
        """)
  }

  @Test func `shows an article without its markup`() throws {
    let sitting = try Sitting(folder)
    sitting.press("\r")
    #expect(
      sitting.frame == """
        [library] saved  notes
        ── Bread ──────────────────────────────
        › Bread
          Flour, water and time. Then →salt.
          - knead
          - bake it all
        ───────────────────────────────────────
        ? help · / link · Tab tabs · Enter ope…
        """)
  }

  @Test func `shows a sheet over the screen that presents it`() throws {
    let sitting = try Sitting(folder)
    sitting.press("2")
    #expect(
      sitting.frame == """
        [library] saved  notes
        ───────────────────────────────────────
        ┌─────────────────────────────────────┐
        │  Log in                             │
        │                                     │
        │  What is saved belongs to somebody: │
        │  Enter logs you in as reader-1, Esc │
        │  gives up what waits. A real app    │
        │  would ask for a password here.     │
        └─────────────────────────────────────┘
        ── reader://saved waits ───────────────
        Enter log in · Esc give up
        """)
  }

  @Test func `keeps the chosen row in the middle`() throws {
    let sitting = try Sitting(folder)
    sitting.press("j\rjjjjjjjjjj")
    #expect(
      sitting.frame == """
        [library] saved  notes
        ── Salt ───────────────────────────────
          line 8
          line 9
        › line 10
          line 11
        ───────────────────────────────────────
        ? help · / link · Tab tabs · Enter ope…
        """)
  }

  @Test func `shows no control characters, and wide characters in their columns`() throws {
    let sitting = try Sitting(folder, width: 30)
    sitting.press("G\r")
    #expect(
      sitting.frame == """
        [library] saved  notes
        ── 世界世界世界世界世界世… ──
        › 世界世界世界世界世界世界
          世界世界世界世界
          世 · 👍🏽
          \\x1b[2J · \\u{202e}x
        ─────────────────────────────
        ? help · / link · Tab tabs ·…
        """)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 7), (12, 4), (5, 2), (1, 1)])
  func `has no more lines than the window and none as wide as it`(width: Int, height: Int) throws {
    let sitting = try Sitting(folder, width: width, height: height)
    for keys in ["", "?", "\u{1B}G\r", "hg\r", "2", "\r", "3text\n", "\t/reader://long/link"] {
      sitting.press(keys)
      #expect(sitting.lines.count <= height)
      #expect(sitting.lines.allSatisfy { displayWidth($0) < max(2, width) }, "\(sitting.lines)")
    }
  }

  @Test func `chooses the same text in a window of another width`() throws {
    let sitting = try Sitting(folder, width: 20)
    sitting.press("\rjj")
    #expect(sitting.lines.contains("› and time. Then"))
    sitting.reader.size.width = 80
    #expect(sitting.lines.contains("› Flour, water and time. Then →salt."))
  }

  @Test func `says which texts are empty, missing or unreadable`() throws {
    let empty = TemporaryFolder()
    #expect(try Sitting(empty, width: 80).lines.contains("› There is no article in this folder."))
    try "\n".write(toFile: empty.file("a.md"), atomically: true, encoding: .utf8)
    let journal = empty.file("journal")
    do {
      let sitting = try Sitting(empty, journal: journal)
      sitting.press("\r\r")
      #expect(sitting.lines.contains("› This article is empty."))
    }
    try FileManager.default.removeItem(atPath: empty.file("a.md"))
    #expect(try Sitting(empty, journal: journal).lines.contains("› This article is gone."))
    try FileManager.default.createDirectory(
      atPath: empty.file("a.md"), withIntermediateDirectories: false)
    #expect(try Sitting(empty, journal: journal).lines.contains("› This file cannot be read."))
  }

  @Test(arguments: [(80, 24), (40, 12), (3, 2)])
  func `is valid after any key`(width: Int, height: Int) throws {
    let sitting = try Sitting(folder, width: width, height: height)
    var random = SeededRandom(UInt64(width))
    let keys =
      ["\r", "\r", "\u{1B}", "\u{7F}", "\u{1B}[6~", "\u{1B}[A"]
      + "\tjklh gGbso123?/:a世".map(String.init)
    for _ in 1...200 {
      sitting.press(random.pick(keys))
      #expect((1...height).contains(sitting.lines.count))
    }
    #expect(sitting.reader.session.health.isRecording)
  }

  @Test func `is coloured by line`() {
    #expect(Ink.bold.paint("a") == "\u{1B}[1ma\u{1B}[0m")
    #expect(Ink.plain.paint("a") == "a")
  }
}
