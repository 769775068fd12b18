import RouteStore

/// The last entries of a session's journal, one line for each.
struct LastEntries: EntryWording {
  /// The state, which has the pending requests and actions.
  private let state: RouteState
  private var journal: (any ReadableJournal)?
  /// The lines, newest first.
  private(set) var lines: [RouteSession.Inspection.EntryLine] = []

  /// No entries yet.
  init(state: RouteState) { self.state = state }

  /// Reads the last entries.
  ///
  /// - Returns: why not all could be read; nil when all were read or there are no more.
  mutating func read(_ count: Int, from recorder: Recorder) -> String? {
    do throws(StoreError) {
      let journal = try recorder.content
      self.journal = journal
      var sequence = try journal.newestPosition().sequence
      while lines.count < count, sequence > 0, let row = try journal.entry(at: sequence) {
        lines.append(try line(of: row))
        sequence -= 1
      }
      return nil
    } catch {
      return error.cause
    }
  }

  private mutating func line(
    of row: EntryRow
  ) throws(StoreError) -> RouteSession.Inspection.EntryLine {
    let subject = try subject(of: row).text
    // If the entry cannot be understood, the words come from its columns.
    let outcome = (try? EntryCoder.decode(row))?.outcome
    let kind = EntryKind(rawValue: row.kind)
    let duration = outcome == nil ? nil : row.durationMicroseconds
    let end = outcome?.description ?? row.reason
    let word = kind?.word ?? "kind \(row.kind)"
    return RouteSession.Inspection.EntryLine(
      sequence: row.sequence, at: RouteInstant(microseconds: row.atMicroseconds), kind: word,
      subject: subject, outcome: outcome, duration: duration.map(Duration.microseconds),
      level: outcome?.level ?? (row.action == nil ? .info : kind?.actionLevel ?? .info),
      description: oneLine(
        "\(row.sequence) \(word)" + (subject.map { " \($0)" } ?? "") + (end.map { ": \($0)" } ?? "")
          + (duration.map { "; after \(spanText($0))" } ?? "")))
  }

  func request(of row: EntryRow) throws(StoreError) -> RouteRequest? {
    guard let id = row.request else { return nil }
    if let waiting = state.waiting(RequestID(id)) { return waiting.request }
    return try firstEntry(of: id, at: row)?.request
  }

  func nameOfAction(_ id: Int64, in row: EntryRow) throws(StoreError) -> String? {
    if let pending = state.action(ActionID(id)) { return pending.name }
    return try firstEntry(of: id, at: row)?.acceptedActions.first?.name
  }

  /// The entry that begins a request or an action; nil when it is missing or cannot be understood.
  private func firstEntry(of id: Int64, at row: EntryRow) throws(StoreError) -> JournalEntry? {
    let first = id == row.sequence ? row : try journal?.entry(at: id)
    // A view omits a request that cannot be understood; 'verify' reports it.
    return first.flatMap { try? EntryCoder.decode($0) }
  }
}
