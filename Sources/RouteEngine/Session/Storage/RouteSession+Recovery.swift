import RouteStore

extension RouteSession {
  /// Reacquires the journal when storage works. The inputs of the outage are not added to the
  /// journal, only the state that they led to. Called only where no entry is half made.
  ///
  /// - Parameters:
  ///   - isForced: whether storage is tried regardless of the time.
  ///   - isolation: the actor that the session lives on; the caller's.
  func endOutage(isForced: Bool = false, isolation: isolated any Actor = #isolation) {
    guard !recorder.health.isRecording, !machine.hasEnded else { return }
    let recovery = recorder.recover(at: now, state: state, isForced: isForced)
    receive(.positioned(recorder.sequence))
    guard let recovery else { return }
    let code = closures
    defer { withExtendedLifetime(code) {} }  // an object that only ended code held may call
    switch recovery {
    case .anew: vault.fileBeganAnew()
    case .standing: vault.readKeysAgain(for: state.principal)
    }
    if settleKeys(), let found = found(recovery) { write(found) }
  }

  /// The known facts of the journal that can be written again; nil when it cannot be searched for
  /// the requests that ended meanwhile.
  private func found(_ recovery: Recorder.Recovery) -> StorageReturn? {
    var found = StorageReturn(head: recorder.journal.head.sequence)
    found.beginning = beginning
    do throws(StoreError) {
      switch recovery {
      case .anew: addSalvage(to: &found.companions)
      case .standing:
        var former = StorageReturn.Former()
        if case .degraded(let problem, let since) = recorder.health {
          (former.cause, former.since) = (problem.cause, since)
        }
        former.row = try recorder.journal.lastSession()
        if let recorded = try JournalEnd(restoring: recorder.journal).state {
          former.ends = UnrecordedEnd.ends(
            from: recorded, to: state, told: recorder.unrecordedEnds)
        }
        found.former = former
      }
      found.sources = try recorder.endedSources()
      return found
    } catch {
      recorder.failAgain(error)
      return nil
    }
  }

  /// Adds the salvage of a file that was set aside, if it is not written yet.
  func addSalvage(to companions: inout Companions) {
    guard let salvage = recorder.salvage else { return }
    companions.add(salvage, isForgotten: vault.isForgotten)
  }
}

extension StoreError {
  /// The problem that kept entries out of the journal, without a path: it is journaled itself.
  var cause: String {
    switch self {
    case .diskFull: "the disk was full"
    case .readOnly: "the file could not be written to"
    case .busy: "the file was locked"
    case .locked: "the device was locked"
    case .moved, .missing: "the file was not in its place"
    case .inputOutput: "reading or writing failed (\(code ?? ""))"
    case .cannotOpen: "the file could not be opened"
    case .sqlite: "SQLite failed (\(code ?? ""))"
    case .notAJournal(_, let reason), .damaged(let reason, nil): reason
    case .damaged(let reason, let sequence?): "entry \(sequence): \(reason)"
    case .owned: "another session owned the journal"
    case .overtaken: "another session had written to the journal"
    case .newerFormat, .newerEntry: "a newer version had written the journal"
    case .editedMigration: "an unreleased version had made the journal"
    case .alreadyExists: "the destination existed already"
    case .refused(let reason), .limitReached(let reason, _), .invalidQuery(let reason): reason
    }
  }
}
