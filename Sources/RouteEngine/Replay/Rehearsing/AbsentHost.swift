import RouteEngine

/// Host code that is not there: what it is asked stays open until somebody says what it answers.
final class AbsentHost {
  private var open: [RequestID: (asking: Decision.Asking, prompt: Prompt)] = [:]
  /// Replies to questions that were not asked, by request.
  private(set) var unused: [RequestID: [Question]] = [:]

  /// Takes a question.
  func take(_ asking: Decision.Asking, _ prompt: Prompt) { open[prompt.id] = (asking, prompt) }

  /// The open question about a request; nil for none.
  func asked(about id: RequestID) -> Prompt? {
    open[id].flatMap { $0.prompt.isOpen ? $0.prompt : nil }
  }

  /// Lets a request be decided anew that no reply is recorded for: none was needed any more.
  func finish(
    _ id: RequestID, in session: RouteSession, isolation: isolated any Actor = #isolation
  ) {
    guard let (asking, prompt) = open.removeValue(forKey: id), prompt.isOpen else { return }
    let reason = "\(asking.question.words) is asked, and there is no reply"
    session.resume(with: .failed(reason: reason), to: prompt)
  }

  /// Answers what is asked about a request now; a reply to something else fails it.
  func reply(
    _ reply: RecordedAnswer, to id: RequestID, in session: RouteSession,
    isolation: isolated any Actor = #isolation
  ) {
    guard let (asking, prompt) = open.removeValue(forKey: id), prompt.isOpen else {
      unused[id, default: []].append(reply.question)
      return
    }
    var answer = reply.answer
    let (question, expected) = (asking.question, reply.question)
    if question.kind != expected.kind || !question.name.hasSameBytes(as: expected.name) {
      answer = .failed(reason: "it asks \(question.words), and the reply is \(expected.words)'s")
    }
    session.resume(with: answer, to: prompt)
  }
}

@available(*, unavailable)
extension AbsentHost: Sendable {}
