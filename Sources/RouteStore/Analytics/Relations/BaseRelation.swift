package import RouteStore

/// A relation that analysts build on: a view of the journal in plain columns, or its table of
/// funnels. What is exported of a file is these.
package struct BaseRelation: Sendable {
  /// Which one it is.
  package enum Kind: Int, Sendable {
    case request, screenView, action, visit, run, replayRun, funnelStep
  }

  /// One column of it.
  package struct Column: Sendable {
    /// Its name.
    package let name: String
    /// The type of its values, where they are not NULL.
    package let type: ColumnType
    /// The information about a person in its values.
    package let content: Content
  }

  /// The type of a column's values.
  package enum ColumnType: String, Sendable {
    /// 64-bit integers.
    case integer
    /// Texts.
    case text
    /// Points in time, see ``RelationMoment``.
    case moment
  }

  /// The information about a person in a column, which decides who may see it.
  package enum Content: Sendable {
    /// Counts, and words that the app's developers chose.
    case plain
    /// An installation, a run of it, what began with one of its entries, or a window: the same
    /// value is the same thing everywhere.
    case identifier
    /// The sequence of an entry, which names something of a device.
    case sequence
    /// The sequence of an entry, whose distance to the first such column of its row counts.
    case position
    /// A point in time.
    case moment
    /// A span of time.
    case length
    /// An address that came from outside; private values in it are tokens already.
    case link
    /// A sentence that the app's code wrote, about whatever it liked.
    case sentence
    /// The software that runs: the app's build, the system.
    case build
  }

  /// Its place among ``all``.
  package let kind: Kind
  /// The name of the view or table.
  package let name: String
  /// The column whose moment, in microseconds since 1970, says to which day a row belongs; nil for
  /// a relation that knows no time.
  package let time: String?
  /// The columns, in order. Points in time are among the last ones a second time, in the type that
  /// databases have for them.
  package let columns: [Column]
  /// How many of the columns, the first ones, a row has that is made of a history: the others
  /// follow from these.
  package let madeCount: Int
  /// Of each column that follows from another one the place of that one.
  private let sources: [Int?]

  private init(_ kind: Kind, _ name: String, by time: String? = nil, _ columns: [Column]) {
    let moments = RelationMoment.columns(of: name)
    self.columns =
      columns
      + moments.map {
        Column(name: RelationMoment.name(of: $0), type: .moment, content: .plain)
      }
    sources =
      columns.map { _ in nil }
      + moments.map { moment in columns.firstIndex { $0.name == moment } }
    (self.kind, self.name, self.time, madeCount) = (kind, name, time, columns.count)
  }

  /// The place of the column in microseconds that a point in time is made of; nil for any other
  /// column.
  package func source(of place: Int) -> Int? { sources[place] }

  /// A row that is made of a history with the values that follow from it.
  package func completed(_ made: [SQLValue]) -> [SQLValue] {
    made
      + sources.compactMap(\.self).map { source in
        guard case .integer(let moment) = made[source] else { return .null }
        return SQLValue(RelationMoment.text(of: moment))
      }
  }
}

extension BaseRelation {
  /// Every base relation, in the order of their kinds.
  package static let all = [request, screenView, action, visit, run, replayRun, funnelStep]

  package static let request = BaseRelation(
    .request, "v_request", by: "received_us",
    [
      .entry("request_id"), .integer("request_sequence", .sequence), .session, .device,
      .entry("opener_request_id"), .integer("cause_sequence", .sequence),
      .text("scene", .identifier), .moment("received_us"), .moment("decided_us"),
      .integer("duration_us", .length),
      .text("entry_point"), .text("link", .link), .text("route"), .integer("route_version"),
      .text("router"), .text("variant"), .text("outcome"), .text("reason", .sentence),
      .text("screen_before"), .text("screen_after"), .integer("decided_sequence", .sequence),
      .integer("engine_us", .length), .integer("host_us", .length), .integer("wait_us", .length),
    ])

  static let screenView = BaseRelation(
    .screenView, "v_screen_view", by: "entered_us",
    [
      .entry("view_id"), .integer("view_sequence", .sequence), .session, .device,
      .entry("visit_id"), .integer("view_number"), .text("screen"), .text("next_screen"),
      .text("screen_after_next"), .entry("request_id"), .moment("entered_us"),
      .moment("left_us"), .integer("dwell_us", .length),
    ])

