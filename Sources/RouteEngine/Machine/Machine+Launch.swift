import RouteStore

/// The content of a session's first entry beside that of its row.
package struct Beginning {
  /// The clocks when the session began; nil for maintenance, from which no moment counts.
  var clocks: ClockReading?
  /// The recorded session whose input this session repeats.
  var parent: ParentSession?
  /// The file that the session's file replaces; nil when it replaces none.
  var replaced: ReplacedFile?
}

/// A launch's knowledge of the journal, the host and the former sessions.
package struct Launch {
  var beginning = Beginning()
  /// The session that this one continues; nil when it begins with the table's own tree.
  var last: LastSession?
  /// Whether the state was salvaged from another file: the first entry adopts it.
  var isSalvaged = false
  /// Whether requests are kept back from the beginning.
  var startsSuspended = false
  /// The other rows to be written with the first entry.
  var companions = Companions()

  /// The facts of the last session.
  struct LastSession {
    /// Whether it ended normally or in the background.
    var hadEnd = false
    /// Whether requests over which the host died are trusted again.
    var forgetsSuspects = false
    /// Whether another version of the app ran it: this version may have corrected the cause of the
    /// host's death.
    var isOfOtherVersion = false
    /// How many launches in a row died before this one, as far as is known outside the journal.
    var launches = 0
    /// The clocks when it began, and when it wrote its newest entry.
    var began: ClockReading?
    var newest: RouteInstant?
    /// The clocks now.
    var now: ClockReading
    /// The adaptation of the screens to this route table; nil when the last session had the same.
    var adaptation: Adaptation?
    /// The maximum age of its place, in microseconds; nil: any age.
    var maximumAge: Int64?
    /// Whether the app was launched with a link that a route takes.
    var isLinked = false
    /// The outcome of the recorded launch that this one repeats.
    var repeated: Restoration?
    /// The tokens of values that are gone.
    var goneTokens: Set<String> = []
  }
}

extension Machine {
  /// The step with which a session begins: with the last session's place or the table's own tree.
  mutating func launch(_ launch: consuming Launch) -> Step? {
    var companions = launch.companions
    add(sessionRow, to: &companions)
    if launch.isSalvaged { companions.forcesCheckpoint = true }
    var began = beginningEntry(launch.beginning)
    var next = state
    var entries: [JournalEntry] = []
    var restoration: Restoration?
    if let last = launch.last {
      if launch.isSalvaged { began.changes = [.adopt(state)] }
      make(began.changes, in: &next)
      began.stateDigest = next.digest
      let (entry, found) = restoredEntry(following: began, last, in: &next)
      (entries, restoration) = ([began, entry], found)
    } else {
      began.changes = [.adopt(stateBeginningClean())]
      make(began.changes, in: &next)
      began.stateDigest = next.digest
      // Where a place is restored, the entry that restores it says which screen is visible.
      began.screenAfter = next.tree.visibleKind()
      entries = [began] + endsOfWhatIsLeft(following: began, in: &next)
    }
    return step(
      entries, companions, leadingTo: next,
      .launches(restoration, isSuspended: launch.startsSuspended))
  }

  /// The session's first entry, without changes yet. The session's row must state the same start.
  func beginningEntry(_ beginning: Beginning) -> JournalEntry {
    var began = newEntry(.began, 0)
    var details = SessionBeginning(sessionRow)
    (details.limits, details.handled) = (settings.limits, settings.handledNames)
    details.clock = beginning.clocks?.systemClock
    (details.parent, details.replaced) = (beginning.parent, beginning.replaced)
    began.details = .beginning(details)
    return began
  }

  /// Adds the rows that are written beside a first entry.
  func add(_ row: SessionRow, to companions: inout Companions) {
    companions.session = row.withoutEnd
    companions.routeTable = table.row
  }

