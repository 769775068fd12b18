extension RouteSession.Requests {
  /// Keeps requests back from now on, except those that are not suspendable and the one that host
  /// code is answering for.
  public func suspend(isolation: isolated any Actor = #isolation) {
    session.feed(.suspended)
  }

  /// No longer keeps requests back. To replace those that were kept one by one there is
  /// ``resumeTransforming(isolation:_:)``, to take them over ``resumeHandingOver(isolation:_:)``.
  /// Requests of a principal who is not signed in stay kept; `.clear` ends them too.
  ///
  /// - Parameters:
  ///   - policy: what becomes of those that were kept.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func resume(
    _ policy: WaitingRequest.ResumePolicy = .execute, isolation: isolated any Actor = #isolation
  ) {
    session.feed(.resumed(policy))
  }

  /// No longer keeps requests back, and lets each that was kept go where the host says now.
  ///
  /// A request that is replaced stays the same one: its ``Opening`` tells how it ends, and the
  /// journal knows what was asked for and what took its place. What host code had answered about
  /// the first target no longer counts. Requests of a principal who is not signed in stay kept.
  ///
  /// - Parameters:
  ///   - replacement: called for each kept request, oldest first, with private values as tokens.
  ///     ``WaitingRequest/target`` leaves it as it is; nil drops it, and it ends denied.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func resumeTransforming(
    isolation: isolated any Actor = #isolation,
    _ replacement: (WaitingRequest) -> RouteRequest.Target?
  ) {
    session.beginNow()  // the replacement has to be called before this returns
    session.endExpired()
    let targets = session.whileOccupied {
      session.state.resumable.map { ($0.id, hide(replacement($0), in: $0)) }
    }
    session.feed(.transformed(targets))
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
    session.beginNow()
    session.endExpired()
    // After the session's end they are the next one's.
    let kept = session.machine.hasEnded ? [] : session.state.kept
    session.work(on: .handedOver)
    session.whileOccupied { take(kept) }
    session.drain()
  }

  /// The target that the host puts in a request's place, with private values as tokens.
  private func hide(
    _ target: RouteRequest.Target?, in kept: WaitingRequest
  ) -> RouteRequest.Target? {
    guard let target, target != kept.target else { return target }
    let hidden = session.vault.hide(
      .redirect(target), to: kept.request, table: session.table, for: session.state.principal,
      at: session.now)
    guard case .redirect(let target) = hidden else { return kept.target }
    return target
  }
}
