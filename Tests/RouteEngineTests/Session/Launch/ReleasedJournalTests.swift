import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// A journal that is released in the background, and one that is only read.
@MainActor
struct ReleasedJournalTests {
  let journal = TestJournal(of: .noteShop())

  private func launch() -> RouteSession {
    let session = journal.launch { $0.releasesInBackground = true }
    session.foreground()
    return session
  }

  private var isHeld: Bool { Ownership.isHeld(of: journal.path) }

  private var content: [String: Data] {
    var content: [String: Data] = [:]
    let folder = URL(fileURLWithPath: journal.path).deletingLastPathComponent()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      content[name] = try? Data(contentsOf: folder.appendingPathComponent(name))
    }
    return content
  }

  @Test
  func `in the background the file is released, and taken again when needed`() throws {
    let session = launch()
    session.open("/notes/mine", source: "mail-1")
    #expect(isHeld)
    session.background()
    #expect(!isHeld && content["journal.sqlite-wal"] == nil)
    #expect(session.health == .recording)
    #expect(session.visible["text"] == "mine")

    #expect(session.open("/products/1").isRecorded)
    #expect(session.open("/notes/mine", source: "mail-1").outcome?.word == "duplicate")
    #expect(!isHeld)
    try session.writeReportCopy(to: journal.file("report.sqlite"))
    #expect(try History(path: journal.file("report.sqlite")).head() == session.journal.anchor)
    session.journal.prune()
    #expect(!isHeld)

    session.foreground()
    #expect(isHeld && session.health == .recording)
    #expect(session.open("/products/2").isRecorded && isHeld)
    #expect(try journal.kinds().filter { $0 == "began" }.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a session that begins in the background holds no file until the foreground`() throws {
    let session = journal.launch { $0.releasesInBackground = true }
    #expect(session.isInBackground && !isHeld && session.health == .recording)
    #expect(session.open("/products/1").isRecorded && !isHeld)
    session.foreground()
    #expect(!session.isInBackground && isHeld)
    try journal.requireReplays(of: session)
  }

  @Test func `a journal of an app group is released by default`() throws {
    for (place, isShared) in [("Containers/Shared/AppGroup/1A", true), ("Shared/AppGroup", false)] {
      let folder = journal.file(place)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let path = folder + "/journal.sqlite"
      let session = RouteSession.launch(journal.table, at: .file(path))
      #expect(session.isInBackground == isShared)
      session.foreground()
      #expect(Ownership.isHeld(of: path))
      session.background()
      #expect(Ownership.isHeld(of: path) != isShared)
      let other = RouteSession.launch(journal.table, at: .file(folder + "/other.sqlite")) {
        $0.releasesInBackground = false
      }
      other.background()
      #expect(Ownership.isHeld(of: folder + "/other.sqlite"))
    }
  }

  @Test func `without the setting the file is kept`() {
    let session = journal.launch()
    session.background()
    #expect(isHeld && session.health == .recording)
  }

  @Test func `an entry that another process wrote meanwhile is noticed, and nothing follows it`()
    throws
  {
    let session = launch()
    session.open("/products/1")
    session.background()
    do { journal.launch().open("/products/2") }
    let end = try History(path: journal.path).head()
    session.foreground()
    #expect(session.health.problem == .overtaken(path: journal.path))
    #expect(!session.open("/products/3").isRecorded)
    journal.clock.advance(by: 60_000_000)
    #expect(!session.open("/products/4").isRecorded)
    session.background()
    #expect(!isHeld)
    #expect(try History(path: journal.path).head() == end)
    let next = journal.launch()
    #expect(next.health == .recording && next.notation.hasSuffix("product(id: 2)]]"))
  }

  @Test func `while another session has the file this one is in memory, then uses it`() throws {
    let session = launch()
    session.open("/products/1")
    session.background()
    do {
      let other = try Journal.open(.file(journal.path))
      session.foreground()
      #expect(session.health.problem == .owned(path: journal.path))
      #expect(!session.open("/products/2").isRecorded)
      #expect(other.head == session.journal.anchor)
    }
    journal.clock.advance(by: 1_000_000)
    #expect(session.open("/products/3").isRecorded && isHeld)
    try journal.requireReplays(of: session)
  }

  /// Makes the session find damage in its file while it is about to release it.
  private func releaseDamaged(_ session: RouteSession) {
    session.open("/products/1")
    session.recorder.fail(.damaged(reason: "found by a write", sequence: nil), at: session.now)
    session.note(isInBackground: true)
  }

  @Test func `a damaged file that was released is set aside only by its owner`() throws {
    let session = launch()
    releaseDamaged(session)
    do {
      let other = journal.launch()
      #expect(other.open("/products/2").isRecorded)
      session.foreground()
      #expect(session.health.problem == .owned(path: journal.path))
      #expect(other.open("/products/3").isRecorded)
    }
    let end = try History(path: journal.path).head()
    journal.clock.advance(by: 60_000_000)
    #expect(!session.open("/products/4").isRecorded)
    #expect(session.health.problem == .overtaken(path: journal.path))
    #expect(try History(path: journal.path).head() == end && !journal.mark.isThere)
  }

  @Test
  func `a damaged released file that another session has written is left to it`() throws {
    let session = launch()
    releaseDamaged(session)
    do { journal.launch().open("/products/2") }
    let end = try History(path: journal.path).head()
    session.foreground()
    #expect(session.health.problem == .overtaken(path: journal.path) && !isHeld)
    #expect(try History(path: journal.path).head() == end && !journal.mark.isThere)
  }

  @Test func `a damaged file that was released is replaced by one that is held`() throws {
    let session = launch()
    releaseDamaged(session)
    session.foreground()
    #expect(session.open("/products/2").isRecorded && isHeld)
    _ = try journal.setAside(of: session)
    #expect(session.notation.hasSuffix("product(id: 1) product(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `a session that ends in the background holds nothing afterwards`() {
    let session = launch()
    session.open("/products/1")
    session.background()
    session.end()
    #expect(!isHeld)
  }

  @Test func `without the file there is no report copy`() throws {
    let copy = journal.file("report.sqlite")
    let owner = launch()
    owner.open("/products/1")
    let second = journal.launch()
    #expect(throws: StoreError.owned(path: journal.path)) { try second.writeReportCopy(to: copy) }
    owner.background()
    do {
      let other = journal.launch()
      #expect(throws: StoreError.owned(path: journal.path)) { try owner.writeReportCopy(to: copy) }
      other.open("/products/2")
    }
    #expect(throws: StoreError.self) { try owner.writeReportCopy(to: copy) }
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test func `a file that is missing when it is taken again is created again`() throws {
    let session = launch()
    session.open("/products/1")
    session.background()
    try FileManager.default.removeItem(atPath: journal.path)
    session.foreground()
    journal.clock.advance(by: 1_000_000)
    #expect(session.open("/products/2").isRecorded && isHeld)
    _ = try journal.setAside(of: session)
    #expect(session.notation.hasSuffix("product(id: 1) product(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `a session in memory releases nothing`() {
    let session = RouteSession.launch(journal.table, at: .memory) {
      $0.releasesInBackground = true
    }
    session.open("/products/1")
    session.background()
    #expect(session.open("/products/2").isRecorded && session.health == .recording)
  }

  @Test
  func `fault 22: a reader that does not own the journal changes nothing`() throws {
    #expect(throws: StoreError.missing(path: journal.path)) {
      try RestoredState(ofJournal: journal.path)
    }
    let owner = launch()
    owner.openAll("/notes/mine", "/products/1")
    let before = content
    let first = try RestoredState(ofJournal: journal.path)
    #expect(first.state == owner.state && first.anchor == owner.journal.anchor)
    #expect(
      content.filter { !$0.key.hasSuffix("-shm") } == before.filter { !$0.key.hasSuffix("-shm") })
    owner.open("/products/2")
    #expect(first.anchor != owner.journal.anchor)
    owner.background()  // with another reader it would leave its log
    #expect(content["journal.sqlite-wal"] == nil)
    let released = content
    let second = try RestoredState(ofJournal: journal.path)
    #expect(second.state == owner.state && second.anchor == owner.journal.anchor)
    #expect(content == released && !isHeld)
  }

  @Test func `fault 15: a damaged journal is not shown as if it were sound`() throws {
    do { launch().open("/products/1") }
    try Connection(path: journal.path, mode: .write)
      .execute("UPDATE journal SET link = '/products/4' WHERE kind = 4")
    #expect(throws: StoreError.self) { try RestoredState(ofJournal: journal.path) }
  }
}
