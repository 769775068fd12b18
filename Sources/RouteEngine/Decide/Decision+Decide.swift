extension Decision {
  /// Decides the request, or returns the question that has to be asked first.
  package static func decide(_ input: consuming DecisionInput) -> Decision {
    var decider = Decider(input: input)
    return decider.decide()
  }

  /// Decides in the same way, in fewer steps.
  ///
  /// - Parameters:
  ///   - input: everything that the decision depends on.
  ///   - plan: the plan about which an interceptor was asked when the request was last decided. If
  ///     it is also the plan for this input, it is resumed, which does not change the decision.
  ///     Afterwards it is the plan about which an interceptor is asked now, or nil.
  static func decide(
    _ input: consuming DecisionInput, resuming plan: inout AskedPlan?
  ) -> Decision {
    var decider = Decider(input: input)
    let former = plan.take().flatMap { $0.isOf(decider.input) ? $0 : nil }
    let decision = decider.decide(resuming: former)
    assert(former == nil || decision.isSame(as: .decide(decider.input)), "not the input's plan")
    plan = decider.asked
    return decision
  }
}

/// One decision in progress.
struct Decider {
  let input: DecisionInput
  var used: [RecordedAnswer] = []
  var hop = 0
  /// The targets from which interceptors and routers redirected the request.
  var chain: [String] = []
  /// The router that takes the request.
  var router: String?
  /// The state with the changes of routers that left the request to others: one element or none. It
  /// is an array, because an optional state would be copied on access.
  var changed: [RouteState] = []
  /// The changes of these routers.
  var carried: [TreeChange] = []
  /// The query items that were left out before redirects.
  var leftOut: [String] = []
  /// The hop whose link was rewritten by an interceptor and is matched as it is.
  var rewrittenHop: Int?
  /// The plan about which an interceptor is asked.
  private(set) var asked: AskedPlan?

  init(input: DecisionInput) {
    self.input = input
  }

  /// The state in which the request is decided. It is a copy: its parts are counted references.
  var base: RouteState { changed.isEmpty ? input.state : changed[0] }

  mutating func decide(resuming asked: AskedPlan? = nil) -> Decision {
    let waiting = waiting
    let expiry = waiting?.expiry ?? input.request.expiry
    if let expiry, expiry < input.now { return .decided(ended(.expired)) }
    if case .fact(let fact) = input.request.target { return .decided(follow(fact)) }
    if input.state.keepsBack(input.request), waiting?.status != .received {
      return .decided(parked(.suspended))
    }
    var target = asked?.target ?? waiting?.target ?? input.request.target
    var next = asked.map { resume($0) } ?? attempt(target)
    while true {
      switch next {
      case .decision(let decision): return decision
      case .redirected(let other):
        if case .value = target {} else { chain.append(target.summary) }
        hop += 1
        guard hop <= input.limits.redirects else {
          let links = chain.joined(separator: " -> ")
          return .decided(
            ended(
              .failed(step: 0, reason: "more than \(input.limits.redirects) redirects: \(links)")))
        }
        target = other
        // Changes made for the former target do not apply to the new one.
        (changed, carried) = ([], [])
        next = attempt(target)
      }
    }
  }

  enum Attempt {
    case decision(Decision)
    case redirected(RouteRequest.Target)
  }

  /// Tries one target: match, prepare, plan, ask, apply.
  private mutating func attempt(_ target: RouteRequest.Target) -> Attempt {
    if input.table.linkRewriter != nil, let rewritten = rewrite(target) { return rewritten }
    var match: Match
    switch resolve(target) {
    case .match(let found): match = found
    case .ended(let outcome): return .decision(.decided(ended(outcome)))
    case .ask(let question, let fields):
      return .decision(ask(question, nil, about: fields))
    case .redirected(let next): return .redirected(next)
    case .edited(let changes): return carryOut(changes)
    }
    if !leftOut.isEmpty { match.leftOut = leftOut + match.leftOut }
    if let redirect = match.compiled.redirect {
      if let problem = match.problem { return failed(because: problem, match) }
      leftOut = match.leftOut
      return follow(redirect, of: match)
    }
    let scene = match.compiled.destination.scene ?? input.request.options.scene
    var preparation = Preparation(
      match.parameters, scene: scene, answers: input.answers, hop: hop)
    do throws(PlanFailure) {
      let prepared =
        if changed.isEmpty {
          try preparation.prepare(match.compiled, in: input.state)
        } else {
          try preparation.prepare(match.compiled, in: changed[0])
        }
      use(preparation.used)
      switch prepared {
      case .asks(let question, let kind):
        return .decision(ask(question, match, screen: kind.map { ($0, [:]) }))
      case .steps(let steps):
        // A failure of the step that uses the item is more specific.
        if let problem = match.problem { return failed(because: problem, match) }
        return plan(consume steps, for: match, of: target, scene)
      }
    } catch {
      use(preparation.used)
      return .decision(
        .decided(ended(.failed(step: error.step, reason: error.reason), match)))
    }
  }

