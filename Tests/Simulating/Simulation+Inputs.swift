import RouteEngine
import RouteStore
import RouteTestSupport

extension Simulation {
  /// Carries out an input.
  func apply(_ input: SimulatedInput) {
    guard let session else { return find("there is no session") }
    switch input {
    case .opened(let opening): apply(opening, to: session)
    case .reported(let fact, let number): report(fact, number, to: session)
    case .answered(let number): host.answer(number)
    case .returned(let number): host.endRun(number)
    case .signalled(let condition, let principal):
      session.signal(
        SimulatedApp.conditions[condition % SimulatedApp.conditions.count],
        principal: principal.map { SimulatedApp.principals[$0 % SimulatedApp.principals.count] })
    case .unsignalled(let condition):
      session.unsignal(SimulatedApp.conditions[condition % SimulatedApp.conditions.count])
    case .signedIn(let principal):
      session.signIn(as: SimulatedApp.principals[principal % SimulatedApp.principals.count])
    case .signedOut: session.signOut()
    case .gaveUp(let condition):
      session.giveUp(
        SimulatedApp.conditions[condition % SimulatedApp.conditions.count], reason: "closed")
    case .cancelled(let number): cancel(number, in: session)
    case .ready(let number):
      let screen = screen(number, of: session)
      if let screen, number % 4 == 0 { session.unready(screen) } else { session.ready(screen) }
    case .suspended: session.requests.suspend()
    case .resumed(let resumption): resume(resumption, session)
    case .transitionBegan: session.display.beginTransition()
    case .transitionEnded: session.display.endTransition()
    case .renderFailed(let number):
      watch(
        session.display.renderFailed(number.flatMap { screen($0, of: session) }, reason: "no view"))
    case .reconciled(let number):
      if let index = number.index(in: app.trees) {
        watch(session.display.reconcile(with: app.trees[index]))
      }
    default: applyRest(input, to: session)
    }
  }

  private func applyRest(_ input: SimulatedInput, to session: RouteSession) {
    switch input {
    case .foreground: session.foreground()
    case .background:
      readNewEntries()
      session.background()
    case .stable: session.stable()
    case .timePassed(let span):
      clock.advance(by: span)
      session.wake()
    case .slept(let span): clock.advance(by: span)
    case .dueReached(let number, let distance): reach(number, distance, in: session)
    case .wallClockSet(let span): clock.wall += span
    case .adopted(let version):
      session.adopt(app.tables[version % app.tables.count])
      self.version = version
    case .killedWithin(let place, let version): death = (place, version)
    case .storageFailed(let failure, let first, let count): fail(failure, from: first, count)
    case .storageMended: mend()
    case .left(let link, let source): leave(link, source)
    case .takenIn: session.journal.ingest().forEach(watch)
    case .actionRevived(let number):
      let actions = session.state.actions
      if let index = number.index(in: actions) { session.actions.revive(actions[index].id) }
    case .actionCancelled(let number):
      let actions = session.state.actions
      if let index = number.index(in: actions) { session.actions.cancel(actions[index].id) }
    case .actionBrought(let number): bring(number, in: session)
    case .pruned:
      readNewEntries()
      session.journal.prune()
    case .redacted(let number): redact(number, in: session)
    case .visited: visit()
    default: find("an input that nothing takes")
    }
  }

  private func apply(_ opening: SimulatedOpening, to session: RouteSession) {
    guard let index = opening.target.index(in: app.targets) else { return }
    var options = RouteRequest.Options()
    options.isSuspendable = opening.isSuspendable
    options.lifetimeMicroseconds = opening.lifetime
    if let scene = opening.scene { options.scene = scene % 2 == 0 ? "main" : "second" }
    if let router = opening.router, !session.table.definition.routers.isEmpty {
      options.router = SimulatedApp.routerNames[router % SimulatedApp.routerNames.count]
      options.staysBelowRouter = router % 2 == 1
    }
    options.result = opening.result.map {
      SimulatedApp.actionNames[$0 % SimulatedApp.actionNames.count]
    }
    let source = opening.source.map { SimulatedApp.sources[$0 % SimulatedApp.sources.count] }
    switch app.targets[index] {
    case .link(let link): watch(session.open(link, source: source, options: options))
    case .target(let target):
      watch(session.open(target, from: .customValue, source: source, options: options))
    }
  }

  /// Lets time pass until a moment when something is due. Half of the time the session is not woken
  /// then; in half of these cases a handler returns, perhaps just at the end of its lease.
  private func reach(_ number: Int, _ distance: Int64, in session: RouteSession) {
    let now = now
    let moments =
      session.state.actions.flatMap { [$0.notBefore, $0.expires, $0.leaseEnds] }.compactMap { $0 }
      + session.state.waiting.compactMap(\.expiry)
    let later = moments.filter { now < $0 }
    guard let index = number.index(in: later) else { return }
    clock.advance(by: max(later[index].microseconds - now.microseconds + distance, 0))
    if (number >> 10) % 2 == 0 {
      session.wake()
    } else if (number >> 11) % 2 == 0 {
      host.endRun(number)
    }
  }

  private func screen(_ number: Int, of session: RouteSession) -> ScreenID? {
    let screens = session.state.tree.screens
    return number.index(in: screens).map { screens[$0].id }
  }

  private func report(_ fact: SimulatedFact, _ number: Int, to session: RouteSession) {
    let id = screen(number, of: session)
    let told: HostFact? =
      switch fact {
      case .popped: .popped(number % 3 == 0 ? id : nil)
      case .poppedTo: id.map(HostFact.poppedTo)
      case .dismissed: .dismissed(number % 3 == 0 ? id : nil)
      case .selected: id.map(HostFact.selected)
      case .returned: .returned(number % 3 == 0 ? id : nil, app.result(number))
      case .activated: .activated(scene: number % 2 == 0 ? "main" : "second")
      }
    if let told { watch(session.report(told)) }
  }

  private func cancel(_ number: Int, in session: RouteSession) {
    if number % 2 == 0, let index = number.index(in: open) {
      session.requests.cancel(open[index])
    } else {
      let waiting = session.state.waiting
      if let index = number.index(in: waiting) { session.requests.cancel(waiting[index].id) }
    }
  }

  private func resume(_ resumption: SimulatedResumption, _ session: RouteSession) {
    switch resumption {
    case .execute: session.requests.resume(.execute)
    case .latestOnly: session.requests.resume(.latestOnly)
    case .clear: session.requests.resume(.clear)
    case .none: session.requests.resume(.none)
    case .transforming:
      session.requests.resumeTransforming { kept in
        switch host.random.below(3) {
        case 0: nil
        case 1: .route("login", [:])
        default: kept.target
        }
      }
    case .handingOver:
      var again: [Opening] = []
      session.requests.resumeHandingOver { kept in
        again = kept.suffix(2).map { session.open($0.request.target, from: .programmatic) }
      }
      again.forEach(watch)
    }
  }

  private func bring(_ number: Int, in session: RouteSession) {
    let host = host
    session.actions.perform(
      "own", on: screen(number, of: session), when: number % 2 == 0 ? .ready : .arrival,
      key: number % 3 == 0 ? "same" : nil,
      sameKey: KeyRule.allCases[number % KeyRule.allCases.count]
    ) { host.performOwn($0) }
  }
}
