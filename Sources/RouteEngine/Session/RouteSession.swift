import RouteStore

/// One run of the host on one journal: turns every entry into a request, decides, journals, and
/// only then shows the new state.
///
/// A session lives where its maker lives: on the main actor in an app, on any actor on a server.
/// Its methods are synchronous; what takes time is awaited on the same actor.
///
/// ```swift
/// let session = RouteSession.launch(try Shop.table(), at: .file("shop.sqlite")) {
///   $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
///   $0.perform("highlight") { attempt in print(attempt.parameters); return .done }
/// }
/// let opening = session.open("https://shop.example/orders/7")
/// print(opening.accepted, session.state.tree)
/// ```
///
/// What every host uses stands here. The rest stands in groups: ``requests-swift.property``,
/// ``actions-swift.property``, ``display-swift.property``, ``journal`` and ``launch``.
///
/// It holds no rule. Every call is an input of its machine; the session writes the steps that the
/// machine answers with, and carries out what they ask for.
public final class RouteSession {
  /// The rules and what they know.
  var machine: Machine
  /// Who is told of every change, and how far telling is.
  var audience = Audience()
  /// The async sequences that are read.
  let streams = Streams()
  let configuration: Configuration
  let recorder: Recorder
  var vault: PrivateValues
  /// When the session began, and what wakes it.
  var timer: SessionTimer
  /// What other processes leave; nil when this session takes none.
  var inbox: Inbox?
  /// Whether the host said last that it is in the background; one whose journal is let go of there
  /// is until it says that it is in the foreground
  /// (``Configuration/releasesInBackground``).
  public internal(set) var isInBackground = false
  /// Who is told what becomes of requests.
  var callers = Callers()
  /// The code of actions that are closures of this process.
  var closures: [ActionID: ActionCode] = [:]

  init(
    state: RouteState, table: RouteTable, configuration: Configuration, recorder: Recorder,
    sessionRow: SessionRow, start: (wall: Int64, monotonic: Int64)
  ) {
    machine = Machine(
      state, table, sessionRow, after: recorder.sequence, isRecording: recorder.health.isRecording,
      configuration.settings(from: start.wall))
    self.configuration = configuration
    self.recorder = recorder
    timer = SessionTimer(start: start)
    vault = PrivateValues(journal: recorder)
    vault.readKeys(for: state.principal)
    recorder.warn = configuration.warn
  }

  /// Called after every change of the state; what it opens is queued.
  public var onChange: ((RouteSession) -> Void)? {
    get { audience.host }
    set { audience.host = newValue }
  }

  /// The state now: everything in it is in the journal, unless ``health-swift.property`` says
  /// otherwise.
  public var state: RouteState { machine.state }

  /// The route table in force; ``adopt(_:isolation:)`` puts another in its place.
  public var table: RouteTable { machine.table }

  /// Whether the journal takes what happens.
  public var health: Health { recorder.health }

  /// The tree in the one-line notation, without containers that the table declares.
  public var notation: String { table.notation(of: state.tree) }

  // MARK: Clocks

  /// The clocks when the session began: every moment that it writes counts from there.
  var beginningClocks: ClockReading { clocks(after: 0) }

  /// The clocks at this moment; the wall's as the session has it.
  var clocks: ClockReading { clocks(after: elapsed) }

  private func clocks(after elapsed: Int64) -> ClockReading {
    ClockReading(
      wall: timer.now(elapsed), boot: configuration.clock.boot,
      monotonic: timer.start.monotonic &+ elapsed)
  }

  /// Microseconds since the session began, by the clock that never steps.
  var elapsed: Int64 { configuration.clock.monotonicMicroseconds() &- timer.start.monotonic }

  /// This moment: the session's start plus what has elapsed, so that time never runs backwards in
  /// it.
  var now: RouteInstant { timer.now(elapsed) }
}

@available(*, unavailable)
extension RouteSession: Sendable {}
