/// Host code that never answers.
extension RouteSession {
  /// When the time of the host code that was asked first is over; the end of time without any.
  var overdueMoment: Instant {
    guard let since = requests.openPrompts.map(\.since).min(),
      let limit = configuration.answersWithin?.wholeMicroseconds
    else { return Instant(microseconds: .max) }
    return now(since).advanced(by: limit).advanced(by: 1)
  }

  /// Answers in place of host code whose time is over: its request fails, and what the code says
  /// later has no effect.
  func cutOffOverdue(isolation: isolated any Actor = #isolation) {
    let prompts = requests.openPrompts
    guard !prompts.isEmpty, let limit = configuration.answersWithin?.wholeMicroseconds else {
      return
    }
    let moment = elapsed
    for prompt in prompts where moment - prompt.since > limit {
      let name = prompt.asking.question.name
      let span = TimeSpan(microseconds: limit).text
      resume(
        with: .failed(reason: "\(name) did not answer within \(span)"), to: prompt.asking, prompt)
      prompt.leave()
    }
  }
}
