import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport

extension Simulation {
  /// Checks after every input what costs no more than an input, and from time to time the rest.
  func check() {
    if let found = host.problem { find(found) }
    if !host.opened.isEmpty {
      open += host.opened
      host.opened = []
    }
    checkOpenings()
    if (step + 1) % plan.checksEvery == 0 { checkWhole() }
  }

  func checkOpenings() {
    guard let session, !open.isEmpty else { return }
    let mustKnow = session.health.isRecording
    var stay: [Opening] = []
    for opening in open {
      if let outcome = opening.outcome {
        if opening.isRecorded { ended.append(opening) }
        report.outcomes[outcome.word, default: 0] += 1
        continue
      }
      stay.append(opening)
      guard mustKnow else { continue }
      guard let id = opening.request else {
        find("a request is neither in the journal nor told how it ended")
        continue
      }
      if session.state.waiting(id) == nil { find("request \(id) has no outcome and does not wait") }
    }
    if stay.count < open.count { open = stay }
  }

  /// Checks the state as a whole, and that the journal leads to it.
  func checkWhole() {
    guard let session, !hasFailed else { return }
    checkDue(in: session)
    if let broken = session.state.brokenInvariant { return find(broken) }
    readNewEntries()
    guard !hasFailed, session.health.isRecording else { return }
    if audit.state.digest != session.state.digest || audit.state != session.state {
      find("the journal leads to another state than the session shows")
    }
    for opening in ended {
      guard let id = opening.request, let outcome = opening.outcome else { continue }
      if audit.outcomes[id] != outcome {
        let known = audit.outcomes[id]?.description ?? "none"
        find("request \(id) was told \(outcome), the journal has \(known)")
      }
    }
    ended = []
  }

  /// What is due has happened: nothing is left that time or the screens have ended.
  private func checkDue(in session: RouteSession) {
    session.wake()
    guard session.health.isRecording else { return }
    let now = now
    for action in session.state.actions {
      if action.status != .started, session.state.tree[action.screen] == nil {
        find("action \(action.id) is pending for a screen that is gone")
      }
      if action.status != .started, let end = action.expires, end < now {
        find("action \(action.id) is pending after its time")
      }
      if action.status == .started, let end = action.leaseEnds, end < now {
        find("action \(action.id) runs after its lease")
      }
    }
    for waiting in session.state.waiting where waiting.isExpired(at: now) {
      find("request \(waiting.id) waits after its time")
    }
  }

  /// The session's moment.
  var now: RouteInstant {
    RouteInstant(microseconds: began.wall + clock.monotonic - began.monotonic)
  }

  /// Reads what the journal has that was not read yet.
  func readNewEntries() {
    guard !hasFailed else { return }
    do {
      if let memory {
        try memory.forEachEntry(after: audit.position) { row in try audit.take(row) }
      } else if let path = plan.path {
        try pausingFaults {
          let history = try History(recovering: path)
          try history.forEachCheckedEntry(after: audit.position) { row in try audit.take(row) }
        }
      }
    } catch {
      find("the journal cannot be read: \(error)")
    }
    if let found = audit.problem { find(found) }
  }

  /// Ends the run, and has the journal verified, decided again and exported.
  func finish() async {
    guard let session else { return }
    mend()
    plan.progress?()
    clock.advance(by: 120_000_000)
    session.wake()
    session.end()
    await settle()
    checkWhole()
    guard !hasFailed else { return }
    let state = session.state.digest
    let isRecording = session.health.isRecording
    await close()
    do {
      let path = try fileToCheck()
      defer { removeCopy(path) }
      let history = try History(path: path)
      let verification = try Verification(of: history)
      for finding in verification.findings {
        find("verify, entry \(finding.sequence): \(finding.problem)")
      }
      if isRecording, verification.stateDigest != state { find("verify reaches another state") }
      for footing in [Rerun.Footing.pinned, .free] where !hasFailed {
        plan.progress?()
        let rerun = try Rerun(of: history, on: footing)
        for divergence in rerun.divergences { find("rerun \(footing): \(divergence)") }
      }
    } catch {
      find("the journal cannot be checked: \(error)")
    }
  }
}
