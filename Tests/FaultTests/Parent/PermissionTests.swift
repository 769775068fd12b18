import Foundation
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
  }
}
