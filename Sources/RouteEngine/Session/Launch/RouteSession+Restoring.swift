import RouteStore

/// The facts that a launch collects for the machine.
extension RouteSession {
  /// Begins the session and settles the leftovers of the last one.
  ///
  /// - Parameters:
  ///   - continues: whether it continues with the last session's state.
  ///   - reading: the journal's record of the former sessions.
  ///   - launches: the number of former launches that died before this point.
  func begin(
    continues: Bool, after reading: JournalEnd?, launches: LaunchCount?,
    isolation: isolated any Actor = #isolation
  ) {
    var launch = Launch()
    launch.beginning = beginning
    launch.startsSuspended = configuration.startsSuspended
    recorder.salvage = reading?.salvage
    if let salvage = recorder.salvage {
      vault.take(salvage.vaultKeys)
      addSalvage(to: &launch.companions)
      launch.isSalvaged = true
    }
    if continues { launch.last = lastSession(after: reading, launches: launches?.before ?? 0) }
    if work(on: .launched(launch)) == .recorded { recorder.hasBegunAnew() }
  }

  /// The facts of the session's first entry that its row does not have.
  var beginning: Beginning {
    var beginning = Beginning()
    beginning.parent = configuration.parent
    // No moment counts from the start of maintenance.
    if !machine.sessionRow.isMaintenance { beginning.clocks = beginningClocks }
    var setAside: SetAside?
    if case .recordingAnew(let replaced) = recorder.working { setAside = replaced }
    let journal = recorder.journal
    guard journal.isContinuation || setAside != nil && journal.head == .start else {
      return beginning
    }
    beginning.replaced = ReplacedFile(
      name: setAside?.path.map { FilePath.split($0).name }, salvaged: setAside?.salvaged,
      unread: setAside.flatMap { $0.isUnread ? $0.problem.cause : nil }, base: journal.head)
    return beginning
  }

  /// The known facts of the session that this one continues.
  private func lastSession(
    after reading: JournalEnd?, launches: Int
  ) -> Launch.LastSession {
    let last = reading?.lastSession
    var known = Launch.LastSession(now: beginningClocks)
    known.hadEnd = last?.ending != nil
    known.forgetsSuspects = configuration.liftsQuarantine
    known.isOfOtherVersion = SessionBeginning(machine.sessionRow)
      .isOfOtherVersion(than: last.map(SessionBeginning.init))
    known.launches = launches
    (known.began, known.newest) = (reading?.lastBeginning, reading?.lastMoment)
    known.adaptation = adaptation(after: last)
    known.maximumAge = configuration.maximumAge?.wholeMicroseconds
    // A text that is not a link matches no route; opening it then reports the problem.
    if let text = configuration.launchLink, let link = try? link(text) {
      known.isLinked = !table.rewrites(hostOf: link) && table.match(link) != nil
    }
    known.repeated = configuration.restoration
    known.goneTokens =
      configuration.goneTokens
      ?? vault.gone(state.shownTokens, salvaged: reading?.salvage?.vaultValues ?? [])
    return known
  }

  /// The adaptation of the screens; nil unless the last session had another route table.
  private func adaptation(after last: SessionRow?) -> Adaptation? {
    guard let digest = last?.tableDigest, digest != Digest64.hex(table.digest) else { return nil }
    // Without the former table, the screens are taken as screens of the present versions.
    let json = try? recorder.routeTable(digest: digest)
    return Adaptation(from: json.flatMap { try? RouteTable(json: $0) }, digest: digest)
  }
}
