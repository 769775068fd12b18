package import RouteStore

/// The phases of the host's life, and the requests left by the last session.
extension Machine {
  /// Says that a screen can take actions.
  mutating func ready(_ id: ScreenID?, at elapsed: Int64) -> Step? {
    guard let screen = id.map({ state.tree[$0] }) ?? state.tree.visibleLeaf() else { return nil }
    return turn(screen, ready: true, at: elapsed)
  }

  /// Says that a screen can no longer take actions.
  mutating func unready(_ id: ScreenID, at elapsed: Int64) -> Step? {
    turn(state.tree[id], ready: false, at: elapsed)
  }

  private mutating func turn(_ screen: Screen?, ready isReady: Bool, at elapsed: Int64) -> Step? {
    guard let screen, screen.isReady != isReady else { return nil }
    var entry = newEntry(.ready, elapsed)
    entry.screenAfter = state.tree.visibleKind()
    entry.screenBefore = entry.screenAfter
    entry.changes = [.tree(.ready(screen.id, isReady))]
    return step([entry])
  }

  /// Records a phase of the host's life. An entry of a host that is not in the foreground is stored
  /// together with the whole state.
  mutating func mark(_ kind: EntryKind, at elapsed: Int64) -> Step? {
    var entry = newEntry(kind, elapsed)
    if kind != .foreground { entry.changes = trustingChanges }
    var companions = Companions()
    companions.session = sessionRow.marked(by: entry)
    companions.forcesCheckpoint = kind != .foreground
    return step([entry], companions, .marks(kind))
  }

  /// Whether the host is in the middle of a transition.
  var isInTransition: Bool { requests.isInTransition }

  /// The failure of the host to show something, with the screens that it returns to: those on
  /// display before, or, where these are unknown, the table's own tree.
  ///
  /// - Parameters:
  ///   - screen: the screen that could not be shown; nil when it is the newest tree as a whole.
  ///   - reason: why.
  ///   - displayed: what is really on display; nil when the host does not say.
  func renderFailure(
    of screen: ScreenID?, because reason: String, showing displayed: DisplayedScreens?
  ) -> RenderFailure {
    RenderFailure(
      entry: displayHistory.refusedEntry(naming: screen), screen: screen,
      reason: reason.boundedReason,
      displayed: displayed ?? displayHistory.displayed(without: screen, in: state.tree)
        ?? table.ownScreens,
      isReported: displayed != nil)
  }

  /// Replaces the route table in force. Observers see the new screens with the new table.
  mutating func adopt(_ table: RouteTable, at elapsed: Int64) -> Step? {
    guard !hasEnded, table.digest != self.table.digest else { return nil }
    let digest = Digest64.hex(table.digest)
    let former = Digest64.hex(self.table.digest)
    let (changes, restoration) = state.adopting(
      table, by: Adaptation(from: self.table, digest: former))
    var entry = newEntry(.table, elapsed)
    entry.changes = changes
    entry.details = .adoption(TableAdoption(table: digest, restoration: restoration))
    var next = state
    do {
      // As at a launch, the session's own bounds do not apply to the content of a table.
      try next.apply(changes, limits: .format)
    } catch {
      return nil
    }
    entry.stateDigest = next.digest
    var companions = Companions()
    var row = sessionRow
    row.tableDigest = digest
    companions.session = row
    companions.routeTable = table.row
    return step(
      [entry], companions, leadingTo: next, .adopts(table, row, former: former))
  }

  // MARK: What the last session left

  /// Ends or continues the requests under way when the last session ended: first those over which
  /// its host died, then those that need a secret, then those that continue.
  mutating func settleLeftovers() {
    guard afterOutage.hasLeftovers else { return }
    afterOutage.hasLeftovers = false
    let left = state.waiting.filter { requests.ticket(of: $0.id) == nil }
    let died = left.filter { $0.status == .received }
    let others = left.filter { $0.status != .received }
    let secret = others.filter(\.target.holdsSecret)
    let released = others.filter(\.hasTurnAtLaunch)
    for waiting in (died + secret + released).reversed() { push(.settleLeftover(waiting.id)) }
  }

  /// Settles a request that the last session left. If host code ran for it when that session died
  /// in the foreground, it ends and is remembered as suspect. If its secret is gone, it ends. If it
  /// was released, it has its turn.
  mutating func settleLeftover(_ id: RequestID, at elapsed: Int64) -> Step? {
    guard let waiting = state.waiting(id), requests.ticket(of: id) == nil else { return nil }
    guard waiting.status == .received else {
      guard waiting.target.holdsSecret else {
        if waiting.hasTurnAtLaunch { requests.enqueue(ticket(for: waiting, at: elapsed)) }
        return nil
      }
      let refusal = PendingRequest.Refusal(outcome: .secretIsGone, rule: .secret)
      return settle(ticket(for: waiting, at: elapsed), as: refusal, elapsed)
    }
    let ticket = ticket(for: waiting, at: elapsed)
    guard let pending = requests[ticket] else { return nil }
    let fingerprint = waiting.request.fingerprint
    let count = state.suspects.first { $0.fingerprint == fingerprint }?.count ?? 0
    let refusal = PendingRequest.Refusal(
      outcome: count > 0 ? .quarantined : .interrupted, rule: .relaunch)
    var companions = Companions()
    var entry = settlement(of: pending, as: refusal, &companions, elapsed)
    entry.duration = nil  // it was opened in another session
    let deaths = min(count + 1, RouteState.CrashSuspect.mostDeaths)
    entry.changes.append(.suspect(fingerprint: fingerprint, count: deaths))
    return step([entry], companions, .decided(ticket, id, refusal.outcome, repeats: nil))
  }

  /// Gives requests their turn again in a session that continues after being cut off: first to the
  /// one that had it, then to the released ones.
  mutating func continueWaiting(at elapsed: Int64) {
    actions.isClaiming = true
    for isFirst in [true, false] {
      for waiting in state.waiting where !waiting.isParked {
        guard (waiting.status == .received) == isFirst else { continue }
        requests.enqueue(ticket(for: waiting, at: elapsed))
      }
    }
  }
}

extension WaitingRequest {
  /// Whether a launch that continues the session gives the request its turn.
  package var hasTurnAtLaunch: Bool { status == .released && !target.holdsSecret }
}

extension RouteTable {
  /// The screens that a first launch begins with.
  fileprivate var ownScreens: DisplayedScreens {
    let tree = initialScenes
    return DisplayedScreens(scenes: tree.scenes, activeScene: tree.activeScene, isComplete: true)
  }
}

extension SessionRow {
  /// The row after an entry that records a phase of the host's life.
  package func marked(by entry: borrowing JournalEntry) -> SessionRow {
    var row = self
    switch entry.kind {
    case .background: row.ending = "background"
    case .ended: row.ending = "ended"
    default: row.ending = nil
    }
    row.lastSequence = entry.sequence
    row.endedMicroseconds = entry.kind == .foreground ? nil : entry.at.microseconds
    return row
  }

  /// The row with the end that another row of the same session states.
  package func ending(as other: SessionRow?) -> SessionRow {
    guard let other, other.number == number else { return self }
    var row = self
    row.ending = other.ending
    row.endedMicroseconds = other.endedMicroseconds
    row.lastSequence = other.lastSequence
    return row
  }
}
