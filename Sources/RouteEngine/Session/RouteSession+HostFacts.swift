public import RouteStore

extension RouteSession {
  /// Reports something that the user or the host already did: a back swipe, a tapped tab, a
  /// dismissed sheet. It is journaled like a request and cannot be refused; the outcomes
  /// ``Outcome/stale(reason:)`` and ``Outcome/impossible(reason:)`` mean that the host should
  /// render the state again.
  @discardableResult
  public func report(_ fact: HostFact, isolation: isolated any Actor = #isolation) -> Opening {
    beginNow()
    return open(.fact(fact), from: .hostFact)
  }

  /// Says that a screen is on display and can take actions: the actions that wait for it run.
  ///
  /// Saying it again does nothing.
  ///
  /// - Parameters:
  ///   - screen: nil means the innermost visible one.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func ready(_ screen: ScreenID? = nil, isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else { return }  // there are no screens yet
    feed(.ready(screen))
  }

  /// Says that a screen is no longer on display, although it may still be in the tree, under
  /// another screen or in another tab. Actions that wait for it run when it is ready again.
  ///
  /// For a screen that is not ready, it does nothing.
  public func unready(_ screen: ScreenID, isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else { return }
    feed(.unready(screen))
  }

  /// Says that the host went to the background: the whole state is stored, and a death from now on
  /// is no crash. If storage fails, it is tried once more, however recently it was tried, except
  /// when the session itself has called the host code that calls this. With
  /// ``Configuration/releasesInBackground`` the file is released.
  public func background(isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else {
      feed(.background)  // is kept: the session begins later, in the background
      return
    }
    recorder.reacquire(at: now)
    if !recorder.health.isRecording { drain(tryingStorage: true) }
    work(on: .background)
    drain()
    recorder.reacquire(at: now)  // in the background the file is released after each entry
    forgetHistory()
    try? recorder.journal.checkpointLog()  // this is housekeeping: the log can wait
    note(isInBackground: true)
  }

  /// Says that the host runs well with the restored place: if it dies from now on, that is no
  /// reason for the next launch to leave the place. The session says so by itself after
  /// ``Configuration/stableAfter``. A host that knows earlier, for example after its first drawn
  /// frame, calls this. Saying it again does nothing.
  public func stable(isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else { return }  // nothing is restored yet
    feed(.stable)
  }

  /// Checks the time: due work happens, and expired requests end. A session whose clock can sleep
  /// does so by itself.
  public func wake(isolation: isolated any Actor = #isolation) { drain() }

  /// Says that the host came to the foreground. The session ingests the links that other processes
  /// have left in the ``DropBox``.
  public func foreground(isolation: isolated any Actor = #isolation) {
    beginNow()  // first: a kept call may be the one for the background
    note(isInBackground: false)
    work(on: .foreground)
    journal.ingest()
  }

  /// Says that the host ends normally. If storage fails, it is tried once more, as in
  /// ``background(isolation:)``. Waiting requests are left to the next session. This session
  /// accepts nothing afterwards: requests that are opened end as failed, and late answers of host
  /// code have no effect. ``Opening/ended(isolation:)`` of a request that is left returns nil.
  public func end(isolation: isolated any Actor = #isolation) {
    let wasHolding = held.isHolding
    beginNow()
    recorder.reacquire(at: now)
    endOutage(isForced: !wasHolding)  // if it was holding, storage was tried just now
    work(on: .ending)
    recorder.reacquire(at: now)  // host code may have caused its release
    forgetHistory()
    work(on: .ended)
    audience.finish(with: state)
    _ = forgetEndedActions()
    setAlarm(for: RouteInstant(microseconds: .max))
    releaseFile()
  }

  /// Writes one sealed file without the private values, ready for a bug report.
  ///
  /// - Returns: the path.
  /// - Throws: `StoreError` when the destination exists or cannot be written; the problem of
  ///   ``health`` while the session does not have its file, for example `owned`, `locked` and
  ///   `overtaken`.
  @discardableResult
  public func writeReportCopy(to path: String) throws(StoreError) -> String {
    if held.isHolding, let problem = health.problem { throw problem }
    recorder.reacquire(at: now)
    defer { releaseFile() }
    if !recorder.hasFile, let problem = health.problem { throw problem }
    try recorder.journal.writeReportCopy(to: path)
    return path
  }

  /// The parameters of a screen with every available private value revealed.
  public func revealed(_ parameters: Parameters) -> Parameters {
    var revealed = parameters
    for element in parameters {
      if case .token = element.value { revealed[element.name] = reveal(element.value) }
    }
    return revealed
  }

  /// The typed value of a screen on display; nil when there is none with this id and of this kind.
  ///
  /// - Throws: ``ParameterCodingError`` when a private value is gone, or the screen's parameters do
  ///   not fit the type.
  public func screen<Kind: ScreenKind>(
    _ id: ScreenID, as kind: Kind.Type = Kind.self
  ) throws(ParameterCodingError) -> Kind? {
    guard let screen = state.tree[id], screen.kind == Kind.kind else { return nil }
    var parameters = screen.parameters
    for element in revealed(parameters) { parameters[element.name] = element.value }
    return try parameters.decode(kind)  // a remaining token is a value that is gone
  }

  /// The value that a token represents; other values unchanged; nil when the value is gone.
  func reveal(_ value: ParameterValue) -> ParameterValue? {
    guard case .token(let token) = value else { return value }
    return vault.reveal(token, principal: state.principal)
  }
}
