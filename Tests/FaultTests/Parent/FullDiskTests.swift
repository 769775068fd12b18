import FaultHost
import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

extension FaultTests {
  /// The disk is full during work on a journal other than writing a session's entries.
  @MainActor
  @Suite struct `No room on the disk` {
    private func names(at place: FaultPlace) throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: place.path))
    }

    /// Runs the command that does the work.
    private func run(
      _ work: OfflineWork, at place: FaultPlace
    ) async -> (status: Int32, notes: String) {
      let choice =
        switch work {
        case .prune: ["--entries", "\(OfflineWork.kept)"]
        case .redact: ["--all"]
        }
      let output = Output.inMemory()
      let status = await ReplayProgram.program().run(
        [work.rawValue, place.journal, "--write"] + choice, output: output)
      return (status.rawValue, String(decoding: output.writtenNotes, as: UTF8.self))
    }

    @Test(arguments: OfflineWork.allCases)
    func `fault 19: without room maintenance fails with that reason, and later succeeds`(
      work: OfflineWork
    ) async throws {
      let filled = FaultPlace()
      let child = try filled.child()
      for number in 1...8 {
        try child.ask("open /products/\(number)?code=secret-\(number)")
        try child.ask("popped")
      }
      let last = try child.ask("background")
      child.kill()
      let files: Set = ["journal.sqlite", "journal.sqlite-lock"]
      var wasDone: Set<Bool> = []
      for number in TestSample.some(1...600, every: 4) {
        let place = try filled.copy()
        FaultFileSystem.watch(place.path)
        FaultFileSystem.begin(.findsNoRoom, on: .write, from: number)
        let told = await run(work, at: place)
        let isOver = FaultFileSystem.end() < number
        let comment: Comment = "write \(number): \(told), FAULT_SEED=\(TestSample.seed)"
        if told.status != 0 {
          #expect(told.status == 5, comment)
          // A part of the work may be done, so the message does not say that nothing was.
          #expect(told.notes.contains("the disk is full. Free some space"), comment)
        }
        // The log belongs to the journal and comes with its index.
        let left = try names(at: place)
        let companions: Set = ["journal.sqlite-wal", "journal.sqlite-shm"]
        #expect(left.isSubset(of: files.union(companions)), comment)
        try place.requireSound(holding: last, rerunning: false, comment)
        let kinds = try place.entries().map(\.kind)
        wasDone.insert(kinds.contains(.pruned) || kinds.contains(.redacted))
        let again = await run(work, at: place)
        #expect(again.status == 0, comment)
        #expect(try names(at: place) == files, comment)
        try place.requireSound(holding: last, rerunning: false, comment)
        let history = try History(path: place.journal)
        var values = 0
        try history.forEachVaultValue { _, _ in values += 1 }
        #expect(values <= (work == .prune ? OfflineWork.kept : 0), comment)
        guard !isOver else {
          #expect(told.status == 0 && wasDone == [false, true], comment)
          return
        }
      }
      Issue.record("the disk had room for no number of writes")
    }

    @Test func `fault 19: without room a report copy leaves no file, the next is whole`() throws {
      let place = FaultPlace()
      FaultFileSystem.watch(place.path)
      defer { FaultFileSystem.end() }
      let session = try place.relaunch()
      for number in 1...8 { session.open("/products/\(number)?code=secret") }
      let copy = place.file("report.sqlite")
      for number in TestSample.some(1...600, every: 4) {
        FaultFileSystem.begin(.findsNoRoom, on: .write, from: number)
        var problem: StoreError?
        do throws(StoreError) { try session.writeReportCopy(to: copy) } catch { problem = error }
        let isOver = FaultFileSystem.end() < number
        let comment: Comment = "write \(number), FAULT_SEED=\(TestSample.seed)"
        #expect(problem == (isOver ? nil : .diskFull), comment)
        let left = try names(at: place).filter { $0.hasPrefix("report") }
        #expect(left == (isOver ? ["report.sqlite"] : []), comment)
        #expect(session.health == .recording, comment)
        guard isOver else { continue }
        let verification = try Verification(
          of: History(path: copy), anchor: session.journal.anchor)
        #expect(verification.findings == [], comment)
        #expect(session.open("/products/9").isRecorded)
        try place.requireSound(holding: nil)
        return
      }
      Issue.record("the disk had room for no number of writes")
    }
  }
}
