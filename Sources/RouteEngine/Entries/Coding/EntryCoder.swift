package import RouteStore

/// Encodes entries as rows and decodes them. It holds the buffers that all entries reuse.
package struct EntryCoder: Sendable {
  private var writer = JSONWriter()

  /// A coder with empty buffers.
  package init() { writer.reserveCapacity(1_024) }

  /// Writes an entry into a row; the payload does not repeat the contents of columns.
  ///
  /// The entry is read in place. Passed as an argument it would be copied, and so would each
  /// optional part that is read from it: 3,200 instructions of 9,300.
  package mutating func encode(
    _ entries: [JournalEntry], at index: Int, into row: inout EntryRow
  ) {
    row.sequence = entries[index].sequence
    row.session = entries[index].session
    Self.put(entries[index].scene, into: &row.scene)
    row.kind = entries[index].kind.rawValue
    row.request = entries[index].requestID?.rawValue
    row.cause = entries[index].cause
    row.atMicroseconds = entries[index].at.microseconds
    row.elapsedMicroseconds = entries[index].elapsed
    row.durationMicroseconds = entries[index].duration
    row.entryPoint = entries[index].request?.entryPoint.rawValue
    if case .link(let link)? = entries[index].request?.target {
      row.link = link.text
    } else {
      row.link = nil
    }
    Self.put(entries[index].route, into: &row.route)
    row.routeVersion = entries[index].routeVersion.map(Int64.init)
    Self.put(entries[index].router, into: &row.router)
    Self.put(entries[index].variant, into: &row.variant)
    row.outcome = entries[index].outcome?.word
    row.reason = entries[index].outcome?.reason
    if row.reason == nil { Self.put(entries[index].reason, into: &row.reason) }
    Self.put(entries[index].screenBefore, into: &row.screenBefore)
    Self.put(entries[index].screenAfter, into: &row.screenAfter)
    row.action = entries[index].action?.rawValue
    row.attempt = entries[index].attempt.map(Int64.init)
    row.stateDigest = entries[index].stateDigest
    writePayload(of: entries, at: index)
    writer.copy(into: &row.payload)
  }

  /// Writes a single entry into a row.
  package mutating func encode(_ entry: JournalEntry, into row: inout EntryRow) {
    encode([entry], at: 0, into: &row)
  }

  /// Sets a column. A text is retained directly; an optional would be copied by way of the type's
  /// description: 30 instructions instead of 120.
  @inline(__always)
  private static func put(_ text: String?, into column: inout String?) {
    if let text { column = text } else if column != nil { column = nil }
  }

  private mutating func writePayload(of entries: [JournalEntry], at index: Int) {
    writer.reset()
    writer.beginObject()
    writeChanges(of: entries, at: index)
    if !entries[index].leftOut.isEmpty {
      writer.name("left_out")
      writer.array(entries[index].leftOut) { $0.string($1) }
    }
    if !entries[index].details.isNone {
      let notes = entries[index].details.notes
      if !notes.isEmpty {
        writer.name("notes")
        writer.parameters(notes)
      }
    }
    if entries[index].request?.hasMoreThanColumns ?? false, let request = entries[index].request {
      writer.name("request")
      writer.request(request, isWhole: false)
    }
    if !entries[index].sources.isEmpty {
      writer.name("sources")
      writer.array(entries[index].sources) { $0.unrecorded($1) }
    }
    if case .failed(let step, _)? = entries[index].outcome, step > 0 {
      writer.name("step")
      writer.int(Int64(step))
    }
    writer.endObject()
    if writer.count == 2 { writer.reset() }
  }

  /// Writes the changes and the answers.
  private mutating func writeChanges(of entries: [JournalEntry], at index: Int) {
    let usual = JournalEntry.usualCount(of: entries, at: index)
    var rest = (usual ?? 0)..<entries[index].changes.count
    if usual == nil {
      writer.name("all_changes")
      writeChanges(rest, of: entries[index].changes)
      rest = 0..<0
    } else if rest.count == 1, case .enqueue(let action) = entries[index].changes[rest.lowerBound] {
      writer.name("action")  // at the top level of the payload, where analysts find it
      writer.action(
        action,
        beside: ActionColumns(id: entries[index].action, request: entries[index].requestID))
      rest = 0..<0
    }
    if !entries[index].answers.isEmpty {
      writer.name("answers")
      writer.array(entries[index].answers) { $0.answer($1) }
    }
    if !rest.isEmpty {
      writer.name("changes")
      writeChanges(rest, of: entries[index].changes)
    }
  }

  private mutating func writeChanges(_ places: Range<Int>, of changes: [RouteChange]) {
    writer.beginArray()
    for place in places { writer.change(changes[place]) }
    writer.endArray()
  }

  /// Reads an entry from its row.
  ///
  /// - Throws: ``EntryError`` when the kind or another word is unknown, when the payload cannot be
  ///   read, and when a column does not fit the request.
  package static func decode(_ row: EntryRow) throws(EntryError) -> JournalEntry {
    guard let kind = EntryKind(rawValue: row.kind) else {
      throw EntryError(sequence: row.sequence, cause: .unknownKind(row.kind))
    }
    var entry = JournalEntry(
      sequence: row.sequence, session: row.session, kind: kind,
      at: RouteInstant(microseconds: row.atMicroseconds), elapsed: row.elapsedMicroseconds)
    try fill(&entry, from: row)
    return entry
  }

  /// Reads everything apart from the fields that every entry has. It is a separate function because
  /// a variable that is changed in the function that returns it is copied on return: 900
  /// instructions.
  @inline(never)
  private static func fill(
    _ entry: inout JournalEntry, from row: EntryRow
  ) throws(EntryError) {
    // One `if` for each text, see ``put(_:into:)``.
    if let scene = row.scene { entry.scene = scene }
    entry.requestID = row.request.map(RequestID.init)
    entry.cause = row.cause
    entry.duration = row.durationMicroseconds
    if let route = row.route { entry.route = route }
    entry.routeVersion = row.routeVersion.flatMap(Int.init(exactly:))
    if let router = row.router { entry.router = router }
    if let variant = row.variant { entry.variant = variant }
    if let screen = row.screenBefore { entry.screenBefore = screen }
    if let screen = row.screenAfter { entry.screenAfter = screen }
    entry.action = row.action.map(ActionID.init)
    entry.attempt = row.attempt.flatMap(Int.init(exactly:))
    entry.stateDigest = row.stateDigest ?? 0
    var columns = RequestColumns()
    if let link = row.link { columns.link = link }
    columns.at = entry.arrival
    if let word = row.entryPoint {
      guard let entryPoint = EntryPoint(rawValue: word) else {
        throw EntryError(sequence: row.sequence, cause: .unknownWord("entry point \(word)"))
      }
      columns.entryPoint = entryPoint
    }
    var step: Int64?
    do throws(JSONError) {
      step = try read(row.payload, columns, into: &entry)
      entry.outcome = try outcome(row, step: step ?? 0)
      if entry.outcome?.reason == nil, let reason = row.reason { entry.reason = reason }
    } catch {
      throw EntryError(
        sequence: row.sequence,
        cause: error.isUnknownWord
          ? .unknownWord(error.description) : .payload(error.description))
    }
    if let step, !(step > 0 && entry.hasFailed) {
      throw EntryError(
        sequence: row.sequence, cause: .payload("has a step, and no step of a request failed"))
    }
    if row.link != nil, !entry.asksForLink {
      throw EntryError(sequence: row.sequence, cause: .column("it has a link, and asks for none"))
    }
    if row.entryPoint != nil, !entry.hasRequest {
      throw EntryError(
        sequence: row.sequence, cause: .column("it has an entry point, and brings no request"))
    }
  }

  /// Reads the payload; returns the step that failed, nil where the payload has none.
  private static func read(
    _ payload: [UInt8], _ columns: RequestColumns, into entry: inout JournalEntry
  ) throws(JSONError) -> Int64? {
    var step: Int64?
    var hasRequest = false
    var hasAllChanges = false
    var members = ReadMembers()
    guard !payload.isEmpty else {
      entry.request = try columns.request()
      entry.changes = usualChanges(of: &entry)
      return nil
    }
    var reader = JSONReader(payload, depthLimit: 4 * RouteLimits.format.depth)
    try reader.beginObject()
    while try reader.nextMember() {
      try reader.requirePlainName()
      if reader.isName("changes") || reader.isName("all_changes") {
        if reader.isName("all_changes") { hasAllChanges = true }
        try members.add(.changes, at: reader.offset)
        try reader.beginArray()
        entry.changes.reserveCapacity(4)
        while try reader.nextElement() { entry.changes.append(try reader.change()) }
      } else if reader.isName("action") {
        try members.add(.changes, at: reader.offset)
        entry.changes.append(.enqueue(try reader.action(beside: entry.actionColumns)))
      } else if reader.isName("answers") {
        try members.add(.answers, at: reader.offset)
        try reader.beginArray()
        while try reader.nextElement() { entry.answers.append(try reader.answer()) }
      } else if reader.isName("left_out") {
        try members.add(.leftOut, at: reader.offset)
        try reader.beginArray()
        while try reader.nextElement() { entry.leftOut.append(try reader.string()) }
      } else if reader.isName("notes") {
        try members.add(.notes, at: reader.offset)
        entry.details = EntryDetails(try reader.notes(), of: entry.kind)
      } else if reader.isName("request") {
        try members.add(.request, at: reader.offset)
        entry.request = try reader.request(columns)
        hasRequest = true
      } else if reader.isName("sources") {
        try members.add(.sources, at: reader.offset)
        try reader.beginArray()
        while try reader.nextElement() { entry.sources.append(try reader.unrecorded()) }
      } else if reader.isName("step") {
        try members.add(.step, at: reader.offset)
        step = try reader.int()
      } else {
        try reader.skipValue()
      }
    }
    try reader.expectEnd()
    if !hasRequest { entry.request = try columns.request() }
    let usual = hasAllChanges ? [] : usualChanges(of: &entry)
    if !usual.isEmpty { entry.changes.insert(contentsOf: usual, at: 0) }
    return step
  }

  private static func usualChanges(of entry: inout JournalEntry) -> [RouteChange] {
    JournalEntry.usualChanges(
      of: entry.kind, sequence: entry.sequence, entry.requestID, entry.action, entry.request)
  }

  /// The outcome in a row; nil when the row has none.
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

  /// Whether its request failed.
  fileprivate var hasFailed: Bool { if case .failed? = outcome { true } else { false } }

  /// Whether it contains a request for a link.
  fileprivate var asksForLink: Bool {
    if case .link? = request?.target { true } else { false }
  }

  /// The arrival of its request: the entry's time minus its duration. It wraps, because a forged
  /// entry can have any number.
  fileprivate var arrival: RouteInstant {
    RouteInstant(microseconds: at.microseconds &- (duration ?? 0))
  }
}

/// The members of a payload that have been read so far.
private struct ReadMembers {
  /// A member, or several members of which a payload has at most one.
  enum Member: UInt8 {
    case changes, answers, leftOut, notes, request, sources, step
  }

  private var bits: UInt8 = 0

  /// Adds a member.
  ///
  /// - Throws: `JSONError` when it was read before: another reader of the payload may use the other
  ///   copy.
  mutating func add(_ member: Member, at offset: Int) throws(JSONError) {
    let bit: UInt8 = 1 << member.rawValue
    guard bits & bit == 0 else {
      throw JSONError(offset: offset, expected: "each member once")
    }
    bits |= bit
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
  /// - Throws: `JSONError` when the bytes are no consistent state.
  package static func decode(_ bytes: [UInt8]) throws(JSONError) -> RouteState {
    var reader = JSONReader(bytes, depthLimit: 4 * RouteLimits.format.depth)
    let state = try reader.state()
    try reader.expectEnd()
    return state
  }
}
