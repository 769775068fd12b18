import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// `log --follow` beside a session that records.
@MainActor
@Suite struct `Following a journal` {
  let place = Workplace.sample()

  @Test func `lists what comes, with nothing of what is there`() throws {
    let log = try place.run("log", "app.journal", "-o", "jsonl")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "\"$1\" log \"$2\" -n 0 --follow -o jsonl | head -n 1", "sh", Workplace.program.path,
      place.path("app.journal"),
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let table = try RouteTable(json: Array(Workplace.table.utf8))
    let session = RouteSession.launch(table, at: .file(place.path("app.journal")))
    while process.isRunning {
      session.open("/products/9")
      Thread.sleep(forTimeInterval: 0.01)
    }
    let line = output.fileHandleForReading.readDataToEndOfFile()
    let entry = try #require(try objects(String(decoding: line, as: UTF8.self)).first)
    #expect(try #require(entry["sequence"] as? Int) > log.lines.count)
  }
}
