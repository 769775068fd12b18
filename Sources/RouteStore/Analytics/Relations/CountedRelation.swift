import RouteStore

/// A view over a base relation that counts rows which are alike, or leaves out those that no
/// question needs: the first step of questions. They say how often where they can, so that a
/// gathering which keeps these has little to keep, and little is left to ask.
///
/// The view defines it; tests hold the two together. What is counted may be in several rows of one
/// gathering, whose numbers belong together: questions sum them.
struct CountedRelation: Sendable {
  typealias Row = [SQLValue]

  /// A column by which rows are alike.
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
  /// Its columns, with their types in SQL: what rows are alike in, how many there are, how many of
  /// them are a part of their own, and the sum of an amount.
  let columns: [(name: String, type: String)]
  /// The columns of the base relation that it is made of.
  let reads: Set<String>
  /// The columns in which rows are alike.
  let keys: [Key]
  /// Whether it counts rows that are alike; otherwise it has each of them.
  var isCounted: Bool { columns.count > keys.count }
  /// Which rows of the base relation it is about; nil for all.
  let condition: (@Sendable (Row) -> Bool)?
  /// Which rows are a part of their own.
  let part: (@Sendable (Row) -> Bool)?
  /// The amount that is summed, where it is known.
  let amount: (@Sendable (Row) -> Double?)?

  private init(
    _ name: String, of relation: BaseRelation, by keys: [Key], named names: [String: String] = [:],
    reading others: [String] = [], where condition: (@Sendable (Row) -> Bool)? = nil,
    count: String? = nil, part: (name: String, of: @Sendable (Row) -> Bool)? = nil,
    sum: (name: String, of: @Sendable (Row) -> Double?)? = nil
  ) {
    (self.name, kind, self.keys, self.condition) = (name, relation.kind, keys, condition)
    (self.part, amount) = (part?.of, sum?.of)
    reads = Set(keys.map(\.column) + others)
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
  /// Every one, each of which is a view of its name.
  static let all =
    ofRequests + ofViews + [actionCount, openAction]

  /// The name of the one that has the screens of funnels, which only a gathering knows.
  static let funnelView = "v_funnel_view"

  private static let ofRequests: [CountedRelation] = {
    let request = BaseRelation.request
    let outcome = request.place(of: "outcome")
    let failing = Set(
      ["failed", "stale", "impossible", "notFound", "denied", "interrupted", "quarantined"])
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
        by: columns("received_us", "entry_point", "link", "route", "outcome", "reason")
      ) { row in
        guard case .text(let text) = row[outcome] else { return false }
        return failing.contains(text)
      },
      CountedRelation(
        "v_request_ended", of: request, by: columns("entry_point", "route", "variant"),
        reading: ["outcome"], where: endedFromOutside, count: "requests",
        part: (
          "converted", { $0[outcome].isText("shown") || $0[outcome].isText("alreadyShown") }
        )),
      CountedRelation(
        "v_request_session", of: request, by: columns("session_id", "outcome"),
        reading: ["entry_point"], where: endedFromOutside, count: "requests"),
      CountedRelation(
        "v_request_screen", of: request, by: columns("screen_before", "outcome"),
        where: { !$0[outcome].isNull }, count: "requests"),
    ] + times
  }()

  /// Whether a request came from outside, and came to an end of its own.
  private static let endedFromOutside: @Sendable (Row) -> Bool = {
    let request = BaseRelation.request
    let (outcome, entryPoint) = (request.place(of: "outcome"), request.place(of: "entry_point"))
    return { row in
      let end = row[outcome]
      return !end.isNull && !end.isText("superseded") && !end.isText("duplicate")
        && !row[entryPoint].isText("hostFact")
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
      return CountedRelation(
        name, of: request, by: columns("entry_point", column),
        where: { row in
          guard case .integer(let time) = row[place] else { return false }
          return time >= least
        }, count: "requests")
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
        reading: ["view_number"], count: "views", part: ("entrances", { $0[number] == .integer(1) })
      ),
      CountedRelation(
        "v_screen_session", of: view, by: columns("screen", "session_id"), reading: ["dwell_us"],
        count: "views", sum: ("dwell_us", { $0[dwell].amount })),
      CountedRelation(
        "v_screen_time", of: view, by: columns("screen", "dwell_us"),
        where: { $0[dwell] != .null }, count: "views"),
      CountedRelation(
        "v_screen_return", of: view,
        by: columns("visit_id", "view_number", "screen", "next_screen"),
        reading: ["screen_after_next"],
        where: { $0[screen].isSameText(as: $0[afterNext]) && !$0[screen].isSameText(as: $0[next]) }
      ),
      CountedRelation(
        funnelView, of: view, by: columns("screen", "visit_id", "view_number")),
    ]
  }()

  private static let actionCount: CountedRelation = {
    let action = BaseRelation.action
    let (settled, enqueued) = (action.place(of: "settled_us"), action.place(of: "enqueued_us"))
    return CountedRelation(
      "v_action_count", of: action, by: columns("name", "state", "attempts"),
      reading: ["settled_us", "enqueued_us"], count: "actions",
      part: ("settled", { $0[settled] != .null }),
      sum: (
        "wait_us",
        { row in
          row[settled] == .null ? nil : Double(row[settled].integer &- row[enqueued].integer)
        }
      ))
  }()

  private static let openAction: CountedRelation = {
    let settled = BaseRelation.action.place(of: "settled_us")
    return CountedRelation(
      "v_action_open", of: .action,
      by: columns(
        "device_id", "session_id", "action_id", "action_sequence", "request_id", "name",
        "state", "attempts", "enqueued_us"),
      reading: ["settled_us"], where: { $0[settled] == .null })
  }()

  private static func columns(_ names: String...) -> [Key] { names.map(Key.column) }
}

extension SQLValue {
  /// Whether both are texts of the same bytes, which is when texts are equal in SQL.
  fileprivate func isSameText(as other: SQLValue) -> Bool {
    guard case .text(let text) = self, case .text(let otherText) = other else { return false }
    return text.utf8.elementsEqual(otherText.utf8)
  }

  fileprivate var isNull: Bool { if case .null = self { true } else { false } }

  /// Whether it is a text in ASCII. A million rows are asked several times each.
  fileprivate func isText(_ other: String) -> Bool {
    if case .text(let text) = self { text == other } else { false }
  }

  /// A number as an amount that is summed.
  fileprivate var amount: Double? {
    if case .integer(let number) = self { Double(number) } else { nil }
  }
}
