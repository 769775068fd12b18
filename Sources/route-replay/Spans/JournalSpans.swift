import RouteAnalytics
import RouteEngine
import RouteStore

/// Makes the spans of one journal: of requests with an outcome and their parts, and of settled
/// actions and their attempts. A pass over the rows of the base relations gives the facts of each
/// request and action; the entries, read in parallel, give the events in between.
struct JournalSpans {
  private let history: History
  private let sessions: SpanSessions
  private let saysReasons: Bool
  private let rounding: TimeRounding?
  private var pseudonyms: Pseudonyms
  private var requests: RowRedaction
  private var actions: RowRedaction
  private var cursor: EntryCursor
  private var parts = RequestParts()
  private var attempts = ActionAttempts()
  private var names: EntryReading
  /// The last request for which an action was looked up: the actions of one request are
  /// consecutive.
  private var asked: (request: Int64, parent: Int64?)?
  /// How many requests have no outcome, and therefore no span.
  private(set) var openRequests = 0
  /// How many actions are not settled, and therefore have no span.
  private(set) var openActions = 0

  /// - Parameter service: the app's name.
  ///
  /// Throws the errors of reading.
  init(
    of history: History, service: String, _ profile: RedactionProfile, _ pseudonyms: Pseudonyms
  ) throws(StoreError) {
    self.history = history
    self.pseudonyms = pseudonyms
    sessions = try SpanSessions(of: history, service: service, profile, &self.pseudonyms)
    rounding = profile.rounding
    requests = RowRedaction(.request, profile)
    actions = RowRedaction(.action, profile)
    cursor = EntryCursor(of: history)
    names = EntryReading(history)
    let reason = BaseRelation.request.columns[BaseRelation.request.place(of: "reason")]
    saysReasons = profile.treatment(of: reason) == .kept
  }

  /// Adds all spans to the lines.
  ///
  /// Throws the errors of reading and writing.
  mutating func write(to lines: inout SpanLines) throws {
    let columns = try RelationColumns(askedBy: "SELECT * FROM v_request, v_action")
    try history.forEachRelationRow(columns) { kind, row in
      switch kind {
      case .request: try request(RelationValues(row, of: .request), &lines)
      case .action: try action(RelationValues(row, of: .action), &lines)
      default: break
      }
    }
    try advance(through: .max, &lines)
    for attempt in attempts.finish() { try write(attempt, &lines) }
    try lines.endJournal()
  }

  private mutating func advance(through last: Int64, _ lines: inout SpanLines) throws {
    while let row = try cursor.next(through: last) {
      try parts.take(row)
      for attempt in try attempts.take(row) { try write(attempt, &lines) }
    }
  }

  // MARK: Requests

  private mutating func request(_ row: RelationValues, _ lines: inout SpanLines) throws {
    guard case .integer(let decided) = row["decided_sequence"], row["outcome"] != .null else {
      openRequests += 1
      return
    }
    try advance(through: decided, &lines)
    let id = row["request_sequence"].integer
    let session = sessions.session(called: row["session_id"])
    let trace = identity(ofRequest: id)
    let outcome = row["outcome"].text
    let words = [row["entry_point"].text, row["route"].text].filter { !$0.isEmpty }
    let received = row["received_us"].integer
    var span = TraceSpan(
      trace: trace.trace, id: trace.request, parent: nil,
      name: words.isEmpty ? "request" : words.joined(separator: " "),
      start: told(received), end: told(row["decided_us"].integer, after: received))
    for (column, name) in Self.requestAttributes {
      span.attributes.add(name, requests.take(row, column, &pseudonyms))
    }
    let link = requests.take(row, "link", &pseudonyms)
    span.attributes.add(link.isAbsolute ? "url.full" : "url.original", link)
    let reason = requests.take(row, "reason", &pseudonyms).text
    if Outcome.isSuccess(outcome) {
      span.status = .ok
    } else if Outcome.isFailure(outcome) {
      span.status = .error(reason.isEmpty ? outcome : reason)
      span.attributes.add("error.type", outcome)
    }
    try lines.write(span, of: session.number, from: session.resource)
    for part in parts.end(id) { try write(part, in: trace, since: received, &lines) }
  }

