import FaultHost
import Foundation
import RouteEngine
import RouteStore
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Killed while the file is tidied up` {
    @Test(arguments: ["background", "prune", "sign-out", "end"])
    func `fault 11: killed at any operation of checkpoints, pruning and forgetting: all is whole`(
      line: String
    ) throws {
      let filled = FaultPlace()
      var child = try filled.child()
      for line in [
        "open /products/1?code=secret", "signal signedIn user-1", "open /receipts/2?code=mine",
        "ready", "background", "foreground", "open /notes/3", "background", "foreground",
        "open /products/4?code=secret", "open /products/5",
      ] {
        try child.ask(line)
      }
      child.kill()
      let there = FaultPlace.notation(
        of: "product(id: 1) receipt(id: 2) note(id: 3) product(id: 4) product(id: 5)")
      for count in FaultTests.some(1...600, every: 4) {
        let place = try filled.copy()
        child = try place.child(dying: .operation(count), keeping: 4)
        let before = try child.ask("arm")
        child.say(line)
        let after = try child.acknowledgement()
        child.kill()
        let comment: Comment = "\(line), operation \(count), FAULT_SEED=\(FaultTests.seed)"
        try place.requireSound(holding: after ?? before, rerunning: false, comment)
        #expect(try History(path: place.journal).pageProblems() == [], comment)
        let session = try place.relaunch()
        #expect(session.health == .recording, comment)
        #expect(session.notation == there, comment)
        #expect(session.open("/products/9").isRecorded, comment)
        try place.requireSound(holding: after ?? before, rerunning: false, comment)
        if after != nil {
          #expect(count > 20, comment)
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }
  }

  @MainActor
  @Suite struct `Killed while the tables are made` {
    /// What a database says of its format: its number, and how many tables and the like it has.
    private func format(of path: String) throws -> (version: Int64, objects: Int64) {
      let file = try Connection(path: path, mode: .read)
      return (
        try file.integer("PRAGMA user_version") ?? -1,
        try file.integer("SELECT count(*) FROM sqlite_schema") ?? -1
      )
    }

    @Test func `fault 12: killed at every operation that makes the journal: no file or all of it`()
      throws
    {
      let whole = FaultPlace()
      _ = try whole.child().ask("ready")
      let made = try format(of: whole.journal)
      var wasThere: Set<Bool> = []
      var count = 1
      while count < 1_000 {
        let place = FaultPlace()
        let child = try place.child(dying: .launchOperation(count))
        child.kill()
        let isThere = FileManager.default.fileExists(atPath: place.journal)
        wasThere.insert(isThere)
        if isThere { #expect(try format(of: place.journal) == made, "operation \(count)") }
        let session = try place.relaunch()
        #expect(session.health == .recording)
        #expect(session.open("/products/1").outcome == .shown)
        guard child.launched == nil else {
          #expect(wasThere == [false, true])
          try place.requireSound(holding: nil)
          return
        }
        count += 1 + count / 6  // each of the first six, then every few
      }
      Issue.record("the child outlived no number of operations")
    }

    @Test func `fault 12: killed at every operation of a migration: the old format or the new`()
      throws
    {
      let filled = FaultPlace()
      var child = try filled.child()
      try child.ask("open /products/1")
      let last = try child.ask("background")
      child.kill()
      let old = try format(of: filled.journal)
      var versions: Set<Int64> = []
      for count in 1...400 {
        let place = try filled.copy()
        child = try place.child(dying: .migration(count))
        let isKilled = child.wait() == SIGKILL
        let found = try format(of: place.journal)
        versions.insert(found.version)
        #expect(
          found == old
            || found == (old.version + 1, old.objects + Int64(NextMigration.tables)))
        let connection = try Connection(path: place.journal, mode: .read)
        #expect(try NextMigration.migrator.check(connection) == found.version)
        if found == old {
          try place.requireSound(holding: last)
          #expect(try place.relaunch().health == .recording)
        }
        guard isKilled else {
          #expect(versions == [old.version, old.version + 1])
          #expect(found.version == old.version + 1)
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }
  }
}
