import RouteEngine

/// The machine that decides requests again, each in the state in which it was decided.
struct RepeatedDecisions {
  private var machine = Machine(deciding: .standard, .empty)
  /// A state that no entry leads to.
  private let nowhere = RouteState()

  /// The work that a decision brings.
  struct Work {
    /// The changes of its entries.
    let changes: [RouteChange]
    /// The state that the decision and its work lead to.
    let state: RouteState

    fileprivate init(_ step: borrowing Machine.Step) {
      changes = step.entries.dropFirst().flatMap(\.changes)
      state = step.state
    }
  }

  /// A decision that was made again, with its work if it brings any. A structure would be copied
  /// when its parts are taken out.
  typealias Made = (decision: Decision, work: Work?)

  /// Changes the table and the limits with which to decide.
  mutating func follow(_ table: RouteTable, within limits: RouteLimits) {
    if machine.table.digest != table.digest || machine.settings.limits != limits {
      machine = Machine(deciding: limits, table)
    }
  }

  /// Decides a request by the present table.
  ///
  /// - Parameter sequence: the sequence of the decision's entry; those of its work follow it.
  mutating func decide(
    _ request: RouteRequest, as id: RequestID, _ answers: [RecordedAnswer], in state: RouteState,
    at moment: RouteInstant, _ sequence: Int64
  ) -> Made {
    let decision = machine.decide(request, as: id, answers, in: state, at: moment)
    guard decision.bringsWork else { return (decision, nil) }
    return (decision, work(recording: decision, of: request, as: id, in: state, moment, sequence))
  }

  private mutating func work(
    recording decision: Decision, of request: RouteRequest, as id: RequestID, in state: RouteState,
    _ moment: RouteInstant, _ sequence: Int64
  ) -> Work? {
    guard case .decided(let decided) = decision else { return nil }
    machine.stand(in: state, after: sequence - 1)
    defer { machine.stand(in: nowhere, after: 0) }  // the walk then changes its state in place
    let recorded = Machine.RecordedRequest(request, id: id, duration: 0)
    return machine.step(recording: decided, of: recorded, at: moment).map { Work($0) }
  }

  /// Decides a request with all fields of an input.
  mutating func decide(_ input: DecisionInput, at sequence: Int64 = 1) -> Made {
    follow(input.table, within: input.limits)
    return decide(
      input.request, as: input.id, input.answers, in: input.state, at: input.now, sequence)
  }
}

extension Decision {
  /// Whether there is work to be enqueued.
  fileprivate var bringsWork: Bool {
    if case .decided(let decided) = self { !decided.actions.isEmpty } else { false }
  }
}
