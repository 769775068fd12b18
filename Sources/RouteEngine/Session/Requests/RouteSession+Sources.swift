import RouteStore

/// The journal's records of source ids.
extension RouteSession {
  /// The known facts of a source's id.
  func facts(
    about source: String, isolation: isolated any Actor = #isolation
  ) -> SourceFacts {
    do throws(StoreError) {
      return try seen(source).map(SourceFacts.seen) ?? .unknown
    } catch {
      return .unreadable
    }
  }

  /// The row recorded under a source's id. A file that is not what was written is set aside first:
  /// then its sound part answers.
  private func seen(
    _ source: String, isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> SeenRow? {
    defer { followHealth() }
    do throws(StoreError) {
      return try recorder.seen(source: source)
    } catch {
      recorder.failToRead(error, at: now)
      guard error.isDamage else { throw error }
      endOutage()
      // While there is no new file yet, only what was salvaged is known.
      guard recorder.health.isRecording else { return recorder.unrecordedSource(source) }
      return try recorder.seen(source: source)
    }
  }

  /// How the request ended that a source's id was seen with; nil while it waits.
  func outcome(of seen: SeenRow) -> Outcome? {
    guard let word = seen.outcome else { return nil }
    var row = EntryRow()
    (row.kind, row.outcome) = (EntryKind.decided.rawValue, word)
    // The row knows the word alone; reason and step stand in the entry, unless it was pruned.
    // That it ended is known; of an entry that cannot be read the reason alone is missing.
    if let entry = try? recorder.content.outcomeEntry(ofRequest: seen.request) { row = entry }
    return try? EntryCoder.decode(row).outcome
  }
}
