import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Killed while links are taken` {
    @Test func `fault 22: killed at any operation of taking in, a link takes effect once`() throws {
      let filled = FaultPlace()
      var child = try filled.child()
      try child.ask("background")
      child.kill()
      var repeated: Set<Int> = []
      for count in 1...400 {
        let place = try filled.copy()
        child = try place.child(dying: .operation(count))
        // A launch takes all links that are there, so these are left after it.
        for number in 1...2 { try child.ask("leave /products/\(number)") }
        let before = try child.ask("arm")
        child.say("take-in")
        let after = try child.acknowledgement()
        child.kill()
        let comment: Comment = "operation \(count)"
        try place.requireSound(holding: after ?? before, rerunning: false, comment)
        let session = try place.relaunch()
        #expect(session.health == .recording, comment)
        #expect(
          session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2)"), comment)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.inbox) == [], comment)
        let outcomes = try place.outcomes()
        #expect(outcomes.filter { $0 != "duplicate" } == ["shown", "shown"], comment)
        repeated.insert(outcomes.count - 2)
        try place.requireSound(holding: after ?? before, comment)
        if after != nil {
          #expect(repeated == [0, 1], "some deaths lay between a commit and the file's removal")
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }

    @Test
    func `fault 22: a process killed while it leaves links has left all acknowledged ones`() throws
    {
      var random = SeededRandom(TestSample.seed)
      var beyond = 0
      for round in 1...(TestSample.isFull ? 120 : 12) {
        let place = FaultPlace()
        let child = try place.child()
        for number in 1...40 { child.say("leave /products/\(number)") }
        // The process has left one link, and is killed while it leaves more.
        var acknowledged = 0
        for _ in 0...random.below(38) where try child.acknowledgement() != nil { acknowledged += 1 }
        child.kill()
        while try child.acknowledgement() != nil { acknowledged += 1 }  // before it died
        let comment: Comment = "round \(round), FAULT_SEED=\(TestSample.seed)"

        let session = try place.relaunch()
        #expect(session.health == .recording, comment)
        let shown = session.state.tree.screens.filter { $0.kind == "product" }
          .compactMap { $0.parameters["id"] }
        #expect(
          shown == (1...max(1, shown.count)).map { .int(Int64($0)) } || shown.isEmpty, comment)
        #expect((acknowledged...acknowledged + 1).contains(shown.count), comment)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.inbox) == [], comment)
        beyond += shown.count - acknowledged
        try place.requireSound(holding: nil, comment)
      }
      print("\(beyond) links were left and not acknowledged, FAULT_SEED=\(TestSample.seed)")
    }
  }
}
