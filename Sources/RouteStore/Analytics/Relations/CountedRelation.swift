import RouteStore

/// A view over a base relation that counts rows with equal keys, or leaves out rows that no
/// question needs: the first step of questions. Where possible it has counts instead of rows, so
/// that a gathering that keeps it stores little, and questions have little to read.
///
/// The view defines it, and tests compare the two. One gathering may have several rows with one
/// key, whose numbers belong together: questions sum them.
struct CountedRelation: Sendable {
  /// A condition that selects rows.
  struct Condition: Sendable {
    /// The columns that decide.
    let columns: [String]
    /// Whether a row is included.
    let holds: @Sendable (CodedRow) -> Bool
  }

  /// A column of the key.
  enum Key: Sendable {
    /// A column of the base relation.
    case column(String)
    /// The beginning of the day, in UTC, of a column's moment.
    case day(String)
  }

  /// The name of the view.
  let name: String
  /// The base relation that it is over.
  let kind: BaseRelation.Kind
  /// Its columns, with their types in SQL: the key, the number of rows, the number of rows in a
  /// part of their own, and the sum of an amount.
  let columns: [(name: String, type: String)]
  /// The columns of the base relation that it reads.
  let reads: Set<String>
  /// The key columns.
  let keys: [Key]
  /// Whether it counts rows with equal keys; otherwise it has each row.
  var isCounted: Bool { columns.count > keys.count }
  /// The columns that decide whether and how a row is counted.
  let decides: Set<String>
  /// The condition on rows of the base relation; nil for all rows.
  let condition: Condition?
  /// The rows that belong to the separately counted part.
  let part: (@Sendable (CodedRow) -> Bool)?
  /// The amount that is summed, if it is known.
  let amount: (@Sendable (CodedRow) -> Double?)?
  /// Whether it also includes rows that a ``HistoryChoice`` leaves out.
  let isOfAll: Bool

  private init(
    _ name: String, of relation: BaseRelation, by keys: [Key], named names: [String: String] = [:],
    reading others: [String] = [], where condition: Condition? = nil,
    count: String? = nil, part: (name: String, of: @Sendable (CodedRow) -> Bool)? = nil,
    sum: (name: String, of: @Sendable (CodedRow) -> Double?)? = nil, isOfAll: Bool = false
  ) {
    (self.name, kind, self.keys, self.condition) = (name, relation.kind, keys, condition)
    self.isOfAll = isOfAll
    (self.part, amount) = (part?.of, sum?.of)
    let known = keys.map(\.column)
    let deciding = others + (condition?.columns ?? [])
    reads = Set(known + deciding)
    decides = Set(count == nil ? deciding : known + deciding)
    columns =
      keys.map { key in
        let column = relation.columns[relation.place(of: key.column)]
        return (names[column.name] ?? column.name, column.type.sql)
      }
      + [count, part?.name].compactMap(\.self).map { ($0, "INTEGER") }
      + (sum.map { [($0.name, "REAL")] } ?? [])
  }
}

extension CountedRelation.Key {
  /// The column of the base relation.
  var column: String {
    switch self {
    case .column(let name), .day(let name): name
    }
  }

  /// Whether it is the beginning of a day.
  var isDay: Bool { if case .day = self { true } else { false } }
}

extension CountedRelation {
  /// All counted relations; each is a view of its name.
  static let all =
    ofRequests + ofViews + [actionCount, openAction, knownRun]

  /// The name of the one with the screens of funnels, which only a gathering knows.
  static let funnelView = "v_funnel_view"

  private static let ofRequests: [CountedRelation] = {
    let request = BaseRelation.request
    let outcome = request.place(of: "outcome")
    return [
      CountedRelation(
        "v_request_count", of: request, by: columns("outcome", "entry_point", "duration_us"),
        count: "requests"),
      CountedRelation(
        "v_request_day", of: request,
        by: [.day("received_us")] + columns("duration_us", "outcome"),
        named: ["received_us": "day_us"], count: "requests"),
      CountedRelation(
        "v_request_failure", of: request,
        by: columns("received_us", "entry_point", "link", "route", "outcome", "reason"),
        where: Condition(columns: ["outcome"]) { CodedRow.failures.contains($0[outcome]) }),
      CountedRelation(
        "v_request_ended", of: request, by: columns("entry_point", "route", "variant"),
        where: endedFromOutside, count: "requests",
        part: ("converted", { CodedRow.successes.contains($0[outcome]) })),
      CountedRelation(
        "v_request_session", of: request, by: columns("session_id", "outcome"),
        where: endedFromOutside, count: "requests"),
      CountedRelation(
        "v_request_screen", of: request, by: columns("screen_before", "outcome"),
        where: Condition(columns: ["outcome"]) { !$0.isNull(outcome) }, count: "requests"),
    ] + times
  }()

