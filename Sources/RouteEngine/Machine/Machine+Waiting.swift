import RouteStore

/// The conditions that requests wait for, and the events that let them go on or end them.
extension Machine {
  /// Says that a condition holds. The screens that answer it close, and the requests that waited
  /// for it continue, in order, each once.
  ///
  /// - Parameters:
  ///   - condition: the condition.
  ///   - name: the user who signed in with it; nil leaves the principal as it is.
  ///   - closings: the edits that close the screens; nil when the table finds them.
  ///   - elapsed: microseconds since the session began.
  mutating func signal(
    _ condition: String, principal name: String?, closing closings: [TreeChange]? = nil,
    at elapsed: Int64
  ) -> Step? {
    let new = name.flatMap(newPrincipal)
    var entries: [JournalEntry] = []
    if let new { entries = change(of: new, at: elapsed) }
    var entry = newEntry(.signalled, elapsed)
    let closings = closings ?? closingsNow(answering: condition)
    entry.changes = [.signal(condition: condition, true)] + closings.map(RouteChange.tree)
    if !closings.isEmpty {
      guard let tree = tree(after: closings) else { return nil }
      (entry.screenBefore, entry.screenAfter) = (state.tree.visibleKind(), tree.visibleKind())
    }
    entries.append(entry)
    let released = state.waiting(for: condition, as: new ?? state.principal)
    requests.noteSignal(condition)
    return release(released, after: entries, at: elapsed)
  }

  /// Says that a condition no longer holds.
  mutating func unsignal(_ condition: String, at elapsed: Int64) -> Step? {
    guard holds(condition) else { return nil }
    var entry = newEntry(.signalled, elapsed)
    entry.changes = [.signal(condition: condition, false)]
    return step([entry])
  }

  /// Whether the condition was signalled, byte for byte, and still holds.
  func holds(_ condition: String) -> Bool {
    state.conditions.contains { $0.hasSameBytes(as: condition) }
  }

  /// Says who is signed in now.
  mutating func signIn(as name: String, at elapsed: Int64) -> Step? {
    guard let principal = newPrincipal(name) else { return nil }
    return step(change(of: principal, at: elapsed))
  }

  /// Says that no user is signed in any more.
  mutating func signOut(at elapsed: Int64) -> Step? {
    guard let principal = state.principal else { return nil }
    var companions = Companions()
    companions.retention.forgottenPrincipals = PrivateValues.forgotten(atSignOutOf: principal)
    return step(change(of: nil, at: elapsed), companions)
  }

  /// The entries that change the principal. Conditions end with the former principal: they may have
  /// held for that user alone.
  private func change(of principal: String?, at elapsed: Int64) -> [JournalEntry] {
    var entry = newEntry(.principal, elapsed)
    entry.changes = [.principal(principal)]
    guard state.principal != nil else { return [entry] }
    return [entry]
      + state.conditions.map { condition in
        var entry = newEntry(.signalled, elapsed)
        entry.changes = [.signal(condition: condition, false)]
        return entry
      }
  }

  /// The name if it is a valid principal and not the one signed in now, byte for byte.
  func newPrincipal(_ name: String) -> String? {
    let isSignedIn = state.principal?.hasSameBytes(as: name) ?? false
    return PrivateValues.isPrincipal(name) && !isSignedIn ? name : nil
  }

  /// Ends the requests that wait for a condition as denied.
  mutating func giveUp(_ condition: String, _ reason: String, at elapsed: Int64) -> Step? {
    let denied = state.waiting.filter { $0.status == .condition(condition) }
    let refusal = PendingRequest.Refusal(outcome: .denied(reason: reason), rule: .givenUp)
    return release([], ending: denied, as: refusal, at: elapsed)
  }

  /// Ends a request that its caller cancelled.
  mutating func cancel(_ ticket: Ticket, reason: String, at elapsed: Int64) -> Step? {
    guard isCancellable(ticket) else { return nil }
    abandonPrompt(of: ticket)
    requests.withdraw(ticket)
    let refusal = PendingRequest.Refusal(outcome: .denied(reason: reason), rule: .cancelled)
    return settle(ticket, as: refusal, elapsed)
  }

  /// Whether a request can be cancelled: it has no outcome yet.
  func isCancellable(_ ticket: Ticket) -> Bool {
    guard !hasEnded, let pending = requests[ticket] else { return false }
    return SettlingRule.cancelled.isMeant(for: pending, in: state)
  }

  /// Parks a request whose host code waits for a condition in the middle of its answer; nil when
  /// the code continues at once. If the code waits for a text that no signal can name, the request
  /// fails, and later answers of the code have no effect.
  mutating func pause(
    _ ticket: Ticket, _ prompt: Int, until condition: String, at elapsed: Int64
  ) -> Step? {
    guard let pending = requests[ticket], let open = pending.prompt, open.number == prompt,
      !pending.isPaused, var waiting = pending.id.flatMap({ state.waiting($0) })
    else { return nil }
    guard Name.isValid(condition, limits: settings.limits) else {
      tell(.abandoned(ticket))
      takeAnswer(
        .failed(reason: open.question.reason(ofWaitingFor: condition)), to: prompt, of: ticket,
        atOnce: false, at: elapsed)
      return nil
    }
    if holds(condition), waiting.request.mayGoOn(for: state.principal) { return nil }
    guard !waiting.target.holdsSecret else {
      abandonPrompt(of: ticket)
      let refusal = PendingRequest.Refusal(outcome: .secretCannotWait, rule: .secret)
      return settle(ticket, as: refusal, elapsed)
    }
    expiryWatch.add(waiting.expiry)
    waiting.status = .condition(condition)
    var entry = newEntry(.parked, elapsed)
    entry.requestID = waiting.id
    entry.details = .interceptor(open.question.name)
    entry.changes = [.wait(waiting)]
    return step([entry], Companions(), .pauses(ticket))
  }

