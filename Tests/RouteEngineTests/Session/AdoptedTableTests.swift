import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Another route table replaces a session's while it runs.
@MainActor
struct AdoptedTableTests {
  private static let tree = Scenario.tree
  private static let product = ScreenDeclaration("product", schema: ["number": .string])
  private static let route = Route("product", "/products/:number", to: .inShop("product"))
  private static let promos = Route("promo", "/promo", to: .inShop("promo"))
  private static let gated = Route("gated", "/gated/:number", to: [.push("product")]).asks("gate")

  /// The same links with another table: a product has a number, promotions are gone, deals are new.
  private static let updated = RouteTableDefinition(
    tree: Scenario.tree,
    screens: [
      ScreenDeclaration(
        "product", version: 2,
        schema: ["id": .int],
        migrations: [ScreenMigration(from: 1, with: ["id": ":number"])])
    ] + kinds("deal"),
    routes: [
      Route("product", version: 2, "/products/:id", to: [.push("product")]),
      Route("deal", "/promo", to: [.push("deal")]),
      Route("gated", "/gated/:id", to: [.push("deal")]),
    ])

  private var scenario: Scenario {
    var scenario = Scenario(
      screens: [Self.product] + kinds("promo"),
      routes: [Self.route, Self.promos, Self.gated],
      answers: ["gate": .wait(condition: "signedIn")])
    scenario.definitions = ["updated": Self.updated]
    scenario.definitions["former"] = scenario.definition(tree: Scenario.tree)
    scenario.definitions["bare"] = RouteTableDefinition(tree: "start")
    return scenario
  }

  @Test func `H5: a table adopted while running takes the next link, screens come over`() throws {
    try scenario.run(
      """
      open: /products/7
      open: /promo
      adopt: updated
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) promo/unknown]]
      shows: product
      open: /products/8 -> shown
      open: /promo
      shows: deal
      adopt: former
      open: /promo
      shows: promo
      adopt: updated
      relaunch
      open: /products/9 -> shown
      shows: product
      """)
  }

  @Test func `H5: a request that waits is decided with the table adopted meanwhile`() throws {
    try scenario.run(
      """
      open: /gated/7 -> waiting
      adopt: updated
      outcome: waiting
      signal: signedIn
      outcome: shown
      shows: deal
      """)
  }

  @Test func `an action has its turn at once when its screen is known again`() throws {
    let journal = try TestJournal(scenario)
    let session = journal.launch()
    session.open("/promo")
    session.adopt(try RouteTable(Self.updated))
    let promo = try #require(session.state.tree.screens.last { $0.kind == "promo" })
    var isDone = false
    session.actions.perform("announce", on: promo.id, when: .arrival) { _ in
      isDone = true
      return .done
    }
    #expect(!isDone)
    session.adopt(journal.table)
    #expect(isDone)
    try journal.requireReplays(of: session)
  }

  @Test func `when the adopted table knows no shown screen, its own tree is shown`() throws {
    try scenario.run(
      """
      open: /products/7
      adopt: bare
      tree: start
      open: /products/7 -> not found
      """)
  }

