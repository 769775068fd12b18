import RouteStore

extension RouteSession {
  /// Opens a link.
  ///
  /// - Parameters:
  ///   - link: the address as received; at most ``RouteLimits/linkBytes`` bytes.
  ///   - entryPoint: the link's origin.
  ///   - source: an id that the link's source gave it: the same id takes effect once. With an id of
  ///     more than ``RouteLimits/sourceBytes`` bytes, the request ends as failed.
  ///   - options: further options of the caller.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: the opening, at once. A link that cannot be read ends as failed and is journaled
  ///   too. After the session's end every request ends as failed, and none is journaled.
  @discardableResult
  public func open(
    _ link: String, from entryPoint: RouteRequest.EntryPoint = .url, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    do throws(RouteLink.ParseError) {
      return open(.link(try self.link(link)), from: entryPoint, source: source, options: options)
    } catch {
      let outcome = Outcome.failed(step: 0, reason: error.reason)
      return refuse(
        link.utf8.count, as: outcome, entryPoint, source: source, options: options)
    }
  }

  /// Reads a text as a link, within the configured bounds.
  func link(_ text: String) throws(RouteLink.ParseError) -> RouteLink {
    try RouteLink(
      text, maximumLength: configuration.limits.linkBytes,
      maximumQueryItems: configuration.limits.queryItems)
  }

  /// Opens a screen by its typed value.
  ///
  /// It uses the route that leads to its kind, with that route's steps, interceptors and actions:
  /// the route whose last step names the kind and gives it no other parameters. A screen that no
  /// route leads to is pushed on the nearest stack, unless it is there already.
  ///
  /// - Parameters:
  ///   - screen: the screen's value.
  ///   - route: the identifier of the route to use. If several lead there and none is given, the
  ///     request ends as failed, and its reason names them.
  ///   - entryPoint: the request's origin.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: further options of the caller.
  ///   - isolation: the actor that the session lives on; the caller's.
  @discardableResult
  public func open(
    _ screen: some ScreenKind, by route: String? = nil,
    from entryPoint: RouteRequest.EntryPoint = .programmatic, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    let kind = type(of: screen).kind
    let reason: String
    do throws(ParameterCodingError) {
      let parameters = try Parameters(encoding: screen)
      do throws(LeadingError) {
        let target = try (held.table ?? table).target(leadingTo: kind, parameters, by: route)
        return open(target, from: entryPoint, source: source, options: options)
      } catch {
        reason = error.description
      }
    } catch {
      reason = error.journaledReason
    }
    let outcome = Outcome.failed(step: 0, reason: reason)
    return refuse(kind.utf8.count, as: outcome, entryPoint, source: source, options: options)
  }

  /// Opens any target: a link, a route by its identifier, a screen by its kind, a value that the
  /// host translates, or a fact. A link that is longer than a journal gives back
  /// (``RouteLink/defaultMaximumJournaledLength``) ends as failed.
  ///
  /// Called from inside host code or ``onChange``, it queues the request; otherwise a request that
  /// can be decided at once is decided when it returns.
  ///
  /// - Parameters:
  ///   - target: the wanted target.
  ///   - entryPoint: the request's origin. A fact that is opened with another entry point than
  ///     ``RouteRequest/EntryPoint/hostFact`` is queued like any request.
  ///   - source: an id of the source's: the same id takes effect once.
  ///   - options: further options of the caller.
  ///   - isolation: the actor that the session lives on; the caller's.
  @discardableResult
  public func open(
    _ target: RouteRequest.Target, from entryPoint: RouteRequest.EntryPoint = .programmatic,
    source: String? = nil, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    let opening = Opening()
    open(target, from: entryPoint, source: source, options: options, as: opening, at: elapsed)
    return opening
  }

  /// Opens a target at a moment since the session began.
  func open(
    _ target: RouteRequest.Target, from entryPoint: EntryPoint, source: String?,
    options: RouteRequest.Options, as opening: Opening, at elapsed: Int64,
    isolation: isolated any Actor = #isolation
  ) {
    guard !held.isHolding else {
      keep(.open(target, entryPoint, source: source, options, opening, at: elapsed))
      return drain()
    }
    let source = SourceID(source, bound: configuration.limits.sourceBytes)
    var request = RouteRequest(
      target.bounded(by: configuration.limits, over: state.tree), from: entryPoint,
      at: moment(elapsed), principal: state.principal, source: source.kept,
      options: options.bounded)
    vault.hide(in: &request, table: table)
    // The journal keeps the link with its tokens, which can be longer or shorter than the values.
    if let problem = request.target.problem {
      return refuse(target, because: problem, request, opening, elapsed)
    }
    open(consume request, at: elapsed, refusing: source.refusal, as: opening)
  }

  /// Journals a request for a link that the journal could not give back.
  private func refuse(
    _ target: RouteRequest.Target, because problem: RouteLink.ParseError,
    _ request: RouteRequest, _ opening: Opening, _ elapsed: Int64,
    isolation: isolated any Actor = #isolation
  ) {
    let bytes = if case .link(let link) = target { link.bytes.count } else { 0 }
    refuse(
      bytes, as: .failed(step: 0, reason: problem.reason), request.entryPoint,
      request.source, request.options, opening, at: elapsed)
  }

  /// Journals an input that cannot be read: the number of its bytes, and the reason.
  func refuse(
    _ bytes: Int, as outcome: Outcome, _ entryPoint: EntryPoint, source: String?,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    let opening = Opening()
    refuse(bytes, as: outcome, entryPoint, source, options, opening, at: elapsed)
    return opening
  }

  /// Journals an input that cannot be read, at a moment since the session began.
  func refuse(
    _ bytes: Int, as outcome: Outcome, _ entryPoint: EntryPoint, _ source: String?,
    _ options: RouteRequest.Options, _ opening: Opening, at elapsed: Int64,
    isolation: isolated any Actor = #isolation
  ) {
    guard !held.isHolding else {
      keep(.refuse(bytes, outcome, entryPoint, source: source, options, opening, at: elapsed))
      return drain()
    }
    let request = RouteRequest(
      .unreadable(bytes: bytes), from: entryPoint, at: moment(elapsed),
      principal: state.principal,
      source: SourceID(source, bound: configuration.limits.sourceBytes).kept,
      options: options.bounded)
    open(
      request, at: elapsed,
      refusing: PendingRequest.Refusal(outcome: outcome.bounded, rule: .link), as: opening)
  }
}
