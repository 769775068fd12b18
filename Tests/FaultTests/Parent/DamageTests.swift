import FaultHost
import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  /// A journal after a kill, with part of its history in the file and part in the log.
  @MainActor
  private struct Sample {
    let place = FaultPlace()
    let file: Data
    let log: Data
    /// The log's index as it was before the last entries.
    let earlierIndex: Data
    /// The anchors at which the journal may end: the beginning, and every entry.
    let ends: [JournalAnchor]
    let last: Child.Acknowledgement

    init() throws {
      let child = try place.child()
      try child.ask("open /products/1?code=secret")
      try child.ask("signal signedIn user-1")
      try child.ask("open /receipts/2")
      try child.ask("background")
      try child.ask("foreground")
      try child.ask("open /notes/3")
      let index = try Data(contentsOf: URL(filePath: place.journal + "-shm"))
      last = try child.ask("open /products/4")
      child.kill()
      file = try Data(contentsOf: URL(filePath: place.journal))
      log = try Data(contentsOf: URL(filePath: place.log))
      earlierIndex = index
      let history = try History(path: place.journal)
      ends = try (0...last.anchor.sequence).compactMap { try history.anchor(at: $0) }
    }

    /// Writes a pair of file and log as another journal.
    func write(_ file: Data?, log: Data?) throws -> String {
      let path = place.file("damaged.sqlite")
      for name in try FileManager.default.contentsOfDirectory(atPath: place.file("."))
      where name.hasPrefix("damaged") {
        try FileManager.default.removeItem(atPath: place.file(name))
      }
      try (file ?? self.file).write(to: URL(filePath: path))
      if let log { try log.write(to: URL(filePath: path + "-wal")) }
      return path
    }
  }

  @MainActor
  @Suite struct `Bytes are damaged` {
    private let sample: Sample

    init() throws { sample = try Sample() }

    /// Requires that the remaining entries are an exact beginning of the history with an intact
    /// chain.
    ///
    /// - Returns: the number of the last entry.
    private func requireBeginning(_ path: String, _ comment: Comment) throws -> Int64 {
      let history = try History(path: path)
      let end = try history.forEachCheckedEntry(after: .start)
      #expect(sample.ends.contains(end), comment)
      #expect(try history.head() == end, comment)
      return end.sequence
    }

    /// The journal's file and the files beside it.
    private func files(beside path: String) throws -> [String: Data] {
      var files: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: sample.place.file("."))
      where name.hasPrefix("damaged") {
        files[name] = try Data(contentsOf: URL(filePath: sample.place.file(name)))
      }
      return files
    }

    /// For each of these ends, requires that the anchor shows what is missing, and that the app
    /// continues from there.
    private func requireTold(_ logs: [Int64: Data]) throws {
      for (end, log) in logs.sorted(by: { $0.key < $1.key }) {
        let path = try sample.write(nil, log: log)
        let verification = try Verification(of: History(path: path), anchor: sample.last.anchor)
        let missing = end < sample.last.anchor.sequence
        #expect(
          verification.findings.map(\.sequence) == (missing ? [sample.last.anchor.sequence] : []))
        #expect(try Verification(of: History(path: path)).isIntact)
        let session = RouteSession.launch(try FaultHost.table(), at: .file(path))
        #expect(session.health == .recording)
        #expect(session.open("/products/9").isRecorded)
        #expect(try Verification(of: History(path: path)).isIntact)
      }
    }

    @Test
    func `fault 13: a log cut at any byte leaves an exact beginning, and the anchor shows it`()
      throws
    {
      var logs: [Int64: Data] = [:]
      var before: Int64 = 0
      for cut in TestSample.some(0...sample.log.count, every: 199) + [sample.log.count] {
        let log = sample.log.prefix(cut)
        let path = try sample.write(nil, log: log)
        let end = try requireBeginning(path, "cut at \(cut), FAULT_SEED=\(TestSample.seed)")
        #expect(end >= before)
        before = end
        logs[end] = log
      }
      #expect(before == sample.last.anchor.sequence)
      #expect(logs.count > 3)
      try requireTold(logs)
    }

    @Test func `fault 14: a bit flipped anywhere in the log leaves an exact beginning`() throws {
      var random = SeededRandom(TestSample.seed)
      var logs: [Int64: Data] = [:]
      for offset in TestSample.some(0...sample.log.count - 1, every: 199) {
        let bit = random.below(8)
        var log = sample.log
        log[offset] ^= 1 << bit
        let path = try sample.write(nil, log: log)
        let comment: Comment = "bit \(bit) of byte \(offset), FAULT_SEED=\(TestSample.seed)"
        logs[try requireBeginning(path, comment)] = log
      }
      #expect(logs.keys.min() ?? 99 < sample.last.anchor.sequence)
      #expect(logs.count > 3)
      try requireTold(logs)
    }

    @Test func `fault 15: a bit flipped anywhere in the file is named, or in free space`() throws {
      let whole = try Verification(of: History(path: sample.place.journal))
      let entries = try sample.place.entries()
      var random = SeededRandom(TestSample.seed)
      var named = 0
      for offset in TestSample.some(0...sample.file.count - 1, every: 1_511) {
        let bit = random.below(8)
        var file = sample.file
        file[offset] ^= 1 << bit
        let comment: Comment = "bit \(bit) of byte \(offset), FAULT_SEED=\(TestSample.seed)"
        let path = try sample.write(file, log: sample.log)
        do {
          let history = try History(path: path)
          let verification = try Verification(of: history, checksPages: true)
          if verification.isIntact {
            #expect(verification.end == whole.end, comment)
            #expect(verification.stateDigest == whole.stateDigest, comment)
            #expect(try FaultPlace.entries(of: path) == entries, comment)
          } else {
            let wrong = verification.findings.map(\.sequence) + [verification.newerEntry]
            let known = 0...whole.end.sequence + 1
            #expect(wrong.compactMap(\.self).allSatisfy(known.contains), comment)
            named += 1
          }
        } catch {
          #expect(error is StoreError, comment)
          named += 1
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == file, comment)
      }
      #expect(named > 0)
    }

    @Test func `fault 15: a bit flipped in any entry's link is that entry's finding`() throws {
      let place = FaultPlace()
      let child = try place.child()
      let numbers = 7_000_001...7_000_012
      for number in numbers { try child.ask("open /products/\(number)") }
      try child.ask("background")
      child.kill()
      let content = try Data(contentsOf: URL(filePath: place.journal))
      let entries = try place.entries()
      var named: [Int64] = []
      for entry in entries where entry.kind == .decided {
        let link = try #require(entry.request?.target.summary)
        // Deleted values are overwritten, so a value is only where its entry is.
        var rest = content.startIndex..<content.endIndex
        while let found = content.range(of: Data(link.utf8), in: rest) {
          rest = found.upperBound..<content.endIndex
          var file = content
          file[found.upperBound - 1] ^= 1
          let path = try sample.write(file, log: nil)
          let findings = try Verification(of: History(path: path)).findings
          #expect(findings.first?.sequence == entry.sequence, "\(link) at \(found.lowerBound)")
          named.append(entry.sequence)
        }
      }
      #expect(Set(named) == Set(entries.filter { $0.kind == .decided }.map(\.sequence)))
      #expect(Set(named).count == numbers.count)
    }

    @Test func `fault 17: another journal's log, or a stale index, changes no history`() throws {
      let other = try Sample()
      let mixed = try sample.write(nil, log: other.log)
      let before = try Data(contentsOf: URL(filePath: mixed))
      do {
        let verification = try Verification(
          of: History(path: mixed), anchor: sample.last.anchor, checksPages: true)
        #expect(!verification.isIntact)
      } catch {}  // or the file cannot be read at all
      #expect(try Data(contentsOf: URL(filePath: mixed)) == before)
      #expect(try Data(contentsOf: URL(filePath: mixed + "-wal")) == other.log)
      let session = RouteSession.launch(try FaultHost.table(), at: .file(mixed))
      #expect(session.open("/products/9").outcome == .shown)
      #expect(try Verification(of: History(path: mixed), checksPages: true).isIntact)

      #expect(!sample.earlierIndex.isEmpty)
      for index in [sample.earlierIndex, Data(repeating: 0x5A, count: 32_768)] {
        let path = try sample.write(nil, log: sample.log)
        try index.write(to: URL(filePath: path + "-shm"))
        let before = try files(beside: path)
        #expect(try requireBeginning(path, "a stale index") == sample.last.anchor.sequence)
        let verified = try Child.run("route-replay", "verify", path)
        #expect(verified.status == 0 && verified.output.contains("\(sample.last.anchor)"))
        #expect(try files(beside: path) == before)
        let session = RouteSession.launch(try FaultHost.table(), at: .file(path))
        #expect(session.open("/products/9").isRecorded)
        #expect(try Verification(of: History(path: path), anchor: sample.last.anchor).isIntact)
      }
    }
  }
}
