import FaultHost
import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `One file and several processes` {
    let place = FaultPlace()

    @Test func `fault 22: a second session reports why it does not record, the first goes on`()
      throws
    {
      let child = try place.child()
      let first = try child.ask("open /products/1")
      let second = try place.relaunch()
      guard case .degraded(.owned, _) = second.health else {
        throw ScenarioMistake("two sessions record in one journal")
      }
      #expect(second.open("/notes/1").outcome == .shown)
      #expect(second.open("/notes/1").isRecorded == false)
      #expect(place.effects == [])  // no action runs when no entry could record that it ran
      let third = try place.child()
      #expect(third.launched?.isRecording == false)
      third.kill()

      let last = try child.ask("open /products/2")
      #expect(last.isRecording)
      #expect(last.anchor.sequence == first.anchor.sequence + 1)
      child.kill()
      try place.requireSound(holding: last, andNoMore: true)
      #expect(try place.relaunch().health == .recording)
    }

    @Test func `readers see a sound beginning while the child writes, and disturb none`() throws {
      let child = try place.child()
      var last = try #require(child.launched)
      var seen = Int64(0)
      for round in 1...12 {
        for number in 1...20 { child.say("open /products/\(round * 100 + number)") }
        let history = try History(path: place.journal)
        let verification = try Verification(of: history, anchor: last.anchor)
        #expect(verification.findings == [])
        #expect(verification.end.sequence >= seen)
        seen = verification.end.sequence
        for _ in 1...20 {
          last = try #require(try child.acknowledgement())
          #expect(last.isRecording)
          #expect(last.outcome == "shown")
        }
      }
      #expect(try child.ask("background").isRecording)
      let end = try child.ask("open /products/1")
      child.kill()
      try place.requireSound(holding: end, andNoMore: true)
    }
  }

  @MainActor
  @Suite struct `A process that the system has stopped` {
    @Test(arguments: ["background", "suspend"])
    func `fault 23: a stopped process holds no transaction, so no other has to wait`(line: String)
      throws
    {
      let place = FaultPlace()
      let child = try place.child()
      try child.ask("open /notes/1")
      let last = try child.ask(line)
      child.stop()
      let other = try Connection(path: place.journal, mode: .write)
      try other.execute("BEGIN IMMEDIATE; CREATE TABLE other (x); ROLLBACK")
      try other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      #expect(try Data(contentsOf: URL(filePath: place.log)).isEmpty, "no reader is in the way")
      try place.requireSound(holding: last, andNoMore: true)
      child.resume()
      #expect(try child.ask("open /products/2").isRecording)
    }
  }

  @MainActor
  @Suite struct `The log is cut or gone` {
    let place = FaultPlace()

    @Test func `fault 13: a log cut anywhere leaves an exact beginning, and the anchor shows it`()
      throws
    {
      let child = try place.child()
      for number in 1...6 { try child.ask("open /notes/\(number)") }
      let last = try child.ask("open /products/1")
      child.kill()
      let whole = try place.entries()
      let log = try Data(contentsOf: URL(filePath: place.log))
      var ends: Set<Int64> = []
      let frame = 4_096 + 24
      let cuts =
        Array(stride(from: 32, to: log.count, by: frame * 3)).flatMap {
          [$0, $0 + 1, $0 + frame / 2]
        }
        + [0, 31, log.count - 1]
      for cut in cuts where cut < log.count {
        let copy = place.file("copy.sqlite")
        for suffix in ["", "-wal", "-shm", "-lock"] {
          try? FileManager.default.removeItem(atPath: copy + suffix)
        }
        try FileManager.default.copyItem(atPath: place.journal, toPath: copy)
        try log.prefix(cut).write(to: URL(filePath: copy + "-wal"))

        let history = try History(path: copy)
        let verification = try Verification(of: history, anchor: last.anchor)
        #expect(verification.findings.map(\.sequence) == [last.anchor.sequence])
        #expect(verification.findings.first?.problem.contains("its end was cut off") == true)
        #expect(try Verification(of: history).isIntact)
        let end = verification.end
        ends.insert(end.sequence)
        let prefix = try FaultPlace.entries(of: copy)
        #expect(prefix == Array(whole.prefix(prefix.count)))
        let session = RouteSession.launch(try FaultHost.table(), at: .file(copy))
        #expect(session.health == .recording)
        #expect(session.open("/products/9").isRecorded)
      }
      #expect(ends.contains(0))
      #expect(ends.count > 3)
    }

    @Test func `fault 17: without its log the file is an earlier state, and the anchor shows it`()
      throws
    {
      var child = try place.child()
      try child.ask("open /products/1")
      let stored = try child.ask("background")  // copies the log into the file
      let last = try child.ask("open /products/2")
      child.kill()
      try FileManager.default.removeItem(atPath: place.log)

      let file = try Data(contentsOf: URL(filePath: place.journal))
      let names = try FileManager.default.contentsOfDirectory(atPath: place.file("."))
      let verification = try Verification(of: History(path: place.journal), anchor: last.anchor)
      #expect(verification.end == stored.anchor)
      #expect(verification.findings.map(\.sequence) == [last.anchor.sequence])
      let verified = try Child.run(
        "route-replay", "verify", place.journal, "--anchor", "\(last.anchor)")
      #expect(verified.status == 3 && verified.output.contains("its end was cut off"))
      #expect(try Data(contentsOf: URL(filePath: place.journal)) == file)
      #expect(
        Set(try FileManager.default.contentsOfDirectory(atPath: place.file("."))) == Set(names))
      child = try place.child()
      #expect(child.launched?.isRecording == true)
      #expect(try child.ask("open /products/3").outcome == "shown")
      child.kill()
      let session = try place.relaunch()
      #expect(session.notation == FaultPlace.notation(of: "product(id: 1) product(id: 3)"))
      try place.requireSound(holding: stored)
    }
  }
}
