/// The search for the router or route that takes a request: the routers one after another, then the
/// table's own routes.
extension Decider {
  /// The result of the search.
  enum Resolved {
    case match(Match)
    case ended(Outcome)
    case ask(Question, Parameters)
    /// A router's host code redirected the request.
    case redirected(RouteRequest.Target)
    /// A router's host code took the request and made these changes.
    case edited([TreeChange])
  }

  mutating func resolve(_ target: RouteRequest.Target) -> Resolved {
    if let graph = input.table.routing, let taken = offer(target, to: graph) { return taken }
    guard case .value(let type, let fields) = target else {
      let match =
        if case .link(let link) = target {
          input.table.match(link, router: nil)
        } else {
          input.table.match(target)
        }
      if input.table.routing != nil { router = owner(of: match) ?? router }
      return match.map(Resolved.match) ?? .ended(.notFound)
    }
    let question = Question(.translator, type, hop: hop)
    switch answer(to: question) {
    case nil: return .ask(question, fields)
    case .translated(let targets):
      // A single link is treated like any link: it is rewritten if necessary, and offered to the
      // routers.
      if targets.count == 1, case .link(let link) = targets[0],
        input.table.routing != nil || input.table.rewriter(of: link) != nil
      {
        return .redirected(targets[0])
      }
      for candidate in targets {
        if let match = input.table.match(candidate) {
          router = owner(of: match)
          return .match(match)
        }
      }
      return .ended(targets.isEmpty && input.request.isDismissal ? .alreadyShown : .notFound)
    case .deny(let reason): return .ended(.denied(reason: reason))
    case .failed(let reason): return .ended(.failed(step: 0, reason: reason))
    default: return .ended(.notFound)
    }
  }

  /// The router that owns the route of a match.
  private func owner(of match: Match?) -> String? {
    match?.route.flatMap(input.table.router)
  }

  /// Offers a link or a value to the routers.
  ///
  /// - Returns: nil when the table's own routes and translators come next.
  private mutating func offer(
    _ target: RouteRequest.Target, to graph: RouterGraph
  ) -> Resolved? {
    var fields: Parameters = [:]
    switch target {
    case .link: break
    case .value(_, let brought): fields = brought
    case .route, .screen, .fact: return nil
    }
    let options = input.request.options
    guard let order = graph.order(for: options, shown: base.tree) else {
      return .ended(.failed(step: 0, reason: "there is no router \(options.router ?? "")"))
    }
    var isAnybodyAsked = false
    for place in order {
      let router = graph.router(place)
      if case .link(let link) = target, let match = input.table.match(link, router: place) {
        self.router = router.identifier
        return .match(match)
      }
      guard router.asks(about: target) else { continue }
      isAnybodyAsked = true
      let question = Question(.router, router.identifier, hop: hop)
      guard let answer = answer(to: question) else { return .ask(question, fields) }
      if let taken = take(answer, of: router.identifier) { return taken }
    }
    if options.staysBelowRouter { return .ended(.notFound) }
    if case .value = target, isAnybodyAsked { return .ended(.notFound) }
    return nil
  }

  /// The result of a router's answer; nil when the next router is asked.
  private mutating func take(_ answer: Answer, of name: String) -> Resolved? {
    switch answer {
    case .declined: return nil
    case .passed(let changes):
      do throws(PlanFailure) {
        var state = base
        try state.make(changes, step: 0, limits: input.limits)
        changed = [state]
      } catch {
        return .ended(.failed(step: 0, reason: "\(name): \(error.reason)"))
      }
      carried += changes
      return nil
    case .edited(let changes):
      router = name
      return .edited(changes)
    case .redirect(let target):
      router = name
      return .redirected(target)
    case .deny(let reason): return .ended(.denied(reason: reason))
    case .failed(let reason): return .ended(.failed(step: 0, reason: reason))
    default:
      return .ended(.failed(step: 0, reason: "\(name) gave an answer that a router cannot give"))
    }
  }

  /// Continues with the changes of a router's host code. Impossible changes are refused before
  /// interceptors are asked, as with a route.
  mutating func carryOut(_ changes: [TreeChange]) -> Attempt {
    do throws(PlanFailure) {
      var decided = try edited(changes)
      if let next = try ask(interceptors(ofEdits: carried + changes), nil) { return next }
      decided.answers = used
      return try askBeforeLeaving(&decided, nil) ?? .decision(.decided(decided))
    } catch {
      return .decision(.decided(ended(.failed(step: error.step, reason: error.reason))))
    }
  }

  /// The table's interceptors, then those of the kinds of the added screens.
  private func interceptors(ofEdits changes: [TreeChange]) -> [String] {
    guard input.table.asksInterceptors else { return [] }
    return (input.table.interceptors + changes.flatMap { interceptors(ofKindsIn: $0.inserted) })
      .unique
  }

  /// Ends the request with the changes of a router's host code.
  private func edited(_ changes: [TreeChange]) throws(PlanFailure) -> Decision.Decided {
    let edits = carried + changes
    var decided = ended(.shown)
    // The changes of earlier routers were checked when these answered.
    var state = base
    try state.make(changes, step: 0, limits: input.limits)
    try decided.state.apply(edits, step: 0, limits: input.limits)
    if isUnchanged(decided.state) {
      decided = ended(.alreadyShown)
    } else {
      decided.changes += edits.map(RouteChange.tree)
    }
    decided.scene = decided.state.tree.activeScene
    decided.trace = screens(broughtBy: changes).filter { decided.state.tree[$0] != nil }
    decided.actions = try actions(nil, on: decided.trace, in: decided.state)
    return decided
  }
}

extension Router {
  /// Whether its host code is asked about such a target.
  fileprivate func asks(about target: RouteRequest.Target) -> Bool {
    switch target {
    case .link: asksAboutLinks
    case .value(let type, _): valueTypes.contains { $0.hasSameBytes(as: type) }
    case .route, .screen, .fact: false
    }
  }
}
