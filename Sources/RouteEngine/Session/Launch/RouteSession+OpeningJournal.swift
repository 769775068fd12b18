import RouteStore

extension RouteSession {
  /// Opens the journal. The launch is counted before, outside the journal, because opening may kill
  /// the process. A refusal that opening reports does not count as a death.
  static func openJournal(
    _ location: Journal.Location, _ configuration: Configuration,
    counting launches: inout LaunchCount?
  ) -> (Recorder, JournalEnd?) {
    if let launches { launches.write(launches.before + 1) }
    var leavings: Leavings?
    do throws(StoreError) {
      guard case .file(let path) = location else {
        let journal = try Journal.open(location, durability: configuration.durability)
        return try resume(journal, configuration)
      }
      return try openJournal(at: path, configuration, launches, &leavings)
    } catch {
      let opened = readOnly(location, because: error, configuration, leavings)
      launches?.write(launches?.before ?? 0)
      launches = nil
      return opened
    }
  }

  /// Opens a file. A file that is damaged, or over which launches in a row died, is set aside, and
  /// a new one continues from the salvaged content. This also happens when a former process had set
  /// the file aside and died before it continued.
  ///
  /// - Parameter leavings: the basis to continue from when no file can be written.
  private static func openJournal(
    at path: String, _ configuration: Configuration, _ launches: LaunchCount?,
    _ leavings: inout Leavings?
  ) throws(StoreError) -> (Recorder, JournalEnd?) {
    let mark = AsideMark(beside: path)
    let found = FileFacts(path: path)
    let isSuspect = launches.map { Restoration.Extent.suspectsJournal(after: $0.before) } ?? false
    do throws(StoreError) {
      if let problem = configuration.openingProblem?() { throw problem }
      try Journal.finishSettingAside(path)
      if isSuspect, found != nil || mark.isThere {
        launches?.write(1)
        let count = launches?.before ?? 0
        throw .damaged(
          reason: "\(count) launches in a row died while they opened it", sequence: nil)
      }
      var journal: Journal?
      if Journal.exists(at: path) || !mark.isThere {
        let file = try Journal.open(.file(path), durability: configuration.durability)
        guard file.holdsNothing, mark.isThere else { return try resume(in: file, configuration) }
        journal = file
      }
      let death = StoreError.damaged(reason: Leavings.death, sequence: nil)
      let left = try Leavings(in: mark.files, after: death)
      leavings = left
      return try beginAnew(at: path, in: journal, with: left, configuration)
    } catch {
      guard error.isDamage else {
        // Without its log, a file shows an old state.
        if leavings == nil, error.mayPass, mark.isThere, !mark.isUnfinished {
          // A file that cannot be read now is not lost: a later launch continues from it.
          leavings = try? Leavings(in: mark.files, after: error)
        }
        throw error
      }
      var files = mark.files
      if let found, Journal.exists(at: path) {
        let file = try Journal.setAside(path, foundAs: found)
        files = [file] + mark.files.filter { $0 != file }
      }
      // Reading these files may be the cause of the deaths: no launch reads them again.
      if isSuspect { mark.remove() }
      let left = try Leavings(in: files, after: error, reads: !isSuspect)
      leavings = left
      return try beginAnew(at: path, in: nil, with: left, configuration)
    }
  }

  /// Continues in a file that has adopted the content that was set aside, if there was any.
  private static func resume(
    in journal: Journal, _ configuration: Configuration
  ) throws(StoreError) -> (Recorder, JournalEnd?) {
    let resumed = try resume(journal, configuration)
    journal.removeAsideMark()
    return resumed
  }

  /// Continues in a new file, which may exist already and has no entry yet.
  static func beginAnew(
    at path: String, in made: Journal?, with leavings: Leavings, _ configuration: Configuration
  ) throws(StoreError) -> (Recorder, JournalEnd?) {
    let beginning = leavings.salvage?.beginning
    let journal: Journal
    if let made {
      journal = made
    } else {
      journal = try Journal.open(
        .file(path), durability: configuration.durability, beginning: beginning)
    }
    // Another process may have launched first.
    guard journal.holdsNothing else { return try resume(in: journal, configuration) }
    if let beginning, journal.head.sequence < beginning.base.sequence {
      try journal.start(with: beginning)
    }
    let reading = try leavings.reading(JournalEnd(whatIsIn: journal))
    let recorder = Recorder(journal, health: .recordingAnew(leavings.setAside(reading)))
    recorder.isBeginningAnew = true
    return (recorder, reading)
  }

