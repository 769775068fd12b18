import Foundation
import RouteTestSupport
import Testing

/// Files that are no journals, or are damaged, newer or hostile: each command ends with the right
/// status and a message, and every file stays unchanged.
@Suite struct `A file that cannot be trusted` {
  let place = Workplace.sample()

  static let commands = [
    [], ["sessions"], ["log"], ["show", "2"], ["tree"], ["routes"], ["stats"],
    ["sql", "SELECT * FROM v_entry"], ["verify"], ["rerun"],
  ]

  /// A command with the file inserted after its name.
  private static func words(_ command: [String], for file: String) -> [String] {
    command.prefix(1) + [file] + command.dropFirst()
  }

  /// Runs every reading command on the file; checks the statuses, and that nothing changed.
  private func readAll(_ name: String, expect status: Int32) throws {
    let before = try place.contents()
    for command in Self.commands {
      let words = Self.words(command, for: name)
      let result = try place.run(words).expect(status, lacks: "\u{1B}", notesLack: "\u{1B}")
      #expect(status == 0 || !result.notes.isEmpty, "\(words) says nothing")
    }
    #expect(try place.contents() == before)
  }

  /// Changes the journal with the SQLite shell, as an attacker would.
  private func journal(changedBy sql: String, as name: String) throws {
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "app.journal"), to: place.folder.appending(path: name))
    try Tampering.run(sql, on: place.path(name))
  }

  @Test func `that is missing is said to be`() throws {
    try readAll("none.journal", expect: 5)
  }

  @Test func `that is no journal is refused`() throws {
    place.write("empty.journal", Data())
    place.write("text.journal", "dear diary\n")
    place.write("zeros.journal", Data(count: 8_192))
    for name in ["empty.journal", "text.journal", "zeros.journal"] {
      try readAll(name, expect: 5)
    }
    try FileManager.default.createDirectory(
      at: place.folder.appending(path: "folder.journal"), withIntermediateDirectories: true)
    try place.run("log", "folder.journal").expect(5)
  }

  @Test func `that is a pipe is not waited for, and has the name that was given`() throws {
    for command in ["verify pipe", "redact pipe --all", "prune pipe --entries 1 --write"] {
      try place.shell(
        """
        rm -f pipe; mkfifo pipe; { : > pipe; echo opened >&2; } &
        "$1" \(command); status=$?; kill $!; exit $status
        """
      ).expect(5, notes: "'pipe' is not a journal: it is not a regular file", notesLack: "opened")
    }
    try place.shell("cat app.journal | \"$1\" verify /dev/fd/0").expect(
      5, notes: "'/dev/fd/0' is not a journal: it is not a regular file")
  }

  #if os(Linux)  // other systems have no such names
  @Test func `in a folder whose name is no text has the name that was given`() throws {
    try place.shell(
      """
      odd=$(printf 'o\\377d'); mkdir "$odd"; cp app.journal "$odd"; ln -s "$odd/app.journal" link
      cd "$odd"; "$1" verify app.journal && "$1" prune app.journal --entries 1 --write \
        && "$1" record --journal new.journal --routes ../routes.json ../links.txt
      status=$?; cd ..; "$1" verify link; rm -r "$odd"; exit $status
      """
    ).expect(0, says: "intact", notes: "a link to a place whose name is not UTF-8")
  }
  #endif

  @Test func `that is cut off is damaged`() throws {
    let bytes = try #require(place.bytes("app.journal"))
    place.write("cut.journal", bytes.prefix(bytes.count / 2))
    let before = try place.contents()
    for command in Self.commands {
      let words = Self.words(command, for: "cut.journal")
      #expect([0, 3].contains(try place.run(words).status), "\(words)")
    }
    try place.run("verify", "cut.journal").expect(3)
    #expect(try place.contents() == before)
  }

  @Test func `that a newer version wrote is shown as far as it is known`() throws {
    try journal(changedBy: "PRAGMA user_version = 99", as: "newer.journal")
    try readAll("newer.journal", expect: 4)
    try place.run("log", "newer.journal").expect(says: "/orders/3")
    try place.run("log", "newer.journal").expect(notes: "use a newer version")
  }

  @Test func `that a newer version wrote and that was edited is damaged before all`() throws {
    try journal(
      changedBy: "PRAGMA user_version = 99; UPDATE journal SET reason = 'x' WHERE sequence = 4",
      as: "both.journal")
    for words in [["both.journal"], ["verify", "both.journal"]] {
      try place.run(words).expect(3, notes: "entry 4")
    }
  }

  @Test func `that was edited is found out`() throws {
    try journal(changedBy: "UPDATE journal SET link = '/x' WHERE sequence = 2", as: "x.journal")
    try place.run("verify", "x.journal").expect(3, notes: "x.journal: entry 2: ")
    try place.run("x.journal").expect(
      3, notes: "is damaged at entry 2", begins: "DAMAGED    x.journal, at entry 2: ")
    try place.run("rerun", "x.journal").expect(3)
  }

  @Test func `that has lost its log is read as far as it goes`() throws {
    try journal(changedBy: "PRAGMA journal_mode = WAL", as: "lost.journal")
    #expect(place.bytes("lost.journal-wal") == nil)
    try readAll("lost.journal", expect: 0)
  }

  @Test func `that came with its log is read with it, and neither changes`() throws {
    try Tampering.leavingLog(
      "INSERT INTO funnel_step VALUES ('from the log', 1, 'home')",
      of: place.path("app.journal"),
      as: place.path("hot.journal"))
    #expect(place.bytes("hot.journal-wal") != nil)
    try readAll("hot.journal", expect: 0)
    try place.run("sql", "hot.journal", "SELECT funnel FROM funnel_step").expect(
      says: "from the log")
  }

  @Test func `cannot reach the terminal`() throws {
    try journal(
      changedBy: """
        UPDATE journal SET link = char(27) || '[2J' || char(8238) || '<b>', reason = char(7),
          route = char(13) || 'x', payload = '{"notes":{"a":"\\u001b]0;x"}}' WHERE sequence = 4;
        UPDATE session SET device = char(27) || 'c'
        """, as: "evil.journal")
    for command in Self.commands + [["show", "4"], ["log", "-o", "jsonl"], ["log", "-o", "csv"]] {
      let words = Self.words(command, for: "evil.journal")
      let result = try place.run(words)
      #expect(result.status < 8, "\(words)")
      for text in [result.output, result.notes] {
        let scalars = text.unicodeScalars
        #expect(!scalars.contains { "\u{1B}\u{7}\u{202E}".unicodeScalars.contains($0) })
      }
    }
  }

  private static let changes = [
    "UPDATE journal SET at_us = 9223372036854775807, elapsed_us = -9223372036854775808",
    "UPDATE journal SET request = -9223372036854775808, cause = 9223372036854775807",
    "UPDATE journal SET kind = kind + 100",
    "UPDATE journal SET payload = '{\"changes\":' || replace(hex(zeroblob(5000)), '00', '[')",
    "UPDATE journal SET outcome = 'x', session = 9223372036854775807, kind = 4",
    "UPDATE journal SET link = '/' || replace(hex(zeroblob(500000)), '0', 'a') WHERE sequence = 2",
    "UPDATE session SET began_us = -9223372036854775808, ended_us = 9223372036854775807",
    "UPDATE session SET first_sequence = -9223372036854775808",
    "UPDATE route_table SET json = '{'; UPDATE checkpoint SET state = '['",
    "INSERT INTO base VALUES (9223372036854775807, zeroblob(32))",
    "UPDATE journal SET sequence = 9223372036854775807 WHERE sequence = 9",
    "DELETE FROM journal", "DELETE FROM session", "DROP TABLE checkpoint",
    "CREATE VIEW v_request AS SELECT 1",
  ]

  @Test(arguments: changes.indices)
  func `never stops the program`(index: Int) throws {
    try journal(changedBy: Self.changes[index], as: "odd.journal")
    let before = try place.contents()
    for command in TestSample.some(Self.commands, every: 3, turn: index) {
      let words = Self.words(command, for: "odd.journal")
      let result = try place.run(words)
      #expect(result.status < 8, "\(words): \(result.notes)")
    }
    #expect(try place.contents() == before)
  }
}
