import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// The rows that one pass over a history makes, compared with the views that define them.
@Suite struct RelationPassTests {
  private let folder = TemporaryFolder()

  @Test(arguments: TestSample.some(UInt64(1)...UInt64(40), every: 5))
  func `makes of any history the rows of its views`(seed: UInt64) throws {
    let path = folder.file("a.sqlite")
    var story = RandomHistory(seed: seed)
    try story.write(to: path)
    if seed.isMultiple(of: 4) {
      try edit(
        path,
        """
        DELETE FROM journal WHERE sequence <= 30;
        INSERT INTO base SELECT 30, chain_digest FROM journal WHERE sequence = 31;
        DELETE FROM session WHERE number NOT IN (SELECT session FROM journal);
        """)
    }
    if seed.isMultiple(of: 3) {
      let text = "substr(hex(zeroblob(40000)), 1, 65530 + sequence)"
      try edit(path, "UPDATE journal SET reason = \(text) WHERE outcome IS NOT NULL")
    }
    let history = try viewed(path)
    var passed: [BaseRelation.Kind: [String]] = [:]
    try history.forEachRelationRow { kind, row in
      passed[kind, default: []].append(line(BaseRelation.all[kind.rawValue].completed(row)))
    }
    let gathered = try GatheredRelations(.all)
    for part in 0..<gathered.partCount {
      try gathered.gather(part, from: 2) { _ in try History(path: path) }
    }
    let reader = try gathered.reader()
    for relation in BaseRelation.all {
      let sql = "SELECT * FROM \(relation.name)"
      var (viewed, kept): ([String], [String]) = ([], [])
      try history.query(sql) { viewed.append(line($0)) }
      try reader.query(sql) { kept.append(line($0)) }
      #expect(passed[relation.kind, default: []].sorted() == viewed.sorted(), "\(relation.name)")
      #expect(kept.sorted() == (viewed + viewed).sorted(), "gathered \(relation.name)")
      let isAlwaysThere = ![.replayRun, .funnelStep].contains(relation.kind)
      #expect(viewed.isEmpty != isAlwaysThere, "\(relation.name)")
    }
  }

  @Test(arguments: BaseRelation.all.map(\.name))
  func `makes of a few columns what they are among all`(name: String) throws {
    let path = folder.file("a.sqlite")
    var story = RandomHistory(seed: 7)
    try story.write(to: path)
    try edit(path, "INSERT INTO funnel_step VALUES ('buy', 1, 'feed'), ('buy', 2, 'item')")
    let history = try History(path: path)
    let relation = try #require(BaseRelation.all.first { $0.name == name })
    var whole: [[SQLValue]] = []
    try history.forEachRelationRow { kind, row in
      if kind == relation.kind { whole.append(relation.completed(row)) }
    }
    // The rows of replays are in a file of their own.
    #expect(whole.isEmpty == (relation.kind == .replayRun))
    for (place, column) in relation.columns.enumerated() {
      let columns = try RelationColumns(readBy: ["SELECT \(column.name) FROM \(name)"])
      var alone: [SQLValue] = []
      try history.forEachRelationRow(columns) {
        #expect($0 == relation.kind)
        alone.append(relation.completed($1)[place])
      }
      #expect(alone == whole.map { $0[place] }, "\(column.name)")
    }
  }

  @Test(arguments: [("session", "number"), ("base", "sequence")])
  func `refuses what begins without end`(table: String, column: String) throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    try edit(
      path,
      """
      ALTER TABLE \(table) RENAME TO other;
      CREATE VIEW \(table) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS \(column) FROM n;
      """)
    let problem = StoreError.damaged(
      reason: "its view '\(table)' is not what its format has", sequence: nil)
    #expect(throws: problem) { try History(path: path) }
  }

  private func line(_ row: [SQLValue]) -> String { row.map { "\($0)" }.joined(separator: " ") }
}

/// A random history of some runs, with everything that an engine writes in random order.
struct RandomHistory {
  private var random: SeededRandom
  private var entries: [EntryRow] = []
  private var sessions: [SessionRow] = []
  private var now: Int64 = 1_700_000_000_000_000
  private var screen: String?
  private var waiting: [Int64] = []
  private var actions: [Int64] = []

  private let runs: Int

  init(seed: UInt64, runs: Int = 6) { (random, self.runs) = (SeededRandom(seed), runs) }

