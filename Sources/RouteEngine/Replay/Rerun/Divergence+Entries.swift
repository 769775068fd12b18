import RouteEngine

/// A difference where no decision is compared, and the entry that has it.
struct EntryDifference {
  let entry: JournalEntry
  let difference: Divergence.Difference

  init(entry: JournalEntry, difference: Divergence.Difference) {
    (self.entry, self.difference) = (entry, difference)
  }

  /// A decision whose request the journal does not hold. It cannot be made again, so it is not
  /// known whether it would be the same.
  init(ofUnknown entry: JournalEntry) {
    let unknown = "unknown: the journal does not hold the request"
    self.init(
      entry: entry,
      difference: .init(.request, recorded: entry.outcome?.word ?? "parked", replayed: unknown))
  }

  /// Work that no decision brings, and why not.
  init(ofStray entry: JournalEntry, _ problem: String) {
    var name = "an action that gives way"
    if case .enqueue(let action)? = entry.changes.first { name = action.name }
    self.init(
      entry: entry,
      difference: .init(.acceptance, recorded: name, replayed: "nothing: \(problem)"))
  }

  /// An input that is no decision and does not fit the state that a free rerun has reached.
  init(ofUnfit entry: JournalEntry, _ comparison: Divergence.Comparison, _ problem: String) {
    let word = entry.kind.word
    let part = Divergence.Difference.Part(comparison, recorded: word, replayed: "does not fit")
    self.init(
      entry: entry,
      difference: .init(
        comparison, recorded: word, replayed: "does not fit: \(problem)", parts: [part]))
  }
}

extension Divergence {
  /// The divergence of an entry that is no decision.
  init(of found: EntryDifference, _ definition: Definition) {
    let entry = found.entry
    self.init(
      sequence: entry.sequence, session: entry.session,
      request: entry.requestID ?? RequestID(entry.sequence), target: "", link: nil,
      differences: [found.difference], definition: definition, treePart: nil, route: entry.route,
      replayedRoute: nil)
  }
}
