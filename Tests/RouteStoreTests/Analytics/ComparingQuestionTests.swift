import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// The questions that compare weeks, versions, variants and entry points, on a hand-made history.
/// Each is answered by the views over the file and by gathered relations.
///
///     d1, 1.0, Monday     restored: feed at 0.25 s, ready at 1 s; 10 s a push, code takes 0.5 s,
///                         item (A); 20 s a link, code takes 0.3 s, waits 5 s, code takes 0.1 s,
///                         denied
///     d2, 1.0, Tuesday    feed; 5 s a link, item (B)
///     d1, 1.1, a week on  feed; 8 s a push, item (A)
///     d3, 1.1, Wednesday  feed; 3 s a link that no route takes
///     d1, 1.1, week 3     feed
@Suite struct ComparingQuestionTests {
  private static let monday: Int64 = 345_600_000_000
  private static let day: Int64 = 86_400_000_000
  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = folder.file("a.sqlite")
    try Self.history.write(to: path)
    try edit(path, "INSERT INTO funnel_step VALUES ('buy', 1, 'feed'), ('buy', 2, 'item')")
  }

  private static var history: HandMadeHistory {
    var history = HandMadeHistory()
    history.begin("d1", "1.0", "restored", at: monday)
    history.add(1, 0)
    history.add(2, 250_000) { $0.screenAfter = "feed" }
    history.add(9, 1_000_000)
    let push = history.add(3, 10_000_000) {
      ($0.entryPoint, $0.durationMicroseconds) = ("push", 100)
    }
    history.add(4, 10_500_000) {
      ($0.request, $0.outcome, $0.durationMicroseconds) = (push, "shown", 500_100)
      ($0.route, $0.variant, $0.screenBefore, $0.screenAfter) = ("item", "A", "feed", "item")
    }
    let link = history.add(3, 20_000_000) {
      ($0.entryPoint, $0.durationMicroseconds) = ("url", 200)
    }
    history.add(5, 20_300_000) { $0.request = link }
    history.add(6, 25_300_000) { $0.request = link }
    history.add(4, 25_400_000) {
      ($0.request, $0.outcome, $0.durationMicroseconds) = (link, "denied", 5_400_200)
      ($0.screenBefore, $0.screenAfter) = ("item", "item")
    }
    history.begin("d2", "1.0", "clean", at: monday + day)
    history.add(1, 0) { $0.screenAfter = "feed" }
    history.show("item", 5_000_000, "url", variant: "B", took: 300)
    history.begin("d1", "1.1", "clean", at: monday + 7 * day)
    history.add(1, 0) { $0.screenAfter = "feed" }
    history.show("item", 8_000_000, "push", variant: "A", took: 1_900)
    history.begin("d3", "1.1", "clean", at: monday + 9 * day)
    history.add(1, 0) { $0.screenAfter = "feed" }
    history.add(4, 3_000_000) {
      ($0.entryPoint, $0.outcome, $0.durationMicroseconds) = ("url", "notFound", 1_500)
      ($0.screenBefore, $0.screenAfter) = ("feed", "feed")
    }
    history.begin("d1", "1.1", "clean", at: monday + 21 * day)
    history.add(1, 0) { $0.screenAfter = "feed" }
    return history
  }

  private func rows(_ sql: String) throws -> [String] { try rowsEverywhere(sql, of: path) }

  @Test func `of weeks`() throws {
    let weeks = [0, 7, 21].map { Self.monday + $0 * Self.day }
    #expect(
      try rows("SELECT * FROM v_weekly_active ORDER BY week_us") == [
        "\(weeks[0]) 2 2 2 2 1.0", "\(weeks[1]) 2 1 2 2 1.0", "\(weeks[2]) 1 0 1 1 1.0",
      ])
    #expect(
      try rows("SELECT * FROM v_retention ORDER BY cohort_us, weeks_later") == [
        "\(weeks[0]) 0 2 2 1.0", "\(weeks[0]) 1 2 1 0.5", "\(weeks[0]) 2 2 0 0.0",
        "\(weeks[0]) 3 2 1 0.5", "\(weeks[1]) 0 1 1 1.0", "\(weeks[1]) 1 1 0 0.0",
        "\(weeks[1]) 2 1 0 0.0",
      ])
    #expect(
      try rows("SELECT * FROM v_active_days ORDER BY unit, active") == [
        "days 1 2 0.667", "days 3 1 0.333", "weeks 1 2 0.667", "weeks 3 1 0.333",
      ])
  }

  @Test func `of visits and launches`() throws {
    #expect(
      try rows("SELECT * FROM v_visits ORDER BY app_version") == [
        "1.0 2 2 0 15.075 5.0 25.15 2.0 2 2", "1.1 3 2 2 3.667 3.0 8.0 1.333 1 2",
      ])
    #expect(
      try rows("SELECT entry_point, variant_route, variant FROM v_visit ORDER BY began_us")
        == ["push item A", "url item B", "push item A", "url - -", "- - -"])
    #expect(
      try rows("SELECT * FROM v_launch_time ORDER BY app_version, beginning") == [
        "1.0 clean 1 1 0.0 0.0 0 - -", "1.0 restored 1 1 250.0 250.0 1 1000.0 1000.0",
        "1.1 clean 3 3 0.0 0.0 0 - -",
      ])
  }

  @Test func `of what opened visits`() throws {
    #expect(
      try rows("SELECT * FROM v_funnel_split ORDER BY split, route, name, step") == [
        "buy entry point - (none) 1 feed 1 - 1.0 4 4 1.0 0.0 0.0 -",
        "buy entry point - (none) 2 item 0 0.0 0.0 4 3 0.75 -0.75 0.047 1.875",
        "buy entry point - push 1 feed 2 - 1.0 3 3 1.0 0.0 0.0 -",
        "buy entry point - push 2 item 2 1.0 1.0 3 1 0.333 0.667 0.074 2.222",
        "buy entry point - url 1 feed 2 - 1.0 3 3 1.0 0.0 0.0 -",
        "buy entry point - url 2 item 1 0.5 0.5 3 2 0.667 -0.167 0.199 0.139",
        "buy variant item A 1 feed 2 - 1.0 1 1 1.0 0.0 0.0 -",
        "buy variant item A 2 item 2 1.0 1.0 1 1 1.0 0.0 0.0 -",
        "buy variant item B 1 feed 1 - 1.0 2 2 1.0 0.0 0.0 -",
        "buy variant item B 2 item 1 1.0 1.0 2 2 1.0 0.0 0.0 -",
      ])
    #expect(
      try rows("SELECT * FROM v_conversion ORDER BY split, route, name") == [
        "entry point - push 2 2 1.0 3 1 0.333 0.667 0.074 2.222",
        "entry point - url 3 1 0.333 2 2 1.0 -0.667 0.074 2.222",
        "variant item A 2 2 1.0 1 1 1.0 0.0 0.0 -", "variant item B 1 1 1.0 2 2 1.0 0.0 0.0 -",
      ])
  }

  @Test func `of failures and versions`() throws {
    #expect(
      try rows("SELECT * FROM v_failure_screens ORDER BY screen") == [
        "feed 4 1 0.25 0.5 0 1 0 0 0", "item 1 1 1.0 0.5 1 0 0 0 0",
      ])
    let (first, second) = (Self.monday, Self.monday + 7 * Self.day)
    #expect(
      try rows("SELECT * FROM v_version_outcomes ORDER BY first_seen_us") == [
        "1.0 \(first) 3 2 0 1 0 0 0 0 0 0.667 - - - - -",
        "1.1 \(second) 2 1 0 0 1 0 0 0 0 0.5 1.0 3 0.667 -0.167 0.139",
      ])
  }

  @Test func `of the time that parts take`() throws {
    #expect(
      try rows(
        "SELECT duration_us, engine_us, host_us, wait_us FROM v_request ORDER BY received_us")
        == [
          "500100 100 500000 0", "5400200 200 400000 5000000", "300 300 0 0", "1900 1900 0 0",
          "1500 1500 0 0",
        ])
    #expect(
      try rows("SELECT * FROM v_time_spent ORDER BY entry_point, part") == [
        "push engine 2 0.002 0.1 1.9 1.9 1.9 1.9",
        "push host code 1 0.5 500.0 500.0 500.0 500.0 500.0",
        "url engine 3 0.002 0.3 1.5 1.5 1.5 1.5",
        "url host code 1 0.4 400.0 400.0 400.0 400.0 400.0",
        "url waiting 1 5.0 5000.0 5000.0 5000.0 5000.0 5000.0",
      ])
    #expect(
      try rows("SELECT * FROM v_latency_histogram WHERE part = 'all' ORDER BY 1, 3") == [
        "push all 1900 2000 1 1", "push all 500000 510000 1 2", "url all 300 310 1 1",
        "url all 1500 1600 1 2", "url all 5400000 5500000 1 3",
      ])
  }

  @Test(
    arguments: [
      (0, "0 1"), (99, "99 100"), (100, "100 110"), (109, "100 110"), (999, "990 1000"),
      (1_000, "1000 1100"), (123_456_789, "120000000 130000000"),
      (FileBounds.numbers.upperBound, "9000000000000000 9100000000000000"),
    ] as [(Int64, String)])
  func `have a histogram with bounds of two digits`(duration: Int64, bounds: String) throws {
    try edit(path, "UPDATE journal SET duration_us = \(duration) WHERE duration_us = 300")
    let found = try rows(
      """
      SELECT from_us, below_us FROM v_latency_histogram
      WHERE part = 'engine' AND entry_point = 'url' AND from_us NOT IN (200, 1500)
      """)
    #expect(found == [bounds])
  }

  @Test func `tell no part of a time of which a part is unknown`() throws {
    // For the push, the process died while its code was asked; for the link, the clock was set
    // back.
    try edit(
      path,
      """
      UPDATE journal SET session = 2 WHERE sequence = 5;
      UPDATE journal SET at_us = at_us + 6000000 WHERE sequence IN (6, 7)
      """)
    #expect(
      try rows(
        """
        SELECT duration_us IS NULL, engine_us, host_us, wait_us FROM v_request
        WHERE decided_sequence IN (5, 9) ORDER BY decided_sequence
        """) == ["0 - - -", "0 - - -"])
  }
}
