extension Plan {
  /// A task that has to be asked, with its screen.
  struct TaskQuestion {
    let question: Question
    let kind: String
    /// The screen's parameters so far.
    let parameters: Parameters
  }

  /// Lets host code change the parameters of the screens that were found or built, from the outside
  /// in. For each screen the tasks of all screens come first, then those of its step.
  ///
  /// - Returns: the first task without an answer.
  mutating func performTasks() throws(PlanFailure) -> TaskQuestion? {
    for (index, id) in tasked {
      for name in steps[index].step.tasks {
        guard let screen = state.tree[id] else { continue }
        let asked = Question(.task, name, hop: hop, step: index + 1)
        guard let answer = answers.first(where: { $0.question == asked }) else {
          return TaskQuestion(
            question: asked, kind: screen.kind, parameters: screen.parameters)
        }
        used.append(answer)
        if answer.answer == .allow { continue }
        let parameters = try answer.answer.parameters(from: name, step: index + 1)
        if let problem = table.kind(screen.kind)?.problem(with: parameters) {
          throw PlanFailure(step: index + 1, reason: "\(name): \(problem)")
        }
        if parameters != screen.parameters {
          try emit(.parameters(id, parameters), step: index + 1)
        }
      }
    }
    return nil
  }
}

extension DeclaredKind {
  /// Why a screen of the kind cannot have these parameters; nil when it can.
  func problem(with parameters: Parameters) -> String? {
    for entry in declaration.schema.entries {
      let value = parameters[entry.name]
      guard value.map(entry.type.accepts) ?? entry.isOptional else {
        return "\(declaration.kind) needs \(entry.name): \(entry.type)"
      }
    }
    let stray = parameters.first { !declaration.declares($0.name) }
    return stray.map { "\(declaration.kind) has no parameter \($0.name)" }
  }
}
