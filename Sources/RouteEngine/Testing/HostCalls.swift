import RouteEngine

/// The calls of a story's host code, including those that wait for the story's answer.
@MainActor
final class HostCalls {
  /// The story's reply to a question of host code.
  enum Reply {
    case answer(Answer)
    case pause(condition: String)
    case open(RouteRequest.Target, label: String)
  }

  /// The names performed since the story last read them.
  var performed: [String] = []
  var asked: [String] = []
  var attempts: [String] = []
  /// The newest request that code opened, by its route or kind.
  private(set) var opened: [String: Opening] = [:]
  let questions = Door<Reply>()
  let actions = Door<ActionResult>()
  private var keys: [ActionID: String] = [:]
  /// The actions that got another key in another attempt.
  private(set) var rekeyed: [ActionID] = []

  /// Whether the story has ended.
  private var isOver = false

  var unanswered: Int { questions.count + actions.count }

  /// The number of unanswered calls that a session waits for. It no longer waits for calls about a
  /// request that has its outcome, and for calls of an attempt that has ended.
  func awaited(by session: RouteSession) -> Int {
    let requests = session.state.waiting.map { "\($0.id)" }
    let attempts = session.state.actions.filter { $0.status == .started }
      .map { Self.purpose(ofAttempt: $0.attempt, at: $0.id) }
    return Set(questions.purposes).intersection(requests).count
      + Set(actions.purposes).intersection(attempts).count
  }

  private static func purpose(ofAttempt number: Int, at action: ActionID) -> String {
    "attempt \(number) at \(action)"
  }

  /// The calls of the next process, in which no host code waits yet.
  func next() -> HostCalls {
    let next = HostCalls()
    (next.performed, next.asked, next.attempts) = (performed, asked, attempts)
    (next.keys, next.rekeyed, next.opened) = (keys, rekeyed, opened)
    return next
  }

  /// Lets all waiting code end.
  func leave() {
    isOver = true
    questions.openAll(.answer(.allow))
    actions.openAll(.done)
  }

  /// Contributes the story's answers and its waiting code. The host's own code does the rest, and
  /// an action without a handler is done.
  ///
  /// - Parameter handled: the actions that this version of the app handles.
  func contribute(
    _ scenario: Scenario, handled: [String], in configuration: inout RouteSession.Configuration
  ) {
    for name in handled { configuration.perform(name) { _ in .done } }
    scenario.configure(&configuration)
    for (name, answer) in scenario.answers { configuration.answer(name) { _ in answer } }
    for name in scenario.later {
      answerLater(name, in: &configuration)
      // One name may be that of an interceptor and of an action.
      guard handled.contains(name) else { continue }
      configuration.performLater(name) { [self] attempt async -> ActionResult in
        await actions.value(
          for: attempt.action.name,
          purpose: Self.purpose(ofAttempt: attempt.attempt, at: attempt.action.id))
      }
    }
    configuration.observeCalls(
      asked: { [self] in asked.append($0) }, performed: { [self] in note($0) })
  }

  private func note(_ attempt: ActionAttempt) {
    performed.append(attempt.action.name)
    let mark = attempt.possiblyExecuted ? "?" : ""
    attempts.append("\(attempt.action.name) \(attempt.attempt)\(mark)")
    let key = keys[attempt.action.id] ?? attempt.idempotencyKey
    if key != attempt.idempotencyKey { rekeyed.append(attempt.action.id) }
    keys[attempt.action.id] = key
  }

  private func answerLater(_ name: String, in configuration: inout RouteSession.Configuration) {
    configuration.answerLater(name) { [self] prompt async -> Answer in
      while !isOver {
        switch await questions.value(for: "\(prompt.id)") {
        case .answer(let answer): return answer
        case .pause(let condition): await prompt.wait(for: condition)
        case .open(let target, let label): opened[label] = prompt.open(target)
        }
      }
      return .allow
    }
  }
}
