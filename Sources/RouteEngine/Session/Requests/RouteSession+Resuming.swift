extension RouteSession.Requests {
  /// Keeps requests back from now on, except those that are not suspendable and the one that host
  /// code is answering.
  public func suspend(isolation: isolated any Actor = #isolation) {
    session.feed(.suspended)
  }

  /// Stops keeping requests back. To replace the kept requests one by one, use
  /// ``resumeTransforming(isolation:_:)``; to handle them in the host, use
  /// ``resumeHandingOver(isolation:_:)``. Requests of a principal who is not signed in stay kept;
  /// `.clear` ends them too.
  ///
  /// - Parameters:
  ///   - policy: the treatment of the kept requests.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func resume(
    _ policy: WaitingRequest.ResumePolicy = .execute, isolation: isolated any Actor = #isolation
  ) {
    session.feed(.resumed(policy))
  }

  /// Stops keeping requests back, and sends each kept request to the target that the host chooses.
  ///
  /// A replaced request stays the same request: its ``Opening`` tells its end, and the journal has
  /// both the original and the new target. The answers of host code about the original target no
  /// longer count. Requests of a principal who is not signed in stay kept.
  ///
  /// - Parameters:
  ///   - replacement: called for each kept request, oldest first, with private values as tokens.
  ///     ``WaitingRequest/target`` leaves the request as it is; nil drops it, and it ends denied. A
  ///     request whose new link is too long for the journal also ends denied.
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

  /// Stops keeping requests back, and leaves the kept ones to the host: they end denied, and a
  /// request that the host opens instead is a separate request. The source ids of the kept requests
  /// are used up.
  ///
  /// - Parameters:
  ///   - take: called once with the kept requests, oldest first and private values as tokens, when
  ///     none of them waits any more. Requests that it opens are queued.
  ///   - isolation: the actor that the session lives on; the caller's.
  public func resumeHandingOver(
    isolation: isolated any Actor = #isolation, _ take: ([WaitingRequest]) -> Void
  ) {
    session.beginNow()
    let moment = session.elapsed
    session.work(on: .timePassed, at: moment)
    // After the session's end they belong to the next session.
    let kept = session.machine.hasEnded ? [] : session.state.kept
    session.work(on: .handedOver, at: moment)  // not later: a request that expired would end
    session.whileOccupied { take(kept) }
    session.drain()
  }

  /// The target by which the host replaces a request's, with private values as tokens.
  private func hide(
    _ target: RouteRequest.Target?, in kept: WaitingRequest
  ) -> RouteRequest.Target? {
    guard let target, target != kept.target else { return target }
    let hidden = session.vault.hide(
      .redirect(target), to: kept.request, table: session.table, for: session.state.principal,
      at: session.now)
    guard case .redirect(let target) = hidden else { return kept.target }
    return target.problem == nil ? target : nil
  }
}
