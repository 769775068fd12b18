import RouteEngine

/// A difference that is not between decisions, and its entry.
struct EntryDifference {
  private let recorded: RecordedEntry
  let difference: Divergence.Difference

  init(_ recorded: RecordedEntry, _ difference: Divergence.Difference) {
    (self.recorded, self.difference) = (recorded, difference)
  }

  var entry: JournalEntry { recorded.entry }

  /// A decision whose request the journal does not contain. It cannot be made again, so it is
  /// unknown whether its result would be equal.
  init(ofUnknown recorded: RecordedEntry) {
    let unknown = "unknown: the journal does not hold the request"
    let word = recorded.entry.outcome?.word ?? "parked"
    self.init(recorded, .init(.request, recorded: word, replayed: unknown))
  }

  /// Work that no decision brings, and the reason.
  init(ofStray recorded: RecordedEntry, _ problem: String) {
    var name = "an action that gives way"
    if case .enqueue(let action)? = recorded.entry.changes.first { name = action.name }
    self.init(recorded, .init(.acceptance, recorded: name, replayed: "nothing: \(problem)"))
  }

  /// An input that is not a decision and does not fit the state that a free rerun has reached.
  init(ofUnfit recorded: RecordedEntry, _ comparison: Divergence.Comparison, _ problem: String) {
    let word = recorded.entry.kind.word
    let part = Divergence.Difference.Part(comparison, recorded: word, replayed: "does not fit")
    self.init(
      recorded,
      .init(comparison, recorded: word, replayed: "does not fit: \(problem)", parts: [part]))
  }
}

extension Divergence {
  /// The divergence of an entry that is not a decision.
  init(of found: EntryDifference, _ definition: Definition) {
    let entry = found.entry
    self.init(
      sequence: entry.sequence, session: entry.session,
      request: entry.requestID ?? RequestID(entry.sequence), target: "", link: nil,
      differences: [found.difference], definition: definition, treePart: nil, route: entry.route,
      replayedRoute: nil)
  }
}
