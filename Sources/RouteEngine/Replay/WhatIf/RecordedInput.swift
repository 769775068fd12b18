package import RouteEngine
package import RouteStore

/// The inputs from outside that a journal records, collected so that they can be given to a session
/// again: each request with the answers of host code to it, and its end.
package struct RecordedInput {
  package struct Request {
    package let id: RequestID
    package let request: RouteRequest
    /// The replies of host code to each question, in the order in which it was asked.
    package var answers: [Question: [Answer]] = [:]
    /// The conditions that host code waited for in the middle of its answers.
    package var waits: [(interceptor: String, condition: String)] = []
    /// The entry that ended it.
    package var endedAt: Int64?
    /// Its end, if it ended.
    package var end = Rehearsal.RequestEnd()
    /// The rule by which it ended, if no decision ended it.
    package var rule: SettlingRule?
    /// Whether an entry says that it waits.
    package var isParked = false
    /// Whether it expired while host code was asked, whose answer came too late.
    package var isUnanswered = false

    /// A request of which nothing else is known yet.
    package init(id: RequestID, request: RouteRequest) { (self.id, self.request) = (id, request) }

    /// Whether it is an act of the user.
    package var isFact: Bool { if case .fact = request.target { true } else { false } }

    /// Whether it cannot be given again: no session reaches its end, or none whose host code
    /// answers at once.
    package var isLeftOut: Bool {
      guard let rule, rule != .source else {
        return (end.outcome == nil || isUnanswered) && !isParked
      }
      return rule.obstacle != nil || rule.needsBusyHost || !isParked
    }
  }

  /// The requests by their ids.
  package private(set) var requests: [RequestID: Request] = [:]
  /// The ids in the order of arrival.
  package private(set) var order: [RequestID] = []
  /// The requests that host code opened in the middle of its answer to another one.
  package private(set) var children: [RequestID: [RequestID]] = [:]
  /// The tokens that each session's launch treated as gone: their values are not passed on.
  package private(set) var goneTokens: [Int64: Set<String>] = [:]
  /// The restoration at each launch that continued from a place.
  package private(set) var restorations: [Int64: Restoration] = [:]
  /// The targets by which the host replaced those of requests at each resume; nil for requests that
  /// it dropped.
  package private(set) var replacements: [Int64: [RequestID: RouteRequest.Target?]] = [:]
  /// All names that occurred in questions, by kind.
  package private(set) var names: [Question.Kind: Set<String>] = [:]
  /// The recorded results of actions.
  private var work = RecordedWork()
  /// The newest reply of each name, for requests about which it was not asked.
  private var newest: [Question.Kind: [String: Answer]] = [:]

  /// Answers in place of recorded ones; then whether each was asked for.
  private var given: [RequestID: [(answer: GivenAnswer, isAsked: Bool)]] = [:]
  /// Answers for all requests without one of their own; then whether each was asked for.
  private var givenToAll: [(answer: GivenAnswer, isAsked: Bool)] = []

  package init(_ history: History) throws {
    var fold = HistoryFold()
    var reading = RecordedActs()
    var ended: RequestID?
    try fold.walk(history) { entry, before in
      if let ended { requests[ended]?.end.see(before.tree) }
      ended = entry.endedRequest
      for act in reading.acts(of: entry, after: before) { note(act, of: entry) }
      note(entry)
      guard entry.kind == .restored else { return }
      goneTokens[entry.session] = entry.tokensGone(from: before)
      restorations[entry.session] = entry.restoration
    }
    if let ended { requests[ended]?.end.see(fold.state.tree) }
  }

  private mutating func note(_ act: RecordedAct, of entry: JournalEntry) {
    switch act {
    case .open(let id, let request):
      requests[id] = Request(id: id, request: request)
      order.append(id)
      if let parent = request.options.onBehalfOf { children[parent, default: []].append(id) }
    case .park(let id, let condition):
      guard let interceptor = entry.waitingInterceptor else { return }
      requests[id]?.waits.append((interceptor, condition))
    case .replace(let id, let target, let resume):
      replacements[resume, default: [:]][id] = .some(target)
    case .reply(let id, let answers):
      requests[id]?.isUnanswered = answers.isEmpty && entry.outcome == .expired
    case .cancel, .expire, .adopt, .input: break
    }
  }

  private mutating func note(_ entry: JournalEntry) {
    work.note(entry)
    guard let id = entry.requestID, entry.action == nil else { return }
    for answer in entry.answers {
      let question = answer.question
      requests[id]?.answers[question, default: []].append(answer.answer)
      names[question.kind, default: []].insert(question.name)
      newest[question.kind, default: [:]][question.name] = answer.answer
    }
    if entry.kind == .parked { requests[id]?.isParked = true }
    requests[id]?.end.follow(entry)
    guard entry.kind == .decided else { return }
    requests[id]?.endedAt = entry.sequence
    requests[id]?.rule = entry.rule
  }

  /// The names of the actions that the host of each session handled.
  package var handled: [Int64: [String]] { work.handled }

  /// The result of a handler, for an action of a recorded request.
  package mutating func result(of action: PendingAction, of request: RequestID?) -> ActionResult {
    work.result(of: action, of: request)
  }

  /// The request that a recorded one repeats under its source's id; nil when it is not a
  /// repetition.
  package func repeated(by id: RequestID) -> Request? {
    guard let known = requests[id], case .duplicate(let first)? = known.end.outcome,
      let earlier = requests[first],
      earlier.request.fingerprint == known.request.fingerprint
    else { return nil }
    return earlier
  }

  /// Sets answers that replace the replies of host code to these requests, and to all others.
  package mutating func give(_ answers: [RequestID: [GivenAnswer]], toAll: [GivenAnswer]) {
    given = answers.mapValues { $0.map { ($0, false) } }
    givenToAll = toAll.map { ($0, false) }
  }

  /// The given answers that no question asked for, each with its request; nil for an answer that is
  /// given to all requests.
  package var unasked: [(id: RequestID?, answer: GivenAnswer)] {
    given.sorted { $0.key < $1.key }.flatMap { id, answers in
      answers.filter { !$0.isAsked }.map { (id, $0.answer) }
    } + givenToAll.filter { !$0.isAsked }.map { (nil, $0.answer) }
  }

  /// The reply of host code: the given one; otherwise its reply to this request; otherwise its last
  /// reply to any request; otherwise that it allows, or takes nothing.
  ///
  /// - Returns: the reply, and whether it was recorded for this request, or given.
  package mutating func reply(
    to question: Question, of id: RequestID?
  ) -> (answer: Answer, isRecorded: Bool) {
    // A given reply uses up the recorded one.
    let recorded = recordedReply(to: question, of: id)
    return id.flatMap { givenReply(to: question, of: $0) }.map { ($0, true) } ?? recorded
  }

  private mutating func givenReply(to question: Question, of id: RequestID) -> Answer? {
    func isMeant(_ known: (answer: GivenAnswer, isAsked: Bool)) -> Bool {
      known.answer.kind == question.kind && known.answer.name == question.name
    }
    if given[id]?.contains(where: isMeant) != true, let all = givenToAll.firstIndex(where: isMeant)
    {
      givenToAll[all].isAsked = true
      given[id, default: []].append((givenToAll[all].answer, false))
    }
    guard let place = given[id]?.firstIndex(where: isMeant), let known = given[id]?[place] else {
      return nil
    }
    given[id]?[place].isAsked = true
    // It waits once: when it is asked again, the condition has been signalled.
    if known.isAsked, case .wait = known.answer.answer { return nil }
    return known.answer.answer
  }

  private mutating func recordedReply(
    to question: Question, of id: RequestID?
  ) -> (answer: Answer, isRecorded: Bool) {
    let (kind, name) = (question.kind, question.name)
    if let id, let recorded = requests[id] {
      // Other interceptors are asked before it, and again after it has answered.
      if kind == .interceptor, let wait = recorded.waits.first, wait.interceptor == name {
        requests[id]?.waits.removeFirst()
        return (.wait(condition: wait.condition), true)
      }
      let questions = recorded.answers.keys.filter {
        $0.kind == kind && $0.name == name && $0.moment == question.moment
      }
      let first = questions.min { ($0.hop, $0.step) < ($1.hop, $1.step) }
      // With another table, the same question may have another position.
      let asked = recorded.answers[question] == nil ? first : question
      if let asked, let replies = recorded.answers[asked], let reply = replies.first {
        // The last reply stays; an earlier one was given before the request waited.
        if replies.count > 1 { requests[id]?.answers[asked]?.removeFirst() }
        return (reply, true)
      }
    }
    // A reply that replaced another link does not apply to this one.
    if question.moment != .match, let answer = newest[kind]?[name] { return (answer, false) }
    switch kind {
    case .interceptor: return (.allow, false)
    case .translator: return (.translated([]), false)
    case .step, .router: return (.declined, false)
    case .task: return (.allow, false)
    case .adapter, .variant: return (.failed(reason: "the journal has no answer of \(name)"), false)
    }
  }
}
