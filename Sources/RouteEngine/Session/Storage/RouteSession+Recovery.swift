import RouteStore

extension RouteSession {
  /// Takes the journal up again when storage works: nothing that was told meanwhile gets into it,
  /// only where it led. Called where no entry is half made.
  ///
  /// - Parameters:
  ///   - isForced: whether storage is tried whatever the time.
  ///   - isolation: the actor that the session lives on; the caller's.
  func endOutage(isForced: Bool = false, isolation: isolated any Actor = #isolation) {
    guard !recorder.health.isRecording, !machine.hasEnded else { return }
    let recovery = recorder.recover(at: now, state: state, isForced: isForced)
    receive(.positioned(recorder.sequence))
    guard let recovery else { return }
    switch recovery {
    case .anew: vault.fileBeganAnew()
    case .standing: vault.readKeysAgain(for: state.principal)
    }
    if settleKeys(), let found = found(recovery) { write(found) }
  }

  /// The known facts of the journal that can be written again; nil when it cannot be asked about
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

  /// Adds what a file still said that was set aside, if that is not written yet.
  func addSalvage(to companions: inout Companions) {
    guard let salvage = recorder.salvage else { return }
    companions.add(salvage, isForgotten: vault.isForgotten)
  }
}

extension StoreError {
  /// The cause that kept entries out of the journal, without a path: it is journaled itself.
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
