import RouteStore

extension RouteSession {
  /// Writes how the session begins, and settles what the last one left behind.
  ///
  /// - Parameters:
  ///   - continues: whether with the last session's state.
  ///   - reading: what the journal says of the sessions before.
  ///   - launches: how many launches before did not get so far.
  func begin(continues: Bool, after reading: JournalReading?, launches: LaunchCount?) {
    var began = beginningEntry()
    var companions = beginningCompanions()
    recorder.salvage = reading?.salvage
    if let salvage = recorder.salvage {
      vault.take(salvage.vaultKeys)
      if continues { began.changes = [.adopt(state)] }
      addSalvage(to: &companions)
      companions.forcesCheckpoint = true
    }
    var next = state
    if !continues { began.changes = [.adopt(stateBeginningClean())] }
    apply(began.changes, to: &next)
    began.stateDigest = next.digest
    // What is left of the last place, and is seen, is said by the entry that restores it.
    if !continues { began.screenAfter = next.tree.visibleLeaf()?.kind }
    var entries = [began]
    if continues {
      let count = launches?.before ?? 0
      entries.append(restoredEntry(following: began, after: reading, launches: count, in: &next))
    } else {
      entries += endsOfWhatIsLeft(following: began, in: &next)
    }
    let commitment = commit(entries, companions, state: next)
    if commitment == .recorded { recorder.hasBegunAnew() }
    if configuration.startsSuspended { beginSuspension() }
    guard continues else { return }
    if commitment == .recorded { settleLeftovers() } else { afterOutage.hasLeftovers = true }
  }

  /// Ends or continues what was under way when the last session ended. While nothing can be written
  /// it waits: how it ends has to be in the journal.
  func settleLeftovers() {
    afterOutage.hasLeftovers = false
    settleInterrupted()
    for waiting in state.waiting
    where waiting.target.holdsSecret && requests[waiting.id] == nil {
      settle(pending(for: waiting), as: .secretIsGone, by: .secret)
    }
    for waiting in state.waiting where waiting.status == .released && requests[waiting.id] == nil {
      requests.enqueue(pending(for: waiting))
    }
  }

  /// The session's first entry, which changes nothing yet. Its row says when it began, and must say
  /// the same.
  func beginningEntry() -> JournalEntry {
    var began = newEntry(.began, elapsed: 0)
    began.notes = sessionRow.beginningNotes
    began.notes[Limits.note] = configuration.limits.note
    // No moment counts from where work on the journal began.
    if !sessionRow.isMaintenance { beginningClocks.add(to: &began.notes) }
    if let parent = configuration.parent { ParentNotes.add(parent, to: &began.notes) }
    var setAside: SetAside?
    if case .recordingAnew(let replaced) = recorder.working { setAside = replaced }
    let journal = recorder.journal
    let isFirst = journal.isContinuation || setAside != nil && journal.head == .start
    guard isFirst else { return began }
    let unread = setAside.flatMap { $0.isUnread ? $0.problem.cause : nil }
    SetAsideNotes.add(
      to: &began.notes, name: setAside?.path.map { FilePath.split($0).name },
      salvaged: setAside?.salvaged, unread: unread, after: recorder.journal.head)
    return began
  }

  /// What is written beside it.
  func beginningCompanions() -> Recorder.Companions {
    var companions = Recorder.Companions()
    var row = sessionRow
    (row.ending, row.endedMicroseconds, row.lastSequence) = (nil, nil, nil)
    companions.session = row
    companions.routeTable = routeTableRow
    return companions
  }

  /// The table in force, as the journal keeps it.
  var routeTableRow: RouteTableRow {
    RouteTableRow(digest: Digest64.hex(table.digest), json: table.canonicalJSON)
  }

  private func apply(_ changes: [RouteChange], to next: inout RouteState) {
    do {
      // What a table and a journal bring along was within bounds when they were made.
      try next.apply(changes, limits: .format)
    } catch {
      preconditionFailure("what a session begins with does not fit its state: \(error)")
    }
  }

  private func stateBeginningClean() -> RouteState {
    do {
      return try state.beginningClean(with: table.initialScenes)
    } catch {
      preconditionFailure("the table's tree was checked and does not hold: \(error)")
    }
  }

  /// The entries that end the requests and actions with which a session that begins clean does not
  /// go on.
  private func endsOfWhatIsLeft(
    following began: JournalEntry, in next: inout RouteState
  ) -> [JournalEntry] {
    let screen = next.tree.visibleLeaf()?.kind
    var entries: [JournalEntry] = []
    for waiting in next.waiting {
      var entry = began.following(.decided, by: entries.count + 1)
      entry.requestID = waiting.id
      entry.outcome = .denied(reason: SettlingRule.beganClean)
      entry.notes = [SettlingRule.note: .string(SettlingRule.cleanBeginning.rawValue)]
      entry.changes = [.settle(waiting.id)]
      (entry.screenBefore, entry.screenAfter) = (screen, screen)
      entries.append(entry)
    }
    for action in next.actions {
      var entry = newEntry(of: action, .cancel, elapsed: began.elapsed)
      entry.sequence = began.sequence + Int64(entries.count) + 1
      entry.reason = SettlingRule.beganClean
      entries.append(entry)
    }
    for index in entries.indices {
      apply(entries[index].changes, to: &next)
      entries[index].stateDigest = next.digest
    }
    return entries
  }

