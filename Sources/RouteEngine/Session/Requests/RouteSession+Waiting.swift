import RouteStore

extension RouteSession {
  /// Says that a condition holds, until ``unsignal(_:isolation:)-(String,_)``: requests that waited
  /// for it continue, in order, each once. Screens that answer the condition close, with all
  /// screens over them (``ScreenDeclaration/answers``).
  ///
  /// Conditions and the principal are part of the state: a relaunch restores them. A host declares
  /// conditions that hold for this process only, "online" for example, as
  /// ``Configuration/processConditions``, and unsignals a condition that no longer holds.
  ///
  /// The name of a condition is at most ``RouteLimits/nameBytes`` ASCII letters, digits, `_`, `-`
  /// and `.`. With any other text this method does nothing, nor do
  /// ``unsignal(_:isolation:)-(String,_)`` and ``giveUp(_:reason:isolation:)-(String,_,_)``.
  ///
  /// If the condition holds, host code that begins to wait in the middle of its answer continues at
  /// once. If the code answers ``Answer/wait(condition:)-enum.case`` although the condition holds,
  /// its request waits for the next signal after the moment when the code was asked.
  ///
  /// - Parameters:
  ///   - condition: a name as in ``Answer/wait(condition:)-enum.case``.
  ///   - principal: the user who has signed in with it, an opaque id of the host's; nil and the
  ///     empty string leave the principal as it is. With an id that is longer than the
  ///     ``RouteLimits/sourceBytes`` of ``RouteLimits/format`` this method does nothing. A request
  ///     that waits for another principal keeps waiting.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func signal(
    _ condition: String, principal: String? = nil, isolation: isolated any Actor = #isolation
  ) {
    guard Name.isValid(condition, limits: configuration.limits), mayBeJournaled(principal) else {
      return
    }
    if let principal, machine.newPrincipal(principal) != nil { vault.readKeys(for: principal) }
    feed(.signalled(condition, principal: principal))
  }

  /// Says that a condition no longer holds. Does nothing when it did not hold, and when the text is
  /// not a valid name of a condition.
  public func unsignal(_ condition: String, isolation: isolated any Actor = #isolation) {
    feed(.unsignalled(condition))
  }

  /// Says who is signed in now: an opaque id of the host's. Waiting requests keep waiting until
  /// their condition is signalled. An empty id stands for no principal and is ignored, and so is an
  /// id that is longer than the ``RouteLimits/sourceBytes`` of ``RouteLimits/format``: the journal
  /// has the id in each request.
  ///
  /// When another principal was signed in, all conditions end, since they may have held for that
  /// principal only: signal again those that hold for all principals.
  public func signIn(as principal: String, isolation: isolated any Actor = #isolation) {
    guard mayBeJournaled(principal), machine.newPrincipal(principal) != nil else { return }
    vault.readKeys(for: principal)
    feed(.signedIn(principal))
  }

  /// Whether the id of a user is short enough for the journal. An id has to be kept whole, so a
  /// longer one is not cut.
  private func mayBeJournaled(_ principal: String?) -> Bool {
    let (bytes, most) = (principal?.utf8.count ?? 0, RouteLimits.format.sourceBytes)
    guard bytes > most else { return true }
    configuration.warn?(
      "RouteEngine: a principal of \(bytes) bytes is ignored: an id has at most \(most) bytes.")
    return false
  }

  /// Says that a condition will not come to hold, for example because the user declined the log-in:
  /// the requests that wait for it end as denied. Does nothing when none waits for it, and when the
  /// text is not a valid name of a condition.
  ///
  /// - Parameters:
  ///   - condition: a name as in ``Answer/wait(condition:)-enum.case``.
  ///   - reason: for the journal and the callers.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func giveUp(
    _ condition: String, reason: String, isolation: isolated any Actor = #isolation
  ) {
    feed(.gaveUp(condition, reason: reason))
  }

  /// Says that no user is signed in any more. All conditions end too, since they may have held for
  /// that principal only: signal again those that hold for all principals.
  ///
  /// The private values of the former principal, and those that arrived while no user was signed
  /// in, are removed from the vault with their keys, and the file's log is emptied. Only tokens are
  /// left, from which the values cannot be found. Requests that wait for this principal keep
  /// waiting, without those values. To keep the values when another user signs in, call
  /// ``signIn(as:isolation:)`` alone.
  ///
  /// While no user is signed in it does nothing: conditions go on holding, and the values that came
  /// in stay. ``JournalKeeping/redact(_:isolation:)`` removes those.
  ///
  /// While another connection reads the file, the log cannot be emptied; it is emptied when the
  /// host next goes to the background. While storage fails, the file stays as it is; the values are
  /// removed from it when the session reacquires it.
  public func signOut(isolation: isolated any Actor = #isolation) {
    guard state.principal != nil || held.isHolding else { return }
    vault.readKeys(for: nil)
    let commitment = work(on: .signedOut)
    // While another connection reads, the log is emptied when the host next goes to the background.
    if commitment == .recorded { try? recorder.journal.checkpointLog() }
    drain()
  }

  /// Records that a request waits in the middle of its host code's answer.
  ///
  /// - Returns: whether the code has to sleep; false when the request was released already.
  package func park(
    _ prompt: Prompt, until condition: String, isolation: isolated any Actor = #isolation
  ) -> Bool {
    let commitment = feed(
      .paused(prompt.ticket, prompt: prompt.number, condition: condition))
    return commitment != nil && prompt.isOpen && machine.isPaused(prompt.ticket)
  }
}
