import RouteStore

extension RouteSession {
  /// Opens a link.
  ///
  /// - Parameters:
  ///   - link: the address as it came; at most ``Limits/linkBytes`` bytes.
  ///   - entryPoint: where it came from.
  ///   - source: an id that the link's source gave it: the same id takes effect once. With one of
  ///     more than ``Limits/sourceBytes`` bytes the request ends as failed.
  ///   - options: what the caller wishes beside.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: at once; a link that cannot be read ends as failed, and is journaled too. After the
  ///   session's end every request ends as failed, and none is journaled.
  @discardableResult
  public func open(
    _ link: String, from entryPoint: EntryPoint = .url, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    do {
      let limits = configuration.limits
      let parsed = try RouteLink(
        link, maximumLength: limits.linkBytes, maximumQueryItems: limits.queryItems)
      return open(.link(parsed), from: entryPoint, source: source, options: options)
    } catch {
      let outcome = Outcome.failed(step: 0, reason: "no link: \(error)")
      return refuse(link.utf8.count, as: outcome, entryPoint, source: source)
    }
  }

  /// Opens a screen by its typed value.
  ///
  /// It goes by the route that leads to its kind, with that route's steps, interceptors and
  /// actions: the route whose last step speaks of the kind and gives it no other parameters. A
  /// screen that no route leads to is pushed on the nearest stack, unless it is there already.
  ///
  /// - Parameters:
  ///   - screen: the screen's value.
  ///   - route: the identifier of the route to go by. With several that lead there and none named
  ///     the request ends as failed, and its reason names them.
  ///   - options: what the caller wishes beside.
  ///   - isolation: the actor that the session lives on; the caller's.
  @discardableResult
  public func open(
    _ screen: some ScreenKind, by route: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    let kind = type(of: screen).kind
    let reason: String
    do throws(ParameterCodingError) {
      let parameters = try Parameters(encoding: screen)
      do throws(LeadingError) {
        let target = try table.target(leadingTo: kind, parameters, by: route)
        return open(target, from: .programmatic, options: options)
      } catch {
        reason = error.description
      }
    } catch {
      reason = error.journaledReason
    }
    let outcome = Outcome.failed(step: 0, reason: reason)
    return refuse(kind.utf8.count, as: outcome, .programmatic, source: nil)
  }

  /// Opens any target: a link, a route by its identifier, a screen by its kind, a value that the
  /// host translates, or a fact.
  ///
  /// Called from inside host code or ``onChange`` it is queued; otherwise what can be decided at
  /// once is decided when it returns.
  @discardableResult
  public func open(
    _ target: RouteRequest.Target, from entryPoint: EntryPoint, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    let elapsed = elapsed
    let allowedSource = allowed(source)
    var request = RouteRequest(
      target.bounded(by: configuration.limits), from: entryPoint, at: now(elapsed),
      principal: state.principal, source: allowedSource, options: options)
    request = vault.hide(request, table: table)
    let pending = PendingRequest(request, openedAt: elapsed)
    expiryWatch.add(request.expiry)
    if allowedSource == nil, source != nil {
      settle(pending, as: .failed(step: 0, reason: SettlingRule.sourceIsTooLong), by: .limit)
    } else if options.onBehalfOf != nil || entryPoint == .hostFact {
      if isInTransition, entryPoint != .hostFact {
        requests.deferUntilTransitionEnds(pending)
      } else {
        advance(pending)
      }
    } else if requests.queuedCount < configuration.limits.queuedRequests {
      requests.enqueue(pending)
    } else {
      settle(pending, as: .failed(step: 0, reason: SettlingRule.queueIsFull), by: .limit)
    }
    drain()
    return pending.opening
  }

  /// Goes on with what is queued until it has to wait or nothing is left.
  func drain(isolation: isolated any Actor = #isolation) {
    guard turnstile.enter() else { return }
    recorder.reacquire(at: now(elapsed))
    closeGap()
    repeat {
      turnstile.beginRound()
      markStableInTime()
      endExpired()
      cutOffOverdue()
      while let pending = requests.nextTurn() { begin(pending) }
      runActions()
      if let current = requests.current {
        settleRivals(of: current)
      } else if isInTransition {
        settleHeld()
      }
      if requests.hasToWait { receiveQueued() }
    } while turnstile.isWished || requests.hasNextTurn
    forgetHistoryInTime()
    turnstile.leave()
    releaseFile()
  }

  /// Settles what arrived while host code takes its time over a request, or that request itself, as
  /// the policy says.
  private func settleRivals(of underWay: PendingRequest, isolation: isolated any Actor = #isolation)
  {
    guard configuration.whenBusy != .queue else { return }
    while let rival = requests.firstQueued(where: isRival) {
      if refuseRepetition(rival) {
        requests.dequeue(rival)
      } else if configuration.whenBusy == .refuse {
        requests.dequeue(rival)
        deny(rival, by: .busy)
      } else {
        underWay.prompt?.leave()
        return settle(underWay, as: .superseded, by: .newer)
      }
    }
  }

  /// Whether a queued request has just arrived and wants its turn now.
  func isRival(_ pending: PendingRequest) -> Bool {
    let isHeldBack = state.isSuspended && pending.request.options.isSuspendable
    return pending.id == nil && pending.opening.outcome == nil && !isHeldBack
  }

  /// Takes a request that has its turn as far as it goes now.
  private func begin(_ pending: PendingRequest, isolation: isolated any Actor = #isolation) {
    let isHeldBack = state.isSuspended && pending.request.options.isSuspendable
    if pending.pause == nil || isHeldBack {
      advance(pending)
    } else if receiveAgain(pending) {
      wake(pending)
    } else {
      finish(pending)
    }
  }

  /// A source's id, unless it is longer than the bound: whatever is kept of it is kept in full.
  private func allowed(_ source: String?) -> String? {
    source.flatMap { $0.utf8.count <= configuration.limits.sourceBytes ? $0 : nil }
  }

  /// Journals what is no link: what can be shown of it, and why.
  func refuse(
    _ bytes: Int, as outcome: Outcome, _ entryPoint: EntryPoint, source: String?,
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    let target = RouteRequest.Target.value(type: "text", ["bytes": .int(Int64(bytes))])
    let elapsed = elapsed
    let source = allowed(source)
    let request = RouteRequest(
      target, from: entryPoint, at: now(elapsed), principal: state.principal, source: source)
    let pending = PendingRequest(request, openedAt: elapsed)
    if !refuseRepetition(pending) { settle(pending, as: outcome, by: .link) }
    drain()
    return pending.opening
  }
}
