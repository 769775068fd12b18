extension RouteSession {
  /// The host code that was called and has not returned, described for a person. Code that waits
  /// for a condition in the middle of its answer is not under way, nor is code that had to be
  /// called again.
  package var codeUnderWay: [String] {
    let asked = machine.openQuestions.map { id, question in
      "\(question.words)\(id.map { " of request \($0)" } ?? "")"
    }
    let handled = state.actions.filter { $0.status == .started }.map { "the handler of \($0.name)" }
    return asked + handled
  }
}

extension RouteSession.Configuration {
  /// Observes the call of every interceptor and action handler, just before the call. Only code
  /// contributed so far is observed.
  package mutating func observeCalls(
    asked: @escaping (String) -> Void, performed: @escaping (ActionAttempt) -> Void
  ) {
    for (name, code) in interceptors {
      switch code {
      case .immediate(let code):
        answer(name) { prompt in
          asked(name)
          return code(prompt)
        }
      case .later(let code):
        answerLater(name) { prompt async -> Answer in
          asked(name)
          return await code(prompt)
        }
      }
    }
    for (name, code) in handlers {
      switch code {
      case .immediate(let code):
        perform(name) { attempt in
          performed(attempt)
          return code(attempt)
        }
      case .later(let code):
        performLater(name) { attempt async -> ActionResult in
          performed(attempt)
          return await code(attempt)
        }
      }
    }
  }

  /// Removes the handlers of all other actions.
  package mutating func handleOnly(_ names: [String]) {
    handlers = handlers.filter { names.contains($0.key) }
  }
}
