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

  /// Says that a screen is on display and can take actions: those that wait for it run.
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

  /// Says that a screen is on display no longer, though the tree may have it still, under another
  /// one or in another tab: actions that wait for it run when it is ready again.
  ///
  /// Said of a screen that is not ready, it does nothing.
  public func unready(_ screen: ScreenID, isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else { return }
    feed(.unready(screen))
  }

  /// Says that the host went to the background: the state is stored whole, and a death from now on
  /// is no crash. While storage fails it is tried once more, however lately it was tried before,
  /// except where host code calls this that the session itself has called.
  /// With ``Configuration/releasesInBackground`` the file is released.
  public func background(isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else {
      feed(.background)  // is kept: the session begins later, and begins there
      return
    }
    recorder.reacquire(at: now)
    if !recorder.health.isRecording { drain(tryingStorage: true) }
    work(on: .background)
    drain()
    recorder.reacquire(at: now)  // in the background the file is released after each entry
    forgetHistory()
    try? recorder.journal.checkpointLog()  // only housekeeping: the log can wait
    note(isInBackground: true)
  }

  /// Says that the host runs well with what was restored: should it die from now on, that is no
  /// reason for the next launch to leave this place. The session says so by itself after
  /// ``Configuration/stableAfter``; a host that knows earlier, by its first drawn frame for
  /// example, calls this. Saying it again does nothing.
  public func stable(isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else { return }  // nothing is restored yet
    feed(.stable)
  }

  /// Looks at the time: what is due happens, and what has expired ends. A session whose clock can
  /// sleep does so by itself.
  public func wake(isolation: isolated any Actor = #isolation) { drain() }

  /// Says that the host came to the foreground. What other processes have left in the ``DropBox``
  /// is taken in.
  public func foreground(isolation: isolated any Actor = #isolation) {
    beginNow()  // first: a call that was kept can be that for the background
    note(isInBackground: false)
    work(on: .foreground)
    journal.ingest()
  }

  /// Says that the host ends of its own will. While storage fails it is tried once more, as at
  /// ``background(isolation:)``. Requests that wait are left to the next session. This one takes
  /// nothing afterwards: what is opened ends as failed, and late answers of host code have no
  /// effect. ``Opening/ended(isolation:)`` of a request that is left returns nil.
  public func end(isolation: isolated any Actor = #isolation) {
    let wasHolding = held.isHolding
    beginNow()
    recorder.reacquire(at: now)
    endOutage(isForced: !wasHolding)  // it was tried just now if it was holding
    work(on: .ending)
    recorder.reacquire(at: now)  // host code may have had it released
    forgetHistory()
    work(on: .ended)
    audience.finish(with: state)
    forgetEndedActions()
    setAlarm(for: RouteInstant(microseconds: .max))
    releaseFile()
  }

  /// Writes one sealed file without the private values, ready for a bug report.
  ///
  /// - Returns: the path.
  /// - Throws: `StoreError` when the destination exists or cannot be written; the problem of
  ///   ``health`` while the session does not have its file, as with `owned`, `locked` and
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

  /// The parameters of a screen with private values revealed, as far as they are still there.
  public func revealed(_ parameters: Parameters) -> Parameters {
    var revealed = parameters
    for element in parameters {
      if case .token = element.value { revealed[element.name] = reveal(element.value) }
    }
    return revealed
  }

  /// The typed value of a screen on display; nil when there is none with this id and of this kind.
  ///
  /// - Throws: ``ParameterCodingError`` when a private value is gone, or the screen's parameters
  ///   are not those of the type.
  public func screen<Kind: ScreenKind>(
    _ id: ScreenID, as kind: Kind.Type = Kind.self
  ) throws(ParameterCodingError) -> Kind? {
    guard let screen = state.tree[id], screen.kind == Kind.kind else { return nil }
    var parameters = screen.parameters
    for element in revealed(parameters) { parameters[element.name] = element.value }
    return try parameters.decode(kind)  // a token that is left is a value that is gone
  }

  /// The value that a token stands for; other values as they are; nil when the value is gone.
  func reveal(_ value: ParameterValue) -> ParameterValue? {
    guard case .token(let token) = value else { return value }
    return vault.reveal(token, principal: state.principal)
  }
}
