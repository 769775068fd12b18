import Foundation
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// The output on a terminal: colours when they are wanted, and no control characters from a file.
@Suite struct `The program on a terminal` {
  let place = Workplace.sample()

  static let commands = [
    ["app.journal"], ["sessions", "app.journal"], ["log", "app.journal"],
    ["show", "app.journal", "2"], ["verify", "app.journal"], ["rerun", "app.journal"],
    ["stats", "app.journal"], ["tree", "app.journal"],
    ["explain", "--routes", "routes.json", "/products/7"],
  ]

  @Test(arguments: commands) func `is coloured and fits its width`(words: [String]) throws {
    let screen = try place.expectFits(words, status: 0)
    #expect(screen.contains("\u{1B}["))
  }

  @Test(arguments: commands) func `has no colour where none is wanted`(words: [String]) throws {
    let ways: [(words: [String], environment: [String: String])] = [
      (words + ["--no-color"], [:]), (words, ["NO_COLOR": "1"]), (words, ["TERM": "dumb"]),
    ]
    for way in ways {
      let (status, screen) = try place.runOnTerminal(way.words, environment: way.environment)
      #expect(status == 0)
      #expect(!screen.isEmpty && !screen.contains("\u{1B}"), "\(way)")
    }
  }

  @Test func `is not coloured in a pipe, nor as data`() throws {
    try place.run("log", "app.journal").expect(lacks: "\u{1B}")
    for format in ["json", "jsonl", "csv"] {
      let screen = try place.runOnTerminal(["log", "app.journal", "-o", format]).screen
      #expect(!screen.contains("\u{1B}"), "\(format)")
    }
  }

  /// A text that clears the screen, sets the window's title, rings the bell, overwrites printed
  /// text, and changes the reading direction.
  private static let hostile = "a\u{1B}[2J\u{1B}]0;mine\u{7}b\rc\u{8}\u{9B}31m\u{202E}d"

  @Test(arguments: [
    ["app.journal"], ["log", "app.journal"], ["show", "app.journal", "2"],
    ["verify", "app.journal"], ["sessions", "app.journal"], ["stats", "app.journal"],
    ["sql", "app.journal", "SELECT link, reason, route FROM journal"],
    ["rerun", "app.journal", "--routes", "routes.json"], ["log", "app.journal", "-o", "json"],
    ["log", "app.journal", "-o", "csv"], ["what-if", "app.journal", "--edit", "2=/orders/1"],
  ])
  func `shows what a journal brings escaped`(words: [String]) throws {
    let text = Self.hostile.replacing("'", with: "''")
    try Tampering.run(
      """
      UPDATE journal SET route = '\(text)', reason = '\(text)', link = '/\(text)',
        scene = '\(text)', screen_after = '\(text)', screen_before = '\(text)' WHERE kind = 4;
      UPDATE session SET device = '\(text)', ending = '\(text)', app_version = '\(text)';
      """, on: place.path("app.journal"))
    let screen = withoutColors(try place.runOnTerminal(words, columns: 200).screen)
    // The terminal adds a return before every line feed, also before that of a CSV line.
    let lines = screen.replacing("\r\r\n", with: "\n").replacing("\r\n", with: "\n")
    let raw = lines.unicodeScalars.filter { $0 != "\n" && isUnsafe($0) }
    #expect(raw.isEmpty, "\(lines.debugDescription)")
    #expect(!lines.isEmpty)
  }

  @Test func `a table that does not exist, or is no text, says so without raw characters`() throws {
    place.write("\u{1B}[31m.json", Self.hostile)
    let screen = try place.runOnTerminal(["check", "\u{1B}[31m.json", "--no-color"]).screen
    #expect(!screen.contains("\u{1B}"))
    #expect(screen.contains("\\x1b[31m.json"))
  }

  /// The text without the colours that the program itself uses.
  private func withoutColors(_ text: String) -> String {
    var text = text
    for code in [0, 1, 2, 31, 32, 33, 36] {
      text = text.replacing("\u{1B}[\(code)m", with: "")
    }
    return text
  }
}
