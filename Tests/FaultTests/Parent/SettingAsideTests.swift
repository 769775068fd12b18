import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Dead while a damaged file is set aside` {
    /// The state after a death: the file in its place, the file that was set aside, and the mark.
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

    /// A file with damage in its newest entry, and its log, which has all of its entries.
    private func damaged() throws -> FaultPlace {
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
      // Closing the original would remove the log.
      return try filled.copy()
    }

    @Test func `fault 15: killed at any operation of a launch: sound entries are there`() throws {
      let damaged = try damaged()
      var left: Set<Left> = []
      for count in TestSample.some(1...800, every: 6) {
        let place = try damaged.copy()
        let child = try place.child(dying: .launchOperation(count))
        child.kill()
        left.insert(Left(at: place))
        try requireAll(at: place, "operation \(count), FAULT_SEED=\(TestSample.seed)")
        guard child.launched == nil else {
          // Before; in between; with a new, empty file; and after.
          #expect(left.count == 4, "\(left)")
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }

    #if os(Linux)  // on other systems renames are not recorded
    @Test func `fault 15: the power fails at any change of a launch: sound entries are there`()
      throws
    {
      let place = try damaged()
      var disk = try PowerCut(holding: place.path)
      FaultFileSystem.watch(place.path)
      FaultFileSystem.record()
      _ = try place.relaunch()
      let changes = FaultFileSystem.takeRecords()
      let chosen = Set(TestSample.some(changes.indices, every: 6))
      var renamed = 0
      for (index, change) in changes.enumerated() {
        disk.follow(change)
        var random = SeededRandom(TestSample.seed &+ UInt64(index))
        var losses = chosen.contains(index) ? [random.next()] : []
        if case .rename = change {
          renamed += 1
          // Every combination of lost changes of names.
          losses = Array(0..<(1 << min(disk.unsureNames, 6)))
        }
        for lost in losses {
          let after = FaultPlace()
          try disk.write(to: after.path, losing: lost, &random)
          try requireAll(
            at: after,
            "change \(index) of \(changes.count), lost \(lost), FAULT_SEED=\(TestSample.seed)")
        }
      }
      // The file and its log are set aside, and a new one is made.
      #expect(renamed >= 3)
    }
    #endif
  }
}
