/// Host code that never answers.
extension RouteSession {
  /// When the time of the host code that was asked first is over; the end of time without any.
  var overdueMoment: Instant {
    guard let since = openQuestions.map(\.since).min(),
      let limit = configuration.answersWithin?.wholeMicroseconds
    else { return Instant(microseconds: .max) }
    return now(since).advanced(by: limit).advanced(by: 1)
  }

  /// Answers in place of host code whose time is over: its request fails, and what the code says
  /// later has no effect.
  func cutOffOverdue(isolation: isolated any Actor = #isolation) {
    let questions = openQuestions
    guard !questions.isEmpty, let limit = configuration.answersWithin?.wholeMicroseconds else {
      return
    }
    let moment = elapsed
    for prompt in questions where moment - prompt.since > limit {
      let name = prompt.asking.question.name
      let span = TimeSpan(microseconds: limit).text
      resume(
        with: .failed(reason: "\(name) did not answer within \(span)"), to: prompt.asking, prompt)
      prompt.leave()
    }
  }

  /// What host code holds that was asked and works on its answer, the oldest request first; one
  /// that waits for a condition is not late.
  private var openQuestions: [Prompt] {
    guard !pendingRequests.isEmpty else { return [] }
    return pendingRequests.values.compactMap { $0.pause == nil ? $0.prompt : nil }
      .sorted { $0.id.rawValue < $1.id.rawValue }
  }
}
