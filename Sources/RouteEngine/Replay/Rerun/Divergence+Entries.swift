import RouteEngine

/// Divergences where no decision is compared.
extension Divergence {
  /// A decision whose request the journal does not hold. It cannot be made again, so it is not
  /// known whether it would be the same.
  init(ofUnknown entry: JournalEntry, _ definition: Definition) {
    let unknown = "unknown: the journal does not hold the request"
    self.init(
      of: entry,
      Difference(.request, recorded: entry.outcome?.word ?? "parked", replayed: unknown),
      definition)
  }

  /// Work that no decision brings, and why not.
  init(of entry: JournalEntry, _ problem: String, _ definition: Definition) {
    var name = "an action that gives way"
    if case .enqueue(let action)? = entry.changes.first { name = action.name }
    self.init(
      of: entry, Difference(.acceptance, recorded: name, replayed: "nothing: \(problem)"),
      definition)
  }

  /// An input that is no decision and does not fit the state that a free rerun has reached.
  init(
    ofUnfit entry: JournalEntry, _ comparison: Divergence.Comparison, _ problem: String,
    _ definition: Definition
  ) {
    let word = entry.kind.word
    let part = Difference.Part(comparison, recorded: word, replayed: "does not fit")
    self.init(
      of: entry,
      Difference(
        comparison, recorded: word, replayed: "does not fit: \(problem)", parts: [part]),
      definition)
  }

  /// A difference of an entry.
  init(of entry: JournalEntry, _ difference: Difference, _ definition: Definition) {
    self.init(
      sequence: entry.sequence, session: entry.session,
      request: entry.requestID ?? RequestID(entry.sequence), target: "", link: nil,
      differences: [difference], definition: definition, treePart: nil, route: entry.route,
      replayedRoute: nil)
  }
}
