import RouteStore

/// Names a request within one process, before the journal gives it an id. Tickets rise and are
/// never used again.
package struct Ticket: Hashable, Comparable {
  let number: Int

  package static func < (left: Ticket, right: Ticket) -> Bool { left.number < right.number }
}

/// A request on its way: what the process knows of it before it has an outcome.
package struct PendingRequest {
  let ticket: Ticket
  var request: RouteRequest
  /// Known once an entry speaks of it.
  var id: RequestID?
  /// Microseconds since the session began, by the clock that never steps, when it was opened.
  let openedAt: Int64
  /// How it ends without a decision; nil when it is decided.
  var refusal: Refusal?
  /// Whether it was looked up whether it repeats an earlier request.
  var isLookedUp = false
  /// The answers of host code so far.
  var answers: [RecordedAnswer] = []
  /// The screens and the ids used up when host code was last asked: what it did to the tree fits
  /// these alone.
  var screens: (tree: UInt64, counter: UInt64)?
  /// The plan that an interceptor was last asked about.
  var plan: AskedPlan?
  /// How often host code had to be asked again because the screens were others by then.
  var renewals = 0
  /// The question that host code works on; nil when none is open.
  var prompt: OpenPrompt?
  /// The conditions that were signalled while host code worked on its last answer, and since, until
  /// its request goes on with it.
  var signalled: Set<String> = []
  /// The conditions that a user decided against while host code worked on its last answer, and
  /// since, until its request waits.
  var refused: [GivenUp] = []
  /// How many answers that were given at once had conditions signalled while they were made.
  var answersWithSignals = 0
  /// Whether it waits for the end of a transition of the host's.
  var isHeld = false
  /// Whether its host code waits for a condition in the middle of its answer.
  var isPaused = false

  /// A request that the session ends by its own rule when it has its turn.
  package struct Refusal {
    let outcome: Outcome
    let rule: SettlingRule
    /// How the request ended that it repeats.
    var repeats: Repeated?

    init(outcome: Outcome, rule: SettlingRule, repeats: Repeated? = nil) {
      (self.outcome, self.rule, self.repeats) = (outcome, rule, repeats)
    }

    /// One of a rule that says how a request ends.
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
    self.request = request  // by itself: in a tuple it would be copied
    (self.ticket, self.id, self.openedAt) = (ticket, id, openedAt)
  }

  /// Whether host code is asked about it, or has answered and the request goes on later.
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

/// The id that a source gave a request. One that is longer than the bound is not kept at all, since
/// all that is kept of it would have to be: its request ends by a rule.
struct SourceID {
  /// The id, unless it is too long.
  let kept: String?
  /// How the request ends because of it; nil when it does not.
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
  /// The options of a request that host code opens while it is asked about another one: it does not
  /// wait for a suspended session, and is on behalf of that one.
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

/// How the request ended that another one repeats.
enum Repeated {
  /// As this process knows it; nil while it waits.
  case known(Outcome?)
  /// As its source's id was seen: seldom, and it would be most of every request and effect.
  indirect case seen(SeenRow)
}
