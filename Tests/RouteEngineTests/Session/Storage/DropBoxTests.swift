import Foundation
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Links that other processes leave for the session that owns the journal.
@MainActor
struct DropBoxTests {
  let journal = TestJournal(of: .shop())

  private var inbox: String { journal.path + "-inbox" }
  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: inbox)) ?? []).sorted()
  }

  private func leave(
    _ link: String, from entryPoint: EntryPoint = .url, id: String? = nil,
    expiresAfter lifetime: Duration? = nil
  ) throws {
    journal.clock.advance(by: 1)
    try DropBox(ofJournal: journal.path).leave(
      link, from: entryPoint, source: id, expiresAfter: lifetime, clock: journal.clock.sessionClock)
  }

  /// The name of a file in the drop box.
  private func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 20 - digits.count) + digits + "-"
      + String(repeating: "0", count: 32 - digits.count) + digits
  }

  private func place(_ number: Int) -> URL { URL(fileURLWithPath: "\(inbox)/\(name(number))") }

  private func put(_ content: Data, _ number: Int) throws {
    try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
    try content.write(to: place(number))
  }

  private static func json(_ link: String, version: Int = 1, from word: String = "url") -> Data {
    Data(#"{"entry_point":"\#(word)","link":"\#(link)","version":\#(version)}"#.utf8)
  }

  @Test func `fault 22: links left by others are ordinary requests, oldest first`() throws {
    let session = journal.launch()
    try leave("/products/2", from: .notificationResponse)
    try leave("/products/1")
    let openings = session.journal.ingest()
    #expect(openings.map(\.outcome) == [.shown, .shown] && openings.allSatisfy(\.isRecorded))
    #expect(session.notation.hasSuffix("product(id: 2) product(id: 1)]]"))
    #expect(files.isEmpty && session.journal.ingest().isEmpty)
    let requests = try journal.entries().compactMap(\.request)
    #expect(requests.map(\.entryPoint) == [.notificationResponse, .url])
    try journal.requireReplays(of: session)
  }

  @Test func `it is taken in at a launch and when the host comes to the foreground`() throws {
    try leave("/products/1")
    let session = journal.launch()
    #expect(session.state.tree.visibleLeaf()?.parameters["id"] == 1)
    session.background()
    try leave("/products/2")
    session.foreground()
    #expect(session.state.tree.visibleLeaf()?.parameters["id"] == 2)
    #expect(files.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 22: killed between commit and removal, a request takes effect once`() throws {
    let copy = journal.file("copy.sqlite")
    do {
      let session = journal.launch()
      try leave("/products/1")
      var isCopied = false
      session.onChange = { [journal, inbox] _ in
        guard !isCopied else { return }
        isCopied = true
        try? FileCopy.crash(of: journal.path, as: copy)
        try? FileManager.default.copyItem(atPath: inbox, toPath: copy + "-inbox")
      }
      session.journal.ingest()
      #expect(isCopied)
    }
    let waits = try HistoryFold.state(at: .max, of: History(path: copy)).waiting
    #expect(waits.map(\.status) == [.released])  // no host code has run for it yet
    let session = journal.launch(at: copy)
    let products = session.state.tree.screens.filter { $0.kind == "product" }
    #expect(products.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy + "-inbox").isEmpty)
    let outcomes = try journal.entries(of: copy).compactMap(\.outcome)
    #expect(outcomes == [.shown, .duplicate(of: waits[0].id)])
    #expect(try Verification(of: History(path: copy)).findings == [])
    #expect(try Rerun(of: History(path: copy)).divergences == [])
  }

  @Test func `killed between writing and renaming, nothing is left behind`() throws {
    let session = journal.launch()
    try put(Self.json("/products/1"), 1)
    let unfinished = URL(fileURLWithPath: "\(inbox)/.\(name(1))")
    try FileManager.default.moveItem(at: place(1), to: unfinished)
    let writer = try FileHandle(forUpdating: unfinished)
    #expect(flock(writer.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    // Another process still writes it.
    #expect(session.journal.ingest().isEmpty && files == [".\(name(1))"])
    try writer.close()
    #expect(session.journal.ingest().isEmpty && files.isEmpty)
  }

  enum Hostile: String, CaseIterable {
    case large, binary, link, folder, pipe, empty, list, noLink, fact, unversioned
  }

  @Test(arguments: Hostile.allCases)
  func `fault 27: a text left by a process that is no link is refused`(
    hostile: Hostile
  ) throws {
    let session = journal.launch()
    let target = journal.file("target")
    try Self.json("/products/1").write(to: URL(fileURLWithPath: target))
    try put(Data(), 1)
    switch hostile {
    case .large: try put(Data(repeating: UInt8(ascii: "["), count: 10 << 20), 1)
    case .binary: try put(Data([0x7B, 0x22, 0xFF, 0xC0, 0x22, 0x3A, 0x31, 0x7D]), 1)
    case .link:
      try FileManager.default.removeItem(at: place(1))
      try FileManager.default.createSymbolicLink(
        at: place(1), withDestinationURL: URL(fileURLWithPath: target))
    case .folder:
      try FileManager.default.removeItem(at: place(1))
      try FileManager.default.createDirectory(at: place(1), withIntermediateDirectories: false)
      try Data().write(to: place(1).appendingPathComponent("inside"))
    case .pipe:
      try FileManager.default.removeItem(at: place(1))
      #expect(unsafe mkfifo(place(1).path, 0o600) == 0)
    case .empty: break
    case .list: try put(Data("[1]".utf8), 1)
    case .noLink: try put(Self.json("no link at all \\u0000"), 1)
    case .fact: try put(Self.json("/products/1", from: "hostFact"), 1)
    case .unversioned: try put(Self.json("/products/1", version: 0), 1)
    }
    try leave("/products/7")
    let tree = session.journal.ingest()
    #expect(tree.count == 2 && tree[0].isRecorded && !tree[0].accepted)
    guard case .failed(0, let reason)? = tree[0].outcome else {
      throw ScenarioMistake("\(String(describing: tree[0].outcome))")
    }
    let said =
      switch hostile {
      case .large: "\(10 << 20) bytes are too many"
      case .link: "symbolic link"
      case .folder, .pipe: "it is no file"
      default: "no link"
      }
    #expect(reason.contains("no link") && reason.contains(said), "\(reason)")
    #expect(tree[1].outcome == .shown && session.journal.ingest().isEmpty)
    #expect(files == (hostile == .folder ? ["refused-\(name(1))"] : []))
    #expect(FileManager.default.fileExists(atPath: target))
    try journal.requireReplays(of: session)
  }

  @Test func `a file that cannot be removed or renamed is journaled once in a session`() throws {
    let session = journal.launch()
    for folder in [place(1).path, "\(inbox)/refused-\(name(1))"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/full", withIntermediateDirectories: true)
    }
    #expect(session.journal.ingest().count == 1)
    let head = session.journal.anchor
    #expect(session.journal.ingest().isEmpty && session.journal.anchor == head)
    #expect(files == [name(1), "refused-\(name(1))"])
    try FileManager.default.removeItem(atPath: "\(inbox)/refused-\(name(1))")
    #expect(session.journal.ingest().isEmpty && session.journal.anchor == head)
    #expect(files == ["refused-\(name(1))"])
    // Its name is free again.
    try put(Self.json("/products/1"), 1)
    #expect(session.journal.ingest().count == 1 && files == ["refused-\(name(1))"])
    try journal.requireReplays(of: session)
  }

  @Test func `a file that a newer version left stays for it, byte for byte`() throws {
    let session = journal.launch()
    try put(Self.json("/products/1", version: 2), 1)
    let head = session.journal.anchor
    let openings = session.journal.ingest()
    #expect(openings.count == 1 && openings[0].accepted == false)
    #expect(session.journal.anchor == head && files == [name(1)])
    #expect(try Data(contentsOf: place(1)) == Self.json("/products/1", version: 2))
  }

  @Test func `files with other names are ignored`() throws {
    let session = journal.launch()
    try put(Self.json("/products/1"), 1)
    for other in ["notes.txt", ".hidden", "refused-x", name(1) + "x", "A" + name(1).dropFirst()] {
      try FileManager.default.copyItem(at: place(1), to: URL(fileURLWithPath: "\(inbox)/\(other)"))
    }
    #expect(session.journal.ingest().map(\.outcome) == [.shown])
    #expect(files.count == 5)
  }

  @Test func `the same id takes effect once, and other content under it is refused`() throws {
    let session = journal.launch()
    try leave("/products/1", id: "push-1")
    try leave("/products/1", id: "push-1")
    try leave("/products/2", id: "push-1")
    let outcomes = session.journal.ingest().compactMap(\.outcome)
    #expect(outcomes[0] == .shown && outcomes[1].word == "duplicate")
    #expect(outcomes[2].word == "failed")
    try journal.requireReplays(of: session)
  }

  @Test func `a link that has expired in the drop box is not opened`() throws {
    let session = journal.launch()
    try leave("/products/1", expiresAfter: .seconds(10))
    journal.clock.advance(by: 20_000_000)
    try leave("/products/2", expiresAfter: .seconds(10))
    #expect(session.journal.ingest().map(\.outcome) == [.expired, .shown])
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: a link left before the clock was set back expires in time`() throws {
    do { _ = journal.launch() }
    try leave("/products/1", expiresAfter: .seconds(10))
    journal.clock.wall -= 365 * 86_400_000_000
    let session = journal.launch { $0.startsSuspended = true }
    #expect(session.state.waiting.map(\.request.options.expiresAfter) == [.seconds(10)])
  }

  @Test func `fault 24: a link's age does not depend on settings of the clock`() throws {
    journal.clock.boot = "a"
    let year: Int64 = 365 * 86_400_000_000
    do { _ = journal.launch() }
    for span in [year, -year, -2_000_000] {
      try leave("/products/1", expiresAfter: .seconds(10))
      journal.clock.wall += span
      journal.clock.advance(by: 4_000_000)
      let session = journal.launch { $0.startsSuspended = true }
      #expect(session.state.waiting.last?.request.options.expiresAfter == .seconds(6))
      journal.clock.wall -= span  // the session has the time of its beginning
      try leave("/products/2", expiresAfter: .seconds(10))
      journal.clock.advance(by: 4_000_000)
      session.journal.ingest()
      #expect(session.state.waiting.last?.request.options.expiresAfter == .seconds(6))
      try journal.requireReplays(of: session)
    }
  }

  @Test func `impossible clocks in a file do not trap the session that takes it`() throws {
    journal.clock.boot = "a"
    let session = journal.launch { $0.startsSuspended = true }
    let ends = [Int64.min, -1, 0, 1, .max]
    for (number, (expires, monotonic)) in ends.flatMap({ end in ends.map { (end, $0) } })
      .enumerated()
    {
      let json =
        #"{"boot":"a","entry_point":"url","expires_us":\#(expires),"link":"/products/1","#
        + #""monotonic_us":\#(monotonic),"version":1}"#
      try put(Data(json.utf8), number)
    }
    #expect(session.journal.ingest().count == ends.count * ends.count)
    #expect(files.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `a large file is refused when it is left, and surplus files wait in the folder`()
    throws
  {
    let box = try DropBox(ofJournal: journal.path)
    let long = #expect(throws: StoreError.self) {
      try box.leave(String(repeating: "x", count: DropFolder.mostBytes))
    }
    #expect(long?.description.hasSuffix("handed over. Leave a shorter link.") == true)
    #expect(throws: StoreError.self) { try box.leave("/products/1", from: .hostFact) }
    #expect(files.isEmpty)
    for number in 1...5 { try put(Self.json("/products/\(number)"), number) }
    let session = journal.launch {
      $0.startsSuspended = true
      $0.limits.waitingRequests = 3
    }
    #expect(session.state.waiting.count == 3 && files == [name(4), name(5)])
    session.requests.resume()
    session.journal.ingest()
    #expect(
      session.notation.contains("product(id: 1) product(id: 2) product(id: 3) product(id: 4)"))
    #expect(files.isEmpty)
    try journal.requireReplays(of: session)
    for number in 1...DropFolder.mostFiles { try put(Data(), number) }
    let full = #expect(throws: StoreError.self) { try box.leave("/products/1") }
    #expect(full?.description.hasSuffix("take them in. Leave the link again when it has.") == true)
    #expect(files.count == DropFolder.mostFiles)
  }

  @Test func `a file in the place of the folder is reported, and stays`() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: inbox))
    #expect(throws: StoreError.cannotOpen(path: inbox, reason: "Not a directory")) {
      try leave("/products/1")
    }
    #expect(journal.launch().journal.ingest().isEmpty)
    #expect(FileManager.default.contents(atPath: inbox) == Data("mine".utf8))
  }

  @Test func `a link stays while nothing can be recorded, and is then opened once`() throws {
    let session = journal.launch()
    try leave("/products/1")
    try leave("/products/2")
    try session.failWriting()
    let openings = session.journal.ingest()
    #expect(openings.map(\.outcome) == [.shown] && !openings[0].isRecorded)
    #expect(!session.health.isRecording && files.count == 2)
    #expect(session.journal.ingest().isEmpty)
    journal.clock.advance(by: 1_000_000)
    #expect(session.journal.ingest().map(\.outcome) == [.shown])
    #expect(session.health == .recording && files.isEmpty)
    #expect(session.notation.hasSuffix("[catalog product(id: 1) product(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `a path that names no file is refused by its session and its drop box`() throws {
    let empty = StoreError.cannotOpen(path: "", reason: "the path is empty")
    #expect(throws: empty) { try DropBox(ofJournal: "") }
    #expect(journal.launch(at: "").health.problem == empty)
    let folder = journal.file("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let problem = journal.launch(at: folder).health.problem
    #expect(problem?.description.hasSuffix("folder' is a folder. Name a file in it.") == true)
  }

  @Test func `only the owner takes links from the drop box`() throws {
    let owner = journal.launch()
    let second = journal.launch()
    try leave("/products/1")
    #expect(second.journal.ingest().isEmpty && files.count == 1)
    #expect(owner.journal.ingest().map(\.outcome) == [.shown])
  }
}
