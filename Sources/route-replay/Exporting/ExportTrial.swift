import RouteEngine
import RouteReplay

/// An exported session, tried with a route table: what its test would find.
@MainActor
struct ExportTrial {
  /// What is not as recorded.
  struct Difference {
    /// Which step, from 0.
    let step: Int
    let sequence: Int64
    /// What: a request's outcome, its actions, or the hierarchy. No text of the journal's.
    let what: String
    let recorded: String
    let now: String
  }

  private let exported: ExportedSession
  private let run: RehearsedSession
  private var session: RouteSession { run.session }
  private var openings: [RequestID: Opening] = [:]

  /// The first difference; nil when all is as recorded.
  ///
  /// - Throws: `RehearsedSession.Mistake` when the session cannot begin so.
  static func difference(
    in session: ExportedSession, with table: RouteTable
  ) throws -> Difference? {
    var trial = try ExportTrial(session, table)
    return trial.play()
  }

  private init(_ exported: ExportedSession, _ table: RouteTable) throws {
    self.exported = exported
    run = try RehearsedSession(table, from: exported.beginning) { configuration in
      for (name, value) in exported.limits {
        if let field = RouteLimits.fields.first(where: { $0.name == name })?.field {
          configuration.limits[keyPath: field] = value
        }
      }
      configuration.whenBusy = exported.whenBusy
      configuration.startsSuspended = exported.startsSuspended
    }
    for id in exported.waiting { openings[id] = run.request(id.rawValue) }
  }

  private mutating func play() -> Difference? {
    for (index, step) in exported.steps.enumerated() {
      run.time = .microseconds(step.time)
      act(step)
      if let difference = difference(at: index, step) { return difference }
    }
    return nil
  }

  private func difference(at index: Int, _ step: ExportedSession.Step) -> Difference? {
    func found(_ what: String, _ recorded: String, _ now: String) -> Difference {
      Difference(step: index, sequence: step.sequence, what: what, recorded: recorded, now: now)
    }
    for id in step.requests {
      guard let opening = openings[id], let recorded = step.outcomes[id] else { continue }
      let now = run.outcome(of: opening)
      if now != recorded { return found("the outcome of request \(id)", recorded, now) }
      let actions = run.actions(of: opening)
      if let recorded = step.actions[id], actions != recorded {
        return found(
          "the actions of request \(id)", recorded.joined(separator: ", "),
          actions.joined(separator: ", "))
      }
    }
    return session.notation == step.tree ? nil : found("the hierarchy", step.tree, session.notation)
  }

  private mutating func act(_ step: ExportedSession.Step) {
    switch step.act {
    case .launch: break
    case .open(let id, let request): openings[id] = open(request, step.place)
    case .reply(let id, let replies):
      if let opening = openings[id] { run.reply(to: opening, all: replies) }
    case .park(let id, let condition):
      if let opening = openings[id] { run.park(opening, until: condition) }
    case .signal(let condition, let principal): session.signal(condition, principal: principal)
    case .unsignal(let condition): session.unsignal(condition)
    case .giveUp(let condition, let reason): session.giveUp(condition, reason: reason)
    case .cancel(let id, let reason):
      if let opening = openings[id] { session.requests.cancel(opening, reason: reason) }
    case .signIn(let name): session.signIn(as: name)
    case .signOut: session.signOut()
    case .ready(let places):
      for place in places { session.ready(run.screen(place.words, place.index)) }
    case .suspend: session.requests.suspend()
    case .resume(let policy): session.requests.resume(policy)
    case .transform(let replacements):
      session.requests.resumeTransforming { [openings] kept in
        for (id, target) in replacements where openings[id]?.request == kept.id { return target }
        return kept.target
      }
    case .handOver: session.requests.resumeHandingOver { _ in }
    case .wake: session.wake()
    case .background: session.background()
    case .foreground: session.foreground()
    case .end: session.end()
    case .beginTransition: session.display.beginTransition()
    case .endTransition: session.display.endTransition()
    }
  }

  private func open(_ request: RouteRequest, _ place: ExportedSession.Place?) -> Opening {
    var options = request.options
    options.onBehalfOf = options.onBehalfOf.map { openings[$0]?.request ?? $0 }
    return session.open(
      request.target.naming(place.map { run.screen($0.words, $0.index) }),
      from: request.entryPoint, source: request.source, options: options)
  }
}
