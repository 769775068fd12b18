import RouteStore

extension RouteSession {
  /// Says that a condition holds, until ``unsignal(_:isolation:)``: requests that waited for it go
  /// on, in order, each once.
  ///
  /// Host code that begins to wait in the middle of its answer while the condition holds goes on at
  /// once. One that answers ``Answer/wait(condition:)`` knew better: its request waits for the next
  /// signal after the one moment when it was asked.
  ///
  /// - Parameters:
  ///   - condition: a name, as interceptors give it in ``Answer/wait(condition:)``.
  ///   - principal: who has signed in with it, an opaque id of the host's; nil leaves it as it is,
  ///     and so does the empty string.
  ///     A request that waits for somebody else stays where it is.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func signal(
    _ condition: String, principal: String? = nil, isolation: isolated any Actor = #isolation
  ) {
    guard Name.isValid(condition, limits: configuration.limits) else { return }
    endExpired()
    let principal = principal.flatMap(newPrincipal) ?? state.principal
    var entries: [JournalEntry] = []
    if let principal, newPrincipal(principal) != nil { entries = change(of: principal) }
    var entry = newEntry(.signalled)
    entry.changes = [.signal(condition: condition, true)]
    entries.append(entry)
    let released = state.waiting(for: condition, as: principal)
    requests.noteSignal(condition)
    release(released, after: entries)
    drain()
  }

  /// Says that a condition no longer holds.
  public func unsignal(_ condition: String, isolation: isolated any Actor = #isolation) {
    guard holds(condition) else { return }
    var entry = newEntry(.signalled)
    entry.changes = [.signal(condition: condition, false)]
    commit(entry)
    drain()
  }

  /// Says who is signed in now: an opaque id of the host's. Requests that wait go on waiting until
  /// their condition is signalled. An empty id is nobody's and is ignored.
  ///
  /// When somebody else was signed in no condition holds any more, since it may have held for that
  /// person: signal again those that hold for everybody.
  public func signIn(as principal: String, isolation: isolated any Actor = #isolation) {
    guard let principal = newPrincipal(principal) else { return }
    commit(change(of: principal))
    drain()
  }

  /// The entries that say who is signed in now. What held while somebody else was may have held for
  /// that person alone.
  private func change(of principal: String?) -> [JournalEntry] {
    vault.readKeys(for: principal)
    var entry = newEntry(.principal)
    entry.changes = [.principal(principal)]
    guard state.principal != nil else { return [entry] }
    return [entry]
      + state.conditions.map { condition in
        var entry = newEntry(.signalled)
        entry.changes = [.signal(condition: condition, false)]
        return entry
      }
  }

  /// Whether the condition was signalled, byte for byte, and holds still.
  func holds(_ condition: String) -> Bool {
    state.conditions.contains { $0.hasSameBytes(as: condition) }
  }

  /// The name, when it can be a principal's and is not the one signed in now, byte for byte.
  private func newPrincipal(_ name: String) -> String? {
    let isSignedIn = state.principal?.hasSameBytes(as: name) ?? false
    return PrivateValues.isPrincipal(name) && !isSignedIn ? name : nil
  }

  /// Says that a condition will not come to hold, because the user turned the log-in down for
  /// example: the requests that wait for it end as denied.
  ///
  /// - Parameters:
  ///   - condition: a name, as interceptors give it in ``Answer/wait(condition:)``.
  ///   - reason: for the journal and the callers.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func giveUp(
    _ condition: String, reason: String, isolation: isolated any Actor = #isolation
  ) {
    endExpired()
    let denied = state.waiting.filter { $0.status == .condition(condition) }
    release([], ending: Ending(denied, .denied(reason: reason), .givenUp))
    drain()
  }

  /// Says that nobody is signed in any more. No condition holds any more either, since it may have
  /// held for that person: signal again those that hold for everybody.
  ///
  /// The private values of whoever was signed in, and those that came in while nobody was, leave
  /// the vault with their keys, and the file's log is emptied: only tokens are left, of which
  /// nothing follows. Requests that wait for this principal go on waiting, without those values. To
  /// let another sign in and keep them, call ``signIn(as:isolation:)`` alone.
  ///
  /// While somebody else reads the file the log cannot be emptied; it is when the host next goes to
  /// the background. While storage fails the file stays as it is; it forgets when it is taken up
  /// again.
  public func signOut(isolation: isolated any Actor = #isolation) {
    guard let principal = state.principal else { return }
    var companions = Recorder.Companions()
    companions.retention.forgottenPrincipals = PrivateValues.forgotten(atSignOutOf: principal)
    let commitment = commit(change(of: nil), companions)
    // While somebody reads, the log is emptied when the host next goes to the background.
    if commitment == .recorded { try? recorder.journal.checkpointLog() }
    drain()
  }

  /// Keeps requests back from now on, except those that are not suspendable and the one that host
  /// code is answering for.
  public func suspend(isolation: isolated any Actor = #isolation) {
    beginSuspension()
    drain()
  }

  /// Begins to keep requests back, and lets none go on.
  func beginSuspension() {
    guard !state.isSuspended else { return }
    var entry = newEntry(.suspended)
    entry.changes = [.suspend(true)]
    commit(entry)
  }

  /// Parks a request from inside its interceptor until the condition is signalled.
  func wait(
    _ prompt: Prompt, for condition: String, isolation: isolated any Actor = #isolation
  ) async {
    let pending = prompt.pending
    guard park(prompt, until: condition) else { return }
    if case .released = pending.pause {
      pending.pause = nil
      return
    }
    await withCheckedContinuation { pending.pause = .paused($0) }
  }

  /// Journals that the request waits in the midst of its host code.
  ///
  /// - Returns: whether the code is to sleep, unless its pause was ended already.
  func park(
    _ prompt: Prompt, until condition: String, isolation: isolated any Actor = #isolation
  ) -> Bool {
    let pending = prompt.pending
    guard prompt.isOpen, pending.pause == nil, var waiting = pending.id.flatMap(state.waiting),
      Name.isValid(condition, limits: configuration.limits)
    else { return false }
    if holds(condition), waiting.request.mayGoOn(for: state.principal) { return false }
    guard !waiting.target.holdsSecret else {
      prompt.leave()
      settle(pending, as: .secretCannotWait, by: .secret)
      drain()
      return false
    }
    expiryWatch.add(waiting.expiry)
    waiting.status = .condition(condition)
    var entry = newEntry(.parked)
    entry.requestID = waiting.id
    entry.notes = [
      SettlingRule.note: .string(SettlingRule.interceptor.rawValue),
      JournalEntry.interceptorNote: .string(prompt.question.name),
    ]
    entry.changes = [.wait(waiting)]
    pending.pause = .pausing  // before anybody hears of it: an observer may signal at once
    commit(entry)
    requests.endTurn(of: pending)
    drain()
    return true
  }

  /// Waiting requests that end, how, and by which rule.
  struct Ending {
    let requests: [WaitingRequest]
    let outcome: Outcome
    let rule: SettlingRule

    init(_ requests: [WaitingRequest], _ outcome: Outcome, _ rule: SettlingRule) {
      (self.requests, self.outcome, self.rule) = (requests, outcome, rule)
    }

    /// By a rule that gives its own reason.
    init(_ requests: [WaitingRequest], denying rule: SettlingRule) {
      self.init(requests, .denied(reason: rule.reason ?? ""), rule)
    }
  }

  /// Lets waiting requests run, and ends others, in one transaction with the entries that bring it
  /// about: should the host die before their turn has come, they go on at the next launch.
  ///
  /// A request whose host code sleeps in the middle of its answer goes on there, when it has its
  /// turn.
  func release(
    _ released: [WaitingRequest], after causes: [JournalEntry] = [], ending: Ending? = nil
  ) {
    let cause = recorder.sequence + Int64(causes.count)
    var entries = causes
    for var waiting in released {
      waiting.status = .released
      var entry = newEntry(.released)
      entry.requestID = waiting.id
      entry.cause = cause
      entry.changes = [.wait(waiting)]
      entries.append(entry)
      // In front of what an observer opens when it hears of it.
      requests.enqueue(pending(for: waiting))
    }
    var companions = Recorder.Companions()
    var ended: [PendingRequest] = []
    if let ending {
      ended = ending.requests.map(pending)
      for pending in ended {
        let entry = settlement(of: pending, as: ending.outcome, by: ending.rule)
        companions.seen += seenRows(of: pending, id: pending.id, outcome: ending.outcome)
        entries.append(entry)
      }
    }
    let commitment = commit(entries, companions)
    for pending in ended { conclude(pending, ending?.outcome, commitment) }
  }

  /// Lets a request go on that host code has parked for a condition signalled since the code was
  /// asked. Each signal lets it be asked once, so that the same answer ends it in no loop.
  func releaseIfSignalled(_ prompt: Prompt) {
    guard let waiting = state.waiting(prompt.id), case .condition(let condition) = waiting.status,
      prompt.signalled.contains(condition), holds(condition),
      waiting.request.mayGoOn(for: state.principal)
    else { return }
    release([waiting])
  }

  /// Lets host code go on that waits in the middle of its answer.
  func wake(_ pending: PendingRequest) {
    pending.prompt?.since = elapsed
    switch pending.pause {
    case nil: break
    case .pausing, .released: pending.pause = .released
    case .absent: pending.pause = nil
    case .paused(let continuation):
      pending.pause = nil
      continuation.resume()
    }
  }

  /// The request as this process knows it, or, when it waits since an earlier run, anew.
  func pending(for waiting: WaitingRequest) -> PendingRequest {
    if let pending = requests[waiting.id] { return pending }
    let pending = PendingRequest(waiting.request, id: waiting.id, openedAt: elapsed)
    requests.remember(pending, as: waiting.id)
    return pending
  }
}
