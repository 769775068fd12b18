import RouteEngine
import RouteStore
import TextTerminal

enum ActionsCommand {
  enum Verb: String, CaseIterable {
    case list
    case show
    case retry
    case cancel
  }

  static let file = Argument.one("FILE", kind: .file, "the journal")
  static let verb = Argument.optional(
    "VERB", kind: .choice(Verb.allCases.map(\.rawValue)), "what to do; by default list")
  static let action = Argument.optional("ID", "the action, by its id")
  static let failOnActions = Option.flag(
    "fail-on-actions", "exit status 7 when an action is dead, shelved, or has killed the app")

  static let command = Command(
    name: "actions",
    summary: "lists pending actions; shows, retries or cancels one",
    discussion: """
      'list' prints every action that is not over yet, oldest first, and 'show ID' everything \
      about one. 'retry ID' gives a dead action another attempt at the app's next launch. 'cancel \
      ID' cancels an action that is not under way. Both need --write, and are recorded in a \
      session of their own whose beginning is 'maintenance'.

      The app must not run while its journal is changed. While it runs the exit status is 5, and \
      nothing is changed.
      """,
    arguments: [file, verb, action],
    options: [WritingOptions.write, failOnActions, CommonOptions.output, CommonOptions.time],
    example: Command.Example("route-replay actions app.journal retry 120 --write")
  ) { arguments, output in
    let path = arguments[file]
    let verb = arguments[verb].flatMap(Verb.init) ?? .list
    let other = verb == .list || verb == .show ? WritingOptions.write : failOnActions
    guard !arguments[other] else {
      throw CommandFailure.usage("'\(verb.rawValue)' takes no \(other.shape.dashed); leave it out")
    }
    guard verb != .list else {
      if let extra = arguments[action] {
        throw CommandFailure.usage("'list' takes no id; type 'show \(extra)' for one action")
      }
      return try list(path, arguments, output)
    }
    guard let word = arguments[action] else {
      throw CommandFailure.usage("'\(verb.rawValue)' takes the id of an action; 'list' has them")
    }
    guard let number = Int64(word) else {
      throw CommandFailure.usage("'\(word)' is no id of an action; 'list' has them")
    }
    let id = ActionID(number)
    switch verb {
    case .list, .show: return try show(id, path, arguments, output)
    case .retry, .cancel:
      // Without --write the file may only be read; the id is nevertheless looked up.
      if !arguments[WritingOptions.write] { _ = try action(id, JournalFile(path, output: output)) }
      try WritingOptions.demand(arguments, for: verb.rawValue)
      try change(id, verb, path)
      var report = Report()
      report.rows = Table(
        [Column("action", .number), Column("status")],
        [[.integer(number), .text(verb == .retry ? "waiting" : "cancelled")]])
      output.note("action \(id) \(verb == .retry ? "waits for another attempt" : "is cancelled")")
      return try output.print(report, arguments[CommonOptions.output])
    }
  }

  private static func list(
    _ path: String, _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let file = try JournalFile(path, output: output)
    let pending = try PendingWork(file)
    var report = Report()
    report.list(
      Table(
        columns, pending.actions.map(pending.cells), time: arguments[CommonOptions.time],
        instead: []))
    if pending.actions.isEmpty { output.note("no action is pending") }
    report.status = pending.status(arguments[failOnActions], otherwise: file.status)
    if report.status == .unhealthyActions {
      for action in pending.actions where PendingWork.isUnhealthy(action) {
        let why = action.crashes > 0 ? ", the app died in it" : ""
        report.problem("action \(action.id) is \(action.status.rawValue)\(why)")
      }
    }
    return try output.print(report, arguments[CommonOptions.output])
  }

  /// The pending action with this id. Throws the reason when there is none.
  private static func action(
    _ id: ActionID, _ file: JournalFile
  ) throws -> (pending: PendingWork, action: PendingAction) {
    let pending = try PendingWork(file)
    guard let action = pending.state.action(id) else { throw notPending(id, file) }
    return (pending, action)
  }

  private static let columns = [
    Column("action", .number), Column("name"),
    Column("status", ink: { $0 == .text("dead") || $0 == .text("shelved") ? .red : nil }),
    Column("attempt", .number), Column("crashes", .number, isDetail: true),
    Column("waits"), Column("reason"), Column("enqueued", .time),
    Column("not_before", .time, isDetail: true), Column("expires", .time, isDetail: true),
    Column("request", .number, isDetail: true), Column("screen", isDetail: true),
    Column("screen_id", .number, isDetail: true), Column("principal", isDetail: true),
    Column("key", isDetail: true), Column("lane", isDetail: true),
    Column("parameters", isDetail: true), Column("possibly_executed", isDetail: true),
  ]

  private static func show(
    _ id: ActionID, _ path: String, _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let file = try JournalFile(path, output: output)
    let (pending, action) = try action(id, file)
    let cells = pending.cells(action)
    let time = arguments[CommonOptions.time]
    var report = Report()
    report.margin.nameWidth = 18
    var times = TimeWriter(style: time.resolved(for: output))
    for (column, cell) in zip(columns, cells) where cell != .null {
      report.field(column.name, times.words(cell))
    }
    report.space()
    var query = HistoryQuery()
    query.firstSequence = action.request.rawValue
    query.action = id.rawValue
    var reading = EntryReading(file.history)
    var rows: [[Cell]] = []
    try file.history.forEachEntry(query) { rows.append(try EntryColumns.cells($0, &reading)) }
    report.list(Table(EntryColumns.columns, rows, time: time, instead: []))
    _ = try output.print(report, arguments[CommonOptions.output])
    if let past = AdoptedPast(of: file.history), past.holds(id.rawValue) {
      output.note("what happened to it before session \(past.session) lay \(past.place)")
    }
    if action.status == .dead {
      let name = pathForShell(path)
      output.note(
        "it is given up: 'route-replay actions \(name) retry \(id) --write' gives it another "
          + "attempt")
    }
    let isUnhealthy = PendingWork.isUnhealthy(action)
    return arguments[failOnActions] && isUnhealthy ? .unhealthyActions : file.status
  }

