import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Killed while the file is tidied up` {
    /// Whether no file of the journal contains any of the private values.
    private func isForgotten(at place: FaultPlace) throws -> Bool {
      let files = [place.journal, place.log].filter(FileManager.default.fileExists)
      let bytes = try files.map { try Data(contentsOf: URL(filePath: $0)) }
      return ["swordfish", "opensesame"].allSatisfy { value in
        bytes.allSatisfy { $0.range(of: Data(value.utf8)) == nil }
      }
    }

    /// Requires that a value exists as long as no entry says that it was removed.
    private func requireValues(at place: FaultPlace, _ comment: Comment) throws {
      let history = try History(path: place.journal)
      var values = 0
      try history.forEachVaultValue { _, _ in values += 1 }
      let isRedacted = try place.entries().contains { $0.kind == .redacted }
      #expect((values == 0) == isRedacted, comment)
    }

    @Test func `fault 11: killed at any operation of a redaction: all values are there, or none`()
      throws
    {
      let filled = FaultPlace()
      var child = try filled.child()
      for line in [
        "open /products/1?code=swordfish", "background", "open /products/2?code=opensesame",
      ] {
        try child.ask(line)
      }
      child.kill()
      #expect(try !isForgotten(at: filled))
      var wasRedacted: Set<Bool> = []
      for count in TestSample.some(1...400, every: 6) {
        let place = try filled.copy()
        child = try place.child(dying: .operation(count))
        let before = try child.ask("arm")
        child.say("redact all")
        let after = try child.acknowledgement()
        child.kill()
        let comment: Comment = "operation \(count), FAULT_SEED=\(TestSample.seed)"
        try place.requireSound(holding: after ?? before, rerunning: false, comment)
        try requireValues(at: place, comment)
        #expect(try History(path: place.journal).pageProblems() == [], comment)
        wasRedacted.insert(try place.entries().contains { $0.kind == .redacted })
        if after != nil { #expect(try isForgotten(at: place), comment) }
        let session = try place.relaunch()
        #expect(session.health == .recording, comment)
        #expect(session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 2)"))
        let isRedacted = try place.entries().contains { $0.kind == .redacted }
        // A second redaction leaves nothing of the removed values; neither does going to the
        // background, once the redaction is journaled.
        if isRedacted { session.background() } else { try session.journal.redact(.all) }
        #expect(try isForgotten(at: place), comment)
        try requireValues(at: place, comment)
        try place.requireSound(holding: after ?? before, rerunning: false, comment)
        if after != nil {
          #expect(wasRedacted == [false, true])
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }

    @Test(arguments: OfflineWork.allCases)
    func `fault 11: killed at any operation of maintenance: repeated, all is done`(
      work: OfflineWork
    ) throws {
      let filled = FaultPlace()
      var child = try filled.child()
      for line in ["open /products/1?code=swordfish", "open /products/2?code=opensesame"] {
        try child.ask(line)
        try child.ask("popped")
      }
      for number in 3...8 { try child.ask("open /products/\(number)") }
      let last = try child.ask("ready")
      child.kill()
      #expect(try !isForgotten(at: filled))
      let there = FaultPlace.notation(
        of: (3...8).map { "product(id: \($0))" }.joined(separator: " "))
      var wasDone: Set<Bool> = []
      for count in TestSample.some(1...600, every: 8) {
        let place = try filled.copy()
        child = try place.child(dying: .offline(work, count))
        let isKilled = child.wait() == SIGKILL
        let comment: Comment = "operation \(count), FAULT_SEED=\(TestSample.seed)"
        try place.requireSound(holding: last, rerunning: false, comment)
        let history = try History(path: place.journal)
        #expect(try history.pageProblems() == [], comment)
        let kinds = try place.entries().map(\.kind)
        #expect(try (history.base().sequence > 0) == kinds.contains(.pruned), comment)
        wasDone.insert(kinds.contains(.pruned) || kinds.contains(.redacted))
        try work.perform(on: place.journal)
        #expect(try isForgotten(at: place), comment)
        try place.requireSound(holding: last, rerunning: false, comment)
        let session = try place.relaunch()
        #expect(session.health == .recording && session.notation == there, comment)
        guard isKilled else {
          #expect(wasDone == [false, true])
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }

    @Test func `fault 11: killed before the pages of pruned entries are given back`() throws {
      let filled = FaultPlace()
      var child = try filled.child()
      for number in 1...120 { child.say("open /products/\(number)") }
      for _ in 1...120 { #expect(try child.acknowledgement() != nil) }
      try child.ask("background")  // a state in which pruning takes several steps
      for number in 121...128 { try child.ask("open /products/\(number)") }
      child.kill()
      func pages(at place: FaultPlace) throws -> (all: Int64, free: Int64) {
        let copy = try place.copy()  // reading would create an index beside the journal
        defer { withExtendedLifetime(copy) {} }
        let file = try Connection(path: copy.journal, mode: .read)
        return (
          try file.integer("PRAGMA page_count") ?? 0,
          try file.integer("PRAGMA freelist_count") ?? 0
        )
      }
      let before = try pages(at: filled)
      #expect(before.free == 0)
      var found: Set<[Bool]> = []
      for count in TestSample.some(1...600, every: 4) {
        let place = try filled.copy()
        child = try place.child(dying: .operation(count), keeping: 4)
        let told = try child.ask("arm")
        child.say("prune")
        let after = try child.acknowledgement()
        child.kill()
        let comment: Comment = "operation \(count), FAULT_SEED=\(TestSample.seed)"
        let state = try place.requireSound(holding: after ?? told, rerunning: false, comment)
        let left = try pages(at: place)
        let isPruned = try place.entries().contains { $0.kind == .pruned }
        found.insert([isPruned, left.free > 0, left.all < before.all])
        #expect(isPruned || left == before, comment)
        if after != nil {
          // Not started; pruned, with free pages; pages given back.
          let ends: [[Bool]] = [[false, false, false], [true, true, false], [true, false, true]]
          #expect(found == Set(ends), comment)
          #expect(left.free == 0 && left.all < before.all, comment)
          #expect(state.tree.screens.count > 120, comment)
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }

    @Test(arguments: ["background", "prune", "sign-out", "end"])
    func `fault 11: killed at any operation of checkpoints and pruning: all is whole`(
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
      for count in TestSample.some(1...600, every: 12) {
        let place = try filled.copy()
        child = try place.child(dying: .operation(count), keeping: 4)
        let before = try child.ask("arm")
        child.say(line)
        let after = try child.acknowledgement()
        child.kill()
        let comment: Comment = "\(line), operation \(count), FAULT_SEED=\(TestSample.seed)"
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
    /// The format of a database: its number, and the number of its tables and other objects.
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
        count += 1 + count / 6  // each of the first six, then at growing distances
      }
      Issue.record("the child outlived no number of operations")
    }

    @Test func `fault 12: killed at any operation of a migration: old format, or new`() throws {
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
          found == old || found == (old.version + 1, old.objects + Int64(NextMigration.tables)))
        let connection = try Connection(path: place.journal, mode: .read)
        #expect(try NextMigration.migrator.check(connection) == found.version)
        // Until its one transaction is committed the journal does not change.
        if found == old, TestSample.isFull || count % 8 == 1 {
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
