import Foundation
import Testing

/// The README's program with its reader's input.
@Suite struct `The README's program` {
  let place = Workplace()
  private static let program = Workplace.program.deletingLastPathComponent()
    .appending(path: "first")

  private func type(_ lines: String...) throws -> [String] {
    let input = place.folder.appending(path: "input")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: input)
    let result = try place.run(
      ["-c", "exec \"$1\" < input", "sh", Self.program.path], of: URL(filePath: "/bin/sh")
    ).expect(0)
    return result.lines
  }

  @Test func `opens the log-in that a link waits for, goes on in another process`() throws {
    #expect(
      try type("/orders/7") == [
        "recording", "main[home*[feed] shop[catalog]]", "waiting",
        "main[home*[feed] shop[catalog]]^sheet:login",
      ])
    #expect(
      try type("login") == [
        "recording", "main[home*[feed] shop[catalog]]^sheet:login",
        "main[home[feed] shop*[catalog order(id: 7)]]", "* id: 7",
      ])
  }

  @Test func `gives up what waits when the log-in is closed`() throws {
    #expect(
      try type("/orders/7", "back", "login").suffix(2) == [
        "main[home*[feed] shop[catalog]]", "main[home*[feed] shop[catalog]]",
      ])
  }

  @Test func `says first that nothing is recorded`() throws {
    let file = place.folder.appending(path: "first.sqlite")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    #expect(try type("/products/7").first?.hasPrefix("not recording: ") == true)
  }
}
