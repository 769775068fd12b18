import RouteStore

/// The columns of an entry that a ``RelationPass`` reads, in the order of selection.
enum EntryColumn: Int, CaseIterable {
  case sequence, session, kind, request, at, duration, scene, entryPoint, link, route, routeVersion
  case router, variant, outcome, reason, screenBefore, screenAfter, action, attempt, cause
  /// The needed part of the payload: the name of an enqueued action, whether an attempt was given
  /// back, and for a restoring, how much of the last place was restored.
  case told
  /// The request on whose behalf an entry's request was opened; few payloads have it.
  case opener

  private static let names = [
    "sequence", "session", "kind", "request", "at_us", "duration_us", "scene", "entry_point",
    "link", "route", "route_version", "router", "variant", "outcome", "reason", "screen_before",
    "screen_after", "action", "attempt", "cause", "told", "opener",
  ]

  /// Its name in the journal.
  var name: String { Self.names[rawValue] }

  /// The SQL expression that selects it.
  var sql: String {
    switch self {
    case .told:
      """
      CASE kind WHEN \(EntryNumber.enqueued) THEN json_extract(payload, '$.action.name')
        WHEN \(EntryNumber.retried) THEN
          CASE WHEN instr(payload, '"by":"giveBack"') > 0 THEN 'giveBack' END
        WHEN \(EntryNumber.restored) THEN
          CASE WHEN json_type(payload, '$.notes.left') IS NOT NULL THEN 'left'
            ELSE coalesce(json_extract(payload, '$.notes.extent'), 'whole') END END
      """
    case .opener:
      """
      CASE WHEN kind BETWEEN \(EntryNumber.received) AND \(EntryNumber.parked)
          AND instr(payload, '"on_behalf_of"') > 0 AND json_valid(payload)
        THEN CAST(json_extract(payload, '$.request.on_behalf_of') AS INTEGER) END
      """
    default: name
    }
  }

  /// The relations that need it.
  var users: [BaseRelation.Kind] {
    switch self {
    case .sequence, .session, .kind, .at: [.request, .screenView, .visit, .action, .run]
    case .request: [.request, .screenView, .visit, .action]
    case .duration, .outcome: [.request]
    case .screenBefore: [.screenView, .visit]
    case .screenAfter: [.screenView, .visit, .run]
    case .entryPoint, .variant: [.visit]
    case .route: [.request, .visit]  // an entry without one names no router and variant either
    case .action, .attempt: [.action]
    case .told: [.action, .run]
    default: []
    }
  }

  /// The column of a relation that contains it.
  var telling: String {
    switch self {
    case .cause: "cause_sequence"
    case .opener: "opener_request_id"
    default: name
    }
  }

  /// The relations whose column ``telling`` contains it.
  var tellers: [BaseRelation.Kind] {
    switch self {
    case .reason: [.request, .action]
    case .sequence, .session, .kind, .request, .at, .action, .attempt, .told: []
    default: [.request]
    }
  }

  /// Whether entries of a group may have a needed value in it.
  func isAsked(of group: EntryGroup) -> Bool {
    switch self {
    case .sequence, .session, .kind, .request, .at, .reason, .screenAfter: true
    case .action, .attempt, .told: group != .ofRequests
    default: group != .ofActions
    }
  }

  /// Whether it is needed to count the requests of a run.
  var isOfCounts: Bool { users.contains(.request) }

  /// Whether it is needed to know by which entry point a request came.
  var isOfEntryPoints: Bool { [.entryPoint, .outcome, .request].contains(self) }
}

/// Groups of entries by their subjects: most are about requests or actions.
enum EntryGroup: Int, CaseIterable {
  case ofRequests, ofActions, others

  init(_ kind: Int64) {
    self =
      EntryNumber.ofRequests.contains(kind)
      ? .ofRequests : EntryNumber.ofActions.contains(kind) ? .ofActions : .others
  }
}

extension FetchedValues {
  /// Room for the values of entries, for the columns that a statement selects.
  init(ofEntries columns: [EntryColumn]) {
    self.init(
      from: EntryGroup.allCases.map { group in
        EntryColumn.allCases.map { column in
          column.isAsked(of: group) ? columns.firstIndex(of: column).map(Int32.init) : nil
        }
      })
  }

  /// Fetches the values of an entry of a kind. Throws `damaged` when one is beyond ``FileBounds``.
  mutating func fetchEntry(
    from entries: borrowing Statement, ofKind kind: Int64
  ) throws(StoreError) {
    guard let place = fetch(from: entries, of: EntryGroup(kind).rawValue) else { return }
    let sequence = integer(.sequence)
    throw .damaged(
      reason: FileBounds.problem(of: EntryColumn.allCases[place].name),
      sequence: FileBounds.numbers.contains(sequence) ? sequence : nil)
  }

  func integer(_ column: EntryColumn) -> Int64 { integer(column.rawValue) }
  func optionalInteger(_ column: EntryColumn) -> Int64? { optionalInteger(column.rawValue) }
  func optionalText(_ column: EntryColumn) -> String? { optionalText(column.rawValue) }
  func isNull(_ column: EntryColumn) -> Bool { isNull(column.rawValue) }
  func text(_ column: EntryColumn) -> SQLValue { SQLValue(optionalText(column)) }
  func number(_ column: EntryColumn) -> SQLValue { SQLValue(optionalInteger(column)) }
}
