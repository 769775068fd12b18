import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// `log --follow` while a session records.
@MainActor
@Suite struct `Following a journal` {
  let place = Workplace.sample()

  @Test func `ends when another file has its place`() throws {
    try place.record(String(repeating: "/products/1\n", count: 40), into: "other.journal")
    let result = try place.shell(
      """
      mkfifo lines || exit
      "$1" log app.journal -n 1 --follow -o jsonl > lines &
      exec 3< lines
      read -r line <&3
      mv other.journal app.journal
      wait $!
      status=$?
      cat <&3
      exit $status
      """)
    result.expect(5, notes: "another file has the place of 'app.journal'", prints: "")
  }

  @Test func `is refused where an interrupt would leave JSON incomplete`() throws {
    // Without a file, so that nothing is followed in any case.
    try place.run("log", "no.journal", "--follow", "-o", "json").expect(2, notes: "--output jsonl")
  }

  @Test func `lists new entries only`() throws {
    let log = try place.run("log", "app.journal", "-o", "jsonl")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      // `exec` replaces the shell by the program; `head` ends once it has read its lines.
      """
      mkfifo "$3" || exit
      head -n 1 "$3" &
      exec "$1" log "$2" -n 0 --follow -o jsonl > "$3"
      """,
      "sh", Workplace.program.path, place.path("app.journal"), place.path("lines"),
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let table = try RouteTable(json: Array(Workplace.table.utf8))
    let session = RouteSession.launch(table, at: .file(place.path("app.journal")))
    for _ in 0..<2_000 where process.isRunning {
      session.open("/products/9")
      Thread.sleep(forTimeInterval: 0.01)
    }
    if process.isRunning {
      Issue.record("it goes on after 2,000 requests")
      process.terminate()
    }
    let line = output.fileHandleForReading.readDataToEndOfFile()
    let entry = try #require(try objects(String(decoding: line, as: UTF8.self)).first)
    #expect(try #require(entry["sequence"] as? Int) > log.lines.count)
  }
}
