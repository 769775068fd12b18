import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Private values that are redacted: no byte of them is left, the journal says so, and everything
/// else stays valid.
@MainActor
struct RedactionTests {
  let shop = Scenario(
    screens: [PrivateValuesTests.profile],
    routes: [
      Route("profile", "/people/:email", to: [.push("profile")]).performs(
        ActionTemplate("greet", with: ["email": .request("email")]).waits(for: "online"))
    ])
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  /// | who | values |
  /// |---|---|
  /// | nobody | s3cr3t-nobody |
  /// | anna | s3cr3t-anna, s3cr3t-ü-anna, 98765, and the item x=s3cr3t-item |
  /// | ben | s3cr3t-ben, s3cr3t-late |
  private func record(_ journal: TestJournal) -> RouteSession {
    let session = journal.launch()
    session.open("/people/s3cr3t-nobody")
    session.signIn(as: "anna")
    session.open("/people/s3cr3t-anna?x=s3cr3t-item")
    session.open("/people/s3cr3t-%C3%BC-anna?pin=98765", source: "anna-1")
    session.background()
    session.signIn(as: "ben")
    session.open("/people/s3cr3t-ben")
    journal.clock.advance(by: 60_000_000)
    session.open("/people/s3cr3t-late")
    return session
  }

  nonisolated private static let all = [
    "s3cr3t-nobody", "s3cr3t-anna", "s3cr3t-ü-anna", "s3cr3t-item", "98765", "s3cr3t-ben",
    "s3cr3t-late",
  ]

  private func left(in journal: TestJournal) throws -> [String] {
    try Self.all.filter { try journal.holds($0) }
  }

  private func keys(of journal: TestJournal) throws -> [VaultKey] {
    let connection = try Connection(path: journal.path, mode: .read)
    let list = try connection.prepare("SELECT principal, secret FROM vault_key ORDER BY 1")
    var keys: [VaultKey] = []
    while try list.step() { keys.append(VaultKey(principal: list.text(0), secret: list.bytes(1))) }
    return keys
  }

  struct Choice: Sendable {
    let redaction: Redaction
    let gone: [String]
    let keys: Int
    let notes: Parameters
  }

  nonisolated static let choices = [
    Choice(
      redaction: .principal("anna"),
      gone: ["s3cr3t-anna", "s3cr3t-ü-anna", "s3cr3t-item", "98765"], keys: 1,
      notes: ["keys": 1, "principal": "anna", "selector": "principal", "values": 4]),
    Choice(
      redaction: .nobody, gone: ["s3cr3t-nobody"], keys: 1,
      notes: ["keys": 1, "selector": "nobody", "values": 1]),
    Choice(
      redaction: .value("s3cr3t-ü-anna"), gone: ["s3cr3t-ü-anna"], keys: 0,
      notes: ["keys": 0, "selector": "value", "values": 1]),
    Choice(
      redaction: .value("98765"), gone: ["98765"], keys: 0,
      notes: ["keys": 0, "selector": "value", "values": 1]),
    Choice(
      redaction: .value("s3cr3t-nobody"), gone: ["s3cr3t-nobody"], keys: 1,
      notes: ["keys": 1, "selector": "value", "values": 1]),
    Choice(
      redaction: .before(RouteInstant(microseconds: 1_700_000_030_000_000)),
      gone: Array(all.dropLast()), keys: 2,
      notes: [
        "before": .int(1_700_000_030_000_000), "keys": 2, "selector": "before", "values": 6,
      ]),
    Choice(
      redaction: .all, gone: all, keys: 3,
      notes: ["keys": 3, "selector": "all", "values": 7]),
  ]

