import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  /// Every file operation of a session's life fails, once or for a while.
  @MainActor
  @Suite struct `Storage fails` {
    /// The displayed tree after each step of a life without faults.
    private func undisturbed(
      _ operations: FaultFileSystem.Operations, _ durability: Durability
    ) throws -> SessionLife {
      let folder = TemporaryFolder.inMemory()
      FaultFileSystem.watch(folder.path)
      FaultFileSystem.begin(.fails, on: operations, from: .max)
      defer { FaultFileSystem.end() }
      let life = SessionLife(at: folder.file("journal.sqlite"), durability: durability)
      try life.run()
      return life
    }

    /// Runs a life once for each of its operations. That operation fails, with as many after it as
    /// `faults` says. Every promise is required of each life.
    ///
    /// - Parameter lastingSteps: the number of steps after which storage works again; nil: not
    ///   while the session lives.
    private func live(
      _ effect: FaultFileSystem.Effect, on operations: FaultFileSystem.Operations,
      isOnce: Bool, lastingSteps: Int?, durability: Durability = .process, every stride: Int = 1
    ) throws {
      let ideal = try undisturbed(operations, durability)
      let total = try #require(ideal.marks.last?.operations)
      #expect(total > 20 && ideal.problems == [])
      var troubled = 0
      for number in TestSample.some(1...total, every: stride) {
        let folder = TemporaryFolder.inMemory()
        FaultFileSystem.watch(folder.path)
        let life = SessionLife(at: folder.file("journal.sqlite"), durability: durability)
        FaultFileSystem.begin(effect, on: operations, from: number, through: isOnce ? number : .max)
        var lasted = 0
        var sound = 0
        try life.run {
          guard FaultFileSystem.count >= number else { return }
          lasted += 1
          guard let lastingSteps, lasted > lastingSteps else { return }
          FaultFileSystem.end()
          sound += 1
        }
        FaultFileSystem.end()
        let comment: Comment = "\(effect) at operation \(number) of \(total)"
        if !life.problems.isEmpty { troubled += 1 }
        let differs = zip(life.marks, ideal.marks).first { mark, ideal in
          mark.notation != nil && mark.notation != ideal.notation
        }
        #expect(differs?.0.notation == differs?.1.notation, comment)
        #expect(life.unrecordedActions == 0, comment)
        // Only a file that could not even be read at the launch is not used again.
        if sound > 0, !life.leftUnread {
          #expect(life.isRecordingAtEnd, comment)
        }
        life.requireNotSetAside(comment)
        try life.requireSound(life.path, comment)
      }
      // If the synchronisation of a checkpoint fails once, the checkpoint is made again later,
      // without a report.
      #expect(troubled > 0 || isOnce && operations == .synchronize, "no fault struck")
    }

    @Test func `fault 21: an input or output error at any operation, once`() throws {
      try live(.fails, on: .fallible, isOnce: true, lastingSteps: 0, every: 36)
    }

    @Test func `fault 21: input and output errors from any operation on, for a while`() throws {
      try live(.fails, on: .fallible, isOnce: false, lastingSteps: 2, every: 48)
    }

    @Test func `fault 21: input and output errors from any operation on, for good`() throws {
      try live(.fails, on: .fallible, isOnce: false, lastingSteps: nil, every: 48)
    }

    @Test func `fault 21: any write is cut short once`() throws {
      try live(.isShort, on: .write, isOnce: true, lastingSteps: 0, every: 36)
    }

    @Test func `fault 21: writes are cut short from any one on, for a while`() throws {
      try live(.isShort, on: .write, isOnce: false, lastingSteps: 2, every: 24)
    }

    @Test(arguments: [Durability.process, .power])
    func `fault 21: any synchronisation of the disk fails once`(durability: Durability) throws {
      try live(
        .fails, on: .synchronize, isOnce: true, lastingSteps: 0, durability: durability,
        every: durability == .power ? 12 : 3)
    }

    @Test
    func `fault 21: with power durability synchronisations fail from any one on, for a while`()
      throws
    {
      try live(
        .fails, on: .synchronize, isOnce: false, lastingSteps: 2, durability: .power, every: 12)
    }

    @Test func `fault 19: the disk is full from any write on, for a while`() throws {
      try live(.findsNoRoom, on: .growing, isOnce: false, lastingSteps: 2, every: 24)
    }

    @Test func `fault 19: the disk is full from any write on, for good`() throws {
      try live(.findsNoRoom, on: .growing, isOnce: false, lastingSteps: nil, every: 24)
    }

    @Test func `fault 19: with a full disk each outcome says whether it is recorded`() throws {
      var untold: [Int] = []
      for number in TestSample.some(1...600, every: 18) {
        let folder = TemporaryFolder.inMemory()
        FaultFileSystem.watch(folder.path)
        let life = SessionLife(at: folder.file("journal.sqlite"), keeping: .unlimited)
        FaultFileSystem.begin(.findsNoRoom, on: .write, from: number)
        var lasted = 0
        try life.run {
          guard FaultFileSystem.count >= number else { return }
          lasted += 1
          if lasted > 3 { FaultFileSystem.end() }
        }
        FaultFileSystem.end()
        let comment: Comment = "write \(number), FAULT_SEED=\(TestSample.seed)"
        #expect(life.problems.allSatisfy { $0 == .diskFull }, comment)
        untold.append(try life.requireTold(comment))
        if lasted == 0 { break }
      }
      #expect(untold.last == 0 && untold.contains { $0 > 1 }, "\(untold)")
    }
  }

  /// The power fails at any operation; unsynchronised data may or may not be there.
  @MainActor
  @Suite struct `The power fails` {
    /// Rebuilds the possible disks at every change of a life, and requires every promise.
    private func cut(_ durability: Durability, seeds: ClosedRange<UInt64>) throws {
      let folder = TemporaryFolder.inMemory()
      FaultFileSystem.watch(folder.path)
      FaultFileSystem.record()
      let life = SessionLife(at: folder.file("journal.sqlite"), durability: durability)
      try life.run()
      let changes = FaultFileSystem.takeRecords()
      #expect(changes.count > 100)
      let chosen = Set(TestSample.some(0...changes.count - 1, every: 12))
      var disk = PowerCut()
      var shorter = 0
      for (index, change) in changes.enumerated() {
        disk.follow(change)
        guard chosen.contains(index) else { continue }
        let mark = life.marks.lastIndex { $0.changes <= index + 1 }
        for seed in seeds {
          var random = SeededRandom(TestSample.seed &+ seed &+ UInt64(index) << 8)
          let after = TemporaryFolder.inMemory()
          let lost = random.next()
          try disk.write(to: after.path, losing: lost, &random)
          if let last = life.marks.prefix((mark ?? -1) + 1).compactMap(\.acknowledged).last,
            try FaultTests.head(of: after.file("journal.sqlite")) < last.anchor.sequence
          {
            shorter += 1
          }
          try life.requireSound(
            after.file("journal.sqlite"), through: mark ?? -1,
            mayBeEarlier: durability == .process,
            "change \(index) of \(changes.count), FAULT_SEED=\(TestSample.seed) + \(seed)")
        }
      }
      // When commits are not synchronised, a power cut does lose acknowledged entries.
      #expect((shorter > 0) == (durability == .process), "FAULT_SEED=\(TestSample.seed)")
    }

    @Test func `fault 11: the power fails at any write: with power durability nothing is lost`()
      throws
    {
      try cut(.power, seeds: 1...2)
    }

    @Test func `fault 11: the power fails at any write: with process durability an earlier state`()
      throws
    {
      try cut(.process, seeds: 1...2)
    }
  }
}

extension FaultTests {
  /// The newest entry of a journal; 0 when there is none.
  fileprivate static func head(of path: String) throws -> Int64 {
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    return try History(path: path).head().sequence
  }
}
