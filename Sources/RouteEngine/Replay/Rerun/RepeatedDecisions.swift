import RouteEngine

/// The machine for requests that are decided again, each wherever it was decided.
struct RepeatedDecisions {
  private var machine = Machine(deciding: .standard, .empty)
  /// A state that no entry leads to.
  private let nowhere = RouteState()

  /// A decision that was made again.
  struct Made {
    let decision: Decision
    /// Its step, where it brings work: the entries of the decision and of that.
    let step: Machine.Step?
  }

  /// Decides by another table, or within other limits.
  mutating func follow(_ table: RouteTable, within limits: RouteLimits) {
    if machine.table.digest != table.digest || machine.settings.limits != limits {
      machine = Machine(deciding: limits, table)
    }
  }

  /// Decides a request by the table that is followed.
  ///
  /// - Parameter sequence: of the decision's entry, from which its work counts on.
  mutating func decide(
    _ request: RouteRequest, as id: RequestID, _ answers: [RecordedAnswer], in state: RouteState,
    at moment: RouteInstant, _ sequence: Int64
  ) -> Made {
    let decision = machine.decide(request, as: id, answers, in: state, at: moment)
    guard case .decided(let decided) = decision, !decided.actions.isEmpty else {
      return Made(decision: decision, step: nil)
    }
    machine.stand(in: state, after: sequence - 1)
    defer { machine.stand(in: nowhere, after: 0) }  // the walk makes its state in place
    let recorded = Machine.RecordedRequest(request, id: id, duration: 0)
    return Made(
      decision: decision, step: machine.step(recording: decided, of: recorded, at: moment))
  }

  /// Decides by all that an input says.
  mutating func decide(_ input: DecisionInput, at sequence: Int64 = 1) -> Made {
    follow(input.table, within: input.limits)
    return decide(
      input.request, as: input.id, input.answers, in: input.state, at: input.now, sequence)
  }
}
