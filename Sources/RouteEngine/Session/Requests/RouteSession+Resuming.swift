extension RouteSession {
  /// What becomes of the requests that were kept back. To replace them one by one there is
  /// ``resumeTransforming(isolation:_:)``, to take them over ``resumeHandingOver(isolation:_:)``.
  public typealias ResumePolicy = RouteEngine.ResumePolicy

  /// No longer keeps requests back.
  public func resume(
    _ policy: ResumePolicy = .execute, isolation: isolated any Actor = #isolation
  ) {
    endExpired()
    let entry = resumption(.by(policy))
    let kept = state.kept
    switch policy {
    case .execute: release(kept, after: [entry])
    case .latestOnly:
      let others = Ending(kept.dropLast(), .superseded, .latestOnly)
      release(Array(kept.suffix(1)), after: [entry], ending: others)
    case .clear:
      release([], after: [entry], ending: Ending(kept, denying: .clear))
    case .none: commit(entry)
    }
    drain()
  }

  /// No longer keeps requests back, and lets each that was kept go where the host says now.
  ///
  /// A request that is replaced stays the same one: its ``Opening`` tells how it ends, and the
  /// journal knows what was asked for and what took its place. What host code had answered about
  /// the first target no longer counts.
  ///
  /// - Parameters:
  ///   - replacement: called for each kept request, oldest first, with private values as tokens.
  ///     ``WaitingRequest/target`` leaves it as it is; nil drops it, and it ends denied.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func resumeTransforming(
    isolation: isolated any Actor = #isolation,
    _ replacement: (WaitingRequest) -> RouteRequest.Target?
  ) {
    endExpired()
    let replies = whileBusy { state.kept.map { ($0, replacement($0)) } }
    var released: [WaitingRequest] = []
    var dropped: [WaitingRequest] = []
    for (kept, target) in replies {
      guard var waiting = state.waiting(kept.id), waiting.status == .suspended else { continue }
      if let target {
        if target != waiting.target { replace(&waiting, by: target) }
        released.append(waiting)
      } else {
        dropped.append(waiting)
      }
    }
    release(
      released, after: [resumption(.transforming)], ending: Ending(dropped, denying: .transform))
    drain()
  }

  /// No longer keeps requests back, and leaves those that were kept to the host: they end denied,
  /// and what the host opens in their place is a request of its own. The id that a source gave
  /// one of them is used up.
  ///
  /// - Parameters:
  ///   - take: called once with the kept requests, oldest first and private values as tokens, when
  ///     none of them waits any more. What it opens is queued.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func resumeHandingOver(
    isolation: isolated any Actor = #isolation, _ take: ([WaitingRequest]) -> Void
  ) {
    endExpired()
    let kept = state.kept
    release([], after: [resumption(.handingOver)], ending: Ending(kept, denying: .custom))
    whileBusy { take(kept) }
    drain()
  }

  private func resumption(_ resumption: Resumption) -> JournalEntry {
    var entry = newEntry(.resumed)
    entry.changes = [.suspend(false)]
    entry.notes = [Resumption.note: .string(resumption.word)]
    return entry
  }

  /// Calls host code in whose midst nothing is decided.
  private func whileBusy<Result>(_ code: () -> Result) -> Result {
    let wasOccupied = turnstile.occupy()
    defer { turnstile.reopen(wasOccupied) }
    return code()
  }

  /// Puts another target in a request's place; host code was asked about the one before.
  private func replace(_ waiting: inout WaitingRequest, by target: RouteRequest.Target) {
    let hidden = vault.hide(
      .redirect(target), to: waiting.request, table: table, for: state.principal,
      at: now(elapsed))
    guard case .redirect(let target) = hidden else { return }
    waiting.replacement = target
    guard let pending = requests[waiting.id] else { return }
    pending.answers = []
    pending.prompt?.leave()
    wake(pending)  // it may sleep in the middle of an answer that nobody waits for
  }
}