  @Test(arguments: choices.indices, [true, false])
  func `no byte of the chosen values is left, and every other value is kept`(
    index: Int, isLive: Bool
  ) throws {
    let choice = Self.choices[index]
    var session: RouteSession? = record(journal)
    let before = try keys(of: journal)
    #expect(try left(in: journal) == Self.all)
    let result: Redaction.Result
    if isLive {
      result = try #require(try session?.journal.redact(choice.redaction))
    } else {
      session = nil
      let maintenance = try JournalMaintenance(at: journal.path, clock: journal.clock.sessionClock)
      result = try maintenance.redact(choice.redaction)
      try maintenance.end()
    }
    #expect([result.values, result.keys] == [choice.gone.count, choice.keys])
    #expect(try left(in: journal) == Self.all.filter { !choice.gone.contains($0) })
    let after = try keys(of: journal)
    #expect(before.count - after.count == choice.keys + 1, "the journal's own goes too")
    for key in before where !after.contains(key) { #expect(try !journal.holds(key.secret)) }
    let entry = try #require(try journal.entries().first { $0.kind == .redacted })
    #expect(entry.notes == choice.notes)
    #expect(entry.changes == [])
    let live = session ?? journal.launch()
    #expect(live.health == .recording)
    try journal.requireReplays(of: live)
    live.signIn(as: "anna")
    live.open("/people/s3cr3t-anna")
    #expect(live.visible["email"] == "s3cr3t-anna", "it can come again")
    try journal.requireReplays(of: live)
    let copy = journal.file("report.sqlite")
    try live.writeReportCopy(to: copy)
    for value in Self.all { #expect(try !journal.holds(value, at: copy), "\(value)") }
  }

  @Test func `the value of a token is removed, for any person`() throws {
    let session = record(journal)
    let leaf = try #require(session.state.tree.visibleLeaf())
    guard case .token(let token)? = leaf.parameters["email"] else {
      throw ScenarioMistake("its email is hidden")
    }
    let result = try session.journal.redact(.token(token))
    #expect([result.values, result.keys] == [1, 0])
    #expect(try left(in: journal) == Array(Self.all.dropLast()))
    #expect(session.revealed(leaf.parameters)["email"] == nil)
    #expect(throws: ParameterCodingError.self) {
      try session.screen(leaf.id, as: SessionPrivacyTests.Profile.self)
    }
    let notes = try journal.entries().last { $0.kind == .redacted }?.notes
    #expect(notes?["token"] == .string(token))
    // The pending action's parameter is the same token, and removed with it.
    #expect(session.state.actions.last.map { session.revealed($0.parameters) } == [:])
    try journal.requireReplays(of: session)
  }

  @Test func `the journal's own key is removed, also when nothing else is left`() throws {
    let session = journal.launch()
    session.signIn(as: "anna")
    session.open("/people/s3cr3t-anna", source: "anna-1")
    session.signOut()
    let own = try #require(try keys(of: journal).first)
    let result = try session.journal.redact(.all)
    #expect([result.values, result.keys] == [0, 1])
    #expect(try keys(of: journal).isEmpty && !journal.holds(own.secret))
    try journal.requireReplays(of: session)
    let head = session.journal.anchor
    #expect(try session.journal.redact(.all).keys == 0 && session.journal.anchor == head)
  }

  @Test func `when there is nothing to redact, nothing is written`() throws {
    do {
      let session = record(journal)
      let head = session.journal.anchor
      #expect(try session.journal.redact(.principal("zoe")).values == 0)
      #expect(try session.journal.redact(.value("s3cr3t")).values == 0, "no part of one")
      #expect(session.journal.anchor == head)
    }
    let head = try History(path: journal.path).head()
    let maintenance = try JournalMaintenance(at: journal.path)
    #expect(try maintenance.redact(.token("~")).values == 0)
    try maintenance.end()
    #expect(try History(path: journal.path).head() == head)
  }

  @Test func `beside a reader the log is emptied by the next redaction, and the first says so`()
    throws
  {
    let session = record(journal)
    do {
      let reader = try Connection(path: journal.path, mode: .read)
      try reader.execute("BEGIN")
      #expect(try reader.integer("SELECT count(*) FROM vault") != 0)
      #expect {
        try session.journal.redact(.all)
      } throws: {
        if case .busy? = $0 as? StoreError { true } else { false }
      }
      session.background()
      session.foreground()
      #expect(try !left(in: journal).isEmpty, "the reader may still look at it")
      try reader.execute("COMMIT")
    }
    #expect(try session.journal.redact(.all).values == 0)
    #expect(try left(in: journal) == [])
    try journal.requireReplays(of: session)
  }

