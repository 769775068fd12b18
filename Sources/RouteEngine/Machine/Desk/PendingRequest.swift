import RouteStore

/// Names a request within one process, before the journal gives it an id. Tickets rise and are
/// never used again.
package struct Ticket: Hashable, Comparable {
  let number: Int

  package static func < (left: Ticket, right: Ticket) -> Bool { left.number < right.number }
}

/// A request under way: the facts that the process has before it has an outcome.
package struct PendingRequest {
  let ticket: Ticket
  var request: RouteRequest
  /// Its id, once an entry has recorded it.
  var id: RequestID?
  /// Microseconds since the session began, by the clock that never steps, when it was opened.
  let openedAt: Int64
  /// How it ends without a decision; nil when it is decided.
  var refusal: Refusal?
  /// Whether the session has checked if the request repeats an earlier one.
  var isLookedUp = false
  /// The answers of host code so far.
  var answers: [RecordedAnswer] = []
  /// The digest of the tree and the counter of ids when host code was last asked. The edits that
  /// the code made fit only this tree.
  var screens: (tree: UInt64, counter: UInt64)?
  /// The plan that an interceptor was last asked about.
  var plan: AskedPlan?
  /// How often host code was asked again because the screens had changed meanwhile.
  var renewals = 0
  /// The question that host code works on; nil when none is open.
  var prompt: OpenPrompt?
  /// The conditions signalled since host code was asked for its last answer, until the request
  /// continues with that answer.
  var signalled: Set<String> = []
  /// The conditions that a user decided against since host code was asked for its last answer,
  /// until the request waits.
  var refused: [GivenUp] = []
  /// The number of answers, given at once, during which a condition was signalled.
  var answersWithSignals = 0
  /// Whether it waits for the end of a transition of the host's.
  var isHeld = false
  /// Whether its host code waits for a condition in the middle of its answer.
  var isPaused = false

  /// The end of a request by the session's own rule, when the request has its turn.
  package struct Refusal {
    let outcome: Outcome
    let rule: SettlingRule
    /// The end of the request that this one repeats.
    var repeats: Repeated?

    init(outcome: Outcome, rule: SettlingRule, repeats: Repeated? = nil) {
      (self.outcome, self.rule, self.repeats) = (outcome, rule, repeats)
    }

    /// The refusal by a rule that says how a request ends.
    init(by rule: SettlingRule) {
      guard let outcome = rule.outcome else {
        preconditionFailure("rule \(rule.rawValue) alone does not say how a request ends")
      }
      self.init(outcome: outcome, rule: rule)
    }
  }

  init(
    _ request: consuming RouteRequest, ticket: Ticket, id: RequestID? = nil, openedAt: Int64
  ) {
    self.request = request  // assigned on its own: in a tuple it would be copied
    (self.ticket, self.id, self.openedAt) = (ticket, id, openedAt)
  }

  /// Whether host code is asked about it, or has answered and the request continues later.
  var mayBeginToWait: Bool { prompt != nil || !answers.isEmpty }

  /// Forgets that a user decided against a condition.
  mutating func forgetRefusal(of condition: String) {
    if !refused.isEmpty { refused.removeAll { $0.condition.hasSameBytes(as: condition) } }
  }
}

/// A condition that a user decided against.
struct GivenUp {
  let condition: String
  let reason: String
}

/// The id that a source gave a request. An id has to be kept whole, so one that is longer than the
/// bound is not kept: its request ends by a rule.
struct SourceID {
  /// The id, unless it is too long.
  let kept: String?
  /// How the request ends because of its id; nil when the id is accepted.
  let refusal: PendingRequest.Refusal?

  /// - Parameters:
  ///   - source: the id as it came; nil when there is none.
  ///   - bound: the most bytes, see ``RouteLimits/sourceBytes``.
  init(_ source: String?, bound: Int) {
    let isTooLong = source.map { $0.utf8.count > bound } ?? false
    kept = isTooLong ? nil : source
    refusal = isTooLong ? PendingRequest.Refusal(by: .sourceTooLong) : nil
  }
}

extension RouteRequest.Options {
  /// The options of a request that host code opens while it is asked about another request. The new
  /// request is on behalf of the other one and does not wait for a suspended session.
  func onBehalf(of request: RequestID) -> RouteRequest.Options {
    var options = self
    options.onBehalfOf = request
    options.isSuspendable = false
    return options
  }
}

/// A question that host code was asked and has not answered.
struct OpenPrompt {
  /// Names it within one process.
  let number: Int
  let question: Question
  /// Microseconds since the session began when the code was asked, or last waited for a condition.
  var since: Int64
  /// The conditions signalled since the code was asked.
  var signalled: Set<String> = []
}

/// The end of a request that another one repeats.
enum Repeated {
  /// The outcome that this process knows; nil while the request waits.
  case known(Outcome?)
  /// The row of the source's id. This case is rare; stored inline, it would be most of every
  /// request and effect.
  indirect case seen(SeenRow)
}
