import RouteEngine
import RouteStore

/// The entries of requests.
extension StepChecks {
  /// A request at an entry of its own.
  struct RequestPlace {
    let place: Place
    let id: RequestID
    /// The request as it waits before the entry; nil when it does not.
    let waiting: WaitingRequest?
    let recorded: Machine.RecordedRequest

    var entry: JournalEntry { place.entry }
    /// Whether no earlier entry records it.
    var isFirst: Bool { recorded.id == nil }
  }

  private mutating func making<Failure>(
    _ place: Place, _ make: (inout StepChecks, RequestPlace) throws(Failure) -> Making
  ) throws(Failure) -> Making {
    let entry = place.entry
    let waiting = entry.requestID.flatMap { place.state.waiting($0) }
    if let problem = entry.requestProblem(isWaiting: waiting != nil) {
      return .nothing(problem.check, problem.text)
    }
    guard let id = entry.requestID, let request = entry.request ?? waiting?.request else {
      return unfit(entry)
    }
    let recorded = Machine.RecordedRequest(
      request, id: entry.hasRequest ? nil : id, duration: entry.duration ?? 0)
    return try make(
      &self, RequestPlace(place: place, id: id, waiting: waiting, recorded: recorded))
  }

  private mutating func step(
    _ turn: Machine.RecordedTurn, of request: RequestPlace
  ) -> Machine.Step? {
    let step = machine.step(turn, of: request.recorded, at: request.entry.elapsed)
    stateMade = step?.state
    return step
  }

  // MARK: Kinds

  /// A request arrived, or host code is asked about a waiting request.
  mutating func receipt(_ place: Place) -> Making {
    making(place) { checks, request in
      guard request.isFirst else { return checks.step(checks.step(.receivedAgain, of: request)) }
      guard let status = request.entry.waiting?.status,
        status == .received || status == .released || checks.mayFollowPruned
      else { return checks.unfit(request.entry) }
      guard var made = checks.step(.received(status), of: request)?.entries else {
        return checks.step(nil)
      }
      if checks.mayFollowPruned, let told = request.entry.waiting {
        made[0].changes = [
          .wait(
            WaitingRequest(
              id: request.id, request: request.recorded.request, status: status,
              replacement: told.replacement))
        ]
      }
      if status == .received {  // its decision led this far
        (made[0].route, made[0].routeVersion) = (request.entry.route, request.entry.routeVersion)
        made[0].router = request.entry.router
      }
      return .step(made)
    }
  }

  /// An interceptor waits in the middle of its answer.
  mutating func parking(_ place: Place) -> Making {
    making(place) { checks, request in
      guard let rule = request.entry.rule, rule == .interceptor else {
        let rule = request.entry.rule?.rawValue ?? ""
        return .nothing(.rule, "rule \"\(rule)\" does not lead to an entry of kind parked")
      }
      guard request.waiting?.isParked == false,
        case .condition(let condition)? = request.entry.waiting?.status,
        let name = request.entry.waitingInterceptor,
        let step = checks.step(.paused(interceptor: name, until: condition), of: request)
      else {
        return .nothing(
          .rule, "rule \"\(rule.rawValue)\" does not apply to its request or its changes")
      }
      return .step(step.entries)
    }
  }

  /// A request has its outcome by a rule of the session.
  mutating func outcome(_ place: Place) throws(StoreError) -> Making {
    try making(place) { checks, request throws(StoreError) in
      guard let rule = request.entry.rule else { return .decision }
      return try checks.settlement(of: request, by: rule)
    }
  }

  /// A request continues whose condition was signalled while host code was asked. Other releases
  /// follow the entry that causes them.
  mutating func release(_ place: Place) -> Making {
    making(place) { checks, request in
      if checks.mayFollowPruned, let known = request.waiting {
        let waiting = WaitingRequest(
          id: known.id, request: known.request, status: .released,
          replacement: request.entry.waiting?.replacement ?? known.replacement,
          clockSet: known.clockSetMicroseconds)
        return .step([
          checks.machine.entry(
            releasing: waiting, because: request.entry.cause, at: request.entry.elapsed)
        ])
      }
      guard case .condition(let condition)? = request.waiting?.status,
        let step = checks.step(.signalled(condition), of: request)
      else { return .nothing(.order, "nothing releases its request at this place") }
      return .step(step.entries)
    }
  }

  // MARK: Rules

  private mutating func settlement(
    of request: RequestPlace, by rule: SettlingRule
  ) throws(StoreError) -> Making {
    let entry = request.entry
    guard let outcome = rule.outcome ?? entry.outcome else {
      return .nothing(.outcome, "it is decided and has no outcome")
    }
    guard var made = step(.ended(outcome, rule), of: request)?.entries,
      try repeats(outcome, request)
    else {
      return .nothing(
        .rule,
        "rule \"\(rule.rawValue)\" does not lead to the outcome \(outcome) for its request")
    }
    switch rule {
    case .clear, .latestOnly, .transform, .custom, .cleanBeginning:
      guard mayFollowPruned else {
        return .nothing(
          .order,
          rule == .cleanBeginning
            ? "no session begins clean before it" : "nothing ends its request in this way")
      }
      made[0].duration = made[0].duration.flatMap { _ in entry.duration }
    default: break
    }
    return .step(made)
  }

  /// Whether a request repeats the one that it is said to repeat; other requests are taken on
  /// trust.
  private mutating func repeats(
    _ outcome: Outcome, _ request: RequestPlace
  ) throws(StoreError) -> Bool {
    guard case .duplicate(let first) = outcome else { return true }
    return try earlier.holds(
      first, repeatedBy: request.recorded.request, at: request.entry.sequence)
  }
}
