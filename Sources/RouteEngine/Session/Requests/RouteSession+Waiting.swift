import RouteStore

extension RouteSession {
  /// Says that a condition holds, until ``unsignal(_:isolation:)-(String,_)``: requests that waited
  /// for it go on, in order, each once. Screens that the condition is decided by close, with all
  /// that lies over them (``ScreenDeclaration/answers``).
  ///
  /// Conditions and the principal are part of the state: a relaunch finds them as they were. A host
  /// declares those that say something of this process alone, "online" for example, as
  /// ``Configuration/processConditions``, and unsignals a condition that no longer holds.
  ///
  /// The name of a condition is at most ``RouteLimits/nameBytes`` ASCII letters, digits, `_`, `-`
  /// and `.`. With any other text this method does nothing, nor do
  /// ``unsignal(_:isolation:)-(String,_)`` and ``giveUp(_:reason:isolation:)-(String,_,_)``.
  ///
  /// Host code that begins to wait in the middle of its answer while the condition holds goes on at
  /// once. One that answers ``Answer/wait(condition:)-enum.case`` knew better: its request waits
  /// for the next signal after the one moment when it was asked.
  ///
  /// - Parameters:
  ///   - condition: a name, as interceptors give it in ``Answer/wait(condition:)-enum.case``.
  ///   - principal: who has signed in with it, an opaque id of the host's; nil leaves it as it is,
  ///     and so does the empty string.
  ///     A request that waits for somebody else stays where it is.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func signal(
    _ condition: String, principal: String? = nil, isolation: isolated any Actor = #isolation
  ) {
    guard Name.isValid(condition, limits: configuration.limits) else { return }
    if let principal, machine.newPrincipal(principal) != nil { vault.readKeys(for: principal) }
    feed(.signalled(condition, principal: principal))
  }

  /// Says that a condition no longer holds. Does nothing when it did not hold, and with a text that
  /// is no name of a condition.
  public func unsignal(_ condition: String, isolation: isolated any Actor = #isolation) {
    feed(.unsignalled(condition))
  }

  /// Says who is signed in now: an opaque id of the host's. Requests that wait go on waiting until
  /// their condition is signalled. An empty id stands for no principal and is ignored.
  ///
  /// When another principal was signed in, no condition holds any more, since it may have held for
  /// that principal alone: signal again those that hold for all principals.
  public func signIn(as principal: String, isolation: isolated any Actor = #isolation) {
    guard machine.newPrincipal(principal) != nil else { return }
    vault.readKeys(for: principal)
    feed(.signedIn(principal))
  }

  /// Says that a condition will not come to hold, because the user turned the log-in down for
  /// example: the requests that wait for it end as denied. Does nothing when none waits for it, and
  /// with a text that is no name of a condition.
  ///
  /// - Parameters:
  ///   - condition: a name, as interceptors give it in ``Answer/wait(condition:)-enum.case``.
  ///   - reason: for the journal and the callers.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func giveUp(
    _ condition: String, reason: String, isolation: isolated any Actor = #isolation
  ) {
    feed(.gaveUp(condition, reason: reason))
  }

  /// Says that no user is signed in any more. No condition holds any more either, since it may have
  /// held for that principal alone: signal again those that hold for all principals.
  ///
  /// The private values of the principal that was signed in, and those that came in while no user
  /// was signed in, leave the vault with their keys, and the file's log is emptied. Only tokens are
  /// left, from which the values cannot be found. Requests that wait for this principal go on
  /// waiting, without those values. To keep the values when another user signs in, call
  /// ``signIn(as:isolation:)`` alone.
  ///
  /// While another connection reads the file, the log cannot be emptied; it is emptied when the
  /// host next goes to the background. While storage fails the file stays as it is; the values are
  /// removed from it when the session takes it up again.
  public func signOut(isolation: isolated any Actor = #isolation) {
    guard state.principal != nil || held.isHolding else { return }
    vault.readKeys(for: nil)
    let commitment = work(on: .signedOut)
    // While somebody reads, the log is emptied when the host next goes to the background.
    if commitment == .recorded { try? recorder.journal.checkpointLog() }
    drain()
  }

  /// Records that a request waits in the middle of its host code's answer.
  ///
  /// - Returns: whether the code is to sleep; not when it was let go on already.
  package func park(
    _ prompt: Prompt, until condition: String, isolation: isolated any Actor = #isolation
  ) -> Bool {
    let commitment = feed(
      .paused(prompt.ticket, prompt: prompt.number, condition: condition))
    return commitment != nil && prompt.isOpen && machine.isPaused(prompt.ticket)
  }
}
