import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// The state and the attempts of actions.
@Suite struct ActionRowTests {
  private func states(of history: HandMadeHistory) throws -> [String] {
    try history.rows(
      "SELECT action_sequence, name, state, attempts FROM v_action ORDER BY action_sequence")
  }

  private func enqueue(_ name: String, _ after: Int64, in history: inout HandMadeHistory) -> Int64 {
    history.add(17, after) {
      ($0.action, $0.payload) = ($0.sequence, Array(#"{"action":{"name":"\#(name)"}}"#.utf8))
    }
  }

  @Test func `an action that the host enqueued by itself belongs to no request`() throws {
    var history = HandMadeHistory()
    history.begin("d", "1.0", "clean", at: 86_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    history.show("item", 1_000_000, "url", variant: "A", took: 300)
    for request in [Int64(2), 4] {
      history.add(17, 2_000_000) { ($0.action, $0.request) = ($0.sequence, request) }
    }
    history.add(18, 3_000_000) { ($0.action, $0.attempt, $0.request) = (4, 1, 4) }
    let sql = "SELECT action_id, request_id FROM v_action ORDER BY action_sequence"
    #expect(try history.rows(sql) == ["s1:3 s1:2", "s1:4 -"])
    let folder = TemporaryFolder()
    try history.write(to: folder.file("a.sqlite"))
    var entries: [String] = []
    try viewed(folder.file("a.sqlite")).query(
      "SELECT action_id, request_id FROM v_entry WHERE action_id IS NOT NULL ORDER BY sequence"
    ) { entries.append(text(of: $0)) }
    #expect(entries == ["s1:3 s1:2", "s1:4 -", "s1:4 -"])
  }

  @Test func `an attempt that was given back does not count`() throws {
    var history = HandMadeHistory()
    func move(_ action: Int64, _ kind: Int64, _ attempt: Int64?, by transition: String? = nil) {
      history.add(kind, 1_000_000) {
        ($0.action, $0.attempt) = (action, attempt)
        guard let transition else { return }
        let change = #"{"by":"\#(transition)","change":"advance","id":\#(action)}"#
        $0.payload = Array(#"{"changes":[\#(change)]}"#.utf8)
      }
    }
    history.begin("d", "1.0", "clean", at: 86_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    let waiting = enqueue("waiting", 1, in: &history)
    let cancelled = enqueue("cancelled", 2, in: &history)
    let done = enqueue("done", 3, in: &history)
    let retried = enqueue("retried", 4, in: &history)
    for action in [waiting, cancelled, done] {
      move(action, 18, 1)
      move(action, 22, 1, by: "giveBack")
    }
    move(cancelled, 24, nil)
    for kind in Int64(18)...20 { move(done, kind, 1) }
    for kind in Int64(18)...19 { move(retried, kind, 1) }
    move(retried, 22, 1, by: "retry")
    #expect(
      try states(of: history) == [
        "2 waiting waiting 0", "3 cancelled cancelled 0", "4 done done 1", "5 retried waiting 1",
      ])
  }

  @Test(arguments: [("maintenance", "running", "claimed"), ("restored", "waiting", "waiting")])
  func `an action that a session left under way waits in the host's next session`(
    beginning: String, running: String, claimed: String
  ) throws {
    var history = HandMadeHistory()
    history.begin("d", "1.0", "clean", at: 86_400_000_000)
    history.add(1, 0) { $0.screenAfter = "feed" }
    let first = enqueue("first", 1, in: &history)
    let second = enqueue("second", 2, in: &history)
    for (action, kind) in [(first, Int64(18)), (first, 19), (second, 18)] {
      history.add(kind, 1_000_000) { ($0.action, $0.attempt) = (action, 1) }
    }
    history.begin("d", "1.0", beginning, at: 86_500_000_000)
    history.add(1, 0)
    #expect(try states(of: history) == ["2 first \(running) 1", "3 second \(claimed) 1"])
  }
}
