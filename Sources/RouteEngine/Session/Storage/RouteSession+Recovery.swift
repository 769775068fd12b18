import RouteStore

extension RouteSession {
  /// Takes the journal up again when storage works: nothing that was told meanwhile gets into it,
  /// only where it led. Called where no entry is half made.
  func closeGap() {
    guard !hasEnded, !recorder.health.isRecording else { return }
    switch recorder.recover(at: now(elapsed), state: state) {
    case nil: return
    case .standing: guard reacquire() else { return }
    case .anew: guard beginAnew() else { return }
    }
    afterOutage.formerTable = nil
    recentLinks.removeAll()  // their ids may be others now
    if let kind = afterOutage.mark { mark(kind) }
    removeIngested()
    if afterOutage.hasLeftovers { settleLeftovers() }
  }

  /// Begins in a new journal with the state as it is, and every id as it was given.
  private func beginAnew() -> Bool {
    vault.fileBeganAnew()
    if sessionRow.ending == "background" { afterOutage.mark = afterOutage.mark ?? .background }
    sessionRow.firstSequence = recorder.journal.head.sequence + 1
    guard settleKeys() else { return false }
    var began = beginningEntry()
    began.sequence = sessionRow.firstSequence
    began.changes = [.adopt(state)]
    began.stateDigest = state.digest
    began.screenAfter = state.tree.visibleLeaf()?.kind
    var companions = beginningCompanions()
    addSalvage(to: &companions)
    companions.seen += state.waiting.compactMap { $0.request.seenRow($0.id, nil) }
    guard addEndedSources(to: &began, &companions) else { return false }
    addPrivateValues(to: &companions, at: began.at)
    guard recorder.reacquire([began], companions, state: state) else { return false }
    vault.additionsWereWritten()
    // Nobody can say of an entry in the old file that it could not be shown.
    become(state, after: [began], digest: began.stateDigest)
    return true
  }

  /// Adopts the state in the journal that was there, which knows nothing of what happened since.
  private func reacquire() -> Bool {
    guard settleKeys() else { return false }
    let head = recorder.journal.head.sequence
    var entry = newEntry(.gap)
    entry.sequence = head + 1
    if case .degraded(let problem, let since) = recorder.health {
      entry.reason = problem.cause
      entry.notes = [
        "since": .int(since.microseconds), "unrecorded": .int(recorder.sequence - head),
      ]
    }
    var companions = Recorder.Companions()
    var beginning: JournalEntry?
    if head < sessionRow.firstSequence {
      var began = beginningEntry()
      began.sequence = entry.sequence
      entry.sequence += 1
      beginning = began
      companions = beginningCompanions()
    }
    if let formerTable = afterOutage.formerTable, beginning == nil {
      entry.notes["from"] = .string(formerTable)
      entry.notes["table"] = sessionRow.tableDigest.map { .string($0) }
      companions.session = sessionRow
      companions.routeTable = routeTableRow
    }
    guard let ends = unrecordedEnds() else { return false }
    // A state that does not hold together is not adopted: the session stays in memory.
    let gap = try? Gap(
      entry, adopting: state, ends: ends, after: head, limits: configuration.limits)
    guard let gap else { return false }
    var entries = gap.entries
    guard addEndedSources(to: &entries[0], &companions) else { return false }
    if var began = beginning {
      // The state before it is not this one's to tell, so it begins with where it is now.
      (began.changes, began.stateDigest) = (entries[0].changes, entries[0].stateDigest)
      began.screenAfter = entries[0].screenAfter
      entries.insert(began, at: 0)
    }
    for pending in requests.allPending {
      guard let id = pending.id.flatMap({ gap.requests[$0] }) else { continue }
      pending.request.options.onBehalfOf = gap.state.waiting(id)?.request.options.onBehalfOf
      companions.seen += seenRows(of: pending, id: id, outcome: nil)
    }
    addPrivateValues(to: &companions, at: entry.at)
    guard recorder.reacquire(entries, companions, state: gap.state) else { return false }
    vault.additionsWereWritten()
    // The log can wait for the next background, as at the sign-out itself.
    if !companions.retention.forgottenPrincipals.isEmpty { try? recorder.journal.checkpointLog() }
    requests.rename(gap.requests)
    actions.rename(gap.actions)
    become(gap.state, after: entries, digest: gap.state.digest)
    return true
  }

  /// How pending actions ended that the journal knows; nil when it cannot be asked which it knows.
  private func unrecordedEnds() -> [UnrecordedEnd]? {
    do throws(StoreError) {
      guard let recorded = try JournalReading(restoring: recorder.journal).state else { return [] }
      return UnrecordedEnd.ends(from: recorded, to: state, told: recorder.unrecordedEnds)
    } catch {
      recorder.failAgain(error)
      return nil
    }
  }

  /// Lets the entry that takes the journal up again tell what ended meanwhile.
  ///
  /// - Returns: false when the journal cannot be asked what it knows of that.
  private func addEndedSources(
    to entry: inout JournalEntry, _ companions: inout Recorder.Companions
  ) -> Bool {
    let sources: [UnrecordedSource]
    do throws(StoreError) {
      sources = try recorder.endedSources()
    } catch {
      recorder.failAgain(error)
      return false
    }
    entry.sources = sources
    companions.seen += sources.map { $0.row(toldBy: entry.sequence) }
    return true
  }

  /// Adds what a file still said that was set aside, if that is not written yet.
  func addSalvage(to companions: inout Recorder.Companions) {
    guard let salvage = recorder.salvage else { return }
    companions.add(salvage, isForgotten: vault.isForgotten)
  }
}

extension StoreError {
  /// What kept entries out of the journal, without a path: it is journaled itself.
  var cause: String {
    switch self {
    case .diskFull: "the disk was full"
    case .readOnly: "the file could not be written to"
    case .busy: "the file was locked"
    case .moved, .missing: "the file was not in its place"
    case .inputOutput: "reading or writing failed (\(code ?? ""))"
    case .cannotOpen: "the file could not be opened"
    case .sqlite: "SQLite failed (\(code ?? ""))"
    case .notAJournal(_, let reason), .damaged(let reason, nil): reason
    case .damaged(let reason, let sequence?): "entry \(sequence): \(reason)"
    default: "storage failed"
    }
  }
}
