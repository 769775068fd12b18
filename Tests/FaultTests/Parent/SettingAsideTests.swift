import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Killed while a damaged file is set aside` {
    /// What a death left: the file in its place, the one set aside, and the mark.
    private struct Left: Hashable {
      let hasFile: Bool
      let hasAside: Bool
      let hasMark: Bool

      @MainActor init(at place: FaultPlace) {
        hasFile = Journal.exists(at: place.journal)
        hasAside = Journal.exists(at: place.journal + "-damaged-1")
        hasMark = AsideMark(beside: place.journal).isThere
      }
    }

    private func requireAll(at place: FaultPlace, _ comment: Comment) throws {
      let session = try place.relaunch()
      #expect(session.health.isRecording, comment)
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1)"), comment)
      for (source, link) in ["mail-1": "/products/1", "mail-2": "/receipts/2?code=mine"] {
        #expect(session.open(link, source: source).outcome?.word == "duplicate", comment)
      }
      session.signal("signedIn", principal: "ann")
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1) receipt(id: 2)"), comment)
      #expect(!Left(at: place).hasMark, comment)
      try place.requireSound(holding: nil, comment)
    }

    @Test func `fault 15: killed at any operation of a launch: what was sound is there`() throws {
      let filled = FaultPlace()
      let child = try filled.child()
      for line in [
        "open /products/1 mail-1", "open /receipts/2?code=mine mail-2", "open /products/3",
      ] {
        try child.ask(line)
      }
      child.kill()
      let connection = try Connection(path: filled.journal, mode: .write)
      try connection.execute(
        "UPDATE journal SET link = '/x' WHERE sequence = (SELECT max(sequence) FROM journal)")
      // With its log, which closing it would take away.
      let damaged = try filled.copy()
      var left: Set<Left> = []
      for count in TestSample.some(1...800, every: 6) {
        let place = try damaged.copy()
        let child = try place.child(dying: .launchOperation(count))
        child.kill()
        left.insert(Left(at: place))
        try requireAll(at: place, "operation \(count), FAULT_SEED=\(TestSample.seed)")
        guard child.launched == nil else {
          // Before, between, with a new file that holds nothing, and after.
          #expect(left.count == 4, "\(left)")
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }
  }
}
