import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The vault itself: when it cannot be read, when values are gone, and at sign-out.
@MainActor
struct VaultTests {
  typealias Profile = SessionPrivacyTests.Profile

  let shop = Scenario(
    screens: [PrivateValuesTests.profile],
    routes: [Route("profile", "/people/:email", to: [.push("profile")])])
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  private func bytes(of journal: TestJournal) throws -> Data {
    var bytes = Data()
    for path in [journal.path, journal.path + "-wal"]
    where FileManager.default.fileExists(atPath: path) {
      bytes += try Data(contentsOf: URL(fileURLWithPath: path))
    }
    return bytes
  }

  private func holds(_ text: String, _ journal: TestJournal) throws -> Bool {
    try bytes(of: journal).range(of: Data(text.utf8)) != nil
  }

  private func key(of principal: String, in journal: TestJournal) throws -> [UInt8]? {
    let connection = try Connection(path: journal.path, mode: .read)
    let find = try connection.prepare("SELECT secret FROM vault_key WHERE principal = ?1")
    find.bind(principal, at: 1)
    return try find.step() ? find.bytes(0) : nil
  }

  private func revealedEmail(_ session: RouteSession) throws -> String? {
    let leaf = try #require(session.state.tree.visibleLeaf())
    return try session.screen(leaf.id, as: Profile.self)?.email
  }

  @Test(arguments: [
    "UPDATE vault_key SET secret = x''",
    "UPDATE vault_key SET secret = x'00112233445566778899'",
  ])
  func `a key that cannot be read is a problem, and no reason to take another`(damage: String)
    throws
  {
    do {
      let session = journal.launch()
      session.signIn(as: "user-1")
      session.open("/people/ann")
    }
    try execute(damage, on: journal.path)
    let before = try History(path: journal.path).head()
    let session = journal.launch()
    let opening = session.open("/people/s3cr3t")
    #expect(opening.outcome == .shown, "navigation goes on")
    #expect(!opening.isRecorded)
    #expect(session.health.problem != nil)
    #expect(try revealedEmail(session) == "s3cr3t", "in memory")
    #expect(try !holds("s3cr3t", journal))
    let kinds = try journal.entries().filter { $0.sequence > before.sequence }.map(\.kind.word)
    #expect(kinds == ["began", "restored"])
  }

