import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  /// Another connection has SQLite's lock on the file, as the SQLite shell may. Nothing sleeps
  /// here: the time that SQLite would wait is counted.
  @MainActor
  @Suite struct `Another connection has the lock` {
    /// A connection that belongs to no session.
    private final class Other {
      let connection: Connection

      init(_ path: String) throws { connection = try Connection(path: path, mode: .write) }

      func lock() throws { try connection.execute("BEGIN IMMEDIATE") }

      func unlock() {
        guard connection.isInTransaction else { return }
        try? connection.execute("COMMIT")
      }
    }

    private final class Waited {
      var microseconds = 0
    }

    let place = FaultPlace()
    private let clock = ManualClock()
    private let waited = Waited()

    private func launch() throws -> RouteSession {
      let host = FaultHost(effects: place.effectsFile)
      return RouteSession.launch(try FaultHost.table(), at: .file(place.journal)) {
        host.configure(&$0)
        $0.clock = clock.sessionClock
      }
    }

    /// Runs a closure, and releases the other connection's lock after that much waiting.
    private func waiting<Result>(
      for other: Other? = nil, untilAfter bound: Int = .max, _ body: () throws -> Result
    ) rethrows -> Result {
      let waited = waited
      waited.microseconds = 0
      return try FaultFileSystem.waiting(
        { microseconds in
          waited.microseconds += microseconds
          if waited.microseconds > bound { other?.unlock() }
        }, during: body)
    }

    @Test func `fault 22: a lock released in time is waited for, and nothing is reported`() throws {
      do { try launch().open("/products/1") }
      let other = try Other(place.journal)
      try other.lock()
      let session = try waiting(for: other, untilAfter: 2_000_000) { try launch() }
      #expect(waited.microseconds > 2_000_000 && session.health == .recording)

      try other.lock()
      let opening = waiting(for: other, untilAfter: 4_500_000) { session.open("/products/2") }
      #expect(waited.microseconds > 4_500_000)
      #expect(opening.outcome == .shown && opening.isRecorded && session.health == .recording)
      #expect(try place.entries().allSatisfy { $0.kind != .outage })
      try place.requireSound(holding: nil)
    }

    @Test func `fault 22: a lock not released costs five seconds once, and an outage`() throws {
      let session = try launch()
      session.open("/products/1")
      let told = session.journal.anchor
      let other = try Other(place.journal)
      try other.lock()
      let opening = waiting { session.open("/products/2") }
      #expect(waited.microseconds == 5_000_000)
      #expect(opening.outcome == .shown && !opening.isRecorded && session.journal.anchor == told)
      guard case .busy? = session.health.problem else { throw ScenarioMistake("\(session.health)") }
      waiting { #expect(session.open("/products/3").outcome == .shown) }
      #expect(waited.microseconds == 0, "nobody waits a second time at once")

      other.unlock()
      clock.advance(by: 1_000_000)
      #expect(session.open("/products/4").isRecorded && session.health == .recording)
      let after = try place.entries().filter { $0.sequence > told.sequence }
      #expect(after.map(\.kind) == [.outage, .decided])
      #expect(after.first?.reason == "the file was locked")
      #expect(after.first?.notes["unrecorded"] == 2)
      let products = (1...4).map { "product(id: \($0))" }.joined(separator: " ")
      #expect(session.notation == FaultPlace.notation(of: products))
      #expect(try place.requireSound(holding: nil) == session.state)
    }

    @Test func `fault 22: launched while it is locked, the place is shown, then taken up`() throws {
      do { try launch().open("/products/1") }
      let other = try Other(place.journal)
      try other.lock()
      let session = try waiting { try launch() }
      #expect(waited.microseconds == 5_000_000)
      guard case .busy? = session.health.problem else { throw ScenarioMistake("\(session.health)") }
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1)"))
      #expect(!session.open("/products/2").isRecorded)
      other.unlock()
      clock.advance(by: 1_000_000)
      #expect(session.open("/products/3").isRecorded)
      #expect(
        session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2) product(id: 3)"))
      #expect(try place.requireSound(holding: nil) == session.state)
    }

    @Test func `fault 22: a reader in a query does not keep the host from the background`() throws {
      let session = try launch()
      session.open("/products/1")
      let reader = try Other(place.journal)
      try reader.connection.execute("BEGIN; SELECT count(*) FROM journal")
      session.open("/products/2")
      waiting { session.background() }
      #expect(waited.microseconds == 0)
      #expect(session.health == .recording)
      #expect(session.open("/products/3").isRecorded)
      #expect(try !Data(contentsOf: URL(filePath: place.log)).isEmpty)

      reader.unlock()
      waiting { session.background() }
      #expect(waited.microseconds == 0)
      #expect(try Data(contentsOf: URL(filePath: place.log)).isEmpty, "what it kept goes now")
      try place.requireSound(holding: nil)
    }
  }
}