  /// A point in time by the profile's rounding, relative to the beginning of its item.
  private func told(_ moment: Int64, after beginning: Int64? = nil) -> Int64 {
    guard let rounding else { return moment }
    return beginning.map { rounding.moment(moment, after: $0) } ?? rounding.moment(moment)
  }

  /// Columns of `v_request` and the attributes with their values.
  private static let requestAttributes = [
    ("request_id", "route.request_id"), ("entry_point", "route.entry_point"),
    ("route", "route.name"), ("route_version", "route.version"), ("router", "route.router"),
    ("variant", "route.variant"), ("outcome", "route.outcome"), ("reason", "route.reason"),
    ("scene", "route.scene"), ("screen_before", "route.screen_before"),
    ("screen_after", "app.screen.name"),
  ]

  private mutating func identity(ofRequest id: Int64) -> TraceIdentity {
    TraceIdentity(.request(told(sequence: id)), of: sessions.session(ofEntry: id).identifier)
  }

  /// A sequence by the profile: a reader who knows a session's identifier could otherwise try
  /// sequences until the digest of both is that of a trace.
  private mutating func told(sequence: Int64) -> Int64 {
    guard rounding != nil else { return sequence }
    let device = sessions.session(ofEntry: sequence).device
    // Every sequence of a journal has a pseudonym.
    return pseudonyms.pseudonym(ofSequence: sequence, of: device) ?? sequence
  }

  private mutating func write(
    _ part: RequestParts.Part, in trace: TraceIdentity, since received: Int64,
    _ lines: inout SpanLines
  ) throws {
    let session = sessions.session(part.session)
    let entry = told(sequence: part.entry)
    let start = told(part.start, after: received)
    let end = told(part.end, after: received)
    var span: TraceSpan
    switch part.kind {
    case .wait(let status):
      span = TraceSpan(
        trace: trace.trace, id: trace.wait(from: entry), parent: trace.request,
        name: "wait \(status.words)", start: start, end: end)
      if case .condition(let condition) = status {
        span.attributes.add("route.wait.condition", condition)
      }
    case .answer(let recorded, let place):
      span = TraceSpan(
        trace: trace.trace, id: trace.answer(place, of: entry), parent: trace.request,
        name: recorded.question.words, start: start, end: end)
      describe(recorded, &span)
    }
    if rounding == nil { span.attributes.add("route.entry", part.entry) }
    try lines.write(span, of: session.number, from: session.resource)
  }

  private func describe(_ recorded: RecordedAnswer, _ span: inout TraceSpan) {
    let question = recorded.question
    span.attributes.add("route.host_code.kind", question.kind.rawValue)
    span.attributes.add("route.host_code.name", question.name)
    span.attributes.add("route.host_code.answer", recorded.answer.word)
    span.attributes.add("route.host_code.times_are_bounds", true)
    if question.hop > 0 { span.attributes.add("route.host_code.hop", Int64(question.hop)) }
    if question.step > 0 { span.attributes.add("route.host_code.step", Int64(question.step)) }
    switch recorded.answer {
    case .failed(let reason): span.status = .error(saysReasons ? reason : recorded.answer.word)
    case .deny(let reason) where saysReasons: span.attributes.add("route.reason", reason)
    default: break
    }
  }

  // MARK: Actions

  private mutating func action(_ row: RelationValues, _ lines: inout SpanLines) throws {
    guard case .integer(let settled) = row["settled_us"] else {
      openActions += 1
      return
    }
    let id = row["action_sequence"].integer
    let session = sessions.session(called: row["session_id"])
    let request = try parent(row["request_id"].sequence)
    let trace = identity(ofAction: id, request)
    let action = told(sequence: id)
    let name = row["name"] == .null ? nil : row["name"].text
    let state = row["state"].text
    let enqueued = row["enqueued_us"] == .null ? settled : row["enqueued_us"].integer
    var span = TraceSpan(
      trace: trace.trace, id: trace.action(action), parent: request.map { _ in trace.request },
      name: Self.name("action", name), start: told(enqueued),
      end: told(settled, after: enqueued))
    span.attributes.add("route.action.id", action)
    if let name { span.attributes.add("route.action.name", name) }
    span.attributes.add("route.action.state", state)
    span.attributes.add("route.action.attempts", row["attempts"].integer)
    let reason = actions.take(row, "reason", &pseudonyms)
    span.attributes.add("route.reason", reason)
    span.settle(
      EntryKind.allCases.first { $0.word == state }, reason.text, orSaying: state)
    try lines.write(span, of: session.number, from: session.resource)
  }