  mutating func write(to path: String) throws {
    let journal = try Journal.open(.file(path))
    for number in 1...runs {
      begin(Int64(number))
      for _ in 0..<Int.random(in: 5...40, using: &random) { happen() }
      end()
      var batch = JournalBatch()
      batch.session = sessions.last
      batch.entries = entries.filter { $0.session == Int64(number) }
      try journal.append(&batch)
    }
  }

  private mutating func add(_ kind: Int64, _ change: (inout EntryRow) -> Void = { _ in }) {
    var entry = EntryRow(
      sequence: Int64(entries.count + 1), session: Int64(sessions.count), kind: kind,
      atMicroseconds: now)
    change(&entry)
    entries.append(entry)
  }

  private mutating func pass(_ seconds: ClosedRange<Int64>) {
    now += Int64.random(in: seconds, using: &random) * 1_000_000
  }

  private mutating func begin(_ number: Int64) {
    // A clock that was set back a little, or far.
    pass(Bool.random(using: &random) ? 1...4_000 : -3_000...(-10))
    var session = SessionRow(
      number: number, identifier: "run-\(number)",
      device: Int.random(in: 0..<4, using: &random) == 0 ? "copied" : "device",
      beganMicroseconds: now, firstSequence: Int64(entries.count + 1))
    session.appVersion = number < 4 ? "1.0" : nil
    sessions.append(session)
    add(1) { $0.screenAfter = "feed" }
    screen = "feed"
    guard number > 1 else { return }
    let notes = [
      "{}", #"{"notes":{"extent":"top"}}"#, #"{"notes":{"extent":"root","left":"age"}}"#,
    ]
    let told = notes.randomElement(using: &random) ?? "{}"
    show(2) { $0.payload = Array(told.utf8) }
  }

  private mutating func end() {
    pass(0...60)
    guard Bool.random(using: &random) else { return }
    if Bool.random(using: &random) { add(31) }
    sessions[sessions.count - 1].endedMicroseconds = now
    sessions[sessions.count - 1].ending = "ended"
  }

  /// Adds an entry after which a screen is visible, perhaps the same as before.
  private mutating func show(_ kind: Int64, _ change: (inout EntryRow) -> Void = { _ in }) {
    let before = Int.random(in: 0..<5, using: &random) == 0 ? nil : screen
    screen = ["feed", "item", "bag"].randomElement(using: &random)
    let after = screen
    add(kind) {
      ($0.screenBefore, $0.screenAfter) = (before, after)
      change(&$0)
    }
  }

  private mutating func happen() {
    pass(Int.random(in: 0..<8, using: &random) == 0 ? 1_700...1_900 : -9...90)
    let next = Int64(entries.count + 1)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      show(4) {
        ($0.request, $0.entryPoint, $0.outcome) = (next, "url", "shown")
        ($0.link, $0.route, $0.durationMicroseconds) = ("app:item/1", "item", 700)
      }
    case 2: add(4) { ($0.outcome, $0.reason, $0.entryPoint) = ("notFound", "nothing", "push") }
    case 3:
      add(3) { ($0.request, $0.entryPoint, $0.scene) = (next, "url", "main") }
      waiting.append(next)
    case 4:
      show(5) {
        ($0.request, $0.entryPoint, $0.route, $0.variant) = (next, "push", "item", "B")
      }
      waiting.append(next)
    case 5: if let id = waiting.last { show(5) { $0.request = id } }
    case 6: if let id = waiting.last { add(6) { $0.request = id } }
    case 7:
      guard let id = waiting.popLast() else { return }
      show(4) { ($0.request, $0.outcome, $0.durationMicroseconds) = (id, "shown", 9_000) }
    case 8: add(Bool.random(using: &random) ? 11 : 12)
    case 9:
      add(17) {
        ($0.action, $0.request) = (next, next - 1)
        $0.payload = Array(#"{"action":{"name":"mark"}}"#.utf8)
      }
      actions.append(next)
    case 10:
      guard let id = actions.randomElement(using: &random) else { return }
      let kind = Int64([18, 19, 20, 21, 22, 24, 26, 27, 33].randomElement(using: &random) ?? 18)
      add(kind) { ($0.action, $0.attempt, $0.reason) = (id, kind - 17, "so") }
      if [20, 21, 24].contains(kind) { actions.removeAll { $0 == id } }
    default: show(9)
    }
  }
}