  /// Continues in memory, with the content of a file that can be read but not written, or with the
  /// content set aside while there can be no new file.
  private static func readOnly(
    _ location: Journal.Location, because problem: StoreError, _ configuration: Configuration,
    _ leavings: Leavings?
  ) -> (Recorder, JournalEnd?) {
    var reader: History?
    var reading: JournalEnd?
    var absence: Recorder.Absence?
    var leavings = leavings
    if case .file(let path) = location, problem.mayPass {
      // The readable part is shown; `problem` already says why no more is. Of a locked file,
      // nothing is readable.
      if !problem.isLock { reader = try? History(path: path) }
      reading = reader.flatMap { try? JournalEnd(restoring: $0) }
      // The unreadable part may contain the entries of the file that was set aside; no entry is
      // told twice.
      if let reader, !((try? reader.holdsNothing) ?? false) { leavings = nil }
      let beginning = leavings?.salvage?.beginning
      // A path that cannot be resolved is used as it is: opening it reports the reason.
      absence = Recorder.Absence(
        path: (try? FilePath.resolved(path)) ?? path, durability: configuration.durability,
        known: reading?.position ?? beginning?.base ?? .start, beginning: beginning)
    }
    if let leavings { reading = leavings.reading(reading) }
    let recorder = inMemory(instead: absence, reader, because: problem, configuration)
    if let leavings {
      recorder.working = .recordingAnew(leavings.setAside(reading))
      recorder.isBeginningAnew = true
    }
    return (recorder, reading)
  }

  private static func inMemory(
    instead absence: Recorder.Absence?, _ reader: History?, because problem: StoreError,
    _ configuration: Configuration
  ) -> Recorder {
    do throws(StoreError) {
      return Recorder(
        try Journal.open(.memory, durability: .process), instead: absence, reader: reader, problem,
        since: RouteInstant(microseconds: configuration.clock.wallMicroseconds()))
    } catch {
      preconditionFailure("SQLite cannot keep a database in memory: \(error)")
    }
  }

  /// Continues from the end of a journal.
  static func resume(
    _ journal: Journal, _ configuration: Configuration
  ) throws(StoreError) -> (Recorder, JournalEnd?) {
    let reading = try JournalEnd(whatIsIn: journal)
    let recorder = Recorder(journal, health: .recording)
    recorder.tail = JournalTail(
      entries: reading.entries, bytes: reading.bytes, checkpointBytes: reading.checkpointBytes)
    return (recorder, reading)
  }
}

/// The basis to continue from when a file was set aside and no new one has content yet.
struct Leavings {
  /// The salvage; nil when nothing was read.
  let salvage: Salvage?
  private let path: String?
  private let problem: StoreError
  /// Whether none of the files was read.
  private var isUnread = true

  /// The reason given when no other is known.
  static let death = "it was set aside, and the process died before there was a new one"

  /// - Parameters:
  ///   - files: the files set aside, newest first. A file without entries replaced the next one in
  ///     the list, and can add only a newer state.
  ///   - problem: the problem of the files.
  ///   - reads: whether they are read.
  /// - Throws: `newerFormat` when a newer version can continue from one of them, and the reason
  ///   when one could not be copied for reading.
  init(in files: [String], after problem: StoreError, reads: Bool = true) throws(StoreError) {
    self.problem = problem
    var newest: Salvage?
    for file in reads ? files : [] {
      var salvage = try Salvage(from: file)
      if salvage.isReadable { isUnread = false }
      guard salvage.holdsEntries else {
        if salvage.state != nil { newest = newest ?? salvage }
        continue
      }
      if let newest, let state = newest.state { salvage.resume(from: state, at: newest.position) }
      (self.salvage, path) = (salvage, file)
      return
    }
    (salvage, path) = (newest, files.first)
  }

  /// The end to restore from: a file that exists already may have a newer state.
  func reading(_ made: JournalEnd?) -> JournalEnd? {
    let state = made?.state
    guard var salvage else { return state == nil ? nil : made }
    if let made, let state { salvage.resume(from: state, at: made.position) }
    return JournalEnd(salvage)
  }

  /// The report to the host on the file that was set aside.
  func setAside(_ reading: JournalEnd?) -> RouteSession.SetAside {
    let salvaged = reading?.position.sequence ?? 0
    return RouteSession.SetAside(
      path: path, problem: problem, salvaged: salvaged,
      isUnread: isUnread && path != nil && salvaged == 0)
  }
}
