import FaultHost
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `A synchronisation fails once` {
    @Test func `fault 21: the file is opened again and its head read before any report`() throws {
      let folder = TemporaryFolder.inMemory()
      FaultFileSystem.watch(folder.path)
      defer { FaultFileSystem.end() }
      let path = folder.file("journal.sqlite")
      let clock = ManualClock()
      let session = RouteSession.launch(try FaultHost.table(), at: .file(path)) {
        $0.clock = clock.sessionClock
        $0.durability = .power
      }
      session.open("/products/1")
      let told = session.journal.anchor
      FaultFileSystem.begin(.fails, on: .synchronize, from: 1, through: 1)
      let untold = session.open("/products/2")
      FaultFileSystem.end()
      #expect(untold.outcome == .shown && !untold.isRecorded && session.journal.anchor == told)
      guard case .inputOutput? = session.health.problem else {
        throw ScenarioMistake("\(session.health)")
      }

      clock.advance(by: 1_000_000)
      FaultFileSystem.record()
      #expect(session.open("/products/3").isRecorded)
      let changes = FaultFileSystem.takeRecords()
      let opened = changes.firstIndex { if case .open = $0 { true } else { false } }
      let written = changes.firstIndex { if case .write = $0 { true } else { false } }
      #expect(try #require(opened) < #require(written))

      // Only the file shows whether the entry whose synchronisation failed is in it.
      let history = try History(path: path)
      #expect(try Verification(of: history, anchor: told).findings == [])
      var kinds: [EntryKind] = []
      try history.forEachEntry {
        if $0.sequence > told.sequence { kinds.append(try EntryCoder.decode($0).kind) }
      }
      #expect(kinds == [.outage, .decided] || kinds == [.decided, .outage, .decided])
      #expect(try HistoryFold.state(at: .max, of: history) == session.state)
      #expect(
        session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2) product(id: 3)"))
    }

    @Test func `fault 21: an entry found in a released file is the session's own`() throws {
      let folder = TemporaryFolder.inMemory()
      FaultFileSystem.watch(folder.path)
      defer { FaultFileSystem.end() }
      let path = folder.file("journal.sqlite")
      let clock = ManualClock()
      let session = RouteSession.launch(try FaultHost.table(), at: .file(path)) {
        $0.clock = clock.sessionClock
        $0.durability = .power
        $0.releasesInBackground = true
      }
      session.foreground()
      session.open("/products/1")
      let told = session.journal.anchor
      // The log is complete, but neither its entry nor its copying into the file is acknowledged.
      FaultFileSystem.begin(.fails, on: .synchronize)
      session.background()
      FaultFileSystem.end()
      guard case .inputOutput? = session.health.problem else {
        throw ScenarioMistake("\(session.health)")
      }
      #expect(try RestoredState(ofJournal: path).anchor.sequence > told.sequence)

      clock.advance(by: 1_000_000)
      session.foreground()
      #expect(session.health == .recording)
      #expect(session.open("/products/2").isRecorded)
      let history = try History(path: path)
      #expect(try Verification(of: history, anchor: told).findings == [])
      #expect(try HistoryFold.state(at: .max, of: history) == session.state)
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2)"))
    }
  }
}
