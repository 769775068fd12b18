import FaultHost
import Foundation
import RouteEngine
import RouteStore
import Testing

extension FaultTests {
  /// One process owns the journal; others read it, leave links for it, or become its owner.
  @MainActor
  @Suite struct `Owned by one process` {
    let place = FaultPlace()

    private var waitingFiles: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: place.journal + "-inbox")) ?? []
    }

    @Test func `fault 22: two processes leave links at once, each is taken in once`() throws {
      let owner = try place.child()
      let other = try place.child()
      #expect(owner.launched?.isRecording == true && other.launched?.isRecording == false)
      let ids = 1...40
      for id in ids { (id.isMultiple(of: 2) ? owner : other).say("leave /products/\(id)") }
      for _ in 0..<20 {
        #expect(try owner.acknowledgement() != nil)
        #expect(try other.acknowledgement() != nil)
      }
      #expect(waitingFiles.count == 40)
      let taken = try owner.ask("take-in")
      #expect(waitingFiles.isEmpty)
      other.kill()
      owner.kill()
      let state = try place.requireSound(holding: taken, andNoMore: true)
      let shown = state.tree.screens.compactMap { $0.parameters["id"] }
      #expect(Set(shown.map(\.notation)) == Set(ids.map(String.init)) && shown.count == 40)
    }

    @Test func `fault 22: a link left by a process that was killed waits for an owner`() throws {
      let owner = try place.child()
      try owner.ask("leave /products/1")
      owner.kill()
      #expect(try place.relaunch().notation == FaultPlace.notation(of: "product(id: 1)"))
      #expect(waitingFiles.isEmpty)
      try place.requireSound(holding: nil)
    }

    @Test func `fault 22: an owner that was killed leaves its place at once`() throws {
      let owner = try place.child()
      let last = try owner.ask("open /products/1")
      let looked = try RestoredState(ofJournal: place.journal)
      #expect(looked.anchor == last.anchor && looked.state.digest == last.digest)
      let second = try place.relaunch()
      #expect(second.health.problem == .owned(path: place.journal))
      #expect(second.notation == FaultPlace.notation(of: "product(id: 1)"))
      owner.kill()
      let third = try place.relaunch()
      #expect(third.health == .recording)
      #expect(third.open("/products/2").isRecorded)
      #expect(third.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2)"))
      try place.requireSound(holding: last)
    }
  }
}
