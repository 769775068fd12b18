import RouteStore
import Testing

/// The effects of silence on visits, screen views and days. The hand-made runs are read by the
/// views over the file and by gathered relations. Times are seconds since 1970-01-02.
@Suite struct SilenceTests {
  private let history: WorkedHistory

  init() throws { history = try WorkedHistory() }

  @Test func `a run of three days makes a device active on each day`() throws {
    let day = WorkedHistory.day
    try history.write([
      .began(100, "feed"), .decided(160, "item"), .decided(day + 100, "feed"),
      .decided(day + 700, "item"), .decided(2 * day + 100, "feed"), .decided(2 * day + 130, "item"),
    ])
    #expect(
      try history.rows("SELECT * FROM v_daily_active ORDER BY day_us") == [
        "86400000000 1 1 1.0 60.0", "172800000000 1 1 1.0 600.0", "259200000000 1 1 1.0 30.0",
      ])
  }

  @Test func `a visit over midnights counts on each of its days, and began on one`() throws {
    let day = WorkedHistory.day
    let signs = stride(from: day - 600, through: 3 * day + 600, by: 1_500).map {
      WorkedHistory.Sign.decided($0, "feed")
    }
    try history.write([.began(day - 700, "feed")] + signs)
    #expect(
      try history.rows(
        "SELECT day_us / 86400000000, active_devices, visits FROM v_daily_active ORDER BY 1")
        == ["1 1 1", "2 1 0", "3 1 0", "4 1 0"])
  }

  @Test func `days and weeks before 1970 begin before what happened on them`() throws {
    // At noon of Sunday 1969-12-21 and of Wednesday 1969-12-31.
    let (early, late) = (-11 * WorkedHistory.day - 43_200, -WorkedHistory.day - 43_200)
    try history.write(
      [.began(early, "feed"), .decided(early + 60, "item"), .ended(early + 60)],
      [.began(late, "feed"), .decided(late + 60, "item"), .ended(late + 60)])
    let days = "SELECT day_us / 86400000000, active_devices, visits FROM v_daily_active ORDER BY 1"
    #expect(try history.rows(days) == ["-11 1 1", "-1 1 1"])
    #expect(
      try history.rows(
        "SELECT week_us / 86400000000, new_devices, active_days FROM v_weekly_active ORDER BY 1")
        == ["-17 1 1", "-3 0 1"])
    let weeks = """
      SELECT cohort_us / 86400000000, weeks_later, devices, active_devices FROM v_retention
      ORDER BY 1, 2
      """
    #expect(try history.rows(weeks) == ["-17 0 1 1", "-17 1 1 0", "-17 2 1 1"])
    #expect(
      try history.rows("SELECT unit, active, devices FROM v_active_days ORDER BY 1")
        == ["days 2 1", "weeks 2 1"])
    #expect(
      try history.rows("SELECT day_us / 86400000000, requests FROM v_daily_routing ORDER BY 1")
        == ["-11 1", "-1 1"])
  }

  @Test func `work on a journal without its host is no use of a device`() throws {
    try history.write([.began(0, "feed"), .ended(1)])
    try edit(history.path, "UPDATE session SET beginning = 'maintenance'")
    #expect(try history.rows("SELECT count(*) FROM v_daily_active") == ["0"])
  }

  @Test func `a visit's end ends a view, and the next visit begins with one`() throws {
    let day = WorkedHistory.day
    try history.write([
      .began(0, "feed"), .decided(60, "item"), .background(120), .foreground(180),
      .background(240), .foreground(day), .decided(day + 5, "bag"), .ended(day + 65),
    ])
    #expect(
      try history.views(by: "visit_id") == [
        "run-1:1 1 feed item 0 60 60", "run-1:1 2 item - 60 240 120",
        "run-1:6 1 item bag \(day) \(day + 5) 5", "run-1:6 2 bag - \(day + 5) \(day + 65) 60",
      ])
  }

  @Test func `a view before a night of silence ends with the last sign of use`() throws {
    let day = WorkedHistory.day
    try history.write([
      .began(0, "feed"), .decided(720, "item"), .decided(730, "item"), .decided(day, "item"),
      .decided(day + 40, "feed"), .ended(2 * day),
    ])
    #expect(
      try history.views(by: "visit_id") == [
        "run-1:1 1 feed item 0 720 720", "run-1:1 2 item - 720 730 10",
        "run-1:4 1 item feed \(day) \(day + 40) 40", "run-1:4 2 feed - \(day + 40) - -",
      ])
    #expect(try history.rows("SELECT views FROM v_visit ORDER BY began_us") == ["2", "2"])
  }

  @Test func `how long a visit's last screen was seen is unknown without a sign after it`() throws {
    try history.write([.began(0, "feed"), .decided(60, "item"), .ended(60)])
    #expect(
      try history.views(by: "visit_id") == [
        "run-1:1 1 feed item 0 60 60", "run-1:1 2 item - 60 - -",
      ])
    #expect(
      try history.rows("SELECT screen, views, avg_dwell_ms FROM v_screen_dwell") == [
        "feed 1 60000.0"
      ])
  }

  @Test(arguments: [(1_799, 1), (1_800, 2), (1_801, 2)])
  func `thirty minutes of silence part visits, and less does not`(gap: Int64, visits: Int) throws {
    try history.write([.began(0, "feed"), .decided(10, "item"), .decided(10 + gap, "bag")])
    #expect(try history.rows("SELECT count(*) FROM v_visit") == ["\(visits)"])
  }
}
