/// A piece of work under way. Jobs are done one after the other, the newest first.
enum Job {
  /// Takes a request as far as possible now.
  case advance(Ticket)
  /// Asks host code about a request that is in the journal.
  case ask(Ticket, Decision.Asking)
  /// Ends a request that has expired.
  case expire(RequestID)
  /// Continues a request that has its answer, unless the host is in a transition.
  case resume(Ticket)
  /// Continues a request whose condition was signalled while host code worked on its answer.
  case releaseSignalled(Ticket, RequestID)
  /// Continues or ends a request that the last session left under way.
  case settleLeftover(RequestID)
  /// Allows actions to be claimed from now on.
  case beginClaiming
  /// Calls an action's handler.
  indirect case perform(PendingAction)
  /// Records the result of a handler whose attempt is no longer under way.
  indirect case fence(PendingAction, attempt: Int, ActionResult)
  /// Records the queued requests in the journal.
  case recordQueue
  /// Works on an input.
  indirect case input(Input)
}

extension Machine {
  // MARK: Inputs

  /// Takes an input; ``next(above:at:)`` returns the work that follows from it.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - elapsed: microseconds since the session began.
  mutating func receive(_ input: consuming Input, at elapsed: Int64) {
    switch input {
    case .opened(let request, let refusal): open(request, refusing: refusal)
    case .answered(let ticket, let prompt, let answer, let atOnce):
      takeAnswer(answer.bounded, to: prompt, of: ticket, atOnce: atOnce, at: elapsed)
    case .seen(let ticket, let facts): takeFacts(facts, about: ticket)
    case .transitionBegan: if !hasEnded { requests.beginTransition() }
    case .transitionEnded: if requests.endTransition() { resumeDeferred() }
    case .performing: actions.isClaiming = true
    case .awaited(let action): actions.addOpener(of: action)
    case .unawaited(let action): actions.removeOpener(of: action)
    case .queuedIsRecorded: push(.recordQueue)
    case .continued: continueWaiting(at: elapsed)
    case .storageReturned(let found): proposeReturn(found, at: elapsed)
    case .positioned(let sequence): move(to: sequence)
    case .renamed(let renaming, let state): rename(renaming, in: state)
    case .timePassed: pushExpired(at: elapsed)
    case .unlocked(let state, let row, let sequence, let isRecording):
      unlock(state, row, after: sequence, isRecording: isRecording, at: elapsed)
    case .signalled, .gaveUp, .resumed, .transformed, .handedOver:
      push(.input(input))
      pushExpired(at: elapsed)
    case .background:
      push(.input(input))
      requests.endTransitions()  // a transition that is not seen has ended
      resumeDeferred()
    case .ending:
      push(.input(input))
      push(.recordQueue)  // already accepted, so it must not be lost with the session
      pushExpired(at: elapsed)
    default: push(.input(input))
    }
  }

  // MARK: Work

  /// The next work of the jobs above a depth; `rest` when all of them are done.
  mutating func next(above depth: Int, at elapsed: Int64) -> Work {
    if hasEffects { return .tell }
    while let job = nextJob(above: depth) {
      if let work = work(on: job, at: elapsed) { return work }
      if hasEffects { return .tell }
    }
    return .rest
  }

  /// The next work that starts by itself at a moment: a function of the machine and the time alone.
  /// The first that applies is done, in this order: jobs under way, time limits, the queue,
  /// actions, and requests that cannot have their turn yet.
  mutating func nextByItself(above depth: Int, at elapsed: Int64) -> Work {
    while true {
      let work = next(above: depth, at: elapsed)
      guard case .rest = work else { return work }
      if let work = trustInTime(at: elapsed) { return work }
      if pushExpired(at: elapsed) || cutOffOverdue(at: elapsed) { continue }
      if let ticket = requests.nextTurn() {
        if let work = begin(ticket, at: elapsed) { return work }
        continue
      }
      if let work = beginTurn(at: elapsed) { return work }
      guard requests.hasToWait else { return .rest }
      if let work = settleRivals(at: elapsed) { return work }
      if depth == self.depth, requests.firstUnrecorded != nil { push(.recordQueue) }
      if depth == self.depth, !hasEffects { return .rest }
    }
  }

