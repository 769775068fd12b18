/// Restores the state that a launch finds: a pure function of the facts about the last session, so
/// that verify can repeat it.
package struct Restoring: Hashable, Sendable {
  /// Whether the last session ended normally or in the background. Otherwise it died in the
  /// foreground, which counts as a crash.
  package let hadEnd: Bool
  /// Whether requests during which the host died are trusted again.
  package let forgetsSuspects: Bool
  /// The number of launches in a row that died in the foreground before they were stable, and for
  /// no other known reason than the restored place.
  package let uncleanEnds: Int
  /// The adaptation of the screens to this route table; nil when the last session had the same
  /// table.
  package let adaptation: Adaptation?
  /// The tokens of private values that are gone.
  package let goneTokens: Set<String>
  /// Why the place is left, regardless of earlier launches; nil when it is not.
  package let leaves: Restoration.Leaving?
  /// By how many microseconds the wall clock was set since the last session, back when negative. It
  /// is 0 when the clock was not set, or when this is not known.
  package let clockSet: Int64

  /// A restoring with these facts.
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

  /// The largest number of ends that is counted.
  private static let mostEnds = 1_000

  /// By how many microseconds the wall clock was set between two sessions, as far as this can be
  /// known. Within one boot of the system the monotonic clock shows it. Otherwise a setting is
  /// certain only when the clock is earlier than the newest entry; a clock that was set forward
  /// looks like time that passed.
  ///
  /// - Parameters:
  ///   - beginning: the clocks at the beginning of the last session.
  ///   - newest: the time at which that session wrote its newest entry.
  ///   - now: the clocks at the beginning of this session.
  package static func clockSet(
    since beginning: ClockReading?, writing newest: RouteInstant?, until now: ClockReading
  ) -> Int64 {
    if let beginning, let span = now.clockSet(since: beginning) { return span }
    guard let newest, now.wall < newest else { return 0 }
    return -(microseconds(from: now.wall, to: newest) ?? 0)
  }

  /// The microseconds between the last session's newest entry and the beginning of this session,
  /// without the setting of the clock; nil when they overflow.
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

  /// How many earlier launches count against the restored place. The last one does not if it died
  /// during a request, or for the first time during an action, because both have counts of their
  /// own.
  ///
  /// - Parameters:
  ///   - state: the state as the last session left it.
  ///   - launches: the number of launches in a row that is known outside the journal.
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
    // When this version knows nothing of the visible screens, its own tree is restored.
    let isLeft = leaves != nil || state.tree.showsNothingKnown
    let out =
      isLeft ? state.beginningAnew(with: table) : state.steppingOut(after: uncleanEnds, to: table)
    restoration.extent = out.extent
    changes += out.changes.map(RouteChange.tree)
    changes += leaveWhatNeeds(goneTokens, in: state, after: out.changes, table, &restoration)
    changes.append(.suspect(fingerprint: RouteState.restoredPlace, count: uncleanEnds + 1))
    return (changes, restoration)
  }

  /// Goes back to screens that need none of the missing values, after the changes made so far.
  private func leaveWhatNeeds(
    _ gone: Set<String>, in state: RouteState, after way: [TreeChange], _ table: RouteTable,
    _ restoration: inout Restoration
  ) -> [RouteChange] {
    var state = state
    do throws(ChangeError) {
      try state.apply(way.map(RouteChange.tree), limits: .format)
    } catch {
      return []  // the changes so far were tried before
    }
    let back = state.leavingWhatNeeds(gone, with: table)
    restoration.gone = back.count
    return back.changes.map(RouteChange.tree)
  }

  /// Actions that were claimed or started when the last session ended wait again. Their attempt
  /// stays counted, and a death in the foreground counts as a crash.
  private func unfinishedActions(of state: RouteState) -> [RouteChange] {
    state.actions { $0 == .claimed || $0 == .started }.map { action in
      .advance(action.id, hadEnd ? .interrupt : .crash)
    }
  }

  /// The changes of actions with moments when the clock was set: the moments move with the clock,
  /// so that each action waits exactly as long as its delay.
  private func actionsToMove(of state: RouteState) -> [RouteChange] {
    guard clockSet != 0 else { return [] }
    return state.actions.filter(\.hasMoments).map { .advance($0.id, .clockSet(by: clockSet)) }
  }

  /// The waiting requests that change: those with an expiry when the clock was set, and those for
  /// which host code ran when the last session ended normally or in the background. Host code is
  /// asked about the latter again: systems end hosts in this way, and it does not count against the
  /// request.
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
  /// Whether a death is attributed to a request or an action for which host code ran, and not to
  /// the place. An action explains only one death: that it runs again may be chance, and in an app
  /// whose actions always run no death would ever count against the place.
  var explainsDeath: Bool {
    asksHostCode || actions { $0 == .started }.contains { $0.crashes == 0 }
  }

  /// Whether host code runs for a request or an action.
  var hasHostCodeUnderWay: Bool {
    asksHostCode || !actions { $0 == .started }.isEmpty
  }

  private var asksHostCode: Bool { waiting.contains { $0.status == .received } }
}
