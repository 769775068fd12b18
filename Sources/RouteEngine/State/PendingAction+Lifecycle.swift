/// The life of a pending action: a pure state machine. Every event in it is a transition, and only
/// ``moved(by:)`` defines what each transition leads to.
extension PendingAction {
  /// An event in the life of an action.
  package enum Transition: Hashable, Sendable {
    /// It is claimed; the attempt counts from now on.
    case claim
    /// Its handler is about to be called, and may take until then; nil: no limit.
    case start(until: RouteInstant?)
    /// It was claimed, but its moment passed before its handler was called: the attempt does not
    /// count.
    case giveBack
    /// Its handler has done the work.
    case finish
    /// Its attempt failed, and its terms allow no other.
    case fail
    /// Its attempt failed, and the next one may start at that moment.
    case retry(at: RouteInstant)
    /// The process ended normally while the action was claimed or its handler ran. This does not
    /// count as a death; the attempt still counts.
    case interrupt
    /// The process died while the action was claimed or its handler ran.
    case crash
    /// It is given up: its attempts are used up, or the process died in its handler too often.
    case die
    /// Its lifetime has passed.
    case expire
    /// Its screen is gone, or it was cancelled.
    case cancel
    /// Another action with the same key replaces it.
    case supersede
    /// This version has no handler for it.
    case shelve
    /// It may be tried again: this version handles it, or a revival was requested.
    case revive
    /// Its screen gives its result.
    case give(Parameters)
    /// The wall clock was set by this many microseconds between two runs, back when negative. The
    /// action's moments move with it, so the remaining times stay the same.
    case clockSet(by: Int64)
  }

  /// A transition that is not possible in an action's status.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The action.
    package let action: ActionID
    /// Its status.
    package let status: Status
    /// The transition that it cannot make.
    package let transition: Transition

    /// One line for a person.
    package var description: String {
      "action \(action) is \(status.rawValue): \(transition.word) is not possible"
    }
  }

  /// The number of deaths in its handler that make an action dead, if it was never revived.
  package static let deadlyCrashes = 2

  /// The most attempts of an action whose terms do not limit them. If it fails, the first attempt
  /// is the last, but the system may end the host in each attempt.
  package static let mostAttempts = 100

  /// The highest number of an attempt: the journal's numbers have 32 bits.
  static let lastAttempt = Int(Int32.max)

  /// The action after a transition; nil when it is over.
  ///
  /// - Throws: ``Refusal`` when the transition is not possible in its status.
  package func moved(by transition: Transition) throws(Refusal) -> PendingAction? {
    var next = self
    switch (status, transition) {
    case (.waiting, .claim) where !isGivenUp:
      next.status = .claimed
      next.attempt += 1
    case (.claimed, .start(let end)):
      next.status = .started
      next.leaseEnds = end
      next.possiblyExecuted = true
    case (.claimed, .giveBack):
      next.wait()
      next.attempt = max(0, attempt - 1)
    case (.claimed, .interrupt), (.claimed, .crash), (.started, .interrupt):
      next.wait()
    case (.started, .crash):
      next.wait()
      next.crashes = min(crashes + 1, Self.deadlyCrashes)
    case (.started, .retry(let moment)) where terms.retry != nil && hasAttemptsLeft:
      next.wait()
      next.notBefore = moment
    case (.started, .die) where terms.retry != nil && !hasAttemptsLeft,
      (.waiting, .die) where isGivenUp:
      next.status = .dead
      next.leaseEnds = nil
    case (.waiting, .give(let result)) where lacksResult,
      (.shelved, .give(let result)) where lacksResult:
      for element in result { next.parameters[element.name] = element.value }
      next.isGiven = true
    case (.waiting, .shelve): next.status = .shelved
    case (.shelved, .revive), (.dead, .revive):
      next.wait()
      next.crashes = 0
      if status == .dead { next.revivedAt = attempt }
    case (.waiting, .clockSet(let span)), (.shelved, .clockSet(let span)),
      (.dead, .clockSet(let span)):
      guard span != 0, hasMoments else { throw refusal(of: transition) }
      next.notBefore = notBefore?.advanced(byMicroseconds: span)
      next.expires = expires?.advanced(byMicroseconds: span)
    case (.started, .finish): return nil
    case (.started, .fail) where terms.retry == nil: return nil
    case (.waiting, .expire), (.claimed, .expire), (.shelved, .expire), (.dead, .expire),
      (.waiting, .cancel), (.claimed, .cancel), (.shelved, .cancel), (.dead, .cancel),
      (.waiting, .supersede), (.claimed, .supersede), (.shelved, .supersede), (.dead, .supersede):
      return nil
    default: throw refusal(of: transition)
    }
    return next
  }

  /// The transition for a failure at that moment. It contains the moment of the next attempt, which
  /// is computed only here.
  package func failure(at now: RouteInstant) -> Transition {
    guard let retry = terms.retry else { return .fail }
    return hasAttemptsLeft
      ? .retry(at: now.advanced(byMicroseconds: retry.delay(after: attempt))) : .die
  }

  /// Whether it still waits for its screen's result.
  package var lacksResult: Bool { moment == .result && !isGiven }

  /// Whether it waits for a moment or expires at one.
  var hasMoments: Bool { notBefore != nil || expires != nil }

  /// Whether the next death in its handler may be the fault of the action: the process died in it
  /// before, or it was revived.
  var isSuspect: Bool { crashes > 0 || revivedAt != nil }

  /// Whether the process died in its handler so often that it is not called again; after a revival
  /// one death is enough.
  var isTooDeadly: Bool { crashes >= (revivedAt == nil ? Self.deadlyCrashes : 1) }

  /// Whether it is not called again although it waits: the process died in its handler too often,
  /// or in its last attempt. An action whose handler was never called is given up only at the
  /// highest number of an attempt, which a forged journal can contain.
  var isGivenUp: Bool {
    isTooDeadly || attempt >= Self.lastAttempt || possiblyExecuted && !hasAttemptsLeft
  }

  private var hasAttemptsLeft: Bool {
    let most = max(terms.retry?.attempts ?? Self.mostAttempts, (revivedAt ?? -1) + 1)
    return attempt < min(most, Self.lastAttempt)
  }

  private func refusal(of transition: Transition) -> Refusal {
    Refusal(action: id, status: status, transition: transition)
  }

  private mutating func wait() {
    status = .waiting
    leaseEnds = nil
  }
}

