import RouteStore

extension Recorder {
  /// The facts kept in memory while nothing can be written.
  struct Outage {
    /// The newest entry that may have been written although its commit failed.
    let lastAttempted: Int64
    /// The moment before which storage is not tried.
    var nextTry: RouteInstant
    /// The pause after the next failure, in microseconds; doubled with each failure.
    private var pause: Int64 = 1_000_000
    private static let longestPause: Int64 = 60_000_000

    init(lastAttempted: Int64, after moment: RouteInstant) {
      self.lastAttempted = lastAttempted
      nextTry = moment.advanced(byMicroseconds: pause)
    }

    mutating func waitAgain(at now: RouteInstant) {
      nextTry = now.advanced(byMicroseconds: pause)
      pause = min(2 * pause, Self.longestPause)
    }
  }

  /// A file for which a session was launched and which could not be written.
  struct Absence {
    let path: String
    let durability: Durability
    /// The position at which the file ended when the session was launched, and must still end.
    var known = JournalAnchor.start
    /// The beginning of the file that is made when there is none.
    var beginning: Journal.Beginning?
  }

  /// A journal that can be written again; nothing is written yet.
  enum Recovery {
    /// The former journal, which still ends where it was left.
    case standing
    /// A new journal that replaces a damaged or missing one.
    case anew
  }

  /// Tries to get a journal that can be written, after a failure, and at most once in each pause.
  ///
  /// - Parameters:
  ///   - now: this moment.
  ///   - state: the state that a new journal begins with.
  ///   - isForced: whether it is tried regardless of the time.
  func recover(at now: RouteInstant, state: RouteState, isForced: Bool) -> Recovery? {
    guard case .degraded(let problem, _) = health, var outage, isForced || outage.nextTry <= now
    else { return nil }
    outage.waitAgain(at: now)
    self.outage = outage
    do throws(StoreError) {
      return try recover(from: problem, outage, state)
    } catch {
      failAgain(error)
      if !error.mayPass { self.outage = nil }
      return nil
    }
  }

  private func recover(
    from problem: StoreError, _ outage: Outage, _ state: RouteState
  ) throws(StoreError) -> Recovery {
    do throws(StoreError) {
      if problem.isDamage { throw problem }
      if let absence {
        try reacquire(absence)
      } else {
        try journal.reopen(through: outage.lastAttempted)
        if let damage { throw damage }  // it is still that file
      }
      guard isBeginningAnew, journal.holdsNothing else {
        // A file that was gone may be back before another one is made.
        if let gone, gone.head == journal.head { working = gone.working }
        hasBegunAnew()
        return .standing
      }
      // The entries since then, which are only in memory, have used up ids too.
      try journal.start(with: beginning(state))
    } catch {
      guard absence == nil, error.isDamage || error.isAbsence else { throw error }
      if let path = journal.path, isSetAsideByOthers(path) {
        // Another process set the open file aside, so releasing it loses nothing.
        try? journal.release()
        throw .overtaken(path: path)
      }
      try setAside(after: error)
      try journal.beginAnew(with: beginning(state))
    }
    sequence = journal.head.sequence
    tail = JournalTail()  // the new file needs its only checkpoint, with which it begins
    return .anew
  }

  /// Reacquires the file that could not be written at the launch, if it was not written since.
  private func reacquire(_ absence: Absence) throws(StoreError) {
    // Closed before the file is opened for writing: closing it later would drop its locks.
    reader = nil
    do throws(StoreError) {
      if isSetAsideByOthers(absence.path) { throw .overtaken(path: absence.path) }
      // The file that the session knows may come back; an empty one in its place would not be it.
      let knowsFile = absence.known != .start && absence.beginning == nil
      if knowsFile, !Journal.exists(at: absence.path) { throw .missing(path: absence.path) }
      let file = try Journal.open(
        .file(absence.path), durability: absence.durability, beginning: absence.beginning)
      guard file.head == absence.known else {
        file.leaveAsItIs()  // it may be damaged, and a launch has to set it aside
        throw .overtaken(path: absence.path)
      }
      journal = file
      self.absence = nil
    } catch {
      // The rethrown error already says why nothing can be read.
      reader = try? History(path: absence.path)
      throw error
    }
  }

  /// Whether another process has set the file aside since: a launch continues from there.
  private func isSetAsideByOthers(_ path: String) -> Bool {
    !isBeginningAnew && !Journal.exists(at: path) && AsideMark(beside: path).isThere
  }

  /// Sets the file aside, if it still exists, and reads its content. A new file without content yet
  /// has nothing to report or to salvage.
  private func setAside(after problem: StoreError) throws(StoreError) {
    if problem.isAbsence, damage == nil {
      // The log is found by the file's name, and another process may have moved the file alone. If
      // the log cannot be written back, for example because the file is deleted, nothing can be
      // done.
      try? journal.checkpointLog()
    }
    let aside: String?
    do throws(StoreError) {
      aside = try journal.setAside()
    } catch {
      if damage == nil, problem.isDamage { damage = problem }
      throw error
    }
    damage = nil
    if !isBeginningAnew {
      if aside == nil { gone = (journal.head, working) }
      unread = aside
      working = .recordingAnew(
        RouteSession.SetAside(path: aside, problem: problem, salvaged: sequence, isUnread: false))
      isBeginningAnew = true
    }
    try readAside()
  }

