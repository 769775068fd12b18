import RouteAnalytics
import RouteStore
import Testing

@testable import RouteReplayProgram

/// The shape of an answer, which determines how a page draws it.
@Suite struct `The shape of an answer` {
  private func shape(
    _ columns: [String], by order: String, hasParts: Bool = true, _ rows: [[SQLValue]]
  ) -> AnswerShape {
    AnswerShape(columns: columns, rows: rows, order: order, hasParts: hasParts)
  }

  @Test func `has roles by the units in the names of columns`() {
    let found = shape(
      [
        "day_us", "last_seen_us", "wait_us", "p95_ms", "age_s", "success_rate", "probability",
        "visits",
        "avg_attempts", "action_id", "screen",
      ], by: "visits DESC",
      [
        [
          .integer(0), .integer(1_780_000_000_000_000), .integer(9), .real(2), .real(3), .real(0.5),
          .real(1), .integer(4),
          .real(1.5), .integer(7), .text("feed"),
        ]
      ])
    #expect(
      found.roles == [
        .period, .time, .microseconds, .milliseconds, .seconds, .share, .share, .count, .number,
        .text, .text,
      ])
  }

  @Test func `is a line over time where its rows are days`() {
    let columns = ["day_us", "requests", "success_rate", "p95_ms"]
    let rows: [[SQLValue]] = [
      [.integer(86_400_000_000), .integer(3), .real(1), .null],
      [.integer(0), .integer(4), .real(0.5), .real(2)],
    ]
    #expect(
      shape(columns, by: "day_us DESC", rows).plot == .periods(time: 0, values: [1, 2, 3]))
  }

  @Test func `is groups of bars where a span has several rows, as cohorts have`() {
    let rows: [[SQLValue]] = [
      [.integer(0), .integer(0), .integer(9), .real(1)],
      [.integer(0), .integer(1), .integer(5), .real(0.6)],
      [.integer(604_800_000_000), .integer(0), .integer(7), .real(1)],
    ]
    let found = shape(
      ["cohort_us", "weeks_later", "devices", "retention_rate"],
      by: "cohort_us DESC, weeks_later", rows)
    #expect(found.plot == .bars(labels: [1], value: 3, group: 0, parts: []))
  }

  @Test func `is bars of counts between bounds, not of the bounds`() {
    let rows: [[SQLValue]] = [
      [.text("url"), .text("engine"), .integer(0), .integer(1_000), .integer(7)],
      [.text("url"), .text("engine"), .integer(1_000), .integer(2_000), .integer(3)],
    ]
    let found = shape(
      ["entry_point", "part", "from_us", "to_us", "requests"], by: "entry_point, part, from_us",
      rows)
    #expect(found.plot == .bars(labels: [1], value: 4, group: 0, parts: []))
  }

  @Test func `is bars with the column that comes first in the order`() {
    let rows: [[SQLValue]] = [
      [.text("feed"), .text("bag"), .integer(4), .real(0.8)],
      [.text("feed"), .text("help"), .integer(1), .real(0.2)],
    ]
    let found = shape(
      ["from_screen", "to_screen", "transitions", "probability"],
      by: "transitions DESC, from_screen, to_screen", rows)
    #expect(found.plot == .bars(labels: [0, 1], value: 2, group: nil, parts: []))
  }

  @Test func `has parts when counts add up in every row`() {
    let columns = ["entry_point", "requests", "shown", "denied", "success_rate"]
    func plot(_ shown: Int64) -> AnswerShape.Plot {
      shape(
        columns, by: "requests DESC, entry_point",
        [
          [.text("url"), .integer(5), .integer(3), .integer(2), .real(0.6)],
          [.text("value"), .integer(4), .integer(shown), .integer(0), .real(1)],
        ]
      ).plot
    }
    #expect(plot(4) == .bars(labels: [0], value: 1, group: nil, parts: [2, 3]))
    #expect(plot(3) == .bars(labels: [0], value: 1, group: nil, parts: []))
  }

  @Test func `has no parts where counts add up by chance`() {
    let rows: [[SQLValue]] = [
      [.text("feed"), .integer(4), .integer(2), .integer(1), .integer(1), .real(0.2)]
    ]
    let columns = ["screen", "views", "entrances", "exits", "bounces", "exit_rate"]
    let order = NamedQuestion.entryExit.order
    let found = shape(columns, by: order, hasParts: NamedQuestion.entryExit.hasParts, rows)
    #expect(found.plot == .bars(labels: [0], value: 1, group: nil, parts: []))
  }

  @Test(arguments: NamedQuestion.allCases.filter(\.hasParts))
  func `has parts that count what the whole counts`(_ question: NamedQuestion) throws {
    let columns = try #require(try RelationDictionary()[question.view]).columns
    let counts = columns.filter { $0.type == "int64" && $0.unit?.hasPrefix("us") == false }
    let first = String(question.order.prefix { $0 != " " })
    let whole = try #require(counts.first { $0.name == first } ?? counts.first)
    let parts = counts.filter { $0.name != whole.name && $0.unit == whole.unit }
    #expect(parts.count > 1)
  }

  @Test func `has labels also where no row names its version`() {
    let rows: [[SQLValue]] = [[.null, .integer(3), .real(1)]]
    let found = shape(
      ["app_version", "sessions", "crash_free_rate"], by: "sessions DESC, app_version", rows)
    #expect(found.plot == .bars(labels: [0], value: 1, group: nil, parts: []))
  }

  @Test func `has parts also behind other columns`() {
    let rows: [[SQLValue]] = [
      [.text("feed"), .integer(9), .integer(3), .real(0.3), .integer(1), .integer(2)]
    ]
    let found = shape(
      ["screen", "requests", "failures", "failure_rate", "denied", "not_found"],
      by: "failures DESC, screen", rows)
    #expect(found.plot == .bars(labels: [0], value: 2, group: nil, parts: [4, 5]))
  }

  @Test func `is the steps of each funnel with their screens`() {
    let rows: [[SQLValue]] = [
      [.text("buy"), .integer(1), .text("feed"), .integer(5), .null],
      [.text("buy"), .integer(2), .text("bag"), .integer(2), .real(0.4)],
    ]
    let found = shape(
      ["funnel", "step", "screen", "visits", "step_conversion"], by: "funnel, step", rows)
    #expect(found.plot == .bars(labels: [2], value: 3, group: 0, parts: []))
  }

  @Test func `is ranges where it has quantiles of one thing`() {
    let rows: [[SQLValue]] = [
      [.text("2.0"), .integer(3), .real(1), .real(9), .real(2), .real(4)]
    ]
    let found = shape(
      ["app_version", "visits", "p50_visit_s", "p95_visit_s", "p50_views", "p95_views"],
      by: "visits DESC, app_version", rows)
    #expect(found.plot == .ranges(labels: [0], quantiles: [2, 3]))
  }

  @Test func `is bars of the first count where its order is one of moments`() {
    let rows: [[SQLValue]] = [[.integer(1_780_000_000_000_000), .text("s-1"), .integer(2)]]
    let columns = ["began_us", "session_id", "requests"]
    #expect(
      shape(columns, by: "began_us DESC, session_id", rows).plot
        == .bars(labels: [1], value: 2, group: nil, parts: []))
  }

  @Test func `is a list when its order is unknown, and when nothing is counted`() {
    let rows: [[SQLValue]] = [[.text("s-1"), .integer(2)]]
    #expect(shape(["session_id", "requests"], by: "", rows).plot == .none)
    #expect(shape(["session_id", "requests"], by: "length(session_id)", rows).plot == .none)
    let texts: [[SQLValue]] = [[.text("s"), .text("r")]]
    #expect(shape(["session_id", "route"], by: "session_id", texts).plot == .none)
    #expect(shape([], by: "x", []).plot == .none)
  }

  @Test(arguments: [Int64.min, .max])
  func `never traps, whatever the counts are`(_ count: Int64) {
    let rows: [[SQLValue]] = [[.text("a"), .integer(count), .integer(count), .integer(count)]]
    let found = shape(["name", "all", "one", "two"], by: "all DESC, name", rows)
    #expect(found.roles == [.text, .count, .count, .count])
  }
}
