import Foundation
import RouteEngine
package import RouteStore
import RouteTestSupport

/// One run: an app of a seed that takes a list of inputs, with everything checked on the way that
/// must always hold. It is a function of seed and inputs.
@SimulationActor
package final class Simulation {
  /// What a run is.
  package struct Plan: Sendable {
    package var seed: UInt64
    package var inputs: [SimulatedStep]
    /// The journal's file; nil: memory.
    package var path: String?
    /// After how many inputs the session is woken to see that nothing is left that is due, and
    /// the file is read as another process reads it.
    package var checksEvery = 64
    /// Takes a line about every input, with the end of the journal and the state behind it.
    package var trace: (@Sendable (String) -> Void)?
    /// Called before every input.
    package var progress: (@Sendable () -> Void)?

    package init(seed: UInt64, inputs: [SimulatedStep], path: String?) {
      (self.seed, self.inputs, self.path) = (seed, inputs, path)
    }
  }

  /// What a run came to.
  package struct Report: Sendable {
    package var failure: SimulationFailure?
    package var inputs = 0
    package var entries = 0
    package var launches = 0
    package var outages = 0
    /// The end of the journal: its digest is that of every byte of every entry.
    package var anchor = JournalAnchor.start
    /// The processor's time that the inputs took, and that the checks of the whole journal took.
    package var running = Duration.zero
    package var verifying = Duration.zero
    /// How often each outcome was told.
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
  /// Hosts of dead processes whose memory is not given back: their code waits for ever.
  var dead: [SimulatedHost] = []
  var version = 0
  /// The clocks when the session began.
  var began: (wall: Int64, monotonic: Int64) = (0, 0)
  /// What was opened and has no outcome, and what ended since the entries were read.
  var open: [Opening] = []
  var ended: [Opening] = []
  var audit: EntryAudit
  /// The digest of the state that was looked at last.
  var checkedDigest: UInt64?
  /// How the process dies during the next input.
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

  /// Notes the first thing that does not hold.
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
    // No reference to the session may outlive it: the next one could not have the journal.
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

  /// Lets the process die and the next begin, which may die at once.
  private func launchAfterDeath(version: Int) async {
    repeat {
      await die()
      launch(version: version)
      await settle()
    } while host.isDead && !hasFailed
  }

  /// Lets every task go on as far as it can.
  func settle() async {
    let executor = SimulationActor.executor
    if executor.hasJobs { await executor.settled() }
  }

  func watch(_ opening: Opening) { open.append(opening) }
}

extension Duration {
  /// What this process has had of the processor: other programs beside it do not count.
  fileprivate static var ofProcessor: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}

extension SimulatedInput {
  /// Whether the host itself says that screens are others, or the app is another.
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
  /// All screens where they stand, and the visible one. What their parameters hold is no part of
  /// it: when storage works again tokens can get other names.
  fileprivate var places: [ScreenID?] {
    var places: [ScreenID?] = []
    for scene in scenes { forEachBelow(scene.root) { places.append($0.id) } }
    return places + [visibleLeaf()?.id]
  }
}
