import RouteEngine
import RouteReplay
import RouteStore

/// What entries say came in.
extension ExportReader {
  mutating func act(_ entry: JournalEntry, _ before: RouteState) {
    if let id = entry.requestID, entry.action == nil { return request(id, entry, before) }
    switch entry.kind {
    case .signalled, .principal:
      for change in entry.changes { told(change, entry, before) }
    case .ready:
      let places = entry.changes.compactMap { change -> ExportedSession.Place? in
        guard case .tree(.ready(let screen, true)) = change else { return nil }
        return before.tree.place(of: screen)
      }
      begin(.ready(places), entry, before)
    case .suspended: begin(.suspend, entry, before)
    case .resumed: resume(entry, before)
    case .background:
      begin(.background, entry, before)
      transition = nil
    case .foreground: begin(.foreground, entry, before)
    case .ended: begin(.end, entry, before)
    default: break
    }
  }

  private mutating func told(_ change: RouteChange, _ entry: JournalEntry, _ before: RouteState) {
    switch change {
    case .signal(let condition, true):
      if case .signIn(let name) = step.act, isAtOnce(entry), touched.isEmpty {
        let time = step.time
        step = ExportedSession.Step(
          act: .signal(condition, principal: name), sequence: step.sequence, time: time)
      } else {
        begin(.signal(condition, principal: nil), entry, before)
      }
    case .signal(let condition, false):
      // Whoever signs in or out takes the conditions of the one before along.
      let follows = previous.map { $0.kind == .principal || $0.takesConditionBack } ?? false
      if follows, step.act.changesPrincipal, isAtOnce(entry) { return }
      begin(.unsignal(condition), entry, before)
    case .principal(let name?): begin(.signIn(name), entry, before)
    case .principal(nil): begin(.signOut, entry, before)
    default: break
    }
  }

  /// Whether an entry follows the one before so closely that one call wrote both.
  private func isAtOnce(_ entry: JournalEntry) -> Bool {
    previous.map { entry.at < $0.at.advanced(byMicroseconds: 1_000) } ?? false
  }

  private mutating func resume(_ entry: JournalEntry, _ before: RouteState) {
    switch entry.resumption {
    case .transforming: begin(.transform([]), entry, before)
    case .handingOver: begin(.handOver, entry, before)
    case .by(let policy): begin(.resume(policy), entry, before)
    case nil: return
    }
  }

  private mutating func request(
    _ id: RequestID, _ entry: JournalEntry, _ before: RouteState
  ) {
    if let request = entry.request {
      guard !isLeftOut(entry, request, before) else { return }
      beginTransition(entry, before)
      begin(.open(id, request), entry, before, at: request.at)
      if case .fact(let fact) = request.target, let screen = fact.screen {
        step.place = before.tree.place(of: screen)
      }
      known.insert(id)
      if let source = request.source { sources.insert(source) }
    }
    if entry.rule != .overtaken, entry.request == nil, transition?.contains(id) == true {
      transition = nil
      begin(.endTransition, entry, before)
    }
    if entry.rule == .transition {
      begin(.endTransition, entry, before)
    }
    switch (entry.kind, entry.rule) {
    case (.parked, .interceptor):
      guard case .wait(let waiting)? = entry.changes.first,
        case .condition(let condition) = waiting.status
      else { return }
      begin(.park(id, condition: condition), entry, before)
    case (.decided, .secret):
      // What it was to wait for is not written. At a launch nobody was asked.
      guard before.waiting(id)?.status == .received, session.steps.count > 0 else { return }
      begin(.park(id, condition: "unknown"), entry, before)
    case (.decided, .givenUp): giveUp(id, entry, before)
    case (.decided, .cancelled):
      begin(.cancel(id, reason: entry.outcome?.reason ?? ""), entry, before)
    case (.decided, .transform), (.released, _): replace(id, entry)
    case (.decided, nil), (.parked, nil):
      let waiting = before.waiting(id)
      if !entry.answers.isEmpty || waiting?.status == .received {
        begin(.reply(id, entry.answers), entry, before, at: momentOfReply(to: id, entry))
      } else if entry.outcome == .expired, let expiry = waiting?.expiry, !hasPassed(expiry) {
        begin(.wake, entry, before)
      }
    default: break
    }
  }

