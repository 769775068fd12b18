import Foundation
import RouteEngine
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteStore
@testable import route_mutations

/// Each check of verify finds something that no other one finds: without it, a journal that was
/// changed would pass.
@MainActor
@Suite struct `A check that is disabled` {
  /// A mutation of a golden journal that only one check finds.
  private static let mutations: [Verification.Check: (story: GoldenStory, name: String)] = [
    .action: (.actions, "3 enqueued payload.action.screen changed"),
    .chain: (.answers, "journal 1 sequence changed"),
    .change: (.answers, "1 began payload.changes[] repeated"),
    .checkpoint: (.answers, "checkpoint 20 sequence changed"),
    .column: (.answers, "1 began request changed"),
    .content: (.answers, "1 began state_digest changed"),
    .display: (.values, "3 decided payload.changes[].at changed"),
    .order: (.answers, "6 enqueued cause changed"),
    .outcome: (.answers, "3 decided outcome dropped"),
    .pruning: (.pruned, "55 pruned payload.notes dropped"),
    .request: (.answers, "2 received link changed"),
    .restoring: (.pruned, "70 restored payload.changes[] dropped"),
    .routeTable: (.answers, "route_table '875ca879605fe65b' digest changed"),
    .rule: (.pruned, "71 decided payload.notes.by changed"),
    .schema: (.answers, "entry_kind 1 number changed"),
    .screen: (.answers, "1 began screen_after changed"),
    .seen: (.outage, "seen 'mail-1001' source changed"),
    .session: (.answers, "1 began session changed"),
    .sessionRow: (.answers, "session 1 number changed"),
    .time: (.answers, "1 began at_us changed"),
    .vault: (.shop, "vault '' * token changed"),
  ]

  @Test(arguments: Verification.Check.allCases)
  func `is missed`(_ check: Verification.Check) throws {
    if let (story, name) = Self.mutations[check] {
      try expectNeeded(check, for: name, of: story)
    } else {
      try expectNeeded(check, in: forged(against: check))
    }
  }

  /// A file and the options with which it is verified.
  private struct Forged {
    let path: String
    var anchor: JournalAnchor?
    var checksPages = false
  }

  private let folder = TemporaryFolder.inMemory()

