package import RouteStore

/// Turns entries into rows and back. Holds the buffers that every entry reuses.
package struct EntryCoder: Sendable {
  private var writer = JSONWriter()

  /// A coder with empty buffers.
  package init() { writer.reserveCapacity(1_024) }

  /// Writes the entry into a row; what stands in a column is not repeated in the payload.
  package mutating func encode(_ entry: JournalEntry, into row: inout EntryRow) {
    row.sequence = entry.sequence
    row.session = entry.session
    row.scene = entry.scene
    row.kind = entry.kind.rawValue
    row.request = entry.requestID?.rawValue
    row.cause = entry.cause
    row.atMicroseconds = entry.at.microseconds
    row.elapsedMicroseconds = entry.elapsed
    row.durationMicroseconds = entry.duration
    row.entryPoint = entry.request?.entryPoint.rawValue
    row.link = entry.request.flatMap { request in
      if case .link(let link) = request.target { link.text } else { nil }
    }
    row.route = entry.route
    row.routeVersion = entry.routeVersion.map(Int64.init)
    row.router = entry.router
    row.variant = entry.variant
    row.outcome = entry.outcome?.word
    row.reason = entry.outcome?.reason ?? entry.reason
    row.screenBefore = entry.screenBefore
    row.screenAfter = entry.screenAfter
    row.action = entry.action?.rawValue
    row.attempt = entry.attempt.map(Int64.init)
    row.stateDigest = entry.stateDigest
    writePayload(of: entry)
    writer.copy(into: &row.payload)
  }

  private mutating func writePayload(of entry: JournalEntry) {
    writer.reset()
    writer.beginObject()
    var changes = entry.changes
    let usual = entry.usualChanges
    let isUsual = usual.isEmpty || changes.starts(with: usual)
    if isUsual, !usual.isEmpty { changes.removeFirst(usual.count) }
    if isUsual, changes.count == 1, case .enqueue(let action) = changes[0] {
      writer.name("action")  // one level up, where analysts find it
      writer.action(action, beside: entry.actionColumns)
      changes = []
    }
    if !isUsual {
      writer.name("all_changes")
      writer.array(entry.changes) { $0.change($1) }
      changes = []
    }
    if !entry.answers.isEmpty {
      writer.name("answers")
      writer.array(entry.answers) { $0.answer($1) }
    }
    if !changes.isEmpty {
      writer.name("changes")
      writer.array(changes) { $0.change($1) }
    }
    let notes = entry.details.notes
    if !notes.isEmpty {
      writer.name("notes")
      writer.parameters(notes)
    }
    if let request = entry.request, JSONWriter.hasMore(request) {
      writer.name("request")
      writer.request(request, isWhole: false)
    }
    if !entry.sources.isEmpty {
      writer.name("sources")
      writer.array(entry.sources) { $0.unrecorded($1) }
    }
    if case .failed(let step, _)? = entry.outcome, step > 0 {
      writer.name("step")
      writer.int(Int64(step))
    }
    writer.endObject()
    if writer.count == 2 { writer.reset() }
  }

  /// Reads an entry from its row.
  ///
  /// - Throws: ``EntryError`` when the kind is unknown or the bytes do not say what they should.
  package static func decode(_ row: EntryRow) throws(EntryError) -> JournalEntry {
    guard let kind = EntryKind(rawValue: row.kind) else {
      throw EntryError(sequence: row.sequence, cause: .unknownKind(row.kind))
    }
    var entry = JournalEntry(
      sequence: row.sequence, session: row.session, kind: kind,
      at: RouteInstant(microseconds: row.atMicroseconds), elapsed: row.elapsedMicroseconds)
    entry.scene = row.scene
    entry.requestID = row.request.map(RequestID.init)
    entry.cause = row.cause
    entry.duration = row.durationMicroseconds
    entry.route = row.route
    entry.routeVersion = row.routeVersion.flatMap(Int.init(exactly:))
    entry.router = row.router
    entry.variant = row.variant
    entry.screenBefore = row.screenBefore
    entry.screenAfter = row.screenAfter
    entry.action = row.action.map(ActionID.init)
    entry.attempt = row.attempt.flatMap(Int.init(exactly:))
    entry.stateDigest = row.stateDigest ?? 0
    var columns = RequestColumns()
    columns.link = row.link
    columns.at = entry.arrival
    if let word = row.entryPoint {
      guard let entryPoint = EntryPoint(rawValue: word) else {
        throw EntryError(sequence: row.sequence, cause: .unknownWord("entry point \(word)"))
      }
      columns.entryPoint = entryPoint
    }
    do throws(JSONError) {
      let step = try read(row.payload, columns, into: &entry)
      entry.outcome = try outcome(row, step: step)
      if entry.outcome?.reason == nil { entry.reason = row.reason }
    } catch {
      throw EntryError(
        sequence: row.sequence,
        cause: error.isUnknownWord
          ? .unknownWord(error.description) : .payload(error.description))
    }
    if row.link != nil, !entry.asksForLink {
      throw EntryError(sequence: row.sequence, cause: .column("it has a link, and asks for none"))
    }
    return entry
  }

  /// Reads the payload; returns the step that failed.
  private static func read(
    _ payload: [UInt8], _ columns: RequestColumns, into entry: inout JournalEntry
  ) throws(JSONError) -> Int64 {
    var step: Int64 = 0
    var hasRequest = false
    var hasAllChanges = false
    guard !payload.isEmpty else {
      entry.request = try RouteRequest(columns, target: nil, at: 0)
      entry.changes = entry.usualChanges
      return 0
    }
    var reader = JSONReader(payload, depthLimit: 4 * RouteLimits.format.depth)
    try reader.beginObject()
    while try reader.nextMember() {
      if reader.isName("changes") || reader.isName("all_changes") {
        if reader.isName("all_changes") { hasAllChanges = true }
        try reader.beginArray()
        entry.changes.reserveCapacity(4)
        while try reader.nextElement() { entry.changes.append(try reader.change()) }
      } else if reader.isName("action") {
        entry.changes.append(.enqueue(try reader.action(beside: entry.actionColumns)))
      } else if reader.isName("answers") {
        try reader.beginArray()
        while try reader.nextElement() { entry.answers.append(try reader.answer()) }
      } else if reader.isName("notes") {
        entry.details = EntryDetails(try reader.parameters(), of: entry.kind)
      } else if reader.isName("request") {
        entry.request = try reader.request(columns)
        hasRequest = true
      } else if reader.isName("sources") {
        try reader.beginArray()
        while try reader.nextElement() { entry.sources.append(try reader.unrecorded()) }
      } else if reader.isName("step") {
        step = try reader.int()
      } else {
        try reader.skipValue()
      }
    }
    try reader.expectEnd()
    if !hasRequest { entry.request = try RouteRequest(columns, target: nil, at: 0) }
    let usual = hasAllChanges ? [] : entry.usualChanges
    if !usual.isEmpty { entry.changes.insert(contentsOf: usual, at: 0) }
    return step
  }

  /// How a row says that its request ended; nil when it does not.
  static func outcome(_ row: EntryRow, step: Int64) throws(JSONError) -> Outcome? {
    guard let word = row.outcome else { return nil }
    let reason = row.reason ?? ""
    switch word {
    case "shown": return .shown
    case "alreadyShown": return .alreadyShown
    case "denied": return .denied(reason: reason)
    case "notFound": return .notFound
    case "failed": return .failed(step: Int(exactly: step) ?? 0, reason: reason)
    case "stale": return .stale(reason: reason)
    case "impossible": return .impossible(reason: reason)
    case "superseded": return .superseded
    case "expired": return .expired
    case "duplicate": return .duplicate(of: RequestID(row.cause ?? 0))
    case "interrupted": return .interrupted
    case "quarantined": return .quarantined
    default:
      throw JSONError(
        offset: 0, expected: "a known outcome, not \(word)", isUnknownWord: true)
    }
  }
}

extension JournalEntry {
  /// The columns of the action that it accepts.
  fileprivate var actionColumns: ActionColumns { ActionColumns(id: action, request: requestID) }

  /// Whether it brings a request for a link.
  fileprivate var asksForLink: Bool {
    if case .link? = request?.target { true } else { false }
  }

  /// When its request arrived: as long before the entry as it took.
  /// Wraps: a forged entry can say any number.
  fileprivate var arrival: RouteInstant {
    RouteInstant(microseconds: at.microseconds &- (duration ?? 0))
  }
}

/// The encoding of states in checkpoints.
package enum StateCoding {
  /// The encoding's version, in the checkpoint's `format` column.
  package static var format: Int64 { 1 }

  /// The state as canonical JSON.
  package static func encode(_ state: RouteState) -> [UInt8] {
    var writer = JSONWriter()
    writer.state(state)
    return writer.bytes
  }

  /// Reads a state back.
  ///
  /// - Throws: `JSONError` when the bytes are no state that holds together.
  package static func decode(_ bytes: [UInt8]) throws(JSONError) -> RouteState {
    var reader = JSONReader(bytes, depthLimit: 4 * RouteLimits.format.depth)
    let state = try reader.state()
    try reader.expectEnd()
    return state
  }
}