  /// The write of the redaction itself fails, so that it is neither in the journal nor carried out
  /// later with another entry.
  @Test(arguments: [Redaction.principal("anna"), .all])
  func `a redaction that cannot be written removes nothing`(redaction: Redaction) throws {
    let session = record(journal)
    let before = (try left(in: journal), try keys(of: journal).map(\.principal))
    try session.failWriting()
    #expect(throws: StoreError.self) { try session.journal.redact(redaction) }
    try session.failWriting(false)
    journal.wake(session, after: 120_000_000)
    session.open("/people/s3cr3t-late", source: "late-1")
    #expect(session.health.isRecording)
    #expect(try left(in: journal) == before.0)
    #expect(try keys(of: journal).map(\.principal) == before.1)
    #expect(try journal.entries().allSatisfy { $0.kind != .redacted })
    #expect(try Verification(of: History(path: journal.path)).findings == [])
    _ = try session.journal.redact(redaction)
    #expect(try left(in: journal).contains { $0.hasSuffix("anna") } == false)
  }

  @Test func `a redaction after the session's end is refused for good`() throws {
    let session = record(journal)
    session.end()
    let refusal = StoreError.refused(reason: "the session has ended")
    #expect(throws: refusal) { try session.journal.redact(.all) }
    #expect(!refusal.description.contains("Try again"))
    #expect(try left(in: journal) == Self.all)
  }

  @Test func `a redaction while storage fails is refused, and says why`() throws {
    let owner = journal.launch()
    let session = journal.launch()
    #expect(throws: StoreError.owned(path: journal.path)) { try session.journal.redact(.all) }
    #expect(owner.health == .recording)
  }

  @Test func `no byte is left after many values of many sizes came and went`() throws {
    var random = SeededRandom(7)
    let session = journal.launch()
    for round in 0..<18 {
      session.signIn(as: ["anna", "ben", "zoe"][round % 3])
      for number in 0..<6 {
        let length = [10, 90, 600, 3_000][Int(random.next() % 4)]
        let padding = String(repeating: "x", count: length)
        session.open("/people/s3cr3t-\(round % 3)-\(random.next())-\(number)-\(padding)")
      }
      if round % 7 == 3 { try session.journal.redact(.principal("zoe")) }
      if round % 11 == 5 { session.background() }
    }
    try session.journal.redact(.principal("anna"))
    #expect(try !journal.holds("s3cr3t-0"))
    #expect(try journal.holds("s3cr3t-1"))
    try session.journal.redact(.all)
    #expect(try !journal.holds("s3cr3t"))
    try journal.requireReplays(of: session)
  }

  @Test func `a source's repetition takes no effect after a redaction either`() throws {
    let session = record(journal)
    session.signIn(as: "anna")
    let again = "/people/s3cr3t-%C3%BC-anna?pin=98765"
    session.signOut()
    #expect(session.open(again, source: "anna-1").outcome?.word == "duplicate")
    try session.journal.redact(.all)
    let count = session.state.tree.count
    #expect(session.open(again, source: "anna-1").outcome?.word == "failed")
    #expect(session.state.tree.count == count)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [true, false])
  func `a value that was put back is found`(isSignOut: Bool) throws {
    let session = record(journal)
    session.signIn(as: "anna")
    session.open("/people/s3cr3t-once-more")
    let key = try #require(try keys(of: journal).first { $0.principal == "anna" })
    let leaf = try #require(session.state.tree.visibleLeaf())
    guard case .token(let token)? = leaf.parameters["email"] else {
      throw ScenarioMistake("its email is hidden")
    }
    if isSignOut { session.signOut() } else { try session.journal.redact(.principal("anna")) }
    let sequence = try #require(
      try journal.entries().last { $0.kind == (isSignOut ? .principal : .redacted) }
    ).sequence
    let hex = key.secret.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    let findings = try Verification(
      of: journal.forged(
        """
        INSERT INTO vault_key VALUES ('anna', x'\(hex)');
        INSERT INTO vault VALUES ('\(token)', 'anna', '"s3cr3t-once-more"', 1700000000000000)
        """)
    ).findings
    #expect(findings.map(\.sequence) == [sequence])
    #expect(findings.first?.problem.contains("that it redacted") == true)
  }

