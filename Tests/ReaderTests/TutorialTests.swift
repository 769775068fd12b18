import Foundation
import RouteTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The terminal sessions that the tutorial shows, repeated.
@Suite struct `The terminal of the tutorial` {
  let folder = TemporaryFolder()

  /// The blocks that begin with a command, as a terminal shows them, without the line of the
  /// command.
  private func blocks(beginning command: String) throws -> [[String]] {
    let page = try PackageFile.text("Sources/RouteEngine/RouteEngine.docc/tutorial.md")
    return page.components(separatedBy: "\n```\n").map { $0.components(separatedBy: "\n") }
      .filter { $0.first == "$ " + command }
      .map { Array($0.dropFirst()) }
  }

  @Test func `says what the tutorial shows, also after it was ended in the middle`() throws {
    let runs = try blocks(beginning: "swift run bakery-terminal")
    #expect(runs.count == 2)
    for lines in runs {
      let terminal = try ProgramOnTerminal(
        ProgramOnTerminal.programs.appending(path: "bakery-terminal"), [], in: folder)
      var shown = ""
      for line in lines {
        guard line.hasPrefix("> ") else {
          shown += line + "\r\n"
          continue
        }
        // The prompt comes after all output before it.
        try terminal.wait(for: shown + "> ")
        // A terminal shows a typed Control-C as two characters. This terminal controls no process,
        // so the signal is sent directly.
        let typed = line == "> ^C" ? "\u{3}" : line.dropFirst(2) + "\n"
        shown += line + (line == "> ^C" ? "" : "\r\n")
        try terminal.press(String(typed), until: shown)
      }
      // Signal 0 does nothing: the program ends by itself.
      terminal.end(by: lines.last == "> ^C" ? SIGKILL : 0)
      #expect(terminal.output == shown)
    }
    for command in ["verify", "rerun"] {
      let words = [command] + (command == "verify" ? ["--quiet"] : []) + ["bakery.sqlite"]
      let shown = try blocks(beginning: "route-replay " + words.joined(separator: " "))
      #expect(try shown == [ProgramOnTerminal.lines(of: "route-replay", words, in: folder)])
    }
  }
}
