import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  /// Real deaths of processes, and how the next launch counts them.
  @MainActor
  @Suite struct `Killed launch after launch` {
    let place = FaultPlace()

    /// Runs a process that opens two products and a receipt that waits, and dies.
    private func fill(_ last: String? = nil) throws {
      let child = try place.child()
      try child.ask("open /products/1")
      try child.ask("open /products/2")
      try child.ask("open /receipts/3")
      if let last { try child.ask(last) }
      child.kill()
    }

    /// Runs processes that restore, and die before they were stable.
    private func launchAndDie(times: Int) throws {
      for _ in 0..<times {
        let child = try place.child()
        #expect(child.launched?.isRecording == true)
        child.kill()
      }
    }

    @Test func `two deaths before it was stable remove the top screen, but no waiting request`()
      throws
    {
      try fill()
      try launchAndDie(times: 1)
      do {
        let copy = try place.copy()
        let session = try copy.relaunch()
        #expect(
          session.launch.restoration?.extent == .whole
            && session.launch.restoration?.uncleanEnds == 1)
        #expect(session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2)"))
      }
      try launchAndDie(times: 1)
      let session = try place.relaunch()
      #expect(
        session.launch.restoration?.extent == .top && session.launch.restoration?.uncleanEnds == 2)
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1)"))
      #expect(session.state.waiting.map(\.status) == [.condition("signedIn")])
      session.signal("signedIn", principal: "user-1")
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1) receipt(id: 3)"))
      try place.requireSound(holding: nil)
    }

    @Test func `a death in the background does not count, so everything is restored`() throws {
      try fill()
      try launchAndDie(times: 1)
      let child = try place.child()
      try child.ask("background")
      child.kill()
      let session = try place.relaunch()
      #expect(session.launch.restoration?.extent == .whole)
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2)"))
      #expect(session.state.waiting.count == 1)
      try place.requireSound(holding: nil)
    }

    /// Runs processes that die at the first operation that changes anything in the file.
    private func dieOpening(times: Int) throws {
      for _ in 0..<times {
        let child = try place.child(dying: .launchOperation(1))
        #expect(child.launched == nil)
        child.kill()
        #expect(child.wait() == SIGKILL)
      }
    }

    @Test func `after five deaths while opening it, the journal stays in its place`() throws {
      try fill()
      try dieOpening(times: 5)
      let session = try place.relaunch()
      #expect(session.health == .recording)
      #expect(
        session.launch.restoration?.extent == .clean && session.launch.restoration?.uncleanEnds == 5
      )
      #expect(session.state.waiting.count == 1)
      #expect(!FileManager.default.fileExists(atPath: place.journal + "-damaged-1"))
      try place.requireSound(holding: nil)
    }

    @Test func `after six deaths while opening it, the journal is set aside and a new one begun`()
      throws
    {
      try fill("background")
      try dieOpening(times: 6)
      let before = try Data(contentsOf: URL(filePath: place.journal))
      let log = try Data(contentsOf: URL(filePath: place.log))
      let session = try place.relaunch()
      guard case .recordingAnew(let setAside) = session.health else {
        throw ScenarioMistake("\(session.health)")
      }
      #expect(setAside.path == place.journal + "-damaged-1")
      #expect("\(setAside.problem)".contains("6 launches in a row died while they opened it"))
      #expect(try Data(contentsOf: URL(filePath: place.journal + "-damaged-1")) == before)
      #expect(
        (FileManager.default.contents(atPath: place.journal + "-damaged-1-wal") ?? Data()) == log)
      #expect(session.notation == FaultPlace.notation(of: nil))
      #expect(session.open("/products/4").isRecorded)
      try place.requireSound(holding: nil)
    }
  }
}
