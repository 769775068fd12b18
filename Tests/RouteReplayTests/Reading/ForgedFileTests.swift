import Foundation
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// Files whose numbers, texts or schema were forged in order to stop a reader: every command ends
/// normally, without a signal.
@Suite struct `A forged file` {
  let place = Workplace.sample()

  /// Every command that reads a journal, for a file of that name.
  private static func commands(for file: String) -> [[String]] {
    [
      [file], ["log", file], ["sessions", file], ["show", file, "2"], ["tree", file],
      ["routes", file], ["verify", "--deep", file], ["rerun", file], ["actions", file],
      ["doctor", file], ["doctor", file, "--salvage", "saved"], ["diff", file, "app.journal"],
      ["diff", "app.journal", file], ["export", file, "--format", "jsonl"],
      ["export", file, "--format", "csv", "--out", "relations"],
      ["export", file, "--format", "otlp"],
      ["export", file, "--format", "swift-test"], ["stats", file, "daily-active"],
      ["stats", file, "--html", "stats.html"],
      ["sql", file, "SELECT * FROM v_screen_view"],
      ["minimize", "--until", "diverges", file, "--trials", "2"],
      ["what-if", file, "--drop", "2"], ["bisect", file, "--where", "count screen a > 3"],
      ["report", file, "--out", "page.html"], ["fixture", "add", "kept", file],
      ["prune", file, "--days", "1"], ["redact", file, "--nobody"],
      ["prune", file, "--entries", "2", "--write"], ["redact", file, "--nobody", "--write"],
      ["record", "--journal", file, "--routes", "routes.json", "links.txt"],
    ]
  }

  @Test func `is given to every command that takes a journal`() {
    let others: Set = ["check", "completions", "explain", "import", "manual"]
    let tried = Set(Self.commands(for: "file").map { $0.count > 1 ? $0[0] : "summary" })
    #expect(tried.union(others) == Set(ReplayProgram.program().commands.map(\.name)))
  }

  /// Some of the commands. Each case of a test takes other ones, so that together the cases run
  /// them all; each seed takes other ones too.
  private static func some(for file: String, turn: Int) -> [[String]] {
    TestSample.some(commands(for: file), every: 4, turn: turn)
  }

  /// A copy of the journal, changed by SQL.
  private func forge(_ sql: String) throws -> String {
    let name = "forged.journal"
    for left in ["saved", "relations", "page.html", "kept", name, "\(name)-wal", "\(name)-shm"] {
      try? FileManager.default.removeItem(at: place.folder.appending(path: left))
    }
    let file = place.folder.appending(path: name)
    try FileManager.default.copyItem(at: place.folder.appending(path: "app.journal"), to: file)
    try Tampering.run(sql, on: file.path)
    return name
  }

  @Test func `names no file that reading it deletes`() throws {
    place.write("precious.txt", "precious")
    let name = Array(place.path("precious.txt").utf8)
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let header = magic + [0, 1, 77, 512, 4096].flatMap(number) + [UInt8](repeating: 0, count: 484)
    let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    let tail = number(0x4000_0000 / 4096 + 1) + name + number(name.count) + number(sum) + magic
    for words in Self.commands(for: "app.journal") {
      place.write("app.journal-journal", Data(header + tail))
      let result = try place.run(words)
      #expect(place.bytes("precious.txt") != nil, "\(words): \(result)")
      #expect([3, 5].contains(result.status), "\(words): \(result)")
    }
  }

