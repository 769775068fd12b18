public import RouteStore

extension RouteSession {
  /// Begins a session: on a new journal with the route table's tree, on an existing one where the
  /// last session stopped. Never throws: when the journal cannot be used the session runs in
  /// memory, and ``health`` says why.
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - location: the journal's file, or memory.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes answers, action handlers and settings.
  public static func launch(
    _ table: RouteTable, at location: Location,
    isolation: isolated any Actor = #isolation,
    configure: (inout Configuration) -> Void = { _ in }
  ) -> RouteSession {
    var configuration = Configuration()
    configure(&configuration)
    configuration.limits = configuration.limits.withinFormat
    var launches: LaunchCount?
    if case .file(let path) = location, configuration.beginning != .continued {
      launches = LaunchCount(beside: path, host: configuration.hostDigest)
    }
    let (recorder, restored) = openJournal(location.journal, configuration, counting: &launches)
    let session = launch(table, configuration, recorder, restored, launches)
    if case .file(let path) = location, let dropBox = try? DropFolder(ofJournal: path) {
      session.dropBox = dropBox
      if !dropBox.names().isEmpty { session.takeIn() }
    }
    return session
  }

  /// Begins a session on a journal that is open already: for programs that run many sessions, one
  /// after the other. The one before must have ended, or be given up.
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - journal: the journal; the session writes to it from now on, and nobody else.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes answers, action handlers and settings.
  /// - Throws: `StoreError` when what the journal holds cannot be restored.
  public static func launch(
    _ table: RouteTable, on journal: Journal, isolation: isolated any Actor = #isolation,
    configure: (inout Configuration) -> Void = { _ in }
  ) throws(StoreError) -> RouteSession {
    var configuration = Configuration()
    configure(&configuration)
    configuration.limits = configuration.limits.withinFormat
    let (recorder, reading) = try resume(journal, configuration)
    return launch(table, configuration, recorder, reading, nil)
  }

  private static func launch(
    _ table: RouteTable, _ configuration: Configuration, _ recorder: Recorder,
    _ restored: JournalReading?, _ launches: LaunchCount?,
    isolation: isolated any Actor = #isolation
  ) -> RouteSession {
    let start = (wall: configuration.clock.wall(), monotonic: configuration.clock.monotonic())
    let last = restored?.lastSession
    if configuration.beginning == .continued, let state = restored?.state, let last,
      last.ending == nil, last.number == restored?.newestSession,
      last.tableDigest == Digest64.hex(table.digest)
    {
      let now = ClockReading(
        wall: Instant(microseconds: start.wall), boot: configuration.clock.boot,
        monotonic: start.monotonic)
      let (silence, overflow) = start.wall.subtractingReportingOverflow(last.beganMicroseconds)
      let elapsed = max(
        restored?.lastBeginning.flatMap(now.elapsed) ?? (overflow ? 0 : silence),
        restored?.elapsed ?? 0)
      let session = RouteSession(
        state: state, table: table, configuration: configuration, recorder: recorder,
        sessionRow: last, start: (last.beganMicroseconds, start.monotonic &- elapsed))
      session.queue = state.waiting.filter { !$0.isParked }.map(session.work)
      session.claimsActions = true
      session.drain()
      session.openLaunchLink()
      return session
    }
    var row = SessionRow(
      number: (restored?.newestSession ?? 0) + 1,
      identifier: configuration.identifier ?? randomIdentifier(),
      device: configuration.device ?? last?.device ?? randomIdentifier(),
      beganMicroseconds: start.wall, firstSequence: recorder.sequence + 1)
    row.appVersion = configuration.appVersion
    row.build = configuration.build
    row.tableDigest = Digest64.hex(table.digest)
    let goesOn = restored?.state != nil && configuration.beginning != .clean
    row.beginning = goesOn ? "restored" : "clean"
    let session = RouteSession(
      state: restored?.state ?? RouteState(), table: table, configuration: configuration,
      recorder: recorder, sessionRow: row, start: start)
    if let launches, session.state.hasHostCodeUnderWay {
      launches.write(launches.before)  // the last one died over something else than the journal
    }
    session.begin(goesOn: goesOn, after: restored, launches: launches)
    session.claimsActions = true
    session.drain()
    session.openLaunchLink()
    launches?.reset()
    return session
  }

