import RouteEngine

/// An exported session, tried with its route table: it shows the result that its test would have.
@MainActor
package struct ExportTrial {
  /// A difference from the recording.
  package struct Difference {
    /// The index of the step, from 0.
    package let step: Int
    package let sequence: Int64
    /// The part that differs: a request's outcome, its actions, or the hierarchy. It contains no
    /// text of the journal's.
    package let what: String
    package let recorded: String
    package let now: String
  }

  private let run: RehearsedSession
  private var session: RouteSession { run.session }
  private var openings: [RequestID: Opening] = [:]

  /// The first difference; nil when everything is as recorded.
  ///
  /// - Throws: `RehearsedSession.Mistake` when the session cannot begin in this way.
  package static func difference(in session: ExportedSession) throws -> Difference? {
    var trial = try ExportTrial(session)
    for (index, step) in session.steps.enumerated() {
      trial.run.time = .microseconds(step.time)
      trial.act(step)
      if let difference = trial.difference(at: index, step) { return difference }
    }
    return nil
  }

  private init(_ exported: ExportedSession) throws {
    run = try RehearsedSession(exported.table, from: exported.beginning) { configuration in
      configuration.limits = exported.limits
      configuration.whenBusy = exported.whenBusy
      configuration.startsSuspended = exported.startsSuspended
    }
    for id in exported.waiting { openings[id] = run.request(id.rawValue) }
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
    case .open(let id, let request): openings[id] = open(request, step.place)
    case .reply(let id, let replies):
      if let opening = openings[id] { run.reply(to: opening, all: replies) }
    case .park(let id, let condition):
      if let opening = openings[id] { run.park(opening, until: condition) }
    case .cancel(let id, let reason):
      if let opening = openings[id] { session.requests.cancel(opening, reason: reason) }
    case .expire: session.wake()
    case .input(.ready):
      if let place = step.place { session.ready(run.screen(place.words, place.index)) }
    case .input(.unready):
      if let place = step.place { session.unready(run.screen(place.words, place.index)) }
    case .input(.transformed(let targets)):
      session.requests.resumeTransforming { [openings] kept in
        for (id, target) in targets where openings[id]?.request == kept.id { return target }
        return kept.target
      }
    case .input(let input): session.receive(input)
    case .replace, .adopt, nil: break
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