  /// The name of a span; only the kind when the action's name was pruned.
  private static func name(_ sort: String, _ action: String?) -> String {
    action.map { "\(sort) \($0)" } ?? sort
  }

  /// The span of the request to which an action belongs. If the request came and ended in an
  /// outage, it has no span.
  private mutating func parent(_ request: Int64?) throws -> Int64? {
    guard let request else { return nil }
    if let asked, asked.request == request { return asked.parent }
    let isOutage = try history.entry(at: request)?.kind == EntryKind.outage.rawValue
    asked = (request, isOutage ? nil : request)
    return isOutage ? nil : request
  }

  private mutating func identity(ofAction id: Int64, _ request: Int64?) -> TraceIdentity {
    if let request { return identity(ofRequest: request) }
    return TraceIdentity(.action(told(sequence: id)), of: sessions.session(ofEntry: id).identifier)
  }

  private mutating func write(
    _ attempt: ActionAttempts.Attempt, _ lines: inout SpanLines
  ) throws {
    let name = try names.name(ofAction: attempt.action)
    let session = sessions.session(attempt.session)
    let request = try parent(attempt.request)
    let trace = identity(ofAction: attempt.action, request)
    let action = told(sequence: attempt.action)
    var span = TraceSpan(
      trace: trace.trace, id: trace.attempt(attempt.number, at: action),
      parent: trace.action(action), name: Self.name("attempt", name),
      start: told(attempt.start), end: told(attempt.end, after: attempt.start))
    span.attributes.add("route.action.id", action)
    if let name { span.attributes.add("route.action.name", name) }
    span.attributes.add("route.action.attempt", attempt.number)
    let result = attempt.result?.word ?? "interrupted"
    span.attributes.add("route.action.result", result)
    span.settle(attempt.result, saysReasons ? attempt.reason ?? "" : "", orSaying: result)
    try lines.write(span, of: session.number, from: session.resource)
  }
}

extension TraceSpan {
  /// Sets its status from the entry that ended it: done is a success; failed, retried, dead and
  /// interrupted attempts are not.
  fileprivate mutating func settle(_ kind: EntryKind?, _ reason: String, orSaying word: String) {
    switch kind {
    case .done: status = .ok
    case .failed, .retried, .dead, nil:
      status = .error(reason.isEmpty ? word : reason)
      attributes.add("error.type", word)
    default: break
    }
  }
}

extension RowRedaction.Value {
  /// Whether it is an address with a scheme.
  fileprivate var isAbsolute: Bool {
    guard case .text(let text) = self else { return false }
    let mark = text.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    return mark.map { text[$0] == UInt8(ascii: ":") } ?? false
  }
}

extension SQLValue {
  /// The sequence of the entry at the end of a name.
  fileprivate var sequence: Int64? { text.split(separator: ":").last.flatMap { Int64($0) } }
}

/// The values of a row by the names of its relation's columns.
private struct RelationValues {
  let relation: BaseRelation
  let values: [SQLValue]

  init(_ values: [SQLValue], of relation: BaseRelation) {
    (self.values, self.relation) = (values, relation)
  }

  subscript(column: String) -> SQLValue { values[relation.place(of: column)] }
}

extension RowRedaction {
  /// The redacted value of a column of the relation.
  fileprivate mutating func take(
    _ row: RelationValues, _ column: String, _ pseudonyms: inout Pseudonyms
  ) -> Value {
    take(row.values, at: row.relation.place(of: column), &pseudonyms)
  }
}