  package static let action = BaseRelation(
    .action, "v_action", by: "enqueued_us",
    [
      .entry("action_id"), .integer("action_sequence", .sequence), .session, .device,
      .entry("request_id"), .text("name"), .text("state"), .integer("attempts"),
      .moment("enqueued_us"), .moment("moved_us"), .moment("settled_us"),
      .text("reason", .sentence),
    ])

  private static let visit = BaseRelation(
    .visit, "v_visit", by: "began_us",
    [
      .entry("visit_id"), .session, .device, .moment("began_us"), .moment("ended_us"),
      .integer("sessions"), .integer("requests"), .integer("views"), .text("entry_point"),
      .text("variant_route"), .text("variant"),
    ])

  static let run = BaseRelation(
    .run, "v_run", by: "began_us",
    [
      .session, .device, .text("app_version"), .text("build", .build), .text("os", .build),
      .text("table_digest"), .moment("began_us"), .moment("ended_us"), .moment("last_us"),
      .text("beginning"), .text("ending"), .text("restore_outcome"),
      .integer("first_sequence", .position), .integer("last_sequence", .position),
      .integer("entries"), .integer("pruned"), .integer("missing"), .integer("requests"),
      .integer("unsuccessful"), .integer("open_requests"), .integer("first_screen_us", .length),
      .integer("first_ready_us", .length),
    ])

  /// The results of replays: of a journal no rows, of a file of results all that it has.
  package static let replayRun = BaseRelation(
    .replayRun, "v_replay_run", by: "replayed_us",
    [
      .text("replay_id", .identifier), .session, .device, .text("app_version"), .text("mode"),
      .moment("replayed_us"), .text("verdict"), .integer("requests"), .integer("divergences"),
      .integer("first_divergence_sequence", .sequence), .text("divergence", .sentence),
    ])

  /// The outcomes of requests that did not get where they wanted, as `v_request_failure` has them.
  /// A request that was superseded or expired, or came twice, is neither a failure nor a success.
  package static let failedOutcomes = [
    "failed", "stale", "impossible", "notFound", "denied", "interrupted", "quarantined",
  ]

  private static let funnelStep = BaseRelation(
    .funnelStep, "funnel_step", [.text("funnel"), .integer("step"), .text("screen")])

  /// The place of one of its columns.
  package func place(of column: String) -> Int {
    guard let place = columns.firstIndex(where: { $0.name == column }) else {
      preconditionFailure("\(name) has no column \(column)")
    }
    return place
  }
}

extension RelationView {
  /// Views between the tables and the base relations.
  private static let between = ["v_entry", "v_refusal", ground]
  /// Views over base relations that several questions are made of.
  private static let shared = ["v_funnel_touch", "v_request_part", "v_device_day"]

  /// Those of them that take long, over what one part of a gathering has.
  static let askedOnce = all.filter { $0.name == "v_funnel_touch" }

  /// Whether it answers a question, over base relations only, in SQL of any engine.
  package var isQuestion: Bool {
    isOverRelations && !isCounted && !Self.shared.contains(name)
  }

  /// Whether it is over base relations only, in SQL of any engine: a question, or what questions
  /// count first.
  package var isOverRelations: Bool {
    !Self.between.contains(name) && !BaseRelation.all.contains { $0.name == name }
  }

  /// Whether it is what questions count first.
  private var isCounted: Bool { CountedRelation.all.contains { $0.name == name } }
}

extension BaseRelation.Column {
  fileprivate static let session = text("session_id", .identifier)
  fileprivate static let device = text("device_id", .identifier)

  /// The name of what begins with an entry: a session's identifier, a colon and the sequence.
  fileprivate static func entry(_ name: String) -> Self { text(name, .identifier) }

  fileprivate static func integer(
    _ name: String, _ content: BaseRelation.Content = .plain
  ) -> Self {
    Self(name: name, type: .integer, content: content)
  }

  fileprivate static func moment(_ name: String) -> Self { integer(name, .moment) }

  fileprivate static func text(
    _ name: String, _ content: BaseRelation.Content = .plain
  ) -> Self {
    Self(name: name, type: .text, content: content)
  }
}