  @Test(arguments: [
    "replace(payload, 'principal\":\"anna', 'nobody\":\"anna')",
    "replace(payload, '\"values\":4', '\"values\":-4')",
    "replace(replace(payload, '\"values\":4', '\"values\":0'), '\"keys\":1', '\"keys\":0')",
    "replace(payload, '\"selector\":\"principal\"', '\"selector\":\"all\"')", "NULL",
  ])
  func `an entry that does not say what a redaction says is found`(payload: String) throws {
    let session = record(journal)
    try session.journal.redact(.principal("anna"))
    let findings = try Verification(
      of: journal.forged("UPDATE journal SET payload = \(payload) WHERE kind = 30")
    ).findings
    #expect(findings.first?.problem.contains("does not say what was redacted") == true)
  }

  @Test func `a late answer makes no key for somebody who has signed out`() async throws {
    let journal = try TestJournal(
      Scenario(
        screens: shop.screens,
        routes: shop.routes + [Route("later", "/later", to: [.push("profile")]).asks("ask")]))
    var answers: [CheckedContinuation<Answer, Never>] = []
    let table = try RouteTable(
      RouteTableDefinition(
        tree: journal.table.definition.tree, screens: shop.screens,
        routes: shop.routes + [Route("ask", "/ask", to: [.select("home")]).asks("ask")]))
    let session = journal.launch(table: table) {
      $0.answerLater("ask") { _ in await withCheckedContinuation { answers.append($0) } }
    }
    session.signIn(as: "anna")
    session.open("/people/s3cr3t-first")
    let opening = session.open("/ask")
    #expect(await eventually { answers.count == 1 })
    session.signOut()
    let link = try RouteLink("/people/s3cr3t-late")
    answers.removeFirst().resume(returning: .redirect(.link(link)))
    #expect(await opening.ended() == .shown)
    #expect(try keys(of: journal).map(\.principal).contains("anna") == false)
    #expect(try !journal.holds("s3cr3t"))
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(leaf.kind == "profile")
    #expect(throws: ParameterCodingError.privateValue(name: "email")) {
      try session.screen(leaf.id, as: SessionPrivacyTests.Profile.self)
    }
    try journal.requireReplays(of: session)
    // A person who signs in again gets a new key, and the value stays removed.
    session.signIn(as: "anna")
    #expect(session.revealed(leaf.parameters)["email"] == nil)
  }

  @Test(arguments: [
    ("/born/1990-05-17T10:00Z", "1990-05-17T10:00Z"), ("/born/1990-05-17", "1990-05-17"),
    ("/pay/12345", "12345"), ("/pay/0.00001", "0.00001"),
    ("/key/a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
    ("/tags?tags=red,s3cr3t", "red,s3cr3t"),
  ])
  func `a value is redacted that is given as its link had it`(link: String, text: String) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { born: { parameters: { day: "date" }, private: ["day"] },
                     pay: { parameters: { sum: "double" }, private: ["sum"] },
                     key: { parameters: { id: "uuid" }, private: ["id"] },
                     tags: { parameters: { tags: "[string,]" }, private: ["tags"] } },
          routes: [{ id: "born", patterns: ["/born/:day"], destination: [{ push: "born" }] },
                   { id: "pay", patterns: ["/pay/:sum"], destination: [{ push: "pay" }] },
                   { id: "key", patterns: ["/key/:id"], destination: [{ push: "key" }] },
                   { id: "tags", patterns: ["/tags"], destination: [{ push: "tags" }] }] }
        """.utf8))
    let folder = TemporaryFolder()
    let session = RouteSession.launch(table, at: .file(folder.file("journal.sqlite")))
    #expect(session.open(link).outcome?.isSuccess == true)
    #expect(try session.journal.redact(.value("other")).values == 0)
    #expect(try session.journal.redact(.value(text)).values == 1)
  }
}
