package import RouteEngine
import RouteStore

/// A decision explained step by step: the result that a link would have, or that a request had.
package struct ExplainedDecision {
  /// A step of the route, with its fate in the decision.
  package struct Step {
    /// The fate of a step.
    package enum Fate: Hashable {
      /// The decision ended before it.
      case notReached
      /// Its effect was already there.
      case notNeeded
      /// The decision failed at it.
      case failed(reason: String)
      /// It made a screen.
      case built
      /// It found a screen.
      case found
      /// It changed something, and leads to no screen of its own.
      case carriedOut
    }

    /// The verb of the step.
    package let verb: Destination.Step.Verb
    /// The name in the step; empty for none.
    package let name: String
    /// The fate of the step.
    package let fate: Fate
  }

  /// The answers that led to it.
  package let answers: [RecordedAnswer]
  /// The decision; a question if only the app has the answer.
  package let decision: Decision
  /// The steps; empty for a question.
  package let steps: [Step]
  /// Whether the link only has this result with tokens in it, as in the journal.
  package private(set) var isOfTokens = false

  /// Decides, as a session does, what a link would do in a state. Interceptors without a given
  /// answer allow it.
  ///
  /// A session decides about the link as it is journaled, with tokens. Few links have another
  /// result with them; for all others the decision is explained with their values.
  package init(
    of link: RouteLink, by table: RouteTable, in state: RouteState, given: [GivenAnswer] = []
  ) {
    let request = RouteRequest(
      .link(link), from: .url, at: RouteInstant(microseconds: 0))
    self.init(of: request, link, by: table, in: state, given)
    guard table.mayHoldPrivateValues(link) else { return }
    let hidden = PrivateValues(journal: NoVault()).hide(request, table: table)
    let journaled = ExplainedDecision(of: hidden, link, by: table, in: state, given)
    guard !journaled.decision.endsLike(decision) else { return }
    self = journaled
    isOfTokens = true
  }

  private init(
    of request: RouteRequest, _ link: RouteLink, by table: RouteTable, in state: RouteState,
    _ given: [GivenAnswer]
  ) {
    var input = DecisionInput(
      request: request, id: RequestID(1), state: state, table: table, now: request.at)
    var machine = RepeatedDecisions()
    var decision = machine.decide(input).decision
    while case .asks(let asking) = decision,
      let answer = given.answer(to: asking.question)
        ?? (asking.question.kind == .interceptor ? .allow : nil)
    {
      input.answers.append(RecordedAnswer(asking.question, answer))
      decision = machine.decide(input).decision
    }
    let target = Self.rewriting(in: input.answers) ?? .link(link)
    self.init(decision, input, table.match(target, shown: state.tree)?.destination)
  }

  /// Repeats the decision of an entry in the state before it; nil when the entry has no decision or
  /// no route of the table, and when the repeated decision takes another route.
  package init?(
    of entry: JournalEntry, by table: RouteTable, in state: RouteState, limits: RouteLimits
  ) {
    guard entry.kind == .decided, let id = entry.requestID,
      let request = entry.request ?? state.waiting(id)?.request,
      let route = entry.route.flatMap(table.route)
    else { return nil }
    let input = DecisionInput(
      request: request, id: id, answers: entry.answers, state: state, table: table,
      now: entry.at, limits: limits)
    var machine = RepeatedDecisions()
    let decision = machine.decide(input, at: entry.sequence).decision
    guard case .decided(let decided) = decision, decided.route == entry.route else { return nil }
    self.init(decision, input, route.destination)
  }

  /// - Parameter destination: the destination of the attempted route, if the decision names none.
  private init(_ decision: Decision, _ input: DecisionInput, _ destination: Destination?) {
    self.decision = decision
    answers = input.answers
    guard case .decided(let decided) = decision else {
      steps = []
      return
    }
    let route = decided.route.flatMap(input.table.route)
    let fates = StepFates(decided, before: input.state.tree)
    steps = fates.steps(of: route?.destination ?? destination ?? Destination())
  }
}

extension ExplainedDecision {
  /// The target by which the table's rewriter replaced the link before the match; nil when the link
  /// stays.
  package var rewritten: RouteRequest.Target? { Self.rewriting(in: answers) }

  /// The targets to which host code sent the request on, in order, besides ``rewritten``.
  package var redirects: [(by: Question, to: RouteRequest.Target)] {
    answers.filter { !$0.rewritesFirst }.compactMap { recorded in
      recorded.redirection.map { (recorded.question, $0) }
    }
  }

  private static func rewriting(in answers: [RecordedAnswer]) -> RouteRequest.Target? {
    answers.first(where: \.rewritesFirst)?.redirection
  }
}

extension RecordedAnswer {
  /// Whether it is the one about the link that arrived.
  fileprivate var rewritesFirst: Bool { question.moment == .match && question.hop == 0 }

  /// The target to which it sends the request; nil when it does not, and for code that cannot.
  fileprivate var redirection: RouteRequest.Target? {
    guard case .redirect(let target) = answer else { return nil }
    return question.kind == .interceptor || question.kind == .router ? target : nil
  }
}

extension Decision {
  /// Whether both are questions, or both use the same route and end with the same kind of outcome.
  fileprivate func endsLike(_ other: Decision) -> Bool {
    switch (self, other) {
    case (.asks(let one), .asks(let other)): one.question == other.question
    case (.decided(let one), .decided(let other)):
      one.route == other.route && one.resolution.word == other.resolution.word
    default: false
    }
  }
}

extension Decision.Resolution {
  /// The outcome's word; nil for a request that waits.
  fileprivate var word: String? {
    if case .ended(let outcome) = self { outcome.word } else { nil }
  }
}

/// The vault of a journal without one.
private final class NoVault: VaultReader {
  func vaultKey(principal: String) -> VaultKey? { nil }
  func vaultValue(token: String, principal: String) -> [UInt8]? { nil }
  func tokensWithoutValue(among tokens: Set<String>) -> Set<String> { [] }
}
