import RouteEngine

/// A stand-in for missing host code: a question stays open until its answer is given.
final class AbsentHost {
  private var open: [RequestID: (asking: Decision.Asking, prompt: Prompt)] = [:]
  /// Replies to questions that were not asked, by request.
  private(set) var unused: [RequestID: [Question]] = [:]

  /// Takes a question.
  func take(_ asking: Decision.Asking, _ prompt: Prompt) { open[prompt.id] = (asking, prompt) }

  /// The open question about a request; nil when there is none.
  func asked(about id: RequestID) -> Prompt? {
    open[id].flatMap { $0.prompt.isOpen ? $0.prompt : nil }
  }

  /// Makes a request be decided anew for which no reply is recorded: it no longer needed one.
  func finish(
    _ id: RequestID, in session: RouteSession, isolation: isolated any Actor = #isolation
  ) {
    guard let (asking, prompt) = open.removeValue(forKey: id), prompt.isOpen else { return }
    let reason = "\(asking.question.words) is asked, and there is no reply"
    session.resume(with: .failed(reason: reason), to: prompt)
  }

  /// Answers the open question about a request; a reply to another question makes the request fail.
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