  private mutating func work(on job: consuming Job, at elapsed: Int64) -> Work? {
    switch job {
    // If the session has ended meanwhile, waiting requests belong to the next one.
    case .advance(let ticket):
      return hasEnded && isWaiting(ticket) ? nil : advance(ticket, at: elapsed)
    case .ask(let ticket, let asked): return hasEnded ? nil : ask(asked, of: ticket, at: elapsed)
    case .expire(let id):
      guard let waiting = state.waiting(id), waiting.isExpired(at: now(elapsed)) else { return nil }
      push(.advance(ticket(for: waiting, at: elapsed)))
    case .resume(let ticket):
      guard requests.contains(ticket) else { return nil }  // it has its outcome
      requests.dequeue(ticket)  // it continues here: a release gives it no second turn
      if requests.isInTransition {
        requests.deferUntilTransitionEnds(ticket)
      } else {
        push(.advance(ticket))
      }
    case .releaseSignalled(let ticket, let id):
      return propose(releaseIfSignalled(ticket, id, at: elapsed))
    case .settleLeftover(let id): return propose(settleLeftover(id, at: elapsed))
    case .beginClaiming: actions.isClaiming = true
    case .perform(let action):
      if hasEnded { return nil }  // the next session performs it
      if isRecording { return .perform(action) }
      revertStart(of: action)  // storage failed after its start: it runs when storage works again
    case .fence(let action, let attempt, let result):
      return propose(fence(action, attempt, result, at: elapsed))
    case .recordQueue: return recordQueue(at: elapsed)
    case .input(let input): return propose(step(of: input, at: elapsed))
    }
    return nil
  }

  /// The step that an input leads to by itself; nil when there is none.
  package mutating func step(of input: consuming Input, at elapsed: Int64) -> Step? {
    switch input {
    case .paused(let ticket, let prompt, let condition):
      return pause(ticket, prompt, until: condition, at: elapsed)
    case .cancelled(let ticket, let reason):
      return cancel(ticket, reason: reason.boundedReason, at: elapsed)
    case .signalled(let condition, let principal):
      return signal(condition, principal: principal, at: elapsed)
    case .unsignalled(let condition): return unsignal(condition, at: elapsed)
    case .signedIn(let principal): return signIn(as: principal, at: elapsed)
    case .signedOut: return signOut(at: elapsed)
    case .gaveUp(let condition, let reason):
      return giveUp(condition, reason.boundedReason, at: elapsed)
    case .ready(let screen): return ready(screen, at: elapsed)
    case .unready(let screen): return unready(screen, at: elapsed)
    case .suspended: return suspend(at: elapsed)
    case .resumed(let policy): return resume(policy, at: elapsed)
    case .transformed(let targets): return resume(transforming: targets, at: elapsed)
    case .handedOver: return handOver(at: elapsed)
    case .background: return mark(.background, at: elapsed)
    case .foreground: return mark(.foreground, at: elapsed)
    case .ended: return mark(.ended, at: elapsed)
    case .stable: return stability(at: elapsed)
    case .ending:
      actions.isClaiming = false
      return nil
    case .brought(let draft): return accept(draft, at: elapsed)
    case .performed(let action, let attempt, let result, let atOnce):
      return end(action, attempt, result.bounded, atOnce: atOnce, at: elapsed)
    case .revived(let id): return revive(id, at: elapsed)
    case .gaveUpAction(let id): return cancelAction(id, at: elapsed)
    case .adopted(let table): return adopt(table, at: elapsed)
    case .launched(let facts): return launch(facts)
    case .storageReturned(let found): return reacquire(found, at: elapsed)
    case .beganMaintenance(let beginning): return beginMaintenance(beginning)
    case .pruned(let point): return prune(through: point, at: elapsed)
    case .redacted(let plan): return redact(plan, at: elapsed)
    case .opened, .seen, .answered, .transitionBegan, .transitionEnded, .performing,
      .awaited, .unawaited, .queuedIsRecorded, .continued, .positioned, .renamed, .timePassed,
      .unlocked:
      return nil  // worked on when it came in
    }
  }
}
