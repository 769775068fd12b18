import RouteEngine

/// The entries of pending actions. An act of a user is recorded by no other entry.
extension StepChecks {
  /// Work is accepted: directly after the decision that brings it, or as a closure of the host's
  /// own.
  mutating func work(_ place: Place) -> Making {
    let entry = place.entry
    guard entry.changes.count == 1, case .enqueue(let action) = entry.changes[0] else {
      return unfit(entry)
    }
    if let problem = place.workProblem { return .nothing(.order, problem) }
    guard let cause = entry.cause else {
      return step(of: .brought(Decision.ActionDraft(action)), at: place)
    }
    guard let made = machine.entry(accepting: action, because: cause, at: entry.elapsed) else {
      return .nothing(.order, "no decision enqueues action \(action.id)")
    }
    stateMade = made.state
    return .step([made.entry])
  }

  /// An action gives way to work of the same key: to the following work, or to earlier work.
  mutating func displacement(_ place: Place) -> Making {
    let entry = place.entry
    if let problem = place.workProblem { return .nothing(.order, problem) }
    return pending(place) { checks, action in
      guard action.key != nil else {
        return .nothing(.action, "action \(action.id) has no key, and gives way to nothing")
      }
      var made = checks.machine.entry(of: action, .supersede, entry.elapsed)
      made.cause = entry.cause
      return .step([made])
    }
  }

  /// A handler returned when its attempt was no longer under way.
  mutating func lateResult(_ place: Place) -> Making {
    let entry = place.entry
    guard let id = entry.action, let request = entry.requestID, let attempt = entry.attempt else {
      return .nothing(.column, "it does not say which attempt at which action is late")
    }
    guard attempt >= 1 else { return .nothing(.column, "attempts are counted from 1") }
    guard machine.actionUnderWay(id, attempt) == nil else {
      return .nothing(.action, "action \(id) is under way at this attempt: nothing is late")
    }
    let told =
      place.state.action(id)
      ?? PendingAction(
        id: id, request: request, name: "", parameters: [:], screen: ScreenID(0), key: nil)
    return step(
      machine.fence(told, attempt, ActionResult(told: entry.reason), at: entry.elapsed))
  }

  /// An action changes by its terms, by its handler's result, or by an act of a user.
  mutating func transition(_ place: Place) -> Making {
    let entry = place.entry
    guard entry.changes.count == 1, case .advance(let id, let transition) = entry.changes[0],
      id == entry.action, EntryKind(transition) == entry.kind
    else { return unfit(entry) }
    return pending(place) { checks, action in
      if checks.mayFollowPruned, EntryKind.ends.contains(entry.kind) {
        var made = checks.machine.entry(of: action, transition, entry.elapsed)
        (made.reason, made.details) = (entry.reason, entry.details)
        return .step([made])
      }
      if let rule = entry.rule {
        return .nothing(
          .order,
          rule == .cleanBeginning
            ? "no session begins clean before it"
            : "rule \"\(rule.rawValue)\" does not cancel an action there")
      }
      checks.machine.noteOpener(of: action, by: transition)
      if let turn = checks.turn(transition, of: action, at: place) {
        return .step([checks.machine.entry(of: turn, entry.elapsed)])
      }
      if let input = Input(transition, of: action, telling: entry) {
        return checks.step(of: input, at: place)
      }
      return .nothing(.action, "action \(id) \(transition.problem(for: action))")
    }
  }

  /// The turn in which an action changes by itself; nil when another one has its turn, or none.
  private func turn(
    _ transition: PendingAction.Transition, of action: PendingAction, at place: Place
  ) -> RouteState.ActionTurn? {
    let turn = RouteState.ActionTurn(action: action, transition: transition)
    // A handler's report on its attempt has a reason of its own, and a user's act has none. Only a
    // handler reports that an action is done.
    guard transition != .finish, Bytes.same(turn.reason, place.entry.reason) else { return nil }
    guard beginning == nil else { return isNext(turn, at: place.entry.elapsed) ? turn : nil }
    // The actions that the host handles were stated in the session's beginning, which is gone.
    let (state, now) = (place.state, place.entry.at)
    guard transition != .claim || state.isFree(action) else { return nil }
    let isTurn = [HandledActions(only: action), HandledActions(names: [])].contains { handled in
      state.turn(of: action, at: now, handled) == transition
    }
    return isTurn ? turn : nil
  }

  /// Whether a turn is the machine's next one. No entry tells that an opener waits for the result
  /// of an action: such an action is not shelved, and may have to wait itself.
  private func isNext(_ turn: RouteState.ActionTurn, at elapsed: Int64) -> Bool {
    machine.actionTurn(at: elapsed) == turn || Self.isNext(turn, at: elapsed, of: machine)
  }

  /// Apart from ``isNext(_:at:)``, which would copy the machine before the first look.
  @inline(never)
  private static func isNext(
    _ turn: RouteState.ActionTurn, at elapsed: Int64, of machine: Machine
  ) -> Bool {
    var machine = machine
    while let other = machine.actionTurn(at: elapsed), other != turn {
      guard other.action.moment == .result, other.transition == .shelve else { return false }
      machine.noteOpener(of: other.action, by: .claim)
    }
    return machine.actionTurn(at: elapsed) == turn
  }

  private mutating func pending(
    _ place: Place, _ make: (inout StepChecks, PendingAction) -> Making
  ) -> Making {
    guard let id = place.entry.action else {
      return .nothing(.action, "it names no action")
    }
    guard let action = place.state.action(id) else {
      return .nothing(.action, "it names action \(id), which is not pending")
    }
    return make(&self, action)
  }
}

extension EntryKind {
  /// The kinds of entries that record the end of an action in an outage, or by a clean beginning.
  fileprivate static let ends: Set<EntryKind> = [.done, .failed, .expired, .cancelled]
}

extension Input {
  /// The host's report on an action that leads to a transition; nil when none does.
  fileprivate init?(
    _ transition: PendingAction.Transition, of action: PendingAction,
    telling entry: JournalEntry
  ) {
    switch (action.status, transition) {
    case (.started, .finish):
      self = .performed(action, attempt: action.attempt, .done, atOnce: false)
    case (.started, .fail), (.started, .retry), (.started, .die):
      // A handler that returned after its lease: its result follows in an entry of its own.
      let result = ActionResult.failed(reason: entry.reason ?? "")
      self = .performed(action, attempt: action.attempt, result, atOnce: false)
    case (.dead, .revive): self = .revived(action.id)
    case (_, .cancel): self = .gaveUpAction(action.id)
    default: return nil
    }
  }
}

extension PendingAction.Transition {
  /// The reason why an action cannot make the transition there.
  func problem(for action: PendingAction) -> String {
    switch self {
    case .expire: "expires before its time"
    case .shelve where action.isClosure:
      "is a closure, which is not kept for a later version"
    default: "cannot be \(EntryKind(self)?.word ?? word) here: it does not have its turn"
    }
  }
}
