import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  /// The folder of the journal can be read but not written. The superuser may write everywhere, so
  /// when the tests run as superuser the child runs as another user.
  @MainActor
  @Suite struct `Permission is denied` {
    private static var somebodyElse: UInt32? { geteuid() == 0 ? 65_534 : nil }

    private func permit(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func content(of folder: TemporaryFolder) throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, FileManager.default.contents(atPath: folder.file($0)) ?? Data())
        })
    }

    @Test func `fault 20: the place is shown, nothing is written, and the host goes on`() throws {
      let folder = TemporaryFolder()
      let journal = folder.file("journal.sqlite")
      let owner = try Child(journal: journal, effects: folder.file("effects"))
      try owner.ask("open /products/1")
      let end = try owner.ask("end")
      owner.kill()
      for name in try content(of: folder).keys { try permit(0o444, folder.file(name)) }
      try permit(0o555, folder.path)
      defer { try? permit(0o755, folder.path) }
      let before = try content(of: folder)

      let child = try Child(
        journal: journal, effects: folder.file("effects"), as: Self.somebodyElse)
      let launched = try #require(child.launched)
      #expect(!launched.isRecording && launched.health.contains("cannot be written to"))
      try child.ask("look")
      let opened = try child.ask("open /products/2")
      #expect(opened.outcome == "shown" && !opened.isRecording)
      #expect(try child.ask("end").health == launched.health)
      child.kill()
      #expect(try content(of: folder) == before)

      try permit(0o755, folder.path)
      for name in before.keys { try permit(0o644, folder.file(name)) }
      let next = try Child(journal: journal, effects: folder.file("effects"))
      #expect(next.launched?.isRecording == true)
      #expect(try #require(next.launched).anchor.sequence == end.anchor.sequence + 2)
    }

    @Test func `fault 20: with an unreadable journal the host goes on without one`() throws {
      let folder = TemporaryFolder()
      let journal = folder.file("journal.sqlite")
      let owner = try Child(journal: journal, effects: folder.file("effects"))
      try owner.ask("open /products/1")
      try owner.ask("end")
      owner.kill()
      for name in try content(of: folder).keys { try permit(0, folder.file(name)) }
      try permit(0o555, folder.path)
      defer { try? permit(0o755, folder.path) }
      let child = try Child(
        journal: journal, effects: folder.file("effects"), as: Self.somebodyElse)
      let launched = try #require(child.launched)
      #expect(!launched.isRecording && launched.health.contains("cannot be written to"))
      let opened = try child.ask("open /products/2")
      #expect(opened.outcome == "shown" && opened.health == launched.health)
    }

    @Test func `fault 20: a link that cannot be removed is journaled at one launch only`() throws {
      let folder = TemporaryFolder()
      let (journal, inbox) = (folder.file("journal.sqlite"), folder.file("journal.sqlite-inbox"))
      try permit(0o777, folder.path)
      try DropBox(ofJournal: journal).leave("/products/1")
      let files = try FileManager.default.contentsOfDirectory(atPath: inbox)
      for name in files { try permit(0o644, "\(inbox)/\(name)") }
      try permit(0o555, inbox)
      defer { try? permit(0o755, inbox) }
      func launch() throws {
        let child = try Child(
          journal: journal, effects: folder.file("effects"), as: Self.somebodyElse)
        #expect(child.launched?.isRecording == true)
        try child.ask("end")
        child.kill()
      }
      func outcomes() throws -> [String] {
        var outcomes: [String] = []
        try History(path: journal).forEachEntry { entry in
          if let outcome = entry.outcome { outcomes.append(outcome) }
        }
        return outcomes
      }
      for _ in 1...2 { try launch() }
      #expect(try outcomes() == ["shown"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == files)
      try permit(0o777, inbox)
      try launch()
      #expect(try outcomes() == ["shown", "duplicate"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == [])
    }
  }
}
