import RouteEngine

/// The machine for requests that are decided again, each wherever its input says.
struct RepeatedDecisions {
  private var machine = Machine(deciding: .standard, .empty)
  /// A state that no entry leads to.
  private let nowhere = RouteState()

  /// A decision that was made again.
  struct Made {
    let decision: Decision
    /// Its step, where it brings work: the entries of the decision and of that.
    fileprivate(set) var step: Machine.Step?
  }

  /// Decides a request.
  ///
  /// - Parameters:
  ///   - input: what it is decided by.
  ///   - sequence: of the decision's entry, from which its work counts on.
  mutating func decide(_ input: DecisionInput, at sequence: Int64 = 1) -> Made {
    if machine.table.digest != input.table.digest || machine.settings.limits != input.limits {
      machine = Machine(deciding: input.limits, input.table)
    }
    machine.stand(in: input.state, after: sequence - 1)
    defer { machine.stand(in: nowhere, after: 0) }  // the walk makes its state in place
    let request = Machine.RecordedRequest(input.request, id: input.id, duration: 0)
    var made = Made(decision: machine.decide(request, input.answers, at: input.now))
    if case .decided(let decided) = made.decision, !decided.actions.isEmpty {
      made.step = machine.step(recording: decided, at: input.now)
    }
    return made
  }
}