  /// Whether a moment had passed when the session began, which looked at the time then.
  private func hasPassed(_ moment: RouteInstant) -> Bool {
    if case .launch = step.act { began.map { moment < $0.at } ?? false } else { false }
  }

  /// When host code replied: at once, as far as a person can tell, or when its entry was written.
  private func momentOfReply(to id: RequestID, _ entry: JournalEntry) -> RouteInstant {
    guard case .open(id, let request) = step.act,
      entry.at < request.at.advanced(byMicroseconds: ExportedSession.Step.atOnce)
    else { return entry.at }
    return request.at
  }

  private mutating func giveUp(_ id: RequestID, _ entry: JournalEntry, _ before: RouteState) {
    guard case .condition(let condition)? = before.waiting(id)?.status else { return }
    if case .giveUp(let other, _) = step.act, other == condition, isAtOnce(entry) {
      return
    }
    begin(.giveUp(condition, reason: entry.outcome?.reason ?? ""), entry, before)
  }

  /// What the host put in the place of what it resumed.
  private mutating func replace(_ id: RequestID, _ entry: JournalEntry) {
    guard case .transform(var replacements) = step.act else { return }
    if entry.rule == .transform {
      replacements.append((id, nil))
    } else if case .wait(let waiting)? = entry.changes.first, let target = waiting.replacement {
      replacements.append((id, target))
    } else {
      return
    }
    let (sequence, time) = (step.sequence, step.time)
    step = ExportedSession.Step(act: .transform(replacements), sequence: sequence, time: time)
  }

  /// Requests that are kept back although nothing is under way wait for the end of a transition.
  private mutating func beginTransition(_ entry: JournalEntry, _ before: RouteState) {
    if entry.rule == .transition { return begin(.beginTransition, entry, before) }
    guard entry.kind == .received, let id = entry.requestID,
      case .wait(let waiting)? = entry.changes.first, waiting.status == .released,
      !before.waiting.contains(where: { $0.status == .received })
    else { return }
    if transition == nil {
      transition = []
      begin(.beginTransition, entry, before)
    }
    transition?.insert(id)
  }

  /// Whether a request cannot be opened again.
  private mutating func isLeftOut(
    _ entry: JournalEntry, _ request: RouteRequest, _ before: RouteState
  ) -> Bool {
    let id = entry.requestID ?? RequestID(entry.sequence)
    let why: String? =
      switch entry.rule {
      case .link: "no link, and the journal does not keep what is none"
      case .queueFull, .waitingFull, .sourceTooLong: "refused because there was no room for more"
      case .sourceUnread: "its source's id could not be looked up"
      case .again: "the same link again, which the app took for one delivery"
      case .source where !(request.source.map(sources.contains) ?? false):
        "a repetition of one from before the session"
      case .source where request.keyedFingerprint != nil:
        "a repetition that private values alone tell from others"
      default: nil
      }
    if let why { session.leftOut[why, default: []].append(id) }
    return why != nil
  }
}

extension ExportedSession.Act {
  /// Whether it says who is signed in.
  fileprivate var changesPrincipal: Bool {
    switch self {
    case .signIn, .signOut: true
    case .signal(_, let principal): principal != nil
    default: false
    }
  }
}

extension JournalEntry {
  fileprivate var takesConditionBack: Bool {
    if kind == .signalled, case .signal(_, false)? = changes.first { true } else { false }
  }
}

extension ScreenTree {
  /// How a test finds a screen again; nil when it is not there.
  func place(of id: ScreenID) -> ExportedSession.Place? {
    guard let words = self[id]?.words, let index = screens(called: words).firstIndex(of: id) else {
      return nil
    }
    return ExportedSession.Place(words: words, index: index, id: id)
  }
}