  /// Opens the journal. The launch is counted before, outside it: opening may be what kills the
  /// process. What opening refuses in good order counts for nothing.
  private static func openJournal(
    _ location: Journal.Location, _ configuration: Configuration,
    counting launches: inout LaunchCount?
  ) -> (Recorder, JournalReading?) {
    if let launches { launches.write(launches.before + 1) }
    do throws(StoreError) {
      if let launches, launches.before >= Restoration.Extent.endsThatSuspectTheJournal,
        case .file(let path) = location, Journal.exists(at: path)
      {
        launches.write(1)
        let problem = StoreError.damaged(
          reason: "\(launches.before) launches in a row died while they opened it", sequence: nil)
        // Nothing is salvaged: reading it may be what they died of.
        return try beginAnew(instead: path, after: problem, configuration) { _ in nil }
      }
      return try resume(
        Journal.open(location, durability: configuration.durability), configuration)
    } catch {
      var problem = error
      if error.isDamage, case .file(let path) = location {
        do throws(StoreError) {
          return try beginAnew(
            instead: path, after: error, configuration, salvaging: Salvage.init)
        } catch {
          if !error.isDamage { problem = error }
        }
      }
      let opened = readOnly(location, because: problem, configuration)
      launches?.write(launches?.before ?? 0)
      launches = nil
      return opened
    }
  }

  /// Goes on in memory, from where a file leads that can be read and not be written.
  private static func readOnly(
    _ location: Journal.Location, because problem: StoreError, _ configuration: Configuration
  ) -> (Recorder, JournalReading?) {
    var reader: History?
    var reading: JournalReading?
    var absence: Recorder.Absence?
    if case .file(let path) = location, problem.mayPass {
      reader = try? History(path: path)
      reading = reader.flatMap { try? JournalReading(restoring: $0) }
      absence = Recorder.Absence(
        path: path, durability: configuration.durability, known: reading?.position ?? .start)
    }
    return (inMemory(instead: absence, reader, because: problem, configuration), reading)
  }

  private static func inMemory(
    instead absence: Recorder.Absence?, _ reader: History?, because problem: StoreError,
    _ configuration: Configuration
  ) -> Recorder {
    do throws(StoreError) {
      return Recorder(
        try Journal.open(.memory, durability: .process), instead: absence, reader: reader, problem,
        since: Instant(microseconds: configuration.clock.wall()))
    } catch {
      preconditionFailure("SQLite cannot keep a database in memory: \(error)")
    }
  }

  /// Sets a file aside that is damaged, or that launches in a row died over, and goes on in a new
  /// one with what could be salvaged; in memory, until there can be a new one.
  private static func beginAnew(
    instead path: String, after problem: StoreError, _ configuration: Configuration,
    salvaging: (_ path: String) -> Salvage?
  ) throws(StoreError) -> (Recorder, JournalReading?) {
    let aside = try Journal.setAside(path)
    let salvage = salvaging(aside)
    let setAside = SetAside(
      path: aside, problem: problem, salvaged: salvage?.position.sequence ?? 0)
    let recorder: Recorder
    do throws(StoreError) {
      let journal = try Journal.open(
        .file(path), durability: configuration.durability, beginning: salvage?.beginning)
      recorder = Recorder(journal, health: .recordingAnew(setAside))
    } catch {
      let absence = Recorder.Absence(
        path: path, durability: configuration.durability,
        known: salvage?.beginning?.base ?? .start, beginning: salvage?.beginning)
      recorder = inMemory(instead: absence, nil, because: error, configuration)
      recorder.working = .recordingAnew(setAside)
    }
    recorder.isBeginningAnew = true
    return (recorder, salvage.map(JournalReading.init))
  }

  private static func resume(
    _ journal: Journal, _ configuration: Configuration
  ) throws(StoreError) -> (Recorder, JournalReading?) {
    let reading: JournalReading
    do {
      reading = try JournalReading(restoring: journal)
    } catch {
      journal.leaveAsItIs()
      throw error
    }
    let recorder = Recorder(journal, health: .recording)
    recorder.resume(
      entries: reading.entries, bytes: reading.bytes, checkpointBytes: reading.checkpointBytes)
    return (recorder, reading)
  }

  /// 128 random bits as 32 hexadecimal digits.
  static func randomIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return Digest64.hex(random.next()) + Digest64.hex(random.next())
  }
}

extension RouteSession.Configuration {
  /// Tells one build of the app from another.
  fileprivate var hostDigest: UInt64 {
    var digest = Digest64()
    digest.combine(optional: appVersion)
    digest.combine(optional: build)
    return digest.value
  }
}

extension SessionRow {
  /// What the session's first entry says of it: the row can be changed without a trace, the entry
  /// cannot.
  package var beginningNotes: Parameters {
    var notes: Parameters = ["device": .string(device), "identifier": .string(identifier)]
    notes["appVersion"] = appVersion.map { .string($0) }
    notes["beginning"] = beginning.map { .string($0) }
    notes["build"] = build.map { .string($0) }
    notes["table"] = tableDigest.map { .string($0) }
    return notes
  }
}