  /// Releases waiting requests, and ends others, in one transaction with the entries that cause it.
  /// If the host dies before their turn, they continue at the next launch.
  ///
  /// A request whose host code waits in the middle of its answer continues there when it has its
  /// turn.
  mutating func release(
    _ released: [WaitingRequest], after causes: [JournalEntry] = [],
    ending ended: [WaitingRequest] = [], as refusal: PendingRequest.Refusal? = nil,
    at elapsed: Int64
  ) -> Step? {
    guard !hasEnded else { return nil }
    let cause = sequence + Int64(causes.count)
    var entries = causes
    var tickets: [Ticket] = []
    for waiting in released {
      entries.append(entry(releasing: waiting, because: cause, at: elapsed))
      tickets.append(ticket(for: waiting, at: elapsed))
    }
    guard let refusal, !ended.isEmpty else {
      return entries.isEmpty
        ? nil : step(entries, Companions(), .releases(tickets, ending: [], as: .superseded))
    }
    var companions = Companions()
    var ending: [Ticket] = []
    for waiting in ended {
      let ticket = ticket(for: waiting, at: elapsed)
      guard let pending = requests[ticket] else { continue }
      ending.append(ticket)
      entries.append(settlement(of: pending, as: refusal, &companions, elapsed))
    }
    return step(entries, companions, .releases(tickets, ending: ending, as: refusal.outcome))
  }

  /// Releases a request that host code has parked for a condition signalled since the code was
  /// asked. Each signal releases it once, so a repeated answer causes no loop.
  mutating func releaseIfSignalled(_ ticket: Ticket, _ id: RequestID, at elapsed: Int64) -> Step? {
    let signalled = requests.edit(ticket) { pending in
      defer { pending.signalled = [] }
      return pending.signalled
    }
    guard let signalled, let waiting = state.waiting(id),
      case .condition(let condition) = waiting.status, signalled.contains(condition),
      holds(condition), waiting.request.mayGoOn(for: state.principal)
    else { return nil }
    return release([waiting], at: elapsed)
  }

  // MARK: Suspension

  /// Begins to keep requests back.
  mutating func suspend(at elapsed: Int64) -> Step? {
    guard !state.isSuspended else { return nil }
    var entry = newEntry(.suspended, elapsed)
    entry.changes = [.suspend(true)]
    return step([entry])
  }

  /// Stops keeping requests back.
  mutating func resume(_ policy: ResumePolicy, at elapsed: Int64) -> Step? {
    let entries = [resumption(.by(policy), at: elapsed)]
    let resumable = state.resumable
    switch policy {
    case .execute: return release(resumable, after: entries, at: elapsed)
    case .latestOnly:
      return release(
        Array(resumable.suffix(1)), after: entries, ending: resumable.dropLast(),
        as: PendingRequest.Refusal(by: .latestOnly), at: elapsed)
    case .clear:
      return release(
        [], after: entries, ending: state.kept, as: PendingRequest.Refusal(by: .clear), at: elapsed)
    case .none: return step(entries)
    }
  }

  /// Stops keeping requests back, and replaces their targets.
  mutating func resume(
    transforming targets: [(RequestID, RouteRequest.Target?)], at elapsed: Int64
  ) -> Step? {
    var released: [WaitingRequest] = []
    var dropped: [WaitingRequest] = []
    for (id, target) in targets {
      // The host code that chose the targets may have signed another user in.
      guard var waiting = state.waiting(id), waiting.status == .suspended,
        waiting.request.mayGoOn(for: state.principal)
      else { continue }
      guard let target else {
        dropped.append(waiting)
        continue
      }
      if target != waiting.target {
        waiting.replaceTarget(by: target)
        replaceTarget(of: id, at: elapsed)
      }
      released.append(waiting)
    }
    return release(
      released, after: [resumption(.transforming, at: elapsed)], ending: dropped,
      as: PendingRequest.Refusal(by: .transform), at: elapsed)
  }

  /// Drops the answers about a request's former target. Host code that was asked about that target
  /// may still wait in the middle of an answer that is no longer needed. An answer that waits for
  /// the end of a transition no longer counts either: the request is asked about in a turn of its
  /// own.
  private mutating func replaceTarget(of id: RequestID, at elapsed: Int64) {
    guard let ticket = requests.ticket(of: id) else { return }
    requests.withdraw(ticket)
    requests.edit(ticket) { $0.answers = [] }
    abandonPrompt(of: ticket)
    wake(ticket, at: elapsed)
  }

  /// Stops keeping requests back, and leaves those that were kept back to the host.
  mutating func handOver(at elapsed: Int64) -> Step? {
    release(
      [], after: [resumption(.handingOver, at: elapsed)], ending: state.kept,
      as: PendingRequest.Refusal(by: .custom), at: elapsed)
  }

  private func resumption(_ resumption: Resumption, at elapsed: Int64) -> JournalEntry {
    var entry = newEntry(.resumed, elapsed)
    entry.changes = [.suspend(false)]
    entry.details = .resumption(resumption)
    return entry
  }
}