  @Test func `a notation is read with the table that is adopted once the journal is read`() throws {
    let journal = try TestJournal(scenario)
    journal.launch().open("/products/7")
    var isLocked = true
    let session = journal.launch { [path = journal.path] in
      $0.openingProblem = { isLocked ? .locked(path: path) : nil }
    }
    let table = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen("box", container: .stack)
    }
    #expect(session.adopt(table))
    isLocked = false
    let opening = session.display.reconcile(with: "main/stack[feed box[feed]]")
    #expect(opening.outcome == .shown && session.notation == "main[feed box[feed]]")
    try journal.requireReplays(of: session)
  }

  @Test func `bounds too narrow for the adopted table's own tree do not stop it`() throws {
    let journal = try TestJournal(scenario)
    let session = journal.launch {
      $0.limits.depth = 1
      $0.limits.screens = 1
    }
    let other = RouteTableDefinition(tree: "begin/stack[start]")
    #expect(session.adopt(try RouteTable(other)))
    #expect(session.state.tree.screens.map(\.kind) == ["begin", "start"])
    try journal.requireReplays(of: session)
  }

  @Test func `the same table is adopted without an entry, and after the end none is`() throws {
    let journal = try TestJournal(scenario)
    let session = journal.launch()
    let sequence = session.journal.anchor.sequence
    #expect(session.adopt(journal.table))
    #expect(session.journal.anchor.sequence == sequence)
    session.end()
    #expect(!session.adopt(try RouteTable(Self.updated)))
    #expect(session.table.digest == journal.table.digest)
  }

  @Test func `an observer sees the new screens with the new table, and the row names it`() throws {
    let journal = try TestJournal(scenario)
    let updated = try RouteTable(Self.updated)
    let session = journal.launch()
    session.open("/products/7")
    var seen: [UInt64] = []
    session.onChange = { seen.append($0.table.digest) }
    session.adopt(updated)
    #expect(seen == [updated.digest])
    let history = try History(path: journal.path)
    #expect(try history.sessions().last?.tableDigest == Digest64.hex(updated.digest))
    let newest = session.journal.anchor.sequence
    #expect(try history.tableDigest(at: newest) == Digest64.hex(updated.digest))
    #expect(try history.tableDigest(at: newest - 1) == Digest64.hex(journal.table.digest))
    try journal.requireReplays(of: session)
  }

  @Test func `a table adopted while storage fails is in the journal once it works`() throws {
    let journal = try TestJournal(scenario)
    let session = journal.launch()
    session.open("/products/7")
    try session.recorder.journal.connection.execute("PRAGMA max_page_count=1")
    var number = 100_000
    while session.health.isRecording {
      session.open("/products/\(number)")
      number += 1
    }
    #expect(session.adopt(try RouteTable(Self.updated)))
    #expect(session.open("/products/9").outcome == .shown)
    try session.recorder.journal.connection.execute("PRAGMA max_page_count=1000000")
    journal.clock.advance(by: 100_000_000)
    #expect(session.open("/products/10").outcome == .shown)
    #expect(session.health == .recording)
    #expect(try journal.kinds().contains("outage"))
    #expect(try !journal.kinds().contains("table"))
    let outage = try journal.entries().first { $0.kind == .outage }
    #expect(outage?.notes["from"] == .string(Digest64.hex(journal.table.digest)))
    try journal.requireReplays(of: session)
  }

  /// The process may end between the entry that resumes the journal and the entry of the
  /// background.
  @Test func `an adoption of an outage does not store a background that has no entry`() throws {
    let journal = try TestJournal(scenario)
    let session = journal.launch()
    session.open("/products/7")
    session.requests.suspend()
    session.open("/products/9")  // the journal gives it another id, which is a change
    session.background()
    try session.recorder.journal.connection.execute("PRAGMA max_page_count=1")
    for number in 100_000...100_200 where session.health.isRecording {
      session.open("/products/\(number)")
    }
    #expect(!session.health.isRecording)
    #expect(session.adopt(try RouteTable(Self.updated)))
    let outage = session.recorder.outage
    session.recorder.outage = nil  // as if the background had tried storage in vain
    session.background()
    session.recorder.outage = outage
    try session.recorder.journal.connection.execute("PRAGMA max_page_count=1000000")
    var findings: [Verification.Finding] = []
    var newest: [String] = []
    session.onChange = { session in
      guard session.health.isRecording else { return }
      do {
        newest.append(try journal.kinds().last ?? "none")
        findings += try Verification(of: History(path: journal.path)).findings
      } catch {
        Issue.record(error)
      }
    }
    journal.clock.advance(by: 100_000_000)
    session.wake()
    #expect(newest.first == "received")
    #expect(try journal.kinds().last == "background")
    #expect(findings == [])
    try journal.requireReplays(of: session)
  }

  /// Two sessions do the same; the entry that one could write stands in for the failed commit of
  /// the other.
  @Test func `a background whose commit failed, and was made all the same, stays the row's end`()
    throws
  {
    let twin = try TestJournal(scenario)
    twin.launch().background()
    let journal = try TestJournal(scenario)
    let session = journal.launch()
    try session.failWriting()
    session.background()
    #expect(!session.health.isRecording)
    try session.failWriting(false)
    let made = try History(path: twin.path)
    var batch = JournalBatch()
    batch.entries = [try #require(try made.entry(at: 2))]
    batch.session = try made.sessions().last
    try session.recorder.journal.append(&batch)
    try session.failWriting()
    #expect(session.adopt(try RouteTable(Self.updated)))
    session.requests.suspend()
    session.open("/products/9")  // the journal gives it another id, which is a change
    try session.failWriting(false)
    var endings: [String?] = []
    session.onChange = { session in
      guard session.health.isRecording else { return }
      do {
        let history = try History(path: journal.path)
        endings.append(try history.sessions().last?.ending)
        #expect(try Verification(of: history).findings == [])
      } catch {
        Issue.record(error)
      }
    }
    journal.clock.advance(by: 100_000_000)
    session.wake()
    #expect(endings.first == "background")
    #expect(try journal.kinds().filter { $0 == "background" }.count == 2)
    try journal.requireReplays(of: session)
  }

  /// The claim is written with the background, after it.
  @Test func `an adoption after a background that let an action be claimed keeps the row's end`()
    throws
  {
    let shop = Scenario.shop(ActionTemplate("view").delayed(by: .seconds(2)))
    let journal = try TestJournal(shop)
    let session = journal.launch { $0.perform("view") { _ in .done } }
    session.open("/products/7")
    journal.clock.advance(by: 3_000_000)
    session.background()
    #expect(try journal.kinds().suffix(4) == ["background", "claimed", "started", "done"])
    var other = shop
    other.screens.append(.order)
    session.adopt(try RouteTable(other.definition(tree: Scenario.tree)))
    #expect(try History(path: journal.path).sessions().last?.ending == "background")
    try journal.requireReplays(of: session)
  }

  @Test func `when the beginning was pruned, the next adoption names the table in force`() throws {
    let journal = try TestJournal(scenario)
    let session = journal.launch { $0.retention = RetentionPolicy(entries: 4) }
    for number in 1...20 { session.open("/products/\(number)") }
    session.background()
    session.foreground()
    for number in 30...40 { session.open("/products/\(number)") }
    session.journal.prune()
    session.open("/products/31")
    session.adopt(try RouteTable(Self.updated))
    session.open("/products/32")
    let history = try History(path: journal.path)
    let base = try history.base().sequence
    #expect(base > 1)
    #expect(try history.tableDigest(at: base + 1) == Digest64.hex(journal.table.digest))
    try journal.requireReplays(of: session)
  }

  @Test func `a forged adoption is found`() throws {
    let journal = try TestJournal(scenario)
    let session = journal.launch()
    session.open("/products/7")
    session.adopt(try RouteTable(Self.updated))
    let sequence = session.journal.anchor.sequence
    try journal.requireReplays(of: session)
    let forgeries: [(String, (inout JournalEntry) -> Void)] = [
      ("does not say which route table", { $0.notes["table"] = nil }),
      ("is missing", { $0.notes["table"] = "0123456789abcdef" }),
      ("not those of an adopted route table", { $0.notes["from"] = nil }),
      ("a route table that was not in force", { $0.notes["from"] = "0123456789abcdef" }),
      ("its screens do not follow", { $0.changes = [] }),
      ("its screens do not follow", { $0.notes["migrated"] = 2 }),
      ("its screens do not follow", { $0.changes.append(.suspend(true)) }),
    ]
    try journal.requireFindings(of: forgeries, at: sequence)
    let row = try journal.forged(
      "UPDATE session SET table_digest = '\(Digest64.hex(journal.table.digest))'")
    #expect(try Verification(of: row).findings.contains { $0.problem.contains("table_digest") })
  }
}
