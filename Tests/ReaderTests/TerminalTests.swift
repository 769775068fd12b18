import Foundation
import RouteStore
import RouteTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The program in normal use: on a terminal, killed, and started again.
@Suite struct `The reader on a terminal` {
  let folder: TemporaryFolder

  init() throws { folder = try .ofArticles() }

  @Test func `is where it was after kill -9, and the link that waited goes on`() throws {
    let first = try ProgramOnTerminal(folder)
    try first.wait(for: "› Bread")
    try first.press("/article/salt?find=line%2030\r", until: "› line 30")
    try first.press("/saved/bread\r", until: "reader://saved/bread waits")
    let frame = first.frame
    #expect(frame.contains("── Salt ──") && frame.contains("Log in"), "\(frame)")
    first.end(by: SIGKILL)

    let second = try ProgramOnTerminal(folder)
    try second.wait(for: "reader://saved/bread waits")
    #expect(second.frame == frame)
    try second.press("\r", until: "reader-1")
    try second.wait(for: "── Bread ──")
    #expect(second.frame.contains("[saved]") && !second.frame.contains("waits"))
    second.end(by: SIGTERM)
    #expect(second.status == 0)
    #expect(second.output.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    let endings = try History(path: folder.file("journal")).sessions().map(\.ending)
    #expect(endings == [nil, "ended"])
    #expect(try String(contentsOfFile: folder.file("journal.saved"), encoding: .utf8) == "bread\n")
  }

  @Test func `is drawn anew when the window changes`() throws {
    let program = try ProgramOnTerminal(folder)
    try program.wait(for: "Enter open")
    #expect(program.frame.ranges(of: "\r\n").count == 13)
    try program.resize(columns: 30, rows: 9)
    try program.wait(for: "? help · / link · Tab tabs ·…")
    #expect(program.frame.ranges(of: "\r\n").count == 8)
  }

  @Test func `has no colour when none is wanted`() throws {
    let plain = try ProgramOnTerminal(folder, environment: ["NO_COLOR": "1"])
    try plain.wait(for: "› Bread")
    #expect(!plain.output.contains("\u{1B}[1m") && !plain.output.contains("\u{1B}[7m"))
    let colored = try ProgramOnTerminal(folder, journal: "other")
    try colored.wait(for: "› Bread")
    #expect(colored.output.contains("\u{1B}[1m") && colored.output.contains("\u{1B}[7m"))
  }

  @Test(arguments: [
    ([], "needs a terminal"), (["--help"], "usage: reader"), (["--other"], "usage: reader"),
  ])
  func `says in a pipe what it needs`(words: [String], answer: String) throws {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = ProgramOnTerminal.program
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(said.contains(answer))
    #expect(process.terminationStatus == (words == ["--help"] ? 0 : 2))
  }

  @Test func `says what is wrong with its folder and its journal`() throws {
    let lost = try ProgramOnTerminal(folder, articles: "none\u{1B}[2J")
    try lost.wait(for: "none\\x1b[2J' cannot be read")
    lost.end(by: SIGTERM)
    #expect(lost.status == 2)

    try "no journal".write(toFile: folder.file("journal"), atomically: true, encoding: .utf8)
    let anew = try ProgramOnTerminal(folder)
    try anew.wait(for: "› Bread")
    #expect(anew.frame.contains("recording in a new journal"))
  }
}
