import RouteStore
import Testing

/// The effects of a relaunch within a visit on its screen views, and on requests that wait
/// meanwhile. The hand-made runs are read by the views over the file and by gathered relations.
/// Times are seconds since 1970-01-02.
@Suite struct RelaunchTests {
  private let history: WorkedHistory

  init() throws { history = try WorkedHistory() }

  @Test func `a restored screen continues its view, whose dwell time is unknown`() throws {
    try history.write(
      [.began(0, "feed"), .decided(10, "item")],
      [.began(40, "item"), .restored(40, "item"), .decided(100, "bag"), .ended(130)])
    #expect(
      try history.views(by: "session_id") == [
        "run-1 1 feed item 0 10 10", "run-1 2 item bag 10 100 -", "run-2 3 bag - 100 130 30",
      ])
    #expect(
      try history.rows(
        "SELECT from_screen, to_screen, transitions FROM v_screen_transitions ORDER BY 1, 2")
        == ["bag (exit) 1", "feed item 1", "item bag 1"])
    #expect(try history.rows("SELECT sessions, views FROM v_visit") == ["2 3"])
  }

  @Test func `the time between a run's end and the next run is no dwell time`() throws {
    try history.write(
      [.began(0, "feed"), .decided(10, "item"), .ended(20)],
      [.began(40, "item"), .decided(100, "bag"), .ended(130)])
    #expect(
      try history.views(by: "session_id") == [
        "run-1 1 feed item 0 10 10", "run-1 2 item bag 10 100 70", "run-2 3 bag - 100 130 30",
      ])
  }

  @Test func `a view goes on over several relaunches, to the last one's end`() throws {
    try history.write(
      [.began(0, "feed"), .background(10), .ended(12)], [.began(40, "feed"), .ended(40)],
      [.began(60, "feed"), .ended(90)])
    #expect(try history.views(by: "session_id") == ["run-1 1 feed - 0 90 40"])
  }

  @Test func `a relaunch to another screen is a transition, and one after silence a view`() throws {
    try history.write(
      [.began(0, "feed"), .decided(10, "item")], [.began(40, "feed")], [.began(4_000, "feed")])
    #expect(
      try history.views(by: "session_id") == [
        "run-1 1 feed item 0 10 10", "run-1 2 item feed 10 - -", "run-2 3 feed - 40 - -",
        "run-3 1 feed - 4000 - -",
      ])
  }

  @Test func `a request that waits over a launch takes from its arrival to its end`() throws {
    try history.write(
      [.began(0, "feed"), .received(10), .received(11), .received(12), .received(13)],
      [.began(40, "feed"), .released(70, 2, took: 5), .released(71, 3, took: nil)],
      [.began(12, "feed"), .released(12, 4, took: 5), .released(12, 5, took: 5)])
    #expect(
      try history.rows("SELECT request_sequence, duration_us FROM v_request ORDER BY 1") == [
        "2 60000000", "3 -", "4 0", "5 -",
      ])
  }
}
