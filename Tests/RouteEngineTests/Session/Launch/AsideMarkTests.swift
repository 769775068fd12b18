import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The files that a launch recognises as set aside, whatever else is beside the journal.
@MainActor
struct AsideMarkTests {
  private let journal = TestJournal(of: .noteShop(asking: ["signedIn"]))
  private let manager = FileManager.default

  @Test func `fault 15: the newest file counts, whatever happened to older ones`() throws {
    for number in 1...2 {
      if number == 1 { journal.fillShop() }
      try journal.damage()
      #expect(
        try journal.setAside(of: journal.launchShop()).path == journal.path + "-damaged-\(number)")
      let session = journal.launchShop()
      session.open("/products/1\(number)", source: "late-\(number)")
      session.open("/products/2\(number)")
    }
    for suffix in ["", "-wal"] { try? journal.clear("-damaged-1" + suffix) }
    let last = journal.launchShop().recorder.sequence
    try journal.damage()
    let session = journal.launchShop()
    let told = try journal.setAside(of: session)
    #expect(told.path == journal.path + "-damaged-3" && told.salvaged == last - 1)
    #expect(try journal.entries().first?.sequence == last + 1)
    #expect(session.open("/products/11", source: "late-1").outcome?.word == "duplicate")
    try journal.requireShop(session)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: a mark that names a missing file hides nothing`() throws {
    journal.fillShop()
    try Connection(path: journal.path, mode: .write).execute("DROP TABLE seen")
    try journal.leaveMark(7)
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == journal.path + "-damaged-7")
    try journal.requireShop(session)
    #expect(!journal.mark.isThere)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 27: links that lead back to a sound journal do not damage it`() throws {
    journal.fillShop()
    for suffix in ["", "-wal"] {
      try manager.createSymbolicLink(
        atPath: journal.path + "-damaged-1" + suffix,
        withDestinationPath: "journal.sqlite" + suffix)
    }
    try journal.leaveMark()
    let session = journal.launchShop()
    #expect(session.health == .recording && !journal.mark.isThere)
    try journal.requireShop(session)
  }

  @Test(arguments: ["another program's", "a folder", "a sound journal"])
  func `fault 16: another file in the place of a damaged one is never moved`(what: String) throws {
    journal.fillShop()
    try journal.damage()
    let other = journal.file("other.sqlite")
    do { journal.launchShop(at: other).open("/products/9", source: "mail-9") }
    try journal.leaveMark()
    try manager.moveItem(atPath: journal.path, toPath: journal.path + "-damaged-1")
    switch what {
    case "a folder": try journal.obstruct("")
    case "a sound journal": try manager.copyItem(atPath: other, toPath: journal.path)
    default: try Connection(path: journal.path, mode: .create).execute("CREATE TABLE theirs (id)")
    }
    let before = manager.contents(atPath: journal.path)
    let session = journal.launchShop()
    #expect(session.health.isRecording == (what == "a sound journal"))
    if session.health.isRecording {
      #expect(session.open("/products/9", source: "mail-9").outcome?.word == "duplicate")
    } else {
      #expect(manager.contents(atPath: journal.path) == before)
    }
  }

  @Test func `fault 15: a journal reached through a link is set aside where it is`() throws {
    journal.fillShop()
    let link = journal.file("link.sqlite")
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "journal.sqlite")
    try journal.damage()
    _ = try Journal.setAside(link)
    do {
      let session = journal.launchShop(at: link)
      #expect(try journal.setAside(of: session).path == journal.path + "-damaged-1")
      try journal.requireShop(session)
    }
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == "journal.sqlite")
    let session = journal.launchShop()
    #expect(session.health == .recording && !journal.mark.isThere)
    try journal.requireShop(session)
  }

  @Test func `fault 25: a newer file and a mark beside it: nothing older is shown`() throws {
    journal.fillShop()
    try journal.damage()
    do { _ = try journal.setAside(of: journal.launchShop()) }
    try Connection(path: journal.path, mode: .write).execute("PRAGMA user_version=99")
    try journal.leaveMark()
    let session = journal.launchShop()
    #expect(!session.health.isRecording && session.state.waiting.isEmpty)
    #expect(session.recorder.working == .recording)
  }

  @Test func `fault 15: ids from before a file set aside are known after the next one`() throws {
    journal.fillShop()
    for number in 1...3 {
      try journal.damage()
      let session = journal.launchShop()
      #expect(try journal.setAside(of: session).path == journal.path + "-damaged-\(number)")
      session.open("/products/1\(number)")
    }
    try journal.requireShop(journal.launchShop())
  }

  @Test func `fault 27: a link of the mark's name that is none leads nowhere, and stays`() throws {
    let other = journal.file("other-damaged-1")
    try Data("somebody's".utf8).write(to: URL(filePath: other))
    for target in [
      other, "other-damaged-1", "../journal.sqlite-damaged-1", "journal.sqlite-damaged-",
      "journal.sqlite-damaged-0", "journal.sqlite-damaged-+1", "journal.sqlite-damaged-01",
      "journal.sqlite-damaged-9223372036854775807", String(repeating: "x", count: 2_000),
    ] {
      let link = journal.path + "-aside"
      try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(!journal.mark.isThere && journal.mark.files == [], "\(target)")
      #expect(journal.launchShop().health == .recording)
      let left = try manager.destinationOfSymbolicLink(atPath: link)
      #expect(target.hasPrefix(left.prefix(200)))
      try journal.clear("-aside")
    }
    #expect(manager.contents(atPath: other) == Data("somebody's".utf8))
    journal.fillShop()
    try journal.damage()
    try Data("no link".utf8).write(to: URL(filePath: journal.path + "-aside"))
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == journal.path + "-damaged-1")
    try journal.requireShop(session)
    #expect(manager.contents(atPath: journal.path + "-aside") == Data("no link".utf8))
  }

  @Test func `fault 27: a stranger's file of a high number hides nothing set aside`() throws {
    journal.fillShop()
    try Data().write(to: URL(filePath: journal.path + "-damaged-1000000"))
    try journal.damage()
    let aside = try Journal.setAside(journal.path)
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == aside)
    try journal.requireShop(session)
  }
}
