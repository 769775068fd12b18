import RouteEngine
import RouteStore

/// Compares an entry of a journal with the one that the machine makes, column by column and byte
/// for byte. Position, moment and digests have checks of their own; the machine does not know
/// durations.
struct EntryComparison {
  /// A wrong or missing fact of the entry.
  typealias Difference = (check: Verification.Check, problem: String)

  private var coder = EntryCoder()
  private var rows = (told: EntryRow(), made: EntryRow())

  /// All differences.
  ///
  /// - Parameters:
  ///   - told: the entry of the journal.
  ///   - made: the entry of the machine.
  ///   - isJudged: whether its changes and notes were taken from the journal; such an entry has no
  ///     request, no answers and no items that are left out.
  mutating func differences(
    of told: JournalEntry, from made: JournalEntry, isJudged: Bool
  ) -> [Difference] {
    var differences: [Difference] = []
    func compare<Value>(
      _ column: String, _ told: Value?, _ made: Value?, _ isSame: (Value, Value) -> Bool
    ) {
      switch (told, made) {
      case (nil, nil): return
      case (let told?, let made?):
        guard !isSame(told, made) else { return }
        differences.append((.column, "its \(column) is \(told), expected \(made)"))
      case (let told?, nil):
        differences.append(
          (.column, "it has a \(column), \(told), which such an entry cannot have"))
      case (nil, _?): differences.append((.column, "its \(column) is missing"))
      }
    }
    if told.kind != made.kind {
      let (kind, other) = (told.kind.word, made.kind.word)
      return [(.order, "it is of kind \(kind), expected kind \(other)")]
    }
    if told.outcome != nil || made.outcome != nil { compareOutcomes(told, made, &differences) }
    compare("scene", told.scene, made.scene) { $0.hasSameBytes(as: $1) }
    compare("request", told.requestID, made.requestID, ==)
    compare("cause", told.cause, made.cause, ==)
    // Only the entry itself states how long it took.
    compare("duration", told.duration, made.duration) { told, _ in told >= 0 }
    compare("route", told.route, made.route) { $0.hasSameBytes(as: $1) }
    compare("version of a route", told.routeVersion, made.routeVersion, ==)
    compare("router", told.router, made.router) { $0.hasSameBytes(as: $1) }
    compare("variant", told.variant, made.variant) { $0.hasSameBytes(as: $1) }
    if made.outcome?.reason == nil {
      compare("reason", told.reason, made.reason) { $0.hasSameBytes(as: $1) }
    }
    compare("pending action", told.action, made.action, ==)
    compare("number of an attempt", told.attempt, made.attempt, ==)
    if !Bytes.same(told.screenBefore, made.screenBefore) {
      let screen = told.screenBefore ?? "none"
      differences.append((.screen, "the visible screen before it is not \(screen)"))
    }
    if !Bytes.same(told.screenAfter, made.screenAfter) {
      let screen = told.screenAfter ?? "none"
      differences.append((.screen, "the visible screen after it is not \(screen)"))
    }
    compareNotes(told, made, &differences)
    if isJudged, told.request != nil || !told.answers.isEmpty || !told.leftOut.isEmpty {
      differences.append(
        (
          .request,
          "it has a request, answers or items left out, which such an entry cannot have"
        ))
    }
    if !isJudged, differences.isEmpty { comparePayloads(told, made, &differences) }
    return differences
  }

  /// Whether there is no difference.
  mutating func isSame(_ told: JournalEntry, as made: JournalEntry, isJudged: Bool) -> Bool {
    differences(of: told, from: made, isJudged: isJudged).isEmpty
  }

  private func compareOutcomes(
    _ told: JournalEntry, _ made: JournalEntry, _ differences: inout [Difference]
  ) {
    guard told.outcome != made.outcome || !Bytes.same(told.outcome?.reason, made.outcome?.reason)
    else { return }
    let outcome = told.outcome?.description ?? "none"
    differences.append(
      made.rule.map { (.rule, "rule \"\($0.rawValue)\" does not lead to the outcome \(outcome)") }
        ?? (
          .outcome,
          "its outcome is \(outcome), expected \(made.outcome?.description ?? "none")"
        )
    )
  }

  /// Compares the notes, without notes and bounds that only a newer version knows.
  private func compareNotes(
    _ told: JournalEntry, _ made: JournalEntry, _ differences: inout [Difference]
  ) {
    guard told.details != made.details else { return }
    var told = told.details.notes
    for note in told where !EntryKind.allNoteNames.contains(note.name) { told[note.name] = nil }
    let made = made.details.notes
    let names = Set(told.map(\.name)).union(made.map(\.name)).filter { name in
      if name == SessionBeginning.limitsNote, case .string? = told[name] { return false }
      return told[name] != made[name]
    }
    guard let name = names.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) else { return }
    let problem =
      told[name].map { "its note \"\(name)\" is \($0.notation), which such an entry cannot have" }
      ?? "it has no note \"\(name)\""
    differences.append((.column, problem))
  }

  private mutating func comparePayloads(
    _ told: JournalEntry, _ made: JournalEntry, _ differences: inout [Difference]
  ) {
    let isPlain = told.hasPlainlyThePayload(of: made)
    assert(!isPlain || Self.hasSamePayload(told, made), "the payloads are not the same")
    guard !isPlain else { return }
    let made = Self.completed(made, of: told)
    coder.encode(told, into: &rows.told)
    coder.encode(made, into: &rows.made)
    if rows.told.entryPoint != rows.made.entryPoint || rows.told.link != rows.made.link {
      differences.append(
        (.request, "it holds the content of a request, which only a first entry can hold"))
    }
    guard differences.isEmpty, rows.told.payload != rows.made.payload else { return }
    if told.changes != made.changes || told.changes.isEmpty != made.changes.isEmpty {
      differences.append(Self.changeProblem(told, made))
    } else if !told.answers.isEmpty {
      differences.append((.column, "it has answers, and only a decision uses answers"))
    } else {
      differences.append((.column, "its payload differs from the expected one"))
    }
  }

  /// The made entry with the other one's moment and notes: the arrival is computed from the entry's
  /// own times, and notes are compared separately.
  private static func completed(_ made: JournalEntry, of told: JournalEntry) -> JournalEntry {
    var made = made
    (made.at, made.duration, made.details) = (told.at, told.duration, told.details)
    return made
  }

  private static func hasSamePayload(_ told: JournalEntry, _ made: JournalEntry) -> Bool {
    var (coder, rows) = (EntryCoder(), (told: EntryRow(), made: EntryRow()))
    coder.encode(told, into: &rows.told)
    coder.encode(completed(made, of: told), into: &rows.made)
    return rows.told.payload == rows.made.payload
  }

  private static func changeProblem(_ told: JournalEntry, _ made: JournalEntry) -> Difference {
    if let told = told.waiting, let made = made.waiting, told.replacement != made.replacement {
      return (
        .order, "only a resume that transforms can replace the target of a request"
      )
    }
    if let told = told.waiting, let made = made.waiting,
      !told.request.hasSameBytes(as: made.request)
    {
      return (.request, "the waiting request differs from request \(made.id) as it arrived")
    }
    if let told = told.waiting, let made = made.waiting, told.clockSet != made.clockSet {
      return (.request, "only a launch can note that the clock was set for request \(made.id)")
    }
    return (.change, "an entry of kind \(told.kind.word) does not make these changes")
  }
}

extension EntryKind {
  /// The names of all notes that entries of this version have.
  static let allNoteNames = allCases.reduce(into: Set<String>()) {
    $0.formUnion(EntryDetails.noteNames(of: $1))
  }
}