extension PendingAction.Transition {
  /// Its word in the journal.
  package var word: String {
    switch self {
    case .claim: "claim"
    case .start: "start"
    case .giveBack: "giveBack"
    case .finish: "finish"
    case .fail: "fail"
    case .retry: "retry"
    case .interrupt: "interrupt"
    case .crash: "crash"
    case .die: "die"
    case .expire: "expire"
    case .cancel: "cancel"
    case .supersede: "supersede"
    case .shelve: "shelve"
    case .revive: "revive"
    case .clockSet: "clockSet"
    case .give: "give"
    }
  }

  /// The parameters of a result; nil for other transitions.
  package var parameters: Parameters? {
    if case .give(let parameters) = self { parameters } else { nil }
  }

  /// The moment in it; nil when it has none.
  package var until: RouteInstant? {
    switch self {
    case .start(let end): end
    case .retry(let moment): moment
    default: nil
    }
  }

  /// The number of microseconds in it; nil when it has none.
  package var span: Int64? {
    if case .clockSet(let span) = self { span } else { nil }
  }

  /// The transition for a word; nil for an unknown word, and when the word's data is missing.
  package init?(
    word: String, until: RouteInstant?, span: Int64?, parameters: Parameters? = nil
  ) {
    switch word {
    case "start": self = .start(until: until)
    case "retry":
      guard let until else { return nil }
      self = .retry(at: until)
    case "give": self = .give(parameters ?? [:])
    case "clockSet":
      guard let span else { return nil }
      self = .clockSet(by: span)
    default:
      guard let plain = Self.plain.first(where: { $0.word == word }) else { return nil }
      self = plain
    }
  }

  /// The transitions that have no data.
  private static let plain: [Self] = [
    .claim, .giveBack, .finish, .fail, .interrupt, .crash, .die, .expire, .cancel, .supersede,
    .shelve, .revive,
  ]

  /// All words of the journal.
  package static let words = plain.map(\.word) + ["start", "retry", "clockSet", "give"]
}