  /// Reads the content of the file that was set aside, unless that is done.
  ///
  /// Throws the reason when it could not be copied for reading: no new file is made before that is
  /// possible.
  private func readAside() throws(StoreError) {
    guard let path = unread else { return }
    do throws(StoreError) {
      salvage = try Salvage(from: path)
    } catch {
      // The content of a newer version is left for that version, in the file that was set aside.
      guard case .newerFormat = error else { throw error }
    }
    unread = nil
  }

  /// The beginning of a new file: its ids continue after every id that was given, also in memory.
  private func beginning(_ state: RouteState) -> Journal.Beginning {
    let newest = max(sequence, salvage?.highest ?? 0)
    return Journal.Beginning(
      after: JournalAnchor(sequence: newest, digest: journal.head.digest), with: state)
  }
}

extension Recorder {
  /// Whether the file can be read once the device is unlocked, and the session waits for that.
  var awaitsUnlock: Bool { absence != nil && health.problem?.isLock ?? false }

  /// The path of a locked file when it is time to try it again; nil otherwise.
  ///
  /// - Parameter isForced: whether it is tried regardless of the time.
  func lockedPath(at now: RouteInstant, isForced: Bool) -> String? {
    guard awaitsUnlock, var outage, isForced || outage.nextTry <= now else { return nil }
    outage.waitAgain(at: now)
    self.outage = outage
    return absence?.path
  }

  /// Copies the state of another recorder, which has the file that this one was made for. Its
  /// outage begins at this moment of the session, because the wall clock may have been set since
  /// the launch.
  func become(_ other: Recorder, at now: RouteInstant) {
    (journal, reader, absence) = (other.journal, other.reader, other.absence)
    (working, sequence, tail) = (other.working, other.sequence, other.tail)
    (salvage, isBeginningAnew) = (other.salvage, other.isBeginningAnew)
    outage = other.outage.map { Outage(lastAttempted: $0.lastAttempted, after: now) }
    if let problem = other.health.problem {
      health = .degraded(problem, since: now)
    } else {
      health = other.health
    }
  }
}

extension Recorder {
  /// Releases the file until ``reacquire(at:)`` or the next entry, so that no lock is held on it.
  func release() {
    reader = nil
    if health.problem?.isDamage ?? false { journal.leaveAsItIs() }
    // Pages that cannot be written back stay in the log, which is read when the file is reacquired.
    try? journal.release()
  }

  /// Whether the file is released.
  var isReleased: Bool { journal.isReleased }

  /// Whether the journal is open for writing: not released, and with a file that was writable at
  /// the launch. A journal in memory counts too.
  var hasFile: Bool { journal.isOpen && absence == nil }

  /// Reacquires a released file, and checks that it still ends where it was left.
  func reacquire(at moment: RouteInstant) {
    guard health.isRecording else { return }
    do throws(StoreError) {
      try journal.retake()
      try journal.checkFile()
    } catch {
      fail(error, at: moment)
    }
  }

  /// The source for lookups of entries, values and sources' ids. If the file is not open, it is
  /// opened for each lookup and not held afterwards.
  ///
  /// Throws the reason when a released file cannot be read now, so that it is not mistaken for an
  /// empty one.
  var content: any ReadableJournal {
    get throws(StoreError) {
      if let reader { return reader }
      guard journal.isReleased || absence != nil, let path = absence?.path ?? journal.path
      else { return journal }
      do throws(StoreError) {
        return try History(path: path)
      } catch {
        // Nothing was known of the file, and it is reacquired only if it is empty.
        guard absence?.known == .start || error.isAbsence else { throw error }
        return journal
      }
    }
  }

  /// The keys of these owners, from the journal that can be written again or from the file that was
  /// set aside.
  func keys(of owners: [String]) throws(StoreError) -> [VaultKey] {
    var keys: [VaultKey] = []
    for owner in owners {
      let key = try journal.vaultKey(principal: owner) ?? salvagedKey(of: owner)
      if let key { keys.append(key) }
    }
    return keys
  }

  private func salvagedKey(of owner: String) -> VaultKey? {
    salvage?.vaultKeys.first { $0.principal.hasSameBytes(as: owner) }
  }
}

extension Recorder: VaultReader {
  func vaultKey(principal: String) throws(StoreError) -> VaultKey? {
    try content.vaultKey(principal: principal) ?? salvagedKey(of: principal)
  }

  func vaultValue(token: String, principal: String) throws(StoreError) -> [UInt8]? {
    let salvaged = salvage?.vaultValues.first {
      $0.token.hasSameBytes(as: token) && $0.principal.hasSameBytes(as: principal)
    }
    return try content.vaultValue(token: token, principal: principal) ?? salvaged?.value
  }

  func tokensWithoutValue(among tokens: Set<String>) throws(StoreError) -> Set<String> {
    try content.tokensWithoutValue(among: tokens)
  }
}

extension StoreError {
  /// Whether the file itself was altered: it is set aside, and never appended to.
  var isDamage: Bool {
    switch self {
    case .damaged, .notAJournal: true
    default: false
    }
  }

  /// Whether the file can be opened once the device is unlocked.
  var isLock: Bool {
    if case .locked = self { true } else { false }
  }

  /// Whether the file no longer exists.
  fileprivate var isAbsence: Bool {
    if case .missing = self { true } else { false }
  }

  /// Whether trying again may help: the file itself is sound, as far as is known.
  var mayPass: Bool {
    switch self {
    case .cannotOpen, .missing, .busy, .diskFull, .locked, .readOnly, .moved, .inputOutput,
      .sqlite, .owned:
      true
    case .notAJournal, .newerFormat, .newerEntry, .editedMigration, .overtaken, .damaged,
      .alreadyExists, .refused, .invalidQuery, .limitReached:
      false
    }
  }
}