  /// Plans steps that have all their parameters, and carries the plan out.
  private mutating func plan(
    _ steps: consuming [PreparedStep], for match: Match, of target: RouteRequest.Target,
    _ scene: String?
  ) -> Attempt {
    // The plan is made before interceptors are asked, so that the impossible is refused without
    // them.
    var plan = Plan(
      steps, table: input.table, state: base, limits: input.limits, answers: input.answers,
      hop: hop)
    do throws(PlanFailure) {
      let question = try plan.make(scene: scene)
      return try carryOut(&plan, question, match, of: target)
    } catch {
      return failed(error, plan, match)
    }
  }

  /// Resumes a plan at the point where its interceptors are asked.
  private mutating func resume(_ asked: AskedPlan) -> Attempt {
    (used, hop, chain, router) = (asked.used, asked.hop, asked.chain, asked.router)
    (changed, carried, leftOut) = (asked.changed, asked.carried, asked.leftOut)
    var plan = asked.plan
    plan.resume(in: input.state, answers: input.answers)
    do throws(PlanFailure) {
      return try carryOut(&plan, asked.question, asked.match, of: asked.target)
    } catch {
      return failed(error, plan, asked.match)
    }
  }

  /// Asks interceptors, and any other question; then ends the request with the plan.
  private mutating func carryOut(
    _ plan: inout Plan, _ question: Question?, _ match: Match, of target: RouteRequest.Target
  ) throws(PlanFailure) -> Attempt {
    if input.table.asksInterceptors {
      let count = used.count
      if let next = try ask(interceptors(of: match, plan), match) {
        if case .decision(.asks) = next {
          asked = AskedPlan(plan.take(), question, match, of: target, used: count, by: self)
        }
        return next
      }
    }
    if let question { return .decision(ask(question, match, at: plan.state)) }
    if let task = try plan.performTasks() {
      return .decision(
        ask(task.question, match, at: plan.state, screen: (task.kind, task.parameters)))
    }
    plan.finish()
    // The result is made in place: a decision is large, and so is an optional attempt.
    if input.table.leaving.isEmpty { return .decision(.decided(try carryOut(&plan, match))) }
    var decided = try carryOut(&plan, match)
    plan.steps = decided.steps  // they are shown if a leaving screen's code fails
    return try askBeforeLeaving(&decided, match) ?? .decision(.decided(decided))
  }

  private func failed(because problem: String, _ match: Match) -> Attempt {
    .decision(.decided(ended(.failed(step: 0, reason: problem), match)))
  }

  /// The end of a request whose plan failed.
  private mutating func failed(_ error: PlanFailure, _ plan: Plan, _ match: Match) -> Attempt {
    if !plan.used.isEmpty {
      use(allowances)
      use(plan.used)
    }
    var decided = ended(.failed(step: error.step, reason: error.reason), match)
    decided.steps = plan.steps
    return .decision(.decided(decided))
  }

  /// The table's interceptors first, then the route's, then those of the kinds: the destination's,
  /// then those of the outer screens that have to be built. Each occurs once.
  private func interceptors(of match: Match, _ plan: Plan) -> [String] {
    var names = input.table.interceptors
    names.add(match.interceptors)
    let steps = plan.steps
    if let last = steps.last?.step, last.verb.namesScreen {
      names.add(last.kind?.declaration.interceptors ?? [])
    }
    for index in steps.indices.reversed()
    where plan.hasBuilt(index) && steps[index].step.verb.builds {
      names.add(steps[index].step.kind?.declaration.interceptors ?? [])
      names.add(interceptors(ofKindsIn: steps[index].content))
    }
    for change in carried { names.add(interceptors(ofKindsIn: change.inserted)) }
    return names.unique
  }

  /// The interceptors of all kinds in whole hierarchies, outermost first.
  func interceptors(ofKindsIn screens: NewScreens) -> [String] {
    var names: [String] = []
    screens.forEachKind { names += input.table.kind($0)?.declaration.interceptors ?? [] }
    return names
  }

  /// Asks interceptors one after the other.
  ///
  /// - Returns: nil when all of them allow the request.
  mutating func ask(
    _ interceptors: [String], _ match: Match?, at moment: Question.Moment = .arrival,
    about subject: (String) -> Decision.Asking.Subject? = { _ in nil }
  ) throws(PlanFailure) -> Attempt? {
    for name in interceptors {
      let question = Question(.interceptor, name, hop: hop, at: moment)
      switch answer(to: question) {
      case nil:
        return .decision(ask(question, match, subject: subject(name)))
      case .allow: continue
      case .deny(let reason): return .decision(.decided(ended(.denied(reason: reason), match)))
      case .redirect(let target):
        router = nil  // the interceptor redirected it
        return .redirected(target)
      case .wait(let condition):
        guard Name.isValid(condition, limits: input.limits) else {
          throw PlanFailure(step: 0, reason: question.reason(ofWaitingFor: condition))
        }
        return .decision(.decided(parked(.condition(condition), match)))
      case .failed(let reason): throw PlanFailure(step: 0, reason: reason)
      default:
        throw PlanFailure(
          step: 0, reason: "\(name) gave an answer that an interceptor cannot give")
      }
    }
    return nil
  }

