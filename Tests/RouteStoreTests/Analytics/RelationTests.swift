import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// The base relations as values, compared with the views over a file.
@Suite struct RelationTests {
  private let folder = TemporaryFolder()

  @Test(arguments: BaseRelation.all.map(\.name))
  func `a relation has the columns of its view`(name: String) throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    var columns: [String] = []
    try viewed(path).query("SELECT * FROM \(name)") {
      columns = $0
    } row: { _ in
    }
    let relation = try #require(BaseRelation.all.first { $0.name == name })
    #expect(relation.columns.map(\.name) == columns)
    #expect(relation.time.map(columns.contains) ?? true)
  }

  @Test func `the relations hold what the questions ask for`() throws {
    let questions = RelationView.all.filter(\.isOverRelations)
    #expect(questions.count { $0.isQuestion } >= 21)
    let connection = try Connection(path: "", mode: .memory)
    for relation in BaseRelation.all {
      let columns = relation.columns.map { "\($0.name) \($0.type == .text ? "TEXT" : "INTEGER")" }
      try connection.execute("CREATE TABLE \(relation.name) (\(columns.joined(separator: ", ")))")
    }
    for question in questions {
      try connection.execute("CREATE VIEW \(question.name) AS \(question.query)")
      try connection.execute("SELECT * FROM \(question.name)")
    }
  }

  @Test func `a journal that is being written is read at one moment`() throws {
    let path = folder.file("a.sqlite")
    let journal = try filledJournal(.file(path), count: 3)
    let history = try History(path: path)
    var counts: [Int] = []
    let sealed = try SealedHistory(history)
    for _ in 0..<2 {
      var rows = 0
      try History(path: sealed.history.path).forEachRelationRow { kind, _ in
        rows += kind == .request ? 1 : 0
      }
      counts.append(rows)
      var batch = JournalBatch()
      batch.entries = [fullEntry(journal.head.sequence + 1)]
      try journal.append(&batch)
    }
    #expect(counts == [3, 3])
    #expect(try history.head().sequence == 5)
  }

  @Test func `a journal that somebody begins to write to is found to have changed`() throws {
    let path = folder.file("a.sqlite")
    do { _ = try filledJournal(.file(path), count: 3) }
    let sealed = try SealedHistory(History(path: path))
    #expect(sealed.history.path == path)
    try sealed.check()
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    batch.entries = [fullEntry(4)]
    try journal.append(&batch)
    #expect(throws: StoreError.busy(reason: "the file changed while it was being read")) {
      try sealed.check()
    }
  }

  @Test func `percentiles of dwell times are those of all of them in order`() throws {
    let connection = try Connection(path: "", mode: .memory)
    try connection.execute("CREATE TABLE v_screen_view (screen TEXT, dwell_us INTEGER)")
    for name in ["v_screen_time", "v_screen_dwell"] {
      let view = try #require(RelationView.all.first { $0.name == name })
      try connection.execute("CREATE VIEW \(name) AS \(view.query)")
    }
    var random = SeededRandom(5)
    let ranges: [ClosedRange<Int64>] = [
      -5...5, 0...999, 990...1_010, 1_000...9_999, 1_400...1_600, 999_000...1_001_000,
      2_000_000...2_999_999, 0...90_000_000, .min...(.min + 2), (.max - 2)...(.max), .min...(.max),
    ]
    let add = try connection.prepare("INSERT INTO v_screen_view VALUES (?1, ?2)")
    var wanted: [String] = []
    for (number, range) in ranges.enumerated() {
      for count in [1, 2, 19, 20, 21, 100, 101] {
        var values: [Int64] = []
        for _ in 0..<count { values.append(.random(in: range, using: &random)) }
        values.sort()
        let screen = "screen \(1_000 * (number + 1) + count)"
        for value in values.shuffled(using: &random) {
          add.bind(screen, at: 1)
          add.bind(value, at: 2)
          try add.run()
        }
        let half = values[(count * 50 + 99) / 100 - 1]
        let most = values[(count * 95 + 99) / 100 - 1]
        // The view also computes with doubles.
        wanted.append("\(screen) \(count) \(Double(half) / 1_000) \(Double(most) / 1_000)")
      }
    }
    let rows = try connection.prepare(
      "SELECT screen, views, p50_dwell_ms, p95_dwell_ms FROM v_screen_dwell")
    var found: [String] = []
    while try rows.step() {
      found.append("\(rows.text(0)) \(rows.integer(1)) \(rows.real(2)) \(rows.real(3))")
    }
    #expect(found.sorted() == wanted.sorted())
  }

  @Test func `a view that is not the format's is not read`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    try edit(path, "CREATE VIEW v_action AS SELECT 1 AS action_id")
    let history = try History(path: path)
    #expect(throws: StoreError.self) { _ = try SealedHistory(history) }
  }

  @Test func `a digest of pieces is that of the whole`() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    for length in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 300] {
      let whole = Array(bytes.prefix(length))
      for size in [1, 7, 64, 100] {
        var running = SHA256.Running()
        for start in stride(from: 0, to: length, by: size) {
          running.take(Array(whole[start..<min(start + size, length)]))
        }
        #expect(running.digest == SHA256.digest(of: whole), "\(length) by \(size)")
      }
    }
  }
}