  @MainActor
  private static func change(_ id: ActionID, _ verb: Verb, _ path: String) throws {
    let maintenance = try JournalMaintenance(at: path)
    guard let action = maintenance.state.action(id) else {
      throw notPending(id, try JournalFile(path))
    }
    let isDone = try verb == .retry ? maintenance.revive(id) : maintenance.cancel(id)
    try maintenance.end()
    guard !isDone else { return }
    let status = action.status.rawValue
    throw CommandFailure.usage(
      verb == .retry
        ? "action \(id) is \(status), and only a dead one is tried again; nothing was changed"
        : "the handler of action \(id) was under way when the app ended, and may have had its "
          + "effect; the app's next launch decides; nothing was changed")
  }

  private static func notPending(_ id: ActionID, _ file: JournalFile) -> CommandFailure {
    let history = file.history
    // The words are for a failure that is reported anyway.
    let row = try? history.entry(at: id.rawValue)
    let name = pathForShell(history.path)
    if row?.kind == EntryKind.enqueued.rawValue {
      return CommandFailure.usage(
        "action \(id) is over; \(inQuotes("route-replay show \(name) \(id)")) tells how it ended")
    }
    if let past = AdoptedPast(of: history), let action = past.action(id.rawValue) {
      return CommandFailure.usage(
        "action \(id) is over; it began \(past.place), and "
          + inQuotes("route-replay log \(name) --grep \(quotedForShell("\(action.name) \(id)"))")
          + " lists what came after")
    }
    // Of a base that cannot be read, nothing is known to be pruned.
    if row == nil, let failure = try? file.missing(id.rawValue), failure.status == .incompatible {
      return failure
    }
    return CommandFailure.usage("there is no action \(id); 'actions' without an id lists them")
  }
}

/// The pending actions at a journal's end, with the facts that their entries state.
struct PendingWork {
  let state: RouteState
  /// The bytes of the conditions that hold, to be looked up for each action.
  private let conditions: Set<[UInt8]>
  private var reasons: [Int64: String] = [:]
  private var moments: [Int64: Int64] = [:]

  var actions: [PendingAction] { state.actions }

  init(_ file: JournalFile) throws {
    state = try file.state(at: try file.history.head().sequence)
    conditions = Set(state.conditions.map { Array($0.utf8) })
    guard let first = state.actions.first else { return }
    var query = HistoryQuery()
    query.firstSequence = first.id.rawValue
    try file.history.forEachEntry(query) { row in
      guard let action = row.action, state.action(ActionID(action)) != nil else { return }
      if action == row.sequence { moments[action] = row.atMicroseconds }
      // Only a failure has a reason; that of a later attempt replaces it.
      if let entry = try? JournalEntry(decoding: row), let reason = entry.reason {
        reasons[action] = reason
      }
    }
  }

  /// Whether an action needs attention: it is dead, no handler takes it, or the app died while it
  /// ran.
  static func isUnhealthy(_ action: PendingAction) -> Bool {
    action.status == .dead || action.status == .shelved || action.crashes > 0
  }

  func status(_ failsOnActions: Bool, otherwise status: ExitStatus) -> ExitStatus {
    failsOnActions && actions.contains(where: Self.isUnhealthy) ? .unhealthyActions : status
  }

  func cells(_ action: PendingAction) -> [Cell] {
    [
      .integer(action.id.rawValue), .text(action.name), .text(action.status.rawValue),
      .integer(action.attempt), .integer(action.crashes), .text(waits(action)),
      .text(reasons[action.id.rawValue]), .time(moments[action.id.rawValue]),
      .time(action.notBefore?.microseconds), .time(action.expires?.microseconds),
      .integer(action.request.rawValue), .text(state.tree[action.screen]?.kind),
      .integer(Int64(bitPattern: action.screen.rawValue)), .text(action.principal),
      .text(action.key), .text(action.terms.lane),
      .text(action.parameters.isEmpty ? nil : action.parameters.notation),
      .bool(action.possiblyExecuted),
    ]
  }

  /// The event that an action still waits for at the journal's end; nil when it is dead.
  private func waits(_ action: PendingAction) -> String? {
    switch action.status {
    case .dead: return nil  // dead: only an explicit revival continues it
    case .shelved: return "for a version that handles it"
    case .claimed: return "for its handler"
    case .started: return "for its handler's end"
    case .waiting: break
    }
    var causes: [String] = []
    // As the engine does: two spellings of a letter are two principals.
    let isSignedIn = action.principal.map { state.principal?.hasSameBytes(as: $0) ?? false } ?? true
    if !isSignedIn, let principal = action.principal { causes.append("for \(principal)") }
    if let condition = action.terms.condition, !conditions.contains(Array(condition.utf8)) {
      causes.append("for \(condition)")
    }
    if action.lacksResult { causes.append("for a result") }
    if action.moment == .ready, state.tree[action.screen]?.isReady != true {
      causes.append("for its screen")
    }
    if action.notBefore != nil { causes.append("for its time") }
    return causes.isEmpty ? "for its turn" : causes.joined(separator: ", ")
  }
}