  private func find(_ question: Question) -> Answer? {
    input.answers.first { $0.question == question }?.answer
  }

  /// Notes answers, each once.
  private mutating func use(_ answers: [RecordedAnswer]) {
    for answer in answers where !used.contains(where: { $0.question == answer.question }) {
      used.append(answer)
    }
  }

  /// The permissions of interceptors at this hop. They were given before a Swift step was asked,
  /// and count even if the plan after the step's reply fails before it reaches them.
  private var allowances: [RecordedAnswer] {
    input.answers.filter {
      $0.question.kind == .interceptor && $0.question.hop == hop && $0.answer == .allow
    }
  }

  mutating func answer(to question: Question) -> Answer? {
    guard let answer = find(question) else { return nil }
    used.append(RecordedAnswer(question, answer))
    return answer
  }

  /// Asks host code, except in two cases: the host has died twice while code ran for this request,
  /// or requests have been opened on behalf of each other too often.
  private func ask(
    _ question: Question, _ match: Match?, about fields: Parameters = [:],
    at state: RouteState? = nil, screen: (String, Parameters)? = nil,
    subject: Decision.Asking.Subject? = nil
  ) -> Decision {
    let state = state ?? (question.moment == .departure ? input.state : base)
    let most = input.limits.redirects
    if input.state.isOnBehalf(input.request, ofMoreThan: most) {
      let reason =
        "more than \(most) requests were opened on behalf of each other, and \(question.words) is "
        + "asked about one more; code that opens a screen must allow that screen's route"
      return .decided(ended(.failed(step: 0, reason: reason), match))
    }
    let suspects = input.state.suspects
    if !suspects.isEmpty {
      let fingerprint = input.request.fingerprint
      if suspects.contains(where: { $0.fingerprint == fingerprint && $0.count >= 2 }) {
        return .decided(ended(.quarantined, match))
      }
    }
    return .asks(
      Decision.Asking(
        question, input.request, as: input.id, match, router: router, fields: fields,
        screen: screen, subject: subject, in: state))
  }
}

extension Decider {
  func ended(_ outcome: Outcome, _ match: Match? = nil) -> Decision.Decided {
    var state = input.state
    let changes = settle(&state)
    return decided(.ended(outcome.bounded), match, state, changes)
  }

  /// Whether the request has waited until now. It is asked before ``waiting``, which is large, and
  /// nil for almost all requests.
  var hasWaited: Bool { input.state.isWaiting(input.id) }

  /// The waiting request; nil when the request has not waited.
  private var waiting: WaitingRequest? { input.state.waiting(input.id) }

  private func parked(
    _ status: WaitingRequest.Status, _ match: Match? = nil
  ) -> Decision.Decided {
    let target = waiting?.target ?? input.request.target
    guard !target.holdsSecret else { return ended(.secretCannotWait, match) }
    var decided = decided(.parked(status), match, input.state)
    let waiting = WaitingRequest(
      id: input.id, request: input.request, status: status, replacement: waiting?.replacement,
      clockSet: waiting?.clockSetMicroseconds ?? 0)
    guard decided.applyOwn(.wait(waiting), limits: input.limits) else {
      return ended(.tooManyWait, match)
    }
    return decided
  }

  private func decided(
    _ resolution: Decision.Resolution, _ match: Match?, _ state: RouteState,
    _ changes: [RouteChange] = []
  ) -> Decision.Decided {
    Decision.Decided(
      resolution: resolution, route: match?.route, router: router, routeVersion: match?.version,
      scene: match?.compiled.destination.scene ?? input.request.options.scene
        ?? input.state.tree.activeScene,
      changes: changes, state: state, answers: used, leftOut: match?.leftOut ?? [])
  }

  private func follow(_ fact: HostFact) -> Decision.Decided {
    let state = input.state
    let following = state.tree.changes(
      following: fact, table: input.table, after: state.counter, limits: input.limits)
    switch following {
    case .success(let edits):
      let changes =
        if case .returned(let id, let result) = fact {
          state.changes(returning: result, from: id)
        } else {
          edits.map(RouteChange.tree)
        }
      if case .returned = fact, changes.isEmpty {
        return ended(.impossible(reason: "nothing waits for a result of that screen"))
      }
      var decided = ended(changes.isEmpty ? .alreadyShown : .shown)
      for change in changes {
        guard decided.applyOwn(change, limits: input.limits) else {
          return ended(.stale(reason: "the screens do not hold together afterwards"))
        }
      }
      decided.scene = decided.state.tree.activeScene
      return decided
    case .failure(let mismatch): return ended(mismatch.outcome)
    }
  }
}

extension Decision.Decided {
  /// Applies the change and keeps it; false when it does not fit.
  fileprivate mutating func applyOwn(_ change: RouteChange, limits: RouteLimits) -> Bool {
    do {
      try state.apply(change, limits: limits)
    } catch {
      return false
    }
    changes.append(change)
    return true
  }
}