  @Test func `a value that is gone from the vault is not revealed from memory`() throws {
    let session = journal.launch()
    session.open("/people/ann")
    #expect(try revealedEmail(session) == "ann")
    try execute("DELETE FROM vault", on: journal.path)
    #expect(throws: ParameterCodingError.privateValue(name: "email")) {
      try revealedEmail(session)
    }
  }

  @Test func `an optional private value that is gone does not count as never given`() throws {
    let session = journal.launch()
    struct Pin: ScreenKind {
      static var kind: String { "profile" }
      var pin: Int?
    }
    session.open(.screen(kind: "profile", ["email": "a", "pin": 7]), from: .programmatic)
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(try session.screen(leaf.id, as: Pin.self)?.pin == 7)
    try execute("DELETE FROM vault", on: journal.path)
    #expect(throws: ParameterCodingError.privateValue(name: "pin")) {
      try session.screen(leaf.id, as: Pin.self)
    }
  }

  @Test func `a token that comes back with the source's id is the same content`() throws {
    var link: RouteRequest.Target?
    let table = try RouteTable(
      RouteTableDefinition(
        tree: journal.table.definition.tree, screens: shop.screens, routes: shop.routes,
        interceptors: ["look"]))
    let session = journal.launch(table: table) {
      $0.answer("look") { asked in
        if case .link = asked.request.target { link = asked.request.target }
        return .allow
      }
    }
    session.signIn(as: "user-1")
    let first = session.open(
      .route("profile", ["email": "ann"]), from: .programmatic, source: "route")
    let id = try #require(first.request)
    let email = try #require(session.state.tree.visibleLeaf()?.parameters["email"])
    func again(_ value: ParameterValue) -> Outcome? {
      session.open(.route("profile", ["email": value]), from: .programmatic, source: "route")
        .outcome
    }
    #expect(again(email) == .duplicate(of: id))
    #expect(again("ann") == .duplicate(of: id))
    #expect(again("eve") != .duplicate(of: id))
    let second = session.open("/people/bob?x=1#part", source: "link")
    let hidden = try #require(link)
    let tokens = try #require(session.state.tree.visibleLeaf()?.parameters)
    let repeated = session.open(hidden, from: .url, source: "link")
    #expect(repeated.outcome == second.request.map { .duplicate(of: $0) })
    session.open("/people/eve")
    session.open(hidden, from: .url)
    #expect(session.state.tree.visibleLeaf()?.parameters == tokens, "no token of a token")
    #expect(try revealedEmail(session) == "bob")
    try journal.requireReplays(of: session)
  }

  @Test func `sign-out leaves no byte of values and key, in the file or its log`() throws {
    let session = journal.launch()
    session.open("/people/s3cr3t-nobody")
    func fill(_ principal: String, _ count: Int) {
      session.signIn(as: principal)
      for number in 0..<count {
        session.open("/people/s3cr3t-\(principal)-\(number)-\(String(repeating: "x", count: 90))")
      }
    }
    for _ in 1...3 {
      for principal in ["anna", "user-1", "zoe"] { fill(principal, 40) }
      session.background()
    }
    session.signIn(as: "user-1")
    session.open("/people/s3cr3t-user-1-last")
    let waiting = try #require(session.state.tree.visibleLeaf()?.parameters)
    let secret = try #require(try key(of: "user-1", in: journal))
    #expect(try holds("s3cr3t-user-1", journal))
    session.signOut()
    #expect(try !holds("s3cr3t-user-1", journal))
    #expect(try !holds("s3cr3t-nobody", journal))
    #expect(try bytes(of: journal).range(of: Data(secret)) == nil)
    #expect(try holds("s3cr3t-anna", journal), "who did not sign out keeps theirs")
    #expect(session.revealed(waiting)["email"] == nil)
    session.signIn(as: "user-1")
    #expect(session.revealed(waiting)["email"] == nil, "nor does it come back")
    session.open("/people/s3cr3t-user-1-last")
    #expect(session.state.tree.visibleLeaf()?.parameters != waiting, "there is a new key")
    #expect(try revealedEmail(session) == "s3cr3t-user-1-last")
    #expect(session.health == .recording)
    try journal.requireReplays(of: session)
  }

  @Test func `a sign-out while no user is signed in does nothing, a redaction does`() throws {
    let session = journal.launch()
    session.open("/people/s3cr3t-early")
    session.signal("online")
    let count = try journal.entries().count
    session.signOut()
    #expect(try journal.entries().count == count)
    #expect(session.state.conditions == ["online"])
    #expect(try holds("s3cr3t-early", journal))
    #expect(try revealedEmail(session) == "s3cr3t-early")
    #expect(try session.journal.redact(.nobody).values == 1)
    #expect(try !holds("s3cr3t-early", journal))
    try journal.requireReplays(of: session)
  }

  @Test func `beside a reader the log of a sign-out is emptied at the next background`() throws {
    let session = journal.launch()
    session.signIn(as: "user-1")
    session.open("/people/s3cr3t-1")
    do {
      let reader = try Connection(path: journal.path, mode: .read)
      try reader.execute("BEGIN")
      #expect(try reader.integer("SELECT count(*) FROM vault") != 0)
      session.signOut()
      session.background()
      #expect(try holds("s3cr3t-1", journal), "the reader may still look at it")
      try reader.execute("COMMIT")
    }
    session.foreground()
    session.background()
    #expect(try !holds("s3cr3t-1", journal))
    #expect(session.health == .recording)
    try journal.requireReplays(of: session)
  }

  @Test func `a sign-out also removes values that were hidden and not yet written`() throws {
    let table = try RouteTable(
      RouteTableDefinition(
        tree: journal.table.definition.tree, screens: shop.screens, routes: shop.routes,
        interceptors: ["leave"]))
    do {
      var leaves = true
      var opened: Opening?
      weak var current: RouteSession?
      let session = journal.launch(table: table) {
        $0.answer("leave") { _ in
          guard leaves, let session = current else { return .allow }
          leaves = false
          opened = session.open("/people/s3cr3t-queued")
          session.signOut()
          return .allow
        }
      }
      current = session
      session.signIn(as: "user-1")
      session.open("/people/s3cr3t-first")
      #expect(opened?.outcome == .shown)
      #expect(throws: ParameterCodingError.self) { try revealedEmail(session) }
      try journal.requireReplays(of: session)
    }
    #expect(try !holds("s3cr3t", journal))
  }
}