  /// Whether a request came from outside and ended as a success or a failure.
  private static let endedFromOutside: Condition = {
    let request = BaseRelation.request
    let (outcome, entryPoint) = (request.place(of: "outcome"), request.place(of: "entry_point"))
    return Condition(columns: ["outcome", "entry_point"]) { row in
      !row.isNull(outcome) && !CodedRow.withdrawals.contains(row[outcome])
        && row[entryPoint] != CodedRow.hostFact
    }
  }()

  /// The parts of the time of requests.
  private static let times: [CountedRelation] = {
    let request = BaseRelation.request
    let parts: [(name: String, column: String, least: Int64)] = [
      ("v_request_engine", "engine_us", 0), ("v_request_host", "host_us", 1),
      ("v_request_wait", "wait_us", 1),
    ]
    return parts.map { name, column, least in
      let place = request.place(of: column)
      let isThere = Condition(columns: [column]) { row in
        row.number(place).map { $0 >= least } ?? false
      }
      return CountedRelation(
        name, of: request, by: columns("entry_point", column), where: isThere, count: "requests")
    }
  }()

  private static let ofViews: [CountedRelation] = {
    let view = BaseRelation.screenView
    let (dwell, number) = (view.place(of: "dwell_us"), view.place(of: "view_number"))
    let (screen, next) = (view.place(of: "screen"), view.place(of: "next_screen"))
    let afterNext = view.place(of: "screen_after_next")
    return [
      CountedRelation(
        "v_screen_path", of: view, by: columns("screen", "next_screen", "screen_after_next"),
        reading: ["view_number"], count: "views", part: ("entrances", { $0[number] == 1 })),
      CountedRelation(
        "v_screen_session", of: view, by: columns("screen", "session_id"), reading: ["dwell_us"],
        count: "views", sum: ("dwell_us", { $0.number(dwell).map(Double.init) })),
      CountedRelation(
        "v_screen_time", of: view, by: columns("screen", "dwell_us"),
        where: Condition(columns: ["dwell_us"]) { !$0.isNull(dwell) }, count: "views"),
      CountedRelation(
        "v_screen_return", of: view,
        by: columns("visit_id", "view_number", "screen", "next_screen"),
        where: Condition(columns: ["screen", "next_screen", "screen_after_next"]) { row in
          !row.isNull(screen) && row[screen] == row[afterNext] && row[screen] != row[next]
        }),
      CountedRelation(
        funnelView, of: view, by: columns("screen", "visit_id", "view_number"),
        reading: ["screen"]),
    ]
  }()

  private static let actionCount: CountedRelation = {
    let action = BaseRelation.action
    let (settled, enqueued) = (action.place(of: "settled_us"), action.place(of: "enqueued_us"))
    @Sendable func waited(_ row: CodedRow) -> Int64? {
      guard let end = row.number(settled), let start = row.number(enqueued), end >= start
      else { return nil }
      return end &- start
    }
    return CountedRelation(
      "v_action_count", of: action, by: columns("name", "state", "attempts"),
      reading: ["settled_us", "enqueued_us"], count: "actions",
      part: ("waited", { waited($0) != nil }), sum: ("wait_us", { waited($0).map(Double.init) }))
  }()

  private static let openAction: CountedRelation = {
    let settled = BaseRelation.action.place(of: "settled_us")
    return CountedRelation(
      "v_action_open", of: .action,
      by: columns(
        "device_id", "session_id", "action_id", "action_sequence", "request_id", "name",
        "state", "attempts", "enqueued_us"),
      where: Condition(columns: ["settled_us"]) { $0.isNull(settled) })
  }()

  private static let knownRun = CountedRelation(
    "v_run_known", of: .run,
    by: columns(
      "session_id", "device_id", "app_version", "began_us", "last_us", "beginning",
      "first_sequence"),
    isOfAll: true)

  private static func columns(_ names: String...) -> [Key] { names.map(Key.column) }
}
