import RouteStore

/// The journal's records of source ids.
extension RouteSession {
  /// The journal's record of a source's id.
  func facts(
    about source: String, isolation: isolated any Actor = #isolation
  ) -> SourceFacts {
    do throws(StoreError) {
      return try seen(source).map(SourceFacts.seen) ?? .unknown
    } catch {
      return .unreadable
    }
  }

  /// The row of a source's id. If the file turns out to be damaged, it is set aside first, and its
  /// sound part answers.
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
      // While there is no new file yet, only the salvaged rows are known.
      guard recorder.health.isRecording else { return recorder.unrecordedSource(source) }
      return try recorder.seen(source: source)
    }
  }

  /// The outcome of the request that came with a source's id; nil while it waits.
  func outcome(of seen: SeenRow) -> Outcome? {
    guard let word = seen.outcome else { return nil }
    var row = EntryRow()
    (row.kind, row.outcome) = (EntryKind.decided.rawValue, word)
    // The row has only the outcome's word; the reason and the step are in the entry, unless it was
    // pruned. If the entry cannot be read, the end is still known and only the reason is missing.
    if let entry = try? recorder.content.outcomeEntry(ofRequest: seen.request) { row = entry }
    return try? EntryCoder.decode(row).outcome
  }
}
