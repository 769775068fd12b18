import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// Commands report a file that was set aside where people look, in one line.
@MainActor
@Suite struct `A file that was set aside` {
  let place = Workplace.sample()

  /// Opens a link, damages the journal with an edit, and launches again.
  private func damage(_ sql: String) throws -> RouteSession.Health {
    let path = place.path("app.journal")
    let table = try RouteTable(json: Array(Workplace.table.utf8))
    do { RouteSession.launch(table, at: .file(path)).open("/products/9") }
    try Tampering.run(sql, on: path)
    return RouteSession.launch(table, at: .file(path)).health
  }

  private func requireWords(_ words: String) throws {
    let log = try place.run("log", "app.journal")
    #expect(log.lines.contains { $0.contains("began") && $0.contains(words) }, "\(log.output)")
    let sessions = try place.run("sessions", "app.journal")
    #expect(
      sessions.lines.contains { $0.hasPrefix("session ") && $0.contains(words) },
      "\(sessions.output)")
    let summary = try place.run("summary", "app.journal")
    #expect(
      summary.lines.contains { $0.hasPrefix("begun") && $0.contains(words) },
      "\(summary.output)")
    #expect([log, sessions, summary].map(\.status) == [0, 0, 0])
    for command in ["sessions", "summary"] {
      let narrow = try place.shell("COLUMNS=80 \"$1\" \(command) app.journal")
      for line in narrow.lines { #expect(displayWidth(line) <= 80, "\(line)") }
    }
    for command in ["sessions", "summary"] {
      try place.run(command, "app.journal", "-o", "jsonl").expect(says: "\"begun\"", words)
    }
  }

  @Test func `is named with what was kept of it`() throws {
    let health = try damage("UPDATE journal SET reason = 'x' WHERE kind = 2")
    guard case .recordingAnew = health else { throw ScenarioMistake("\(health)") }
    try requireWords("anew, with all through entry 15 of app.journal-damaged-1")
  }

  @Test func `is named when there is no new one yet, and nobody begins that but the app`() throws {
    _ = try Journal.setAside(place.path("app.journal"))
    let before = try place.contents()
    for command in [["log"], ["doctor"], ["verify"], ["prune", "--write", "--entries", "1"]] {
      try place.run(command + ["app.journal"]).expect(5, notes: "app.journal-damaged-1", "'doctor'")
    }
    try place.run("record", "--journal", "app.journal", "--routes", "routes.json", "links.txt")
      .expect(5, notes: "launch")
    #expect(try place.contents() == before)
  }

  @Test func `is named when nothing was kept of it`() throws {
    let health = try damage(
      "DELETE FROM checkpoint; UPDATE journal SET reason = 'x' WHERE sequence = 1")
    guard case .recordingAnew = health else { throw ScenarioMistake("\(health)") }
    try requireWords("anew, with nothing of app.journal-damaged-1")
  }

  @Test func `is told to be unread, and why, also by doctor`() throws {
    let path = place.path("app.journal")
    let table = try RouteTable(json: Array(Workplace.table.utf8))
    place.write("app.journal", Data(repeating: 7, count: 8_192))
    let health = RouteSession.launch(table, at: .file(path)).health
    guard case .recordingAnew = health else { throw ScenarioMistake("\(health)") }
    try requireWords("anew, with nothing of app.journal-damaged-1, unread: ")
    let doctor = try place.run("doctor", "app.journal")
    #expect(
      doctor.lines.contains {
        $0.hasPrefix("begun") && $0.contains("nothing of app.journal-damaged-1, unread: ")
      }, "\(doctor.output)")
  }

  @Test func `misses what was not sound of it, in every command that looks at the whole`() throws {
    _ = try damage("UPDATE journal SET reason = 'x' WHERE sequence = 16")
    try requireMissing("entries 16 to 19 of the file")
  }

  @Test func `that was deleted is missed with all its entries`() throws {
    let path = place.path("app.journal")
    let table = try RouteTable(json: Array(Workplace.table.utf8))
    let clock = ManualClock()
    do {
      let session = RouteSession.launch(table, at: .file(path)) { $0.clock = clock.sessionClock }
      for suffix in ["", "-wal", "-shm"] {
        try FileManager.default.removeItem(atPath: path + suffix)
      }
      // The session checks the file ten times a second by the system's clock.
      for id in 10...100_000 where session.health.isRecording { session.open("/products/\(id)") }
      clock.advance(by: 60_000_000)
      session.open("/products/9")
    }
    try requireMissing("entries 1 to ")
    try place.run("log", "app.journal").expect(says: "of a file that was gone")
  }

  private func requireMissing(_ words: String) throws {
    for command in ["summary", "doctor"] {
      let run = try place.run(command, "app.journal")
      #expect(run.lines.contains { $0.hasPrefix("missing") && $0.contains(words) }, "\(run.output)")
    }
    try place.run("verify", "app.journal").expect(0, notes: "missing: \(words)")
    try place.run("summary", "app.journal", "-o", "jsonl").expect(
      says: "\"missing\": ", lacks: "\"missing\": 0")
  }

  @Test func `nothing is said where none was`() throws {
    for command in ["log", "sessions", "summary"] {
      try place.run(command, "app.journal").expect(lacks: "anew")
    }
  }
}