  @Test(arguments: [
    "INSERT INTO base VALUES (9223372036854775807, zeroblob(32))",
    "INSERT INTO base VALUES (9007199254740992, zeroblob(32))",
    "INSERT INTO base VALUES (-9223372036854775808, zeroblob(32))",
    "UPDATE session SET first_sequence = -9223372036854775808",
  ])
  func `with numbers that no journal has stops nothing`(sql: String) throws {
    let name = try forge(sql)
    let bytes = place.bytes(name)
    for command in Self.commands(for: name) {
      place.write(name, try #require(bytes))
      let result = try place.run(command)
      #expect(result.status < 8, "\(command): \(result.notes)")
    }
    try place.run("export", name, "--format", "jsonl").expect(3)
  }

  private static func endlessView(inPlaceOf table: String, as type: String = "view") -> String {
    """
    UPDATE sqlite_schema SET type = '\(type)', rootpage = 0, sql = 'CREATE VIEW \(table) AS
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n'
    WHERE name = '\(table)'; DELETE FROM sqlite_schema WHERE tbl_name = '\(table)'
      AND type = 'index'
    """
  }

  /// A view that never ends instead of a table, or a table with an expensive computed column.
  private static let schemas: [(name: String, sql: String)] =
    [
      "session", "migration", "base", "checkpoint", "route_table", "entry_kind", "vault", "seen",
      "funnel_step", "journal",
    ].map { ($0, endlessView(inPlaceOf: $0)) } + [
      (
        "session",
        """
        UPDATE sqlite_schema SET sql =
          replace(sql, ') STRICT', ', CHECK (length(hex(zeroblob(9))) > 1)) STRICT')
        WHERE name = 'session'
        """
      ),
      (
        "session",
        """
        UPDATE sqlite_schema SET sql = replace(sql, 'build TEXT', 'build TEXT AS (hex(device))')
        WHERE name = 'session'
        """
      ),
      (
        "late", "CREATE TRIGGER late AFTER INSERT ON journal BEGIN DELETE FROM seen; END"
      ),
      ("more", "CREATE INDEX more ON journal (hex(zeroblob(9)))"),
      ("more", "CREATE INDEX more ON journal (link) WHERE length(link) > 3"),
      ("more", "CREATE INDEX more ON journal (payload || payload)"),
      ("more", "CREATE INDEX more ON journal (link, payload LIKE '%a%b')"),
      ("more", "CREATE INDEX more ON journal (CASE WHEN link THEN 1 END)"),
    ]

  @Test(arguments: schemas.indices)
  func `with another schema ends at once, by its name`(index: Int) throws {
    let schema = Self.schemas[index]
    let name = try forge("PRAGMA writable_schema = ON; \(schema.sql)")
    let bytes = place.bytes(name)
    for command in Self.some(for: name, turn: index)
    where command.first != "diff" || command[1] == name {
      // Salvage passes over triggers and indexes.
      if ["doctor", "report"].contains(command.first), ["late", "more"].contains(schema.name) {
        continue
      }
      try place.run(command).expect(3, notes: "'\(schema.name)' is not what its format has")
    }
    #expect(place.bytes(name) == bytes)
  }

  @Test(arguments: schemas.filter { ["late", "more"].contains($0.name) }.map { $0.sql })
  func `with a trigger or a computed index can be salvaged`(sql: String) throws {
    let name = try forge(sql)
    let part = sql.contains("TRIGGER") ? "trigger late" : "index more"
    let problem = "\(part) does not belong to the format"
    try place.run("doctor", name).expect(3, says: problem, "--salvage", lacks: "behind it")
    try place.run("report", name, "--out", "page.html").expect(3, notes: "the page says where")
    let page = String(decoding: try #require(place.bytes("page.html")), as: UTF8.self)
    #expect(page.contains(problem))
    try place.run("doctor", name, "--salvage", "saved").expect(0, says: problem, "written")
    try place.expectSound("saved")
  }

  @Test func `with a view that is called a trigger is not salvaged`() throws {
    let view = Self.endlessView(inPlaceOf: "session", as: "trigger")
    let name = try forge("PRAGMA writable_schema = ON; \(view)")
    try place.run("doctor", name).expect(3, notes: "'session' is not what its format has")
    try place.run("doctor", name, "--salvage", "saved").expect(3, notes: "'session' is not what")
  }

  @Test(arguments: ["view", "table"])
  func `with a view that the schema names otherwise is not salvaged`(type: String) throws {
    let name = try forge(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE other (a)' WHERE name = 'session';
      INSERT INTO sqlite_schema VALUES ('\(type)', 'more', 'more', 0, 'CREATE VIEW session AS
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n')
      """)
    for command in [["doctor", name], ["doctor", name, "--salvage", "saved"]] {
      try place.run(command).expect(3, notes: "'more' is not what its format has")
    }
  }

  @Test(arguments: [
    ("funnel_step", "vault"), ("seen", "vault"), ("route_table", "vault_key"),
    ("base", "sqlite_autoindex_vault_key_1"), ("journal", "migration"),
  ])
  func `whose table begins at the page of another ends at once`(
    part: (name: String, owner: String)
  ) throws {
    let name = try forge(
      """
      PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage =
        (SELECT rootpage FROM sqlite_schema WHERE name = '\(part.owner)')
      WHERE name = '\(part.name)'
      """)
    let commands = Self.commands(for: name) + [["stats", name, "funnel"]]
    for command in commands where command.first != "diff" || command[1] == name {
      let result = try place.run(command).expect(3)
      #expect(result.output == "" || command.first == "verify", "\(command): \(result.output)")
      for said in ["begins at the page of", "'\(part.name)'", "'\(part.owner)'"] {
        #expect(result.notes.contains(said), "\(command): \(result.notes)")
      }
    }
  }

  @Test func `whose schema or names are huge is not quoted whole`() throws {
    let name = try forge(
      """
      PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = hex(zeroblob(1500000)),
        tbl_name = hex(zeroblob(1500000)) WHERE name = 'funnel_step'
      """)
    for command in Self.commands(for: name) where command.first != "diff" {
      let result = try place.run(command)
      // The doctor's copy is sound, and does not contain such a table.
      #expect(result.status == (command.contains("--salvage") ? 0 : 3), "\(command)")
      #expect(result.notes.utf8.count + result.output.utf8.count < 20_000, "\(command)")
    }
  }

  @Test(arguments: [
    "INSERT INTO funnel_step VALUES ('f', 9007199254740992, 'home')",
    "INSERT INTO funnel_step VALUES (hex(zeroblob(600000)), 1, 'home')",
    "INSERT INTO vault_key VALUES ('x', zeroblob(31))",
    "INSERT INTO vault_key VALUES ('x', zeroblob(140000000))",
    "INSERT INTO vault_key VALUES (hex(zeroblob(600000)), zeroblob(32))",
    "INSERT INTO migration VALUES (99, hex(zeroblob(600000)), zeroblob(32))",
    "UPDATE entry_kind SET name = hex(zeroblob(600000)) WHERE number = 33",
    "INSERT INTO seen VALUES (hex(zeroblob(600000)), 1, 2, NULL, 1)",
    "INSERT INTO route_table VALUES ('x', hex(zeroblob(70000000)))",
    """
    UPDATE checkpoint SET state = hex(zeroblob(70000000))
    WHERE sequence = (SELECT max(sequence) FROM checkpoint)
    """,
  ])
  func `with a value beyond the bounds of any table is damaged`(sql: String) throws {
    let name = try forge(sql)
    let writing = ["prune", "redact"].map {
      [$0, name, $0 == "prune" ? "--entries=2" : "--nobody"]
    }
    let commands = [["verify", name], ["doctor", name], ["export", name, "--format", "jsonl"]]
    for command in commands + writing.map({ $0 + ["--write"] }) {
      try place.run(command).expect(3)
    }
  }

  @Test func `with a value of another type than its column is damaged`() throws {
    // SQLite cannot write such a value as long as the table is strict.
    let name = try forge(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'session'
      """)
    try Tampering.run("UPDATE session SET began_us = 'x'", on: place.path(name))
    try Tampering.run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'session'
      """, on: place.path(name))
    for command in [["verify", name], ["doctor", name]] { try place.run(command).expect(3) }
    for command in [
      ["export", name, "--format", "jsonl"], ["prune", name, "--entries=2", "--write"],
      ["redact", name, "--nobody", "--write"],
    ] {
      try place.run(command).expect(
        3, notes: "'session': began_us has a value of another type than its column")
    }
  }

  private static let tables = [
    "seen", "session", "checkpoint", "route_table", "vault", "base", "entry_kind",
  ]

  @Test(arguments: tables.indices)
  func `without one of its tables is damaged, and no fault of the program's`(index: Int) throws {
    let name = try forge("DROP TABLE \(Self.tables[index])")
    for command in Self.some(for: name, turn: index) {
      let result = try place.run(command).expect(notesLack: "report this")
      #expect([0, 1, 3].contains(result.status), "\(command): \(result.status) \(result.notes)")
    }
  }

  @Test func `of a format of schema that SQLite does not know is damaged`() throws {
    let name = try forge("SELECT 1")
    var bytes = try #require(place.bytes(name))
    bytes[47] = 9
    for command in Self.commands(for: name) where command.first != "diff" {
      place.write(name, bytes)
      try place.run(command).expect(3)
    }
  }

  @Test(arguments: ["-wal", "-journal"])
  func `beside a companion of holes is read at once`(suffix: String) throws {
    let name = try forge("SELECT 1")
    for command in Self.commands(for: name) where command.first != "diff" {
      place.write(name + suffix, Data())
      let file = try FileHandle(forWritingTo: place.folder.appending(path: name + suffix))
      try file.truncate(atOffset: 1 << 40)
      try file.close()
      let result = try place.run(command)
      #expect([0, 1, 3].contains(result.status), "\(command): \(result.notes)")
    }
  }

  @Test func `whose base lies behind its entries has no two points to compare`() throws {
    let name = try forge("INSERT INTO base VALUES (1000, zeroblob(32))")
    for points in [["1", "10"], ["0", "1"], ["1"]] {
      let result = try place.run(["diff", name] + points)
      #expect((2...4).contains(result.status), "\(points): \(result)")
    }
  }

  @Test func `keeps everything of more days than there are`() throws {
    let name = try forge("SELECT 1")
    for days in ["106751991167301", "\(Int.max)"] {
      try place.run("prune", name, "--days", days).expect(0, says: "nothing to remove")
    }
  }

  @Test func `with an index of plain columns is read`() throws {
    let name = try forge("CREATE INDEX more ON journal (link, route)")
    try place.run("log", name).expect(0)
    try place.run("prune", name, "--entries", "2", "--write").expect(0)
  }

  @Test func `with an index that keeps rows out is read and not written`() throws {
    let name = try forge("CREATE UNIQUE INDEX more ON journal (sequence, kind)")
    try place.run("log", name).expect(0)
    try place.run("prune", name, "--entries", "2", "--write").expect(
      3, notes: "its index 'more' is not what its format has")
  }

  @Test(arguments: [
    "UPDATE journal SET link = hex(zeroblob(20000000)) WHERE sequence = 2",
    "UPDATE journal SET screen_after = hex(zeroblob(600000)) WHERE sequence = 2",
    "UPDATE session SET device = hex(zeroblob(20000000))",
  ])
  func `with a text longer than any link is damaged`(sql: String) throws {
    let name = try forge(sql)
    for command in [["sessions", name], ["doctor", name], ["export", name, "--format", "jsonl"]] {
      let result = try place.run(command).expect(3)
      let said = result.output + result.notes
      #expect(said.contains("beyond what a journal may hold"), "\(command): \(said)")
    }
  }

  @Test func `of the longest text that fits is read`() throws {
    let half = FileBounds.textBytes / 2
    let name = try forge("UPDATE journal SET reason = hex(zeroblob(\(half))) WHERE sequence = 2")
    try place.run("log", name).expect(0)
    let more = try forge(
      "UPDATE journal SET reason = hex(zeroblob(\(half))) || 'a' WHERE sequence = 2")
    try place.run("log", more).expect(3)
  }

  @Test func `of a table of mistakes has the first thousand told and all counted`() throws {
    let routes = (0..<3_000).map { _ in "{id: \"r\", patterns: [\"/a(\"], destination: []}" }
    place.write(
      "routes.json5",
      "{format: \"route-table/1\", tree: \"main/home\", routes: [\(routes.joined(separator: ","))]}"
    )
    let checked = try place.run("check", "routes.json5").expect(2)
    #expect(checked.lines.count == 1_000)
    #expect(
      checked.notes.hasSuffix("and 8000 more\n9000 mistakes\n"), "\(checked.notes.suffix(80))")
    try place.run("explain", "--routes", "routes.json5", "/a").expect(
      2, notes: "has 9000 mistakes", "and 8000 more")
  }
}
