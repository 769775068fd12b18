import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// Requests and actions whose first entries were pruned.
///
///     s1   1 feed, 2 a link, 3 an action
///     s2   4 feed, 5 a push, 6 an action, 7 the link is shown, 8 the first action is done,
///          9 the push is shown, 10 the second action is done
@Suite struct PrunedHistoryTests {
  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = folder.file("a.sqlite")
    var history = HandMadeHistory()
    func payload(_ name: String) -> [UInt8] { Array(#"{"action":{"name":"\#(name)"}}"#.utf8) }
    history.begin("d", "1.0", "clean", at: 86_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    history.add(3, 1_000_000) { $0.entryPoint = "url" }
    history.add(17, 2_000_000) { ($0.action, $0.payload) = (3, payload("early")) }
    history.begin("d", "1.0", "restored", at: 87_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    history.add(3, 1_000_000) { $0.entryPoint = "push" }
    history.add(17, 2_000_000) { ($0.action, $0.payload) = (6, payload("mark")) }
    history.add(4, 5_000_000) {
      ($0.request, $0.outcome, $0.durationMicroseconds) = (2, "shown", 900)
    }
    history.add(20, 6_000_000) { ($0.action, $0.attempt) = (3, 1) }
    history.add(4, 7_000_000) {
      ($0.request, $0.outcome, $0.durationMicroseconds) = (5, "shown", 6_000_000)
    }
    history.add(20, 8_000_000) { ($0.action, $0.attempt) = (6, 1) }
    try history.write(to: path)
  }

  private func prune(through last: Int64) throws {
    try edit(
      path,
      """
      DELETE FROM journal WHERE sequence <= \(last);
      INSERT INTO base SELECT \(last), chain_digest FROM journal WHERE sequence = \(last + 1);
      DELETE FROM session WHERE number NOT IN (SELECT session FROM journal);
      """)
  }

  private func rows(_ sql: String) throws -> [String] { try rowsEverywhere(sql, of: path) }

  private static let requests = """
    SELECT request_id, session_id, device_id, duration_us, engine_us, host_us, wait_us
    FROM v_request ORDER BY request_sequence
    """
  private static let actions = """
    SELECT action_id, session_id, device_id, enqueued_us / 1000000 FROM v_action
    ORDER BY action_sequence
    """
  private static let outcomes = """
    SELECT name, actions, done, pending, avg_wait_ms FROM v_action_outcomes ORDER BY name
    """

  @Test func `is how long it took while all is held`() throws {
    #expect(
      try rows(Self.requests) == [
        "s1:2 s1 d 1004000000 - - -", "s2:5 s2 d 6000000 0 6000000 0",
      ])
    #expect(try rows(Self.actions) == ["s1:3 s1 d 86402", "s2:6 s2 d 87402"])
    #expect(try rows(Self.outcomes) == ["early 1 1 0 1004000.0", "mark 1 1 0 6000.0"])
  }

  @Test func `is neither a time that it took nor another session`() throws {
    try prune(through: 6)
    #expect(try rows(Self.requests) == ["s2:2 - d - - - -", "s2:5 s2 d - - - -"])
    #expect(try rows(Self.actions) == ["s2:3 - d -", "s2:6 s2 d -"])
    #expect(try rows(Self.outcomes) == ["- 2 2 0 -"])
    #expect(try rows("SELECT requests FROM v_routing_latency") == [])
    #expect(try rows("SELECT session_id, requests FROM v_run") == ["s2 1"])
  }

  @Test func `is not what released a request as its cause`() throws {
    try edit(path, "UPDATE journal SET kind = 6, request = 5, cause = 4 WHERE sequence = 6")
    let causes = "SELECT cause_sequence FROM v_request ORDER BY request_sequence"
    #expect(try rows(causes) == ["-", "-"])
    try prune(through: 5)
    #expect(try rows(causes) == ["-", "-"])
  }

  @Test func `counts in a mean only where it is known`() throws {
    try prune(through: 5)
    #expect(try rows(Self.outcomes) == ["- 1 1 0 -", "mark 1 1 0 6000.0"])
  }
}