  /// The entry that says what of the last session's place is back, and how it is changed.
  private func restoredEntry(
    following began: JournalEntry, after reading: JournalReading?, launches: Int,
    in next: inout RouteState
  ) -> JournalEntry {
    let last = reading?.lastSession
    let isNewVersion = isNewVersion(after: last)
    let clockSet = Restoring.clockSet(
      since: reading?.lastBeginning, writing: reading?.lastMoment, until: beginningClocks)
    let recorded = configuration.restoration
    let count = isNewVersion ? 0 : Restoring.uncleanEnds(in: state, atLeast: launches)
    let restoring = Restoring(
      hadEnd: last?.ending != nil, forgetsSuspects: configuration.liftsQuarantine || isNewVersion,
      uncleanEnds: max(count, recorded?.uncleanEnds ?? 0),
      adaptation: adaptation(after: last),
      leaves: recorded.map(\.left)
        ?? reasonToLeave(after: reading, at: began.at, clockSet: clockSet),
      clockSet: clockSet,
      goneTokens: goneTokens(of: next, after: reading))
    let (changes, restoration) = restoring.restore(next, with: table)
    var restored = began.following(.restored, by: 1)
    restored.changes = changes
    restored.notes = restoration.notes
    apply(changes, to: &next)
    restored.stateDigest = next.digest
    restored.screenAfter = next.tree.visibleLeaf()?.kind
    self.restoration = restoration
    return restored
  }

  /// The tokens on screens that nothing stands behind any more.
  private func goneTokens(of next: RouteState, after reading: JournalReading?) -> Set<String> {
    configuration.goneTokens
      ?? vault.gone(next.shownTokens, salvaged: reading?.salvage?.vaultValues ?? [])
  }

  /// Why the place is not to be restored: a link that the app was launched with wins over it, and
  /// one that is too old is nobody's any more.
  private func reasonToLeave(
    after reading: JournalReading?, at moment: Instant, clockSet: Int64
  ) -> Restoration.Leaving? {
    // What is no link takes no route; opening it then says what is wrong with it.
    if let link = configuration.launchLink, let link = try? RouteLink(link),
      table.match(link) != nil
    {
      return .link
    }
    guard let oldest = configuration.maximumAge, let newest = reading?.lastMoment else {
      return nil
    }
    let age = Restoring.age(of: newest, at: moment, clockSet: clockSet)
    return age.map { $0 > oldest.wholeMicroseconds } ?? false ? .age : nil
  }

  /// Opens the link that the app was launched with.
  func openLaunchLink(isolation: isolated any Actor = #isolation) {
    if let link = configuration.launchLink { launchOpening = open(link) }
  }

  /// What the screens are brought from when the last session had another route table.
  private func adaptation(after last: SessionRow?) -> Adaptation? {
    guard let digest = last?.tableDigest, digest != Digest64.hex(table.digest) else { return nil }
    // Without the former table the screens are taken for ones of the present versions.
    let json = try? recorder.routeTable(digest: digest)
    return Adaptation(from: json.flatMap { try? RouteTable(json: $0) }, digest: digest)
  }

  /// A new version of the app may have mended what the host died of.
  private func isNewVersion(after last: SessionRow?) -> Bool {
    last?.appVersion != sessionRow.appVersion || last?.build != sessionRow.build
  }

  /// Requests for which host code ran when the last session died in the foreground: they end, and
  /// are remembered as suspect.
  private func settleInterrupted() {
    for waiting in state.waiting
    where waiting.status == .received && requests[waiting.id] == nil {
      let pending = pending(for: waiting)
      let fingerprint = waiting.request.fingerprint
      let count = state.suspects.first { $0.fingerprint == fingerprint }?.count ?? 0
      var entry = newEntry(.decided)
      entry.requestID = waiting.id
      entry.outcome = count > 0 ? .quarantined : .interrupted
      entry.notes = [SettlingRule.note: .string(SettlingRule.relaunch.rawValue)]
      entry.changes = [
        .settle(waiting.id), .suspect(fingerprint: fingerprint, count: count + 1),
      ]
      entry.screenBefore = state.tree.visibleLeaf()?.kind
      entry.screenAfter = entry.screenBefore
      var companions = Recorder.Companions()
      companions.seen = seenRows(of: pending, id: waiting.id, outcome: entry.outcome)
      conclude(pending, entry.outcome, commit(entry, companions))
    }
  }
}
