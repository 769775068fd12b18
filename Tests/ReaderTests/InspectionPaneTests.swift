import Foundation
import RouteEngine
import RouteTestSupport
import Testing
import TextTerminal

@testable import reader

/// The pane that shows the session itself.
@MainActor @Suite struct `The pane of the session` {
  let folder: TemporaryFolder

  init() throws { folder = try .ofArticles() }

  /// The rows between the two rules, without empty ones and without the margin.
  private func body(of sitting: Sitting) -> [String] {
    sitting.lines[2..<(sitting.lines.count - 2)].filter { !$0.isEmpty }
  }

  /// A line without its age, which changes between two frames.
  private func withoutAge(_ line: String) -> String { line.replacing(/came \w+ ago/, with: "") }

  @Test func `shows the lines of the session's inspection, whole`() throws {
    let sitting = try Sitting(folder, width: 80, height: 60)
    sitting.press("\rs")
    sitting.press("i")
    #expect(sitting.lines[0] == "The session")
    let shown = RouteSession.Inspection(of: sitting.reader.session).sections.flatMap { part in
      [part.title] + part.lines.map { "  " + $0.text }
    }
    #expect(body(of: sitting).map(withoutAge) == shown.map(withoutAge))
    #expect(sitting.lines.contains("  recording"))
    #expect(sitting.lines.contains("  ╰─ presents as sheet: login  <- visible, ready"))
    #expect(sitting.frame.contains(" waits for signedIn: reader://saved/bread (came "))
    #expect(sitting.lines.last == "Esc back · ↑ ↓ scroll · w write a report copy · q quit")
  }

  @Test func `is over the app's screens, also a sheet, and writes no entry`() throws {
    let sitting = try Sitting(folder)
    sitting.press("2")
    let (before, frame) = (sitting.reader.session.journal.anchor, sitting.frame)
    sitting.press("i\r1\tjjkGgb ")
    #expect(sitting.lines[0] == "The session")
    #expect(sitting.reader.session.journal.anchor == before)
    sitting.press("\u{1B}")
    #expect(sitting.frame == frame)
    sitting.press("ii")
    #expect(sitting.frame == frame)
    sitting.press("iq")
    #expect(sitting.reader.isOver)
  }

  @Test func `scrolls as far as there are lines, and follows the session`() throws {
    let sitting = try Sitting(folder, width: 80, height: 14)
    sitting.press("iG")
    #expect(body(of: sitting).last == "  1 began clean")
    sitting.press("jjj")
    #expect(body(of: sitting).last == "  1 began clean")
    sitting.press("g")
    #expect(body(of: sitting).first == "Journal")
    sitting.reader.session.open("reader://notes")
    #expect(sitting.lines.contains("  └─ notes/foreign *  <- visible"))
  }

  @Test func `breaks a line that is wider than the window`() throws {
    let sitting = try Sitting(folder, width: 40, height: 40)
    sitting.press("/saved/bread\r")
    sitting.press("i")
    #expect(sitting.lines.allSatisfy { displayWidth($0) < 40 })
    #expect(sitting.lines.contains { $0.hasPrefix("      ") })
  }

  @Test func `writes a report copy beside the journal, once for each state of it`() throws {
    let journal = folder.file("journal")
    let sitting = try Sitting(folder, journal: journal, width: 200)
    sitting.press("iw")
    let newest =
      RouteSession.Inspection(of: sitting.reader.session, entries: 1).entries.first?.sequence ?? 0
    #expect(sitting.frame.contains("written: \(journal).report-\(newest)"))
    #expect(FileManager.default.fileExists(atPath: "\(journal).report-\(newest)"))
    sitting.press("w")
    #expect(sitting.frame.contains("exists"))
    let inMemory = try Sitting(folder, width: 80)
    inMemory.press("iw")
    #expect(inMemory.frame.contains("── there is no file to copy ──"))
  }
}
