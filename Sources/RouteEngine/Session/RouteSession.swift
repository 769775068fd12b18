public import RouteStore

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
public final class RouteSession {
  /// The state now: everything in it is in the journal, unless ``health`` says otherwise.
  public private(set) var state: RouteState
  /// The digest of ``state``.
  private var stateDigest: UInt64
  /// The route table in force; ``adopt(_:isolation:)`` puts another in its place.
  public internal(set) var table: RouteTable
  /// A hint for the host: whether what changed last may be shown with an animation, as the request
  /// behind it says.
  public internal(set) var isAnimated = true
  /// Called after every change of the state; what it opens is queued.
  public var onChange: ((RouteSession) -> Void)?

  /// Who else is told of every change, and how far telling is.
  var audience = Audience()

  /// What was on display before the newest decisions.
  private(set) var displayHistory = DisplayHistory()

  /// How much of the last session's place is back, and why not all of it; nil when this session
  /// restored none: on a new journal, with the table's own tree, in memory.
  public internal(set) var restoration: Restoration?
  /// What became of the link that the app was launched with; nil when it was launched with none.
  public internal(set) var launchOpening: Opening?

  let configuration: Configuration
  let recorder: Recorder
  var sessionRow: SessionRow
  var vault: PrivateValues
  /// Wall clock at the session's start, and the monotonic clock's reading then.
  private let start: (wall: Int64, monotonic: Int64)

  /// Where other processes leave links; nil when this session takes none.
  var dropBox: DropFolder?
  /// Files of it whose requests are not in the journal, because storage fails.
  var unrecordedFiles: [String] = []
  /// Whether the host said last that it is in the background; one whose journal is let go of there
  /// is until it says that it is in the foreground
  /// (``Configuration/releasesInBackground``).
  public internal(set) var isInBackground = false
  /// The requests on their way.
  var requests = RequestDesk()
  /// The links that came last.
  var recentLinks = RecentLinks()
  /// What this process knows of pending actions.
  var actions: ActionDesk
  /// When waiting requests have to be looked through.
  var expiryWatch = ExpiryWatch()
  /// Lets one round of work run at a time.
  var turnstile = Turnstile()
  /// Whether the host has said that it ends: ``commit(_:_:state:)`` sees to it that no entry
  /// follows.
  var hasEnded = false
  /// What has to be written when storage works again.
  var afterOutage = AfterOutage()
  /// Wakes the session when an action has its turn by time alone.
  var alarm: (moment: Instant, task: Task<Void, Never>)?

  init(
    state: RouteState, table: RouteTable, configuration: Configuration, recorder: Recorder,
    sessionRow: SessionRow, start: (wall: Int64, monotonic: Int64)
  ) {
    self.state = state
    stateDigest = state.digest
    self.table = table
    self.configuration = configuration
    actions = ActionDesk(handlers: configuration.handlers)
    self.recorder = recorder
    self.sessionRow = sessionRow
    self.start = start
    vault = PrivateValues(journal: recorder)
    vault.readKeys(for: state.principal)
    recorder.warn = configuration.warn
  }

  /// Whether the journal takes what happens.
  public var health: Health { recorder.health }

  /// Whether any request waits: for a condition, or for the session to be resumed.
  public var hasParkedRequests: Bool { state.hasParkedRequests }

  /// The newest entry and its digest: kept outside the file, it shows a lost tail.
  public var anchor: JournalAnchor { recorder.journal.head }

  /// The tree in the one-line notation, without containers that the table declares.
  public var notation: String { table.notation(of: state.tree) }

  /// The clocks when the session began: every moment that it writes counts from there.
  var beginningClocks: ClockReading { clocks(after: 0) }

  /// The clocks at this moment; the wall's as the session has it.
  var clocks: ClockReading { clocks(after: elapsed) }

  private func clocks(after elapsed: Int64) -> ClockReading {
    ClockReading(
      wall: now(elapsed), boot: configuration.clock.boot, monotonic: start.monotonic &+ elapsed)
  }

  /// Microseconds since the session began, by the clock that never steps.
  var elapsed: Int64 { configuration.clock.monotonic() &- start.monotonic }

