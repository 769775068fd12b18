import Foundation
import Testing
import TextTerminal

@testable import RouteReplayProgram

@Suite struct `Help and usage` {
  let program = SampleProgram.program

  @Test func `help names every command, the everyday ones first`() throws {
    let help = program.help()
    let names = ["  log ", "  record ", "  sql ", "  stats ", "  completions ", "  manual "]
    let positions = try names.map { name in try #require(help.range(of: name)?.lowerBound) }
    #expect(positions == positions.sorted())
    #expect(help.contains("Everyday commands:") && help.contains("More commands:"))
    #expect(help.contains("       route-replay FILE\n"))
  }

  @Test func `help for a command has usage, arguments, options and an example`() {
    #expect(
      program.help(for: SampleProgram.log) == """
        Usage: route-replay log FILE [options]

        The entries of a journal.

        Prints one line for each entry, oldest first, and stops at the last one that is
        in the file when it gets there.

        With --follow it waits for more until it is interrupted; it's gentle: [it] never
        blocks a writer.

        Arguments:
          FILE  the journal to read

        Options:
              --session N|last  only this session
              --from SEQUENCE   first entry
          -n, --limit N         how many (default: 10)
          -f, --follow          wait for more
              --edit SEQ=LINK   put this link in its place; may be repeated

        Common options:
          -o, --output FORMAT  how to print the result: text, json, jsonl, csv (default:
                               text)
              --time STYLE     how to print points in time: auto, short, iso, relative,
                               raw (default: auto)
              --no-color       no colour, even on a terminal
              --no-pager       print long output without a pager
          -q, --quiet          no notes and no progress
          -h, --help           show this help
              --version        show the version

        Example:
          route-replay log app.journal --session last
            The last session.

        """)
  }

  @Test func `a required option is in the usage line`() {
    let usage = program.usageLines(for: SampleProgram.record)
    #expect(usage == ["Usage: route-replay record --routes FILE FILE [FOLDER] [options]"])
    #expect(
      program.usageLines(for: SampleProgram.overview) == ["Usage: route-replay FILE [options]"])
  }

  @Test(arguments: [80, 60, 40])
  func `help fits the width`(width: Int) {
    let pages =
      [program.help(width: width)] + program.commands.map { program.help(for: $0, width: width) }
    for page in pages {
      var isExample = false
      for line in page.split(separator: "\n") {
        // An example is meant to be copied, so its lines are never broken.
        if line == "Example:" { isExample = true }
        #expect(isExample || displayWidth(String(line)) <= width, "\(line)")
      }
    }
  }

  @Test func `the program's own help fits 80 columns`() {
    let own = ReplayProgram.program()
    for page in [own.help()] + own.commands.map({ own.help(for: $0) }) {
      #expect(page.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    }
  }

  @Test func `long text is wrapped at spaces only`() {
    #expect(wrapped("aa bb cccccccc d", width: 5) == ["aa bb", "cccccccc", "d"])
    #expect(wrapped("a\n\nb", width: 5) == ["a", "", "b"])
    #expect(wrapped("", width: 5) == [""])
  }
}
