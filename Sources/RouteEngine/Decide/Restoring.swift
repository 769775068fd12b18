/// The restoring of the state that a launch finds: a pure function of the facts of the last
/// session, so that verify can do it again.
package struct Restoring: Hashable, Sendable {
  /// Whether the last session ended of its own will or in the background. Otherwise it died in the
  /// foreground: a crash, as far as anybody can know.
  package let hadEnd: Bool
  /// Whether requests over which the host died are trusted again.
  package let forgetsSuspects: Bool
  /// How many launches in a row died in the foreground before they were stable, and over nothing
  /// else than the place that they restored.
  package let uncleanEnds: Int
  /// The adaptation of the screens to this route table; nil when the last session had the same.
  package let adaptation: Adaptation?
  /// The tokens of private values that are gone.
  package let goneTokens: Set<String>
  /// Why the place is left, if it is, whatever the launches before came to.
  package let leaves: Restoration.Leaving?
  /// By how many microseconds the wall clock was set since the last session, back when below 0. It
  /// is 0 when the clock was not set, or when that is not known.
  package let clockSet: Int64

  /// From what is known.
  package init(
    hadEnd: Bool, forgetsSuspects: Bool, uncleanEnds: Int, adaptation: Adaptation? = nil,
    leaves: Restoration.Leaving? = nil, clockSet: Int64 = 0, goneTokens: Set<String> = []
  ) {
    self.goneTokens = goneTokens
    self.leaves = leaves
    self.clockSet = clockSet
    self.hadEnd = hadEnd
    self.forgetsSuspects = forgetsSuspects
    self.adaptation = adaptation
    self.uncleanEnds = min(max(0, uncleanEnds), Self.mostEnds)
  }

  /// More are not counted.
  private static let mostEnds = 1_000

  /// By how many microseconds the wall clock was set between two runs, as far as anybody can know:
  /// in one run of the system its other clock tells. Otherwise only a clock that stands behind what
  /// was written before was set for certain, and one that was set forward looks like time that
  /// passed.
  ///
  /// - Parameters:
  ///   - beginning: the clocks when the last session began.
  ///   - newest: when that session wrote its newest entry.
  ///   - now: the clocks when this session begins.
  package static func clockSet(
    since beginning: ClockReading?, writing newest: RouteInstant?, until now: ClockReading
  ) -> Int64 {
    if let beginning, let span = now.clockSet(since: beginning) { return span }
    guard let newest, now.wall < newest else { return 0 }
    return -(microseconds(from: now.wall, to: newest) ?? 0)
  }

  /// How many microseconds lie between what the last session wrote and this one's beginning, the
  /// setting of the clock taken out; nil when that is no time.
  package static func age(of newest: RouteInstant, at now: RouteInstant, clockSet: Int64) -> Int64?
  {
    guard let silence = microseconds(from: newest, to: now) else { return nil }
    let (age, overflow) = silence.subtractingReportingOverflow(clockSet)
    return overflow ? nil : age
  }

  private static func microseconds(from first: RouteInstant, to last: RouteInstant) -> Int64? {
    let (span, overflow) = last.microseconds.subtractingReportingOverflow(first.microseconds)
    return overflow ? nil : span
  }

  /// How many of the launches before count against the restored place: not the last one when it
  /// died over a request, or for the first time over an action, of which there is a count of its
  /// own.
  ///
  /// - Parameters:
  ///   - state: as the last session left it.
  ///   - launches: how many there were in a row as far as is known outside the journal.
  package static func uncleanEnds(in state: RouteState, atLeast launches: Int = 0) -> Int {
    max(state.untrustedRestores, launches) - (state.explainsDeath ? 1 : 0)
  }

  /// The changes and the details of the `restored` entry.
  package func restore(
    _ state: RouteState, with table: RouteTable
  ) -> (changes: [RouteChange], restoration: Restoration) {
    var restoration = Restoration()
    restoration.uncleanEnds = uncleanEnds
    let moved = actionsToMove(of: state)
    var changes = [.tree(.unready)] + unfinishedActions(of: state) + moved + waiting(of: state)
    if !moved.isEmpty || state.waiting.contains(where: { $0.expiry != nil }) {
      restoration.clockSetMicroseconds = clockSet
    }
    if forgetsSuspects {
      changes += state.suspects.map { .suspect(fingerprint: $0.fingerprint, count: 0) }
    }
    var state = state
    if let adaptation { changes += state.adapt(to: table, by: adaptation, &restoration) }
    restoration.left = leaves
    // Where this version knows nothing of what was shown, its own tree remains.
    let isLeft = leaves != nil || state.tree.showsNothingKnown
    let out =
      isLeft ? state.beginningAnew(with: table) : state.steppingOut(after: uncleanEnds, to: table)
    restoration.extent = out.extent
    changes += out.changes.map(RouteChange.tree)
    changes += leaveWhatNeeds(goneTokens, in: state, after: out.changes, table, &restoration)
    changes.append(.suspect(fingerprint: RouteState.restoredPlace, count: uncleanEnds + 1))
    return (changes, restoration)
  }

  /// Goes back to what can be shown without the values that are gone, on the way out so far.
  private func leaveWhatNeeds(
    _ gone: Set<String>, in state: RouteState, after way: [TreeChange], _ table: RouteTable,
    _ restoration: inout Restoration
  ) -> [RouteChange] {
    var state = state
    do throws(ChangeError) {
      try state.apply(way.map(RouteChange.tree), limits: .format)
    } catch {
      return []  // what leads out was tried before
    }
    let back = state.leavingWhatNeeds(gone, with: table)
    restoration.gone = back.count
    return back.changes.map(RouteChange.tree)
  }

  /// Actions that were under way when the last session died wait again; their attempt stays
  /// counted, and a death in the foreground counts as a crash.
  private func unfinishedActions(of state: RouteState) -> [RouteChange] {
    state.actions { $0 == .claimed || $0 == .started }.map { action in
      .advance(action.id, hadEnd ? .interrupt : .crash)
    }
  }

  /// Actions with moments, when the clock was set: none waits longer than its own delay or shorter,
  /// so their moments go where the clock went.
  private func actionsToMove(of state: RouteState) -> [RouteChange] {
    guard clockSet != 0 else { return [] }
    return state.actions.filter(\.hasMoments).map { .advance($0.id, .clockSet(by: clockSet)) }
  }

  /// Waiting requests that are not as they were: those with a last moment when the clock was set,
  /// and, when the last session ended of its own will or died in the background, those for which
  /// host code ran. They are asked about again: that is how systems end hosts, and nothing against
  /// the request.
  private func waiting(of state: RouteState) -> [RouteChange] {
    state.waiting.compactMap { before in
      var waiting = before
      if hadEnd, waiting.status == .received { waiting.status = .released }
      if waiting.expiry != nil { waiting.setClock(by: clockSet) }
      return waiting == before ? nil : .wait(waiting)
    }
  }
}

extension RouteState {
  /// Whether a death is put down to a request or an action that host code runs for, and not to the
  /// place. An action explains one: that it runs again may be chance, and where actions always run
  /// no death would ever count against the place.
  package var explainsDeath: Bool {
    asksHostCode || actions { $0 == .started }.contains { $0.crashes == 0 }
  }

  /// Whether host code runs for a request or an action.
  package var hasHostCodeUnderWay: Bool {
    asksHostCode || !actions { $0 == .started }.isEmpty
  }

  private var asksHostCode: Bool { waiting.contains { $0.status == .received } }
}
