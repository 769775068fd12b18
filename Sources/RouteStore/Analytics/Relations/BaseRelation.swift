package import RouteStore

/// A relation on which analysts build: a view of the journal in plain columns, or its table of
/// funnels. An export of a file consists of these.
package struct BaseRelation: Sendable {
  /// The kinds of base relations.
  package enum Kind: Int, Sendable {
    case request, screenView, action, visit, run, replayRun, funnelStep
  }

  /// One column of it.
  package struct Column: Sendable {
    /// Its name.
    package let name: String
    /// The type of its values that are not NULL.
    package let type: ColumnType
    /// The personal information in its values.
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

  /// The personal information in a column, which decides who may see it.
  package enum Content: Sendable {
    /// Counts, and words that the app's developers chose.
    case plain
    /// An installation, a run of it, something that began with one of its entries, or a window:
    /// equal values mean the same thing everywhere.
    case identifier
    /// The sequence of an entry, which identifies something on a device.
    case sequence
    /// The sequence of an entry, of which only the distance to the first such column of its row
    /// matters.
    case position
    /// A point in time.
    case moment
    /// A span of time.
    case length
    /// An address from outside; private values in it are already tokens.
    case link
    /// A sentence written by the app's code, with any content.
    case sentence
    /// The running software: the app's build, the system.
    case build
  }

  /// Its index in ``all``.
  package let kind: Kind
  /// The name of the view or table.
  package let name: String
  /// The column whose moment, in microseconds since 1970, determines the day of a row; nil for a
  /// relation without times.
  package let time: String?
  /// The columns, in order. Points in time appear again at the end, in the type that databases have
  /// for them.
  package let columns: [Column]
  /// The number of columns, from the first, that are made from a history; the others are derived
  /// from them.
  package let madeCount: Int
  /// For each derived column, the index of its source.
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

  /// The index of the column in microseconds from which a point in time is derived; nil for any
  /// other column.
  package func source(of place: Int) -> Int? { sources[place] }

  /// A row made from a history, with its derived values added.
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

  /// The results of replays: a journal has no rows of them, a file of results has all of its rows.
  package static let replayRun = BaseRelation(
    .replayRun, "v_replay_run", by: "replayed_us",
    [
      .text("replay_id", .identifier), .session, .device, .text("app_version"), .text("mode"),
      .moment("replayed_us"), .text("verdict"), .integer("requests"), .integer("divergences"),
      .integer("first_divergence_sequence", .sequence), .text("divergence", .sentence),
    ])

  /// The outcomes of unsuccessful requests, as in `v_request_failure`. A request that was
  /// superseded, expired, or was repeated, is neither a failure nor a success.
  package static let failedOutcomes = [
    "failed", "stale", "impossible", "notFound", "denied", "interrupted", "quarantined",
  ]

  private static let funnelStep = BaseRelation(
    .funnelStep, "funnel_step", [.text("funnel"), .integer("step"), .text("screen")])

  /// The index of a column.
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
  /// Views over base relations that several questions use.
  private static let shared = ["v_funnel_touch", "v_request_part", "v_device_day"]

  /// Those of them that are slow, over the relations of one part of a gathering.
  static let askedOnce = all.filter { $0.name == "v_funnel_touch" }

  /// Whether it answers a question, over base relations only, in the SQL of any engine.
  package var isQuestion: Bool {
    isOverRelations && !isCounted && !Self.shared.contains(name)
  }

  /// Whether it is over base relations only, in the SQL of any engine: a question, or a count that
  /// questions use.
  package var isOverRelations: Bool {
    !Self.between.contains(name) && !BaseRelation.all.contains { $0.name == name }
  }

  /// Whether it is a count that questions use.
  private var isCounted: Bool { CountedRelation.all.contains { $0.name == name } }
}

extension BaseRelation.Column {
  fileprivate static let session = text("session_id", .identifier)
  fileprivate static let device = text("device_id", .identifier)

  /// The name of something that begins with an entry: a session's identifier, a colon and the
  /// sequence.
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
