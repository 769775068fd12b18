import Foundation
import RouteEngine
import RouteTestSupport
import Testing
import TextTerminal

@testable import reader

/// The bytes that a terminal sends, and the reader's reaction.
@MainActor @Suite struct `A key` {
  let folder: TemporaryFolder
  let sitting: Sitting

  init() throws {
    folder = try .ofArticles()
    sitting = try Sitting(folder)
  }

  private var tree: String { sitting.reader.session.notation }

  @Test(
    arguments: [
      ("j世", [.text("j"), .text("世")]), ("\u{1B}[A\u{1B}OB", [.up, .down]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1;5C", [.right]),
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}[D", [.escape, .left]), ("\r\n\r", [.enter, .enter]),
      ("\t\u{7F}", [.tab, .erase]), ("\u{1B}[200~x", [.text("x")]), ("\u{1B}[", []),
      ("\u{3}", [.text("\u{3}")]),
    ] as [(String, [Key])])
  func `is read from what a terminal sends`(text: String, keys: [Key]) {
    #expect(Key.keys(in: text) == keys)
  }

  @Test func `opens what the chosen row leads to, and goes back`() {
    sitting.press("\rj")
    #expect(sitting.lines.contains("› Flour, water and time. Then →salt."))
    sitting.press("\r")
    #expect(
      tree.contains("[contents article(at: 6, name: \"bread\") article(name: \"salt\")]"), "\(tree)"
    )
    sitting.press("\u{1B}h")
    #expect(tree.contains("library*[contents]"), "\(tree)")
    sitting.press("h")
    #expect(tree.contains("library*[contents]"), "\(tree)")
  }

  @Test func `turns pages, and stops at the ends`() {
    sitting.press("j\r ")
    #expect(sitting.lines[2...8].contains("  line 4") && sitting.lines.contains("› line 6"))
    sitting.press("b")
    #expect(sitting.lines.contains("› line 2"), "\(sitting.frame)")
    sitting.press("  G")
    #expect(sitting.lines.contains("› line 40"))
    sitting.press("j")
    #expect(sitting.lines.contains("› line 40"))
    sitting.press("gk")
    #expect(sitting.lines.contains("› Salt"))
  }

  @Test func `of other code stays with it`() {
    sitting.press("3q1?\r/\u{7F}x")
    #expect(sitting.reader.notes.text == "q1?\nx")
    #expect(!sitting.reader.isOver)
    sitting.press("\t")
    #expect(sitting.lines[0].hasPrefix("[library]"))
  }

  @Test func `of other code is written to a separate file, or the failure is shown`() throws {
    let journal = folder.file("journal")
    do {
      let first = try Sitting(folder, journal: journal)
      first.press("3two\rlines")
    }
    let second = try Sitting(folder, journal: journal)
    #expect(second.reader.notes.text == "two\nlines")
    try FileManager.default.removeItem(atPath: journal + ".notes")
    try FileManager.default.createDirectory(
      atPath: journal + ".notes", withIntermediateDirectories: false)
    second.press("!")
    #expect(second.frame.contains("── notes cannot be written ──"))
  }

  @Test func `is not needed for a frame: changes without a key are drawn`() {
    sitting.reader.session.open("reader://notes")
    #expect(sitting.told.inputs == [.redraw])
  }

  @Test func `types a link, which may be refused`() {
    sitting.press("/article/salt?find=line 7\r")
    #expect(sitting.lines.contains("› line 7"), "\(sitting.frame)")
    #expect(sitting.frame.contains("── 'line 7' is here: › ──"))
    sitting.press("/article/a\r")
    #expect(sitting.frame.contains("── reader://article/a: denied: the"), "\(sitting.frame)")
    sitting.press("/nowhere\r")
    #expect(sitting.frame.contains("── reader://nowhere: not found ──"))
    sitting.press("/reader://notes?\u{7F}\r")
    #expect(sitting.lines[0].contains("[notes]"))
    sitting.press("\t/article/\u{1B}")
    #expect(sitting.lines.last?.hasPrefix("? help") == true)
  }

  @Test func `that wants the saved articles waits for the log-in, and goes on once`() {
    sitting.press("\rs")
    #expect(sitting.frame.contains("── reader://saved/bread waits ──"))
    sitting.press("\r")
    #expect(sitting.reader.saved.lines == ["bread"])
    #expect(tree.contains("saved*[shelf article(name: \"bread\")]"), "\(tree)")
    #expect(sitting.reader.session.state.waiting.isEmpty)
    sitting.press("hs\r")
    #expect(sitting.reader.saved.lines == ["bread"])
  }

  @Test func `that closes the log-in gives up what waits`() {
    sitting.press("2")
    sitting.press("2/\t")
    #expect(sitting.frame.contains("── Esc closes this first ──"))
    #expect(sitting.reader.session.state.waiting.count == 1)
    sitting.press("\u{1B}")
    #expect(sitting.reader.session.state.waiting.isEmpty)
    #expect(sitting.lines[0].hasPrefix("[library]"))
    sitting.press("2\ro")
    #expect(sitting.reader.session.state.principal == nil)
    #expect(sitting.lines[0].hasPrefix("[library]"))
  }

  @Test func `ends the program`() {
    sitting.press("/q")
    #expect(!sitting.reader.isOver)
    sitting.press("\u{1B}q")
    #expect(sitting.reader.isOver)
  }
}
