package import RouteStore

/// The parts of a session for a rehearsal, in which other code answers instead of host code.
extension RouteSession {
  /// The beginning of a journal from which a session can continue a state.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - sequence: the newest entry before, at least 1.
  /// - Returns: nil when the numbers leave a session no room to continue.
  package static func beginning(
    with state: RouteState, after sequence: Int64
  ) -> Journal.Beginning? {
    guard JournalEnd.leavesRoom(state), JournalEnd.leavesRoom(sequence) else { return nil }
    return Journal.Beginning(
      after: JournalAnchor(sequence: sequence, digest: .zero), with: state)
  }

  /// The opening of a request that waits in the journal, or the opening with its outcome.
  package func opening(
    ofRequest id: RequestID, isolation: isolated any Actor = #isolation
  ) -> Opening {
    if let waiting = state.waiting(id) {
      return opening(of: ticket(for: waiting), id)
    }
    let opening = Opening()
    opening.request = id
    // A request that cannot be read has no outcome to tell.
    let row = try? recorder.journal.outcomeEntry(ofRequest: id.rawValue)
    if let outcome = row.flatMap({ try? EntryCoder.decode($0) })?.outcome { opening.end(outcome) }
    return opening
  }

  /// Runs a Swift step as a session would in a state, only for its answer.
  ///
  /// - Returns: nil when no code of that name is contributed, or the question is not for a Swift
  ///   step.
  package func rehearse(
    _ asking: Decision.Asking, of input: DecisionInput,
    isolation: isolated any Actor = #isolation
  ) -> RepeatedAnswer? {
    guard asking.question.kind == .step, let step = configuration.steps[asking.question.name]
    else { return nil }
    return pose(asking, of: input) { ticket, number in
      let prompt = Prompt(asking, number, of: ticket, opening: Opening(), in: self)
      let (answer, isSteady) = answer(of: step, asking, prompt, limits: input.limits)
      return RepeatedAnswer(
        answer: answer, isSteady: isSteady, lackedValue: prompt.hasAskedForToken)
    }
  }
}

extension RouteSession.Configuration {
  /// The names of the contributed host code, by its kind.
  package var contributed: [Question.Kind: Set<String>] {
    [
      .interceptor: Set(interceptors.keys), .translator: Set(translators.keys),
      .step: Set(steps.keys), .adapter: Set(adapters.keys), .task: Set(tasks.keys),
      .variant: Set(variants.keys), .router: Set(routers.keys),
    ]
  }

  /// The names of the actions with a contributed handler.
  package var handled: Set<String> { Set(handlers.keys) }
}
