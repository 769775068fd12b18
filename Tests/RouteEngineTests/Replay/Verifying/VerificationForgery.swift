import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Edits by somebody who knows the format: the chain is recomputed after each, so that only the
/// meaning of the entries can reveal them.
enum Forgery {
  /// Applies the edit to the file and recomputes the whole chain.
  static func forge(_ path: String, _ sql: String) throws {
    try execute(sql, on: path)
    var rows: [EntryRow] = []
    let history = try History(path: path)
    var previous = try history.base().digest
    try history.forEachEntry { rows.append($0) }
    var sql = "BEGIN"
    for row in rows {
      previous = row.chainDigest(after: previous)
      sql += "; UPDATE journal SET chain_digest = x'\(previous)' WHERE sequence = \(row.sequence)"
    }
    try execute(sql + "; COMMIT", on: path)
  }

  /// SQL that adds a member at the end of an entry's payload, or makes it the payload.
  static func adding(_ member: String, at sequence: Int64) -> String {
    """
    UPDATE journal SET payload = CASE WHEN payload IS NULL THEN '{\(member)}' \
    ELSE substr(payload, 1, length(payload) - 1) || ',\(member)}' END WHERE sequence = \(sequence)
    """
  }
}

extension TestJournal {
  /// A copy of the journal with the edit, and its chain recomputed.
  func forged(_ sql: String, as name: String = "forged.sqlite") throws -> History {
    let path = try killed(as: name)
    try Forgery.forge(path, sql)
    return try History(path: path)
  }

  /// A copy of the journal with edited entries, and everything that follows from them recomputed:
  /// digests of the state, visible screens and the chain.
  func rewritten(
    as name: String = "rewritten.sqlite", _ edit: (inout [JournalEntry]) throws -> Void
  ) throws -> History {
    var entries = try entries()
    try edit(&entries)
    var state = RouteState()
    var coder = EntryCoder()
    var sql: [String] = ["BEGIN", "DELETE FROM checkpoint", "DELETE FROM journal"]
    for var entry in entries {
      if entry.screenBefore != nil { entry.screenBefore = state.tree.visibleLeaf()?.kind }
      try state.apply(entry.changes, limits: .format)
      if entry.screenAfter != nil { entry.screenAfter = state.tree.visibleLeaf()?.kind }
      entry.stateDigest = state.digest
      var row = EntryRow()
      coder.encode(entry, into: &row)
      sql.append(row.insertion)
    }
    return try forged((sql + ["COMMIT"]).joined(separator: ";\n"), as: name)
  }

  /// Requires that verify finds each forgery at its entry, with that description.
  func requireFindings(
    of forgeries: [(problem: String, forge: (inout JournalEntry) -> Void)], at sequence: Int64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (index, forgery) in forgeries.enumerated() {
      let forged = try rewritten(as: "forged-\(sequence)-\(index).sqlite") {
        forgery.forge(&$0[Int(sequence) - 1])
      }
      let findings = try Verification(of: forged).findings
      #expect(
        findings.contains { $0.sequence == sequence && $0.problem.contains(forgery.problem) },
        "\(forgery.problem): \(findings)", sourceLocation: sourceLocation)
    }
  }

  /// The SQL that writes an entry again, with the digest and the screen that follow from it.
  func rewriting(_ sequence: Int64, _ edit: (inout JournalEntry) throws -> Void) throws -> String {
    var entry = try entries()[Int(sequence) - 1]
    try edit(&entry)
    var after = try HistoryFold.state(at: sequence - 1, of: History(path: path))
    try after.apply(entry.changes)
    entry.stateDigest = after.digest
    if entry.screenAfter != nil { entry.screenAfter = after.tree.visibleLeaf()?.kind }
    var coder = EntryCoder()
    var row = EntryRow()
    coder.encode(entry, into: &row)
    let payload = String(decoding: row.payload, as: UTF8.self)
    let screen = entry.screenAfter.map { "'\($0)'" } ?? "NULL"
    return """
      UPDATE journal SET payload = '\(payload)', screen_after = \(screen),
        state_digest = \(Int64(bitPattern: after.digest)) WHERE sequence = \(sequence)
      """
  }
}

extension JournalEntry {
  /// Adds to its payload, right before a member of that name.
  mutating func add(_ member: String, before name: String) throws {
    var coder = EntryCoder()
    var row = EntryRow()
    coder.encode(self, into: &row)
    let payload = String(decoding: row.payload, as: UTF8.self)
    let parts = payload.split(separator: "\"\(name)\":", maxSplits: 1)
    try #require(parts.count == 2, "\(payload)")
    row.payload = Array("\(parts[0])\(member),\"\(name)\":\(parts[1])".utf8)
    self = try EntryCoder.decode(row)
  }
}

extension EntryRow {
  /// The SQL that inserts it into the journal, with an invalid chain digest.
  fileprivate var insertion: String {
    func text(_ text: String?) -> String {
      text.map {
        "'\($0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
      }
        ?? "NULL"
    }
    func number(_ number: Int64?) -> String { number.map { "\($0)" } ?? "NULL" }
    let payload = payload.isEmpty ? nil : String(decoding: payload, as: UTF8.self)
    let values = [
      number(sequence), number(session), text(scene), number(kind), number(request), number(cause),
      number(atMicroseconds), number(elapsedMicroseconds), number(durationMicroseconds),
      text(entryPoint), text(link), text(route), number(routeVersion), text(router),
      text(variant), text(outcome), text(reason), text(screenBefore), text(screenAfter),
      number(action), number(attempt), text(payload),
      number(stateDigest.map { Int64(bitPattern: $0) }), "zeroblob(32)",
    ]
    return "INSERT INTO journal VALUES (\(values.joined(separator: ", ")))"
  }
}
