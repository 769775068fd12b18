package import RouteStore

extension RouteSession {
  /// Begins a session: on a new journal with the route table's tree, on an existing one where the
  /// last session stopped. Never throws: when the journal cannot be used, the session runs in
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
    configuration.fitFormat()
    let releases = configuration.releasesInBackground ?? location.isOfAppGroup
    configuration.releasesInBackground = releases
    var launches: LaunchCount?
    if case .file(let path) = location, configuration.beginning != .continued {
      launches = LaunchCount(beside: path, host: configuration.hostDigest)
    }
    let (recorder, restored) = openJournal(location.journal, configuration, counting: &launches)
    var inbox: Inbox?
    // A path that cannot be resolved cannot be opened either, and `health` says so.
    if case .file(let path) = location, let folder = try? DropFolder(ofJournal: path) {
      inbox = Inbox(folder: folder)
    }
    let session = launch(table, configuration, recorder, restored, launches, inbox)
    session.tellWarnings()
    if let inbox, !inbox.folder.names().isEmpty { session.journal.ingest() }
    session.note(isInBackground: releases || session.held.isHolding)
    return session
  }

  /// Begins a session on a journal that is open already, for programs that run many sessions one
  /// after the other. The former session must have ended, or be abandoned.
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - journal: the journal; from now on, only the session writes to it.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes answers, action handlers and settings.
  /// - Throws: `StoreError` when the content of the journal cannot be restored.
  package static func launch(
    _ table: RouteTable, on journal: Journal, isolation: isolated any Actor = #isolation,
    configure: (inout Configuration) -> Void = { _ in }
  ) throws(StoreError) -> RouteSession {
    var configuration = Configuration()
    configure(&configuration)
    configuration.fitFormat()
    let (recorder, reading) = try resume(journal, configuration)
    return launch(table, configuration, recorder, reading, nil, nil)
  }

  private static func launch(
    _ table: RouteTable, _ configuration: Configuration, _ recorder: Recorder,
    _ restored: JournalEnd?, _ launches: LaunchCount?, _ inbox: Inbox?,
    isolation: isolated any Actor = #isolation
  ) -> RouteSession {
    let start = configuration.clock.start
    let last = restored?.lastSession
    if configuration.beginning == .continued, let state = restored?.state, let last,
      last.canContinue(
        newest: restored?.newestSession, on: configuration.device, with: table),
      !state.needsNewSession, let began = recorder.beginning(of: last),
      configuration.settings(from: start.wall).agree(with: began)
    {
      let now = ClockReading(
        wall: RouteInstant(microseconds: start.wall), boot: configuration.clock.boot,
        monotonic: start.monotonic)
      let (silence, overflow) = start.wall.subtractingReportingOverflow(last.beganMicroseconds)
      let elapsed = max(
        restored?.lastBeginning.flatMap(now.elapsed) ?? (overflow ? 0 : silence),
        restored?.elapsed ?? 0)
      let session = RouteSession(
        state: state, table: table, configuration: configuration, recorder: recorder,
        sessionRow: last, start: (last.beganMicroseconds, start.monotonic &- elapsed),
        inbox: inbox)
      session.withdrawProcessConditions()
      session.feed(.continued)
      session.openLaunchLink()
      return session
    }
    let (row, continues) = sessionRow(table, configuration, recorder, after: restored, start.wall)
    let session = RouteSession(
      state: restored?.state ?? RouteState(), table: table, configuration: configuration,
      recorder: recorder, sessionRow: row, start: start, inbox: inbox)
    if recorder.awaitsUnlock, configuration.beginning != .continued {
      session.hold()
    } else {
      session.start(continues: continues, after: restored, launches: launches)
    }
    return session
  }

  /// The row of a session that begins.
  ///
  /// - Returns: the row, and whether the session continues with the last session's state.
  static func sessionRow(
    _ table: RouteTable, _ configuration: Configuration, _ recorder: Recorder,
    after restored: JournalEnd?, _ began: Int64
  ) -> (row: SessionRow, continues: Bool) {
    let last = restored?.lastSession
    var row = SessionRow(
      number: (restored?.newestSession ?? 0) + 1,
      identifier: configuration.identifier ?? randomIdentifier(),
      device: configuration.device ?? last?.device ?? randomIdentifier(),
      beganMicroseconds: began, firstSequence: recorder.sequence + 1)
    row.appVersion = configuration.appVersion
    row.build = configuration.build
    row.tableDigest = Digest64.hex(table.digest)
    let isOfOthers = last?.isOfOther(row.device) ?? false
    let continues = restored?.state != nil && configuration.beginning != .clean && !isOfOthers
    row.beginning = continues ? "restored" : "clean"
    return (row, continues)
  }

  /// Begins the session with the content of its journal.
  ///
  /// - Parameters:
  ///   - continues: whether it continues with the last session's state.
  ///   - restored: the journal's record of the former sessions.
  ///   - launches: the launches that died before they had begun.
  func start(
    continues: Bool, after restored: JournalEnd?, launches: LaunchCount?,
    isolation: isolated any Actor = #isolation
  ) {
    if let launches, state.hasHostCodeUnderWay {
      launches.write(launches.before)  // the last one did not die over the journal
    }
    recorder.launches = launches
    begin(continues: continues, after: restored, launches: launches)
    withdrawProcessConditions()
    drain()
    openLaunchLink()
    recorder.endLaunch()
  }

  /// Withdraws the conditions that held for the former process only, before any request or action
  /// of it continues.
  private func withdrawProcessConditions(isolation: isolated any Actor = #isolation) {
    for condition in state.conditions where configuration.processConditions.contains(condition) {
      work(on: .unsignalled(condition))
    }
  }

  /// 128 random bits as 32 hexadecimal digits.
  static func randomIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return Digest64.hex(random.next()) + Digest64.hex(random.next())
  }
}

extension RouteSession.Configuration {
  /// A digest of the app's build and of this library's format. A death under another digest makes
  /// nothing suspect.
  var hostDigest: UInt64 {
    var digest = Digest64()
    digest.combine(UInt64(History.newestFormat))
    digest.combine(optional: appVersion)
    digest.combine(optional: build)
    return digest.value
  }
}
