import Foundation
import RouteEngine
package import RouteStore
import RouteTestSupport

/// One run: an app drawn from a seed takes a list of inputs, and all invariants are checked on the
/// way. It is a function of seed and inputs.
@SimulationActor
package final class Simulation {
  /// The parameters of a run.
  package struct Plan: Sendable {
    package var seed: UInt64
    package var inputs: [SimulatedStep]
    /// The journal's file; nil: memory.
    package var path: String?
    /// The number of inputs after which the session is woken to check that nothing is left that is
    /// due, and the file is read as another process reads it.
    package var checksEvery = 64
    /// Receives a line about every input, with the end of the journal and the state after it.
    package var trace: (@Sendable (String) -> Void)?
    /// Called before every input.
    package var progress: (@Sendable () -> Void)?

    package init(seed: UInt64, inputs: [SimulatedStep], path: String?) {
      (self.seed, self.inputs, self.path) = (seed, inputs, path)
    }
  }

  /// The results of a run.
  package struct Report: Sendable {
    package var failure: SimulationFailure?
    package var inputs = 0
    package var entries = 0
    package var launches = 0
    package var outages = 0
    /// The end of the journal: its digest covers every byte of every entry.
    package var anchor = JournalAnchor.start
    /// The processor time of the inputs, and that of the checks of the whole journal.
    package var running = Duration.zero
    package var verifying = Duration.zero
    /// The count of each outcome.
    package var outcomes: [String: Int] = [:]

    package init() {}
  }

  let plan: Plan
  let app: SimulatedApp
  let clock = ManualClock()
  var report = Report()
  var session: RouteSession?
  var host: SimulatedHost
  let calls = ActionCalls()
  /// The journal of runs in memory.
  var memory: Journal?
  /// Hosts of dead processes whose memory is not released, because their code waits for ever.
  var dead: [SimulatedHost] = []
  var version = 0
  /// The clocks at the beginning of the session.
  var began: (wall: Int64, monotonic: Int64) = (0, 0)
  /// Openings without an outcome, and those that ended since the entries were last read.
  var open: [Opening] = []
  var ended: [Opening] = []
  var audit: EntryAudit
  /// The digest of the state that was checked last.
  var checkedDigest: UInt64?
  /// The way in which the process dies during the next input.
  var death: (place: SimulatedDeath, version: Int)?
  var isStorageFailing = false
  var step = 0
  private var problem: String?

  package init(_ plan: Plan) {
    self.plan = plan
    app = SimulatedApp(seed: plan.seed)
    host = SimulatedHost(app, noting: calls, canDie: plan.path != nil)
    audit = EntryAudit(of: app, calls)
  }

  /// Takes all inputs, then checks the whole journal.
  package func run() async -> Report {
    let start = Duration.ofProcessor
    launch(version: 0)
    for (index, next) in plan.inputs.enumerated() where problem == nil {
      step = index
      plan.progress?()
      await take(next)
      report.inputs += 1
    }
    host.survive()
    if problem == nil { await checkWhole() }
    let end = Duration.ofProcessor
    report.running = end - start
    if problem == nil { await finish() }
    report.verifying = Duration.ofProcessor - end
    await close()
    report.entries = audit.count
    report.anchor = audit.position
    report.failure = problem.map { SimulationFailure(step: step, problem: $0) }
    return report
  }

  /// Records the first violated rule.
  func find(_ problem: String) {
    if self.problem == nil { self.problem = problem }
  }

  var hasFailed: Bool { problem != nil }

  private func take(_ next: SimulatedStep) async {
    host.random = SeededRandom(UInt64(next.choices))
    clock.advance(by: 1_000)
    let dies = death
    if let dies { begin(dies.place) }
    let wasMoving = session?.display.isInTransition ?? false
    let screens = wasMoving ? session?.state.tree.places : nil
    switch next.input {
    // No reference to the session may outlive it, or the next one could not own the journal.
    case .ended(let version):
      await end()
      launch(version: version)
    case .killed(let version):
      await die()
      launch(version: version)
    case .maintained(let number, let version):
      if number % 2 == 0 { await end() } else { await die() }
      maintain(number / 2)
      launch(version: version)
    default: apply(next.input)
    }
    await settle()
    if dies != nil || host.isDead {
      death = nil
      await launchAfterDeath(version: dies?.version ?? version)
    } else if wasMoving, session?.display.isInTransition == true,
      screens != session?.state.tree.places,
      !next.input.mayChangeScreensInTransition
    {
      find("the screens change in the middle of a transition")
    }
    await check()
    if host.isDead, !hasFailed { await launchAfterDeath(version: version) }
    if let trace = plan.trace {
      readNewEntries()
      let state = session.map { "\($0.state.digest)" } ?? "none"
      trace("\(step) \(next) -> entry \(audit.position.sequence), state \(state)")
    }
  }

  /// Kills the process and starts the next one, which may die at once.
  private func launchAfterDeath(version: Int) async {
    repeat {
      await die()
      launch(version: version)
      await settle()
    } while host.isDead && !hasFailed
  }

  /// Lets every task run as far as it can.
  func settle() async {
    let executor = SimulationActor.executor
    if executor.hasJobs { await executor.settled() }
  }

  func watch(_ opening: Opening) { open.append(opening) }
}

extension Duration {
  /// The processor time of this process; other programs do not count.
  fileprivate static var ofProcessor: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}

extension SimulatedInput {
  /// Whether the input may change screens during a transition: the host reports others, or the app
  /// changes.
  fileprivate var mayChangeScreensInTransition: Bool {
    switch self {
    case .ready, .reported, .renderFailed, .reconciled, .adopted, .ended, .killed, .background,
      .maintained:
      true
    default: false
    }
  }
}

extension ScreenTree {
  /// All screens with their positions, and the visible one, without parameters: after an outage
  /// tokens can get other names.
  fileprivate var places: [ScreenID?] {
    var places: [ScreenID?] = []
    for scene in scenes { forEachBelow(scene.root) { places.append($0.id) } }
    return places + [visibleLeaf()?.id]
  }
}
