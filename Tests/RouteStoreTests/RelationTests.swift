import RouteStore
import Testing

/// The base relations as values, against the views of a file.
@Suite struct RelationTests {
  @Test(arguments: BaseRelation.all.map(\.name))
  func `a relation has the columns of its view`(name: String) throws {
    let folder = try Folder()
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    var columns: [String] = []
    try History(path: path).query("SELECT * FROM \(name)") {
      columns = $0
    } row: { _ in
    }
    let relation = try #require(BaseRelation.all.first { $0.name == name })
    #expect(relation.columns.map(\.name) == columns)
    #expect(relation.time.map(columns.contains) ?? true)
  }

  @Test func `the relations hold what the questions ask for`() throws {
    let questions = SchemaView.all.filter(\.isQuestion)
    #expect(questions.count >= 21)
    let connection = try Connection(path: "", mode: .memory)
    for relation in BaseRelation.all {
      let columns = relation.columns.map { "\($0.name) \($0.type == .text ? "TEXT" : "INTEGER")" }
      try connection.execute(
        "CREATE TABLE \(relation.name) (\(columns.joined(separator: ", ")))")
    }
    for question in questions {
      try connection.execute("CREATE VIEW \(question.name) AS \(question.query)")
      try connection.execute("SELECT * FROM \(question.name)")
    }
  }

  @Test func `a journal that is written to stays at one moment`() throws {
    let folder = try Folder()
    let path = folder.file("a.sqlite")
    let journal = try filledJournal(.file(path), count: 3)
    let history = try History(path: path)
    var counts: [Int] = []
    try history.withSealed { sealed in
      for _ in 0..<2 {
        var rows = 0
        try sealed.forEachRelationRow { kind, _ in rows += kind == .request ? 1 : 0 }
        counts.append(rows)
        var batch = JournalBatch()
        batch.entries = [fullEntry(journal.head.sequence + 1)]
        try journal.append(&batch)
      }
    }
    #expect(counts == [3, 3])
    #expect(try history.head().sequence == 5)
  }

  @Test func `a view that is not the format's is not read`() throws {
    let folder = try Folder()
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    try edit(path, "DROP VIEW v_action; CREATE VIEW v_action AS SELECT 1 AS action_id")
    let history = try History(path: path)
    #expect(throws: StoreError.self) { try history.withSealed { _ in } }
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