  private func expectNeeded(
    _ check: Verification.Check, for name: String, of story: GoldenStory
  ) throws {
    let trial = try MutationTrial(of: story.journal.path, at: folder.file("copy.sqlite"))
    let verdict: MutationTrial.Verdict
    let parts = name.split(separator: "*", maxSplits: 1)  // tokens differ each time
    let cells = try CellMutation.all(of: story.journal.path)
    if let cell = cells.first(where: {
      "\($0)".hasPrefix(parts[0]) && "\($0)".hasSuffix(parts[parts.count - 1])
    }) {
      verdict = try trial.verdict(on: cell)
    } else {
      let entry = EntryMutation.all(of: trial.rows).first { "\($0)" == name }
      verdict = try trial.verdict(on: #require(entry, "\(name)"))
    }
    #expect(verdict == .verified([check]), "\(name)")
    try expectNeeded(check, in: Forged(path: folder.file("copy.sqlite")))
  }

  private func expectNeeded(_ check: Verification.Check, in forged: Forged) throws {
    func findings(without disabled: Set<Verification.Check>) throws -> [Verification.Finding] {
      try Verification(
        of: History(path: forged.path), anchor: forged.anchor, checksPages: forged.checksPages,
        without: disabled
      ).findings
    }
    #expect(try Set(findings(without: []).map(\.check)) == [check])
    #expect(try findings(without: [check]) == [])
  }

  /// Forgeries that no mutation of a golden journal covers.
  private func forged(against check: Verification.Check) throws -> Forged {
    let path = folder.file("forged.sqlite")
    switch check {
    case .anchor:
      return Forged(
        path: GoldenStory.waiting.journal.path,
        anchor: JournalAnchor(sequence: 1, digest: SHA256.digest(of: [])))
    case .pages:
      try damageIndex(of: GoldenStory.waiting.journal.path, to: path)
      return Forged(path: path, checksPages: true)
    case .beginning:
      try forge(
        GoldenStory.waiting.journal.path, to: path,
        Self.replacing(
          "\"notes\":{", by: "\"notes\":{\"after\":\"\(JournalAnchor.start)\",\"salvaged\":-1,",
          at: 1))
    case .limit:
      let journal = try limited()
      let edit = Self.replacing("waitingRequests=1", by: "waitingRequests=2", at: 1)
      try withExtendedLifetime(journal) { try forge(journal.path, to: path, edit) }
    case .adopting:
      let journal = try adopting()
      let edit = Self.replacing("\"from\"", by: "\"buried\":1,\"from\"", at: 4)
      try withExtendedLifetime(journal) { try forge(journal.path, to: path, edit) }
    case .value:
      try forge(
        GoldenStory.waiting.journal.path, to: path,
        "INSERT INTO funnel_step VALUES ('f', 9007199254740992, 'a')")
    case .redaction: try putBack(to: path)
    default: Issue.record("\(check) has no forgery that it alone finds")
    }
    return Forged(path: path)
  }

  /// Writes another name of a kind into the index of the names, and does not change the table.
  private func damageIndex(of original: String, to path: String) throws {
    var bytes = try Data(contentsOf: URL(filePath: original))
    let connection = try Connection(path: original, mode: .readImmutable)
    let root = try connection.integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_entry_kind_1'")
    let size = try #require(try connection.integer("PRAGMA page_size"))
    let start = Int((try #require(root) - 1) * size)
    let page = start..<start + Int(size)
    let name = try #require(bytes.range(of: Data("shelved".utf8), in: page))
    bytes[name.lowerBound] += 1
    try bytes.write(to: URL(filePath: path))
  }

  private static func replacing(_ old: String, by new: String, at sequence: Int64) -> String {
    "UPDATE journal SET payload = replace(payload, '\(old)', '\(new)') WHERE sequence = \(sequence)"
  }

  /// Edits a copy, and computes its chain again.
  private func forge(_ original: String, to path: String, _ sql: String) throws {
    try FileCopy.crash(of: original, as: path)
    try Connection(path: path, mode: .write).execute(sql)
    try Tampering.chainAnew(path)
  }

  private static let product = ScreenDeclaration("product", schema: ["id": .string])

  private func scenario(private isPrivate: Bool = false) -> Scenario {
    var product = Self.product
    if isPrivate { product.privateNames = ["id"] }
    return Scenario(
      screens: [product],
      routes: [Route("product", "/products/:id", to: [.push("product")]).asks("gate")])
  }

  /// A session in which one request waits and the next one exceeds the limit.
  private func limited() throws -> TestJournal {
    let journal = try TestJournal(scenario())
    do {
      let session = journal.launch {
        $0.limits.waitingRequests = 1
        $0.answer("gate") { _ in .wait(condition: "signedIn") }
      }
      for id in 1...2 { session.open("/products/\(id)") }
    }
    return journal
  }

  /// A session that adopts another table as its fourth entry.
  private func adopting() throws -> TestJournal {
    let journal = try TestJournal(scenario())
    do {
      let session = journal.launch { $0.answer("gate") { _ in .allow } }
      session.open("/products/1")
      var other = scenario().definition(tree: Scenario.tree)
      other.routes.removeAll()
      #expect(session.adopt(try RouteTable(other)))
    }
    return journal
  }

  /// A journal whose redacted values were put back into the vault.
  private func putBack(to path: String) throws {
    let journal = try TestJournal(scenario(private: true))
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    session.open("/products/s3cr3t")
    var kept: [String] = []
    do {
      let connection = try Connection(path: journal.path, mode: .read)
      for table in ["vault_key", "vault"] {
        let columns =
          table == "vault"
          ? ["token", "principal", "value", "stored_us"] : ["principal", "secret"]
        let quoted = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
        let list = try connection.prepare("SELECT \(quoted) FROM \(table)")
        while try list.step() {
          kept.append("INSERT OR REPLACE INTO \(table) VALUES (\(list.text(0)))")
        }
      }
    }
    _ = try session.journal.redact(.all)
    try FileCopy.crash(of: journal.path, as: path)
    for sql in kept {
      try Connection(path: path, mode: .write).execute(sql)
    }
  }
}

/// Every mutation of a journal is found, except those in a reviewed list.
@MainActor
@Suite struct `Mutations of a journal` {
  /// Some families of mutations, others with each seed; `Scripts/mutations` tries all of them on
  /// all journals.
  @Test func `are found, but for what the world may have said otherwise`() throws {
    let folder = TemporaryFolder.inMemory()
    let path = GoldenStory.answers.journal.path
    let tally = try MutationTrial.tally(of: path, at: folder.file("copy.sqlite")) {
      TestSample.some($0, every: 5)
    }
    let listed = try MutationTrial.unseen(of: "answers", in: Self.list)
    let known = listed.filter { tally.families.contains(Self.family(of: $0)) }
    let comment: Comment = "\(tally.summary), FAULT_SEED=\(TestSample.seed)"
    #expect(tally.cells > 50 && tally.entries > 50, comment)
    #expect(Set(tally.unseenLines) == Set(known), comment)
  }

  @Test(arguments: GoldenStory.allCases)
  func `that a list has are ones that its journals can have`(_ story: GoldenStory) throws {
    let folder = TemporaryFolder.inMemory()
    var families: Set<String> = []
    _ = try MutationTrial.tally(of: story.journal.path, at: folder.file("copy.sqlite")) {
      families = Set($0)
      return []
    }
    let listed = try MutationTrial.unseen(of: "\(story)", in: Self.list)
    #expect(!listed.isEmpty)
    #expect(Set(listed.map { Self.family(of: $0) }).subtracting(families) == [])
  }

  @Test func `that a list has are of journals that there are`() throws {
    let rows = try PackageFile.lines(Self.place).filter { !$0.hasPrefix("#") }
    let named = Set(rows.map { $0.prefix { $0 != " " } }.map(String.init))
    #expect(named == Set(GoldenStory.allCases.map { "\($0)" }))
  }

  @Test func `are not found by checkpoints that a forger takes away`() throws {
    let folder = TemporaryFolder.inMemory()
    let path = GoldenStory.outage.journal.path
    let trial = try MutationTrial(of: path, at: folder.file("copy.sqlite"))
    let name = "18 outage payload.changes[].state.scenes[].root.kind changed"
    let mutation = EntryMutation.all(of: trial.rows).first { "\($0)" == name }
    #expect(try trial.verdict(on: #require(mutation, "\(name)")) == .missed)
  }

  private static let place = "Tests/Mutating/unseen.txt"
  private static let list = PackageFile.url(place).path

  /// The change in a line of the list.
  nonisolated private static func family(of line: String) -> String {
    line.split(separator: " ", maxSplits: 2).last.map(String.init) ?? ""
  }
}
