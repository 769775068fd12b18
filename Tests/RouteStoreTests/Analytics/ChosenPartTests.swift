import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// Questions about a part of a history: its rows may belong to runs that began before it.
///
///     d, 1.0   from day 10 on: feed and a link; on day 11 another link and an action that waits
///     m        maintenance from day 11 on, which names a screen on day 12
///     d, 1.1   day 13: feed
@Suite struct ChosenPartTests {
  private static let day: Int64 = 86_400_000_000
  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = folder.file("a.sqlite")
    let day = Self.day
    var history = HandMadeHistory()
    history.begin("d", "1.0", "restored", at: 10 * day)
    history.add(1, 0) { $0.screenAfter = "feed" }
    history.show("item", 5_000_000, "url", variant: "A", took: 300)
    history.show("bag", day + 1_000_000, "url", variant: "A", took: 300)
    history.add(17, day + 2_000_000) {
      ($0.action, $0.payload) = (4, Array(#"{"action":{"name":"mark"}}"#.utf8))
    }
    history.begin("m", "1.0", "maintenance", at: 11 * day)
    history.add(1, 0)
    history.add(9, day) { $0.screenAfter = "feed" }
    history.begin("d", "1.1", "clean", at: 13 * day)
    history.add(1, 0) { $0.screenAfter = "feed" }
    try history.write(to: path)
  }

  private func rows(
    _ sql: String, of file: String? = nil, _ choose: (inout HistoryChoice) -> Void
  ) throws -> [String] {
    let path = file ?? path
    var choice = HistoryChoice()
    choose(&choice)
    let columns = try RelationColumns(readBy: [sql], isCounting: true)
    let gathered = try GatheredRelations(columns, choice: choice)
    for part in 0..<gathered.partCount {
      try gathered.gather(part, from: 1) { _ in try History(path: path) }
    }
    var found: [String] = []
    try gathered.reader().query(sql) { found.append(text(of: $0)) }
    return found
  }

  @Test func `know the runs that began before it`() throws {
    func second(_ choice: inout HistoryChoice) {
      (choice.from, choice.before) = (11 * Self.day, 12 * Self.day)
    }
    let outcomes = "SELECT app_version, requests FROM v_version_outcomes"
    #expect(try rows(outcomes, second) == ["1.0 1"])
    #expect(try rows("SELECT app_version, visits FROM v_visits", second) == ["1.0 1"])
    let days = "SELECT active_devices, visits FROM v_daily_active"
    #expect(try rows(days) { $0.from = 12 * Self.day } == ["1 1"], "maintenance is no use")
  }

  @Test func `count an action's age up to the last entry of its device, of whatever run`() throws {
    let ages = "SELECT name, age_s FROM v_pending_actions"
    let age = Double(2 * Self.day - 2_000_000) / 1_000_000
    #expect(try rows(ages) { _ in } == ["mark \(age)"])
    #expect(try rows(ages) { $0.from = 11 * Self.day } == ["mark \(age)"])
    #expect(try rows(ages) { $0.appVersion = "1.0" } == ["mark \(age)"])
  }

  @Test func `count only the runs that are chosen`() throws {
    let sessions = "SELECT session_id FROM v_sessions ORDER BY session_id"
    #expect(try rows(sessions) { _ in } == ["s1", "s2", "s3"])
    #expect(try rows(sessions) { $0.from = 11 * Self.day } == ["s2", "s3"])
    #expect(try rows(sessions) { $0.appVersion = "1.1" } == ["s3"])
    let versions = "SELECT app_version, sessions FROM v_crash_free"
    #expect(try rows(versions) { $0.from = 11 * Self.day } == ["1.1 1"])
  }

  @Test(arguments: [
    ("1.0 1.0 1.0 1.0", "4 s0 s3"), ("1.0 1.0 1.1 1.0", ""), ("1.0 1.0 1.1 1.0 1.0 1.0", "3 s3 s5"),
    ("1.0 1.0 1.0 1.1 1.0 1.0 1.0", "3 s0 s2, 3 s4 s6"), ("1.0 1.0 maintenance 1.0", "3 s0 s3"),
  ])
  func `make a crash loop only of sessions without another between them`(
    versions: String, loops: String
  ) throws {
    let path = folder.file("loops.sqlite")
    let journal = try Journal.open(.file(path))
    // The newest session is open: it did not crash.
    for (place, version) in "\(versions) 1.1".split(separator: " ").enumerated() {
      let number = Int64(place + 1)
      var batch = JournalBatch()
      let entry = EntryRow(
        sequence: number, session: number, kind: 1, atMicroseconds: number * 10_000_000)
      var session = SessionRow(
        number: number, identifier: "s\(place)", device: "d",
        beganMicroseconds: entry.atMicroseconds, firstSequence: number)
      session.appVersion = String(version)
      if version == "maintenance" { session.beginning = "maintenance" }
      (batch.session, batch.entries) = (session, [entry])
      try journal.append(&batch)
    }
    let sql = "SELECT crashes, first_session_id, last_session_id FROM v_crash_loops ORDER BY 2"
    let found = try rows(sql, of: path) { $0.appVersion = "1.0" }
    #expect(found.joined(separator: ", ") == loops)
  }
}