  /// This moment: the session's start plus what has elapsed, so that time never runs backwards in
  /// it.
  func now(_ elapsed: Int64) -> Instant { Instant(microseconds: start.wall).advanced(by: elapsed) }

  /// An entry of this session at this moment; its sequence is given when it is committed.
  func newEntry(_ kind: EntryKind, elapsed moment: Int64? = nil) -> JournalEntry {
    let elapsed = moment ?? elapsed
    return JournalEntry(
      sequence: recorder.sequence + 1, session: sessionRow.number, kind: kind, at: now(elapsed),
      elapsed: elapsed)
  }

  /// What became of entries that were to be written.
  enum Commitment {
    /// They are in the journal.
    case recorded
    /// They hold in memory alone: storage fails.
    case unrecorded
    /// They do not fit, or the session has ended: nothing happened, and nothing may be told.
    case refused
  }

  /// Writes one entry that makes these changes, then takes over the state they make.
  @discardableResult
  func commit(
    _ entry: JournalEntry, _ companions: Recorder.Companions = Recorder.Companions()
  ) -> Commitment {
    commit([entry], companions)
  }

  /// Writes the entries in one transaction, one position after the other, then takes over the state
  /// that their changes make.
  @discardableResult
  func commit(
    _ entries: [JournalEntry], _ companions: Recorder.Companions = Recorder.Companions()
  ) -> Commitment {
    var entries = entries
    var next = state
    for index in entries.indices {
      do {
        try next.apply(entries[index].changes, limits: configuration.limits)
      } catch {
        return .refused
      }
      entries[index].sequence = recorder.sequence + 1 + Int64(index)
      entries[index].stateDigest = next.digest
    }
    return commit(entries, companions, state: next)
  }

  /// Writes the entries in one transaction, then takes over the state that they lead to. What they
  /// let happen to actions stands in the same transaction, up to the claim of the first that may
  /// run.
  func commit(
    _ entries: consuming [JournalEntry], _ companions: consuming Recorder.Companions,
    state next: consuming RouteState
  ) -> Commitment {
    guard !hasEnded else { return .refused }
    vault.forget(companions.retention.forgottenPrincipals)
    if !entries.isEmpty, recorder.health.isRecording {
      addPrivateValues(to: &companions, at: entries[entries.newest].at)
    }
    let turns = turns(after: entries, in: &next)
    if !turns.isEmpty { entries += turns }
    let isRecorded = recorder.write(entries, companions, state: next)
    if isRecorded, !entries.isEmpty { vault.additionsWereWritten() }
    let digest = entries.isEmpty ? stateDigest : entries[entries.newest].stateDigest
    become(next, after: entries, digest: digest)
    if !isRecorded { forgetUnneededValues() }
    return isRecorded ? .recorded : .unrecorded
  }

  /// Makes the state that the entries lead to the one that is shown, and tells who watches.
  func become(
    _ next: consuming RouteState, after entries: borrowing [JournalEntry], digest: UInt64
  ) {
    for index in entries.indices {
      displayHistory.follow(entries[index], before: state.tree)
    }
    let isChanged = digest != stateDigest
    stateDigest = digest
    state = next
    assertInvariants()
    if isChanged { audience.noteChange() }
    let isLed = entries.isAnyShown
    if isLed { audience.noteLed() }
    if isChanged || isLed { tell() }
  }

  /// Asserts in debug builds what always holds, of states that are not so large that it would be
  /// felt.
  private func assertInvariants() {
    assert(
      state.tree.count + state.waitingTable.count + state.actionTable.count > 1_000
        || state.brokenInvariant == nil && state.digest == stateDigest,
      state.brokenInvariant ?? "the digest is not the state's")
    assert(requests.brokenInvariant == nil, requests.brokenInvariant ?? "")
  }

  /// Tells who watches; what they change themselves is told when they have returned, not inside.
  private func tell() {
    guard audience.beginTelling(hasHost: onChange != nil) else { return }
    let wasOccupied = turnstile.occupy()
    repeat {
      if audience.beginRound() { onChange?(self) }
      for watcher in audience.watchers {
        watcher.tell(self)
        watcher.isLed = false
      }
    } while !audience.endsRound()
    turnstile.reopen(wasOccupied)
  }
}

@available(*, unavailable)
extension RouteSession: Sendable {}