  private func make(_ changes: [RouteChange], in next: inout RouteState) {
    do {
      // The content of a table and of a journal was within its bounds when it was made.
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

  /// The entries that end the requests and actions that a session beginning clean does not
  /// continue.
  package func endsOfWhatIsLeft(
    following began: JournalEntry, in next: inout RouteState
  ) -> [JournalEntry] {
    let (rule, screen) = (SettlingRule.cleanBeginning, next.tree.visibleKind())
    var entries: [JournalEntry] = []
    for waiting in next.waiting {
      var entry = began.following(.decided, by: entries.count + 1)
      entry.requestID = waiting.id
      entry.outcome = rule.outcome
      entry.details = .rule(rule)
      entry.changes = [.settle(waiting.id)]
      (entry.screenBefore, entry.screenAfter) = (screen, screen)
      entries.append(entry)
    }
    for action in next.actions {
      var entry = entry(of: action, .cancel, began.elapsed)
      entry.sequence = began.sequence + Int64(entries.count) + 1
      (entry.reason, entry.details) = (rule.cancellation, .rule(rule))
      entries.append(entry)
    }
    for index in entries.indices {
      make(entries[index].changes, in: &next)
      entries[index].stateDigest = next.digest
    }
    return entries
  }

  /// The entry that says how much of the last session's place is restored, and how it was changed.
  private func restoredEntry(
    following began: JournalEntry, _ last: Launch.LastSession, in next: inout RouteState
  ) -> (JournalEntry, Restoration) {
    let (changes, restoration) = Restoring(last, in: state, at: began.at)
      .restore(next, with: table)
    var restored = began.following(.restored, by: 1)
    restored.changes = changes
    restored.details = .restoration(restoration)
    make(changes, in: &next)
    restored.stateDigest = next.digest
    restored.screenAfter = next.tree.visibleKind()
    return (restored, restoration)
  }
}

extension RouteTable {
  /// The table as the journal keeps it.
  var row: RouteTableRow { RouteTableRow(digest: Digest64.hex(digest), json: canonicalJSON) }
}

extension Restoring {
  /// The restoring by a launch that continues a session.
  ///
  /// - Parameters:
  ///   - last: the known facts of that session.
  ///   - state: the state as that session left it.
  ///   - moment: the current moment.
  fileprivate init(_ last: Launch.LastSession, in state: RouteState, at moment: RouteInstant) {
    let clockSet = Self.clockSet(since: last.began, writing: last.newest, until: last.now)
    let count =
      last.isOfOtherVersion ? 0 : Self.uncleanEnds(in: state, atLeast: last.launches)
    var leaves: Restoration.Leaving?
    if let repeated = last.repeated {
      leaves = repeated.left
    } else if last.isLinked {
      leaves = .link
    } else if let oldest = last.maximumAge, let newest = last.newest,
      Self.age(of: newest, at: moment, clockSet: clockSet).map({ $0 > oldest }) ?? false
    {
      leaves = .age
    }
    self.init(
      hadEnd: last.hadEnd, forgetsSuspects: last.forgetsSuspects || last.isOfOtherVersion,
      uncleanEnds: max(count, last.repeated?.uncleanEnds ?? 0), adaptation: last.adaptation,
      leaves: leaves, clockSet: clockSet, goneTokens: last.goneTokens)
  }
}

extension Machine.Settings {
  /// The actions that the host handles, as a session's first entry names them.
  fileprivate var handledNames: [String] {
    handled.filter { Name.isValid($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a session that began with this entry decides as one with these settings.
  func agree(with began: JournalEntry) -> Bool {
    guard case .beginning(let details) = began.details else { return false }
    return details.limits == limits && details.handled == handledNames
  }
}

extension RouteState {
  /// Whether the state holds something that only a new session can settle: an action whose handler
  /// may be under way, or a request whose secret died with its process.
  var needsNewSession: Bool {
    !actions { $0 == .claimed || $0 == .started }.isEmpty
      || waiting.contains { $0.target.holdsSecret }
  }
}

extension SessionRow {
  /// Whether a launch can continue this session itself: it was cut off without an end, no other
  /// session wrote since, and the device and the route table are the same.
  ///
  /// - Parameters:
  ///   - newest: the number of the last session that wrote.
  ///   - device: the installation's name; nil when it has none.
  ///   - table: the route table.
  func canContinue(newest: Int64?, on device: String?, with table: RouteTable) -> Bool {
    ending == nil && number == newest && !isOfOther(device)
      && tableDigest == Digest64.hex(table.digest)
  }

  /// Whether the session is of another installation: the journal was copied here.
  func isOfOther(_ device: String?) -> Bool {
    device.map { !$0.hasSameBytes(as: self.device) } ?? false
  }

  /// The row while no entry says that the session ended or is in the background.
  var withoutEnd: SessionRow {
    var row = self
    (row.ending, row.endedMicroseconds, row.lastSequence) = (nil, nil, nil)
    return row
  }
}
