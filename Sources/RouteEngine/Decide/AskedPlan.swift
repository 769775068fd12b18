/// A plan about which interceptors are asked, with the progress of its decision. It is kept until
/// the answer arrives, so that match and plan need not be made again.
final class AskedPlan: Sendable {
  let plan: Plan
  /// The Swift step to ask when the interceptors allow the request; nil when there is none.
  let question: Question?
  let match: Match
  let target: RouteRequest.Target
  /// The answers that were used before those of the interceptors.
  let used: [RecordedAnswer]
  let hop: Int
  let chain: [String]
  let router: String?
  let changed: [RouteState]
  let carried: [TreeChange]
  let leftOut: [String]
  private let input: Input

  /// Everything that match and plan depend on, apart from the request, which does not change.
  private struct Input {
    let table: UInt64
    let screens: UInt64
    let counter: UInt64
    let principal: String?
    let conditions: [String]

    init(_ input: borrowing DecisionInput) {
      (table, screens) = (input.table.digest, input.state.tree.digest)
      (counter, principal) = (input.state.counter, input.state.principal)
      conditions = input.state.conditions
    }

    func isSignedIn(as other: String?) -> Bool {
      guard let principal, let other else { return principal == nil && other == nil }
      return principal.hasSameBytes(as: other)
    }
  }

  /// - Parameters:
  ///   - question: see ``question``.
  ///   - target: the target that the plan leads to.
  ///   - used: the number of answers that were used before those of the interceptors.
  ///   - decider: the decision in progress.
  init(
    _ plan: consuming Plan, _ question: Question?, _ match: Match, of target: RouteRequest.Target,
    used: Int, by decider: borrowing Decider
  ) {
    (self.plan, self.question, self.match, self.target) = (plan, question, match, target)
    self.used = Array(decider.used.prefix(used))
    (hop, chain, router) = (decider.hop, decider.chain, decider.router)
    (changed, carried, leftOut) = (decider.changed, decider.carried, decider.leftOut)
    input = Input(decider.input)
  }

  /// Whether the same request has the same plan with that input. New answers are only those of
  /// interceptors: all other answers are older than the plan.
  func isOf(_ other: borrowing DecisionInput) -> Bool {
    let other = Input(other)
    return input.screens == other.screens && input.counter == other.counter
      && input.table == other.table && input.isSignedIn(as: other.principal)
      && input.conditions.elementsEqual(other.conditions) { $0.hasSameBytes(as: $1) }
  }
}

extension Decision {
  /// Whether another decision has the same result, so that their entries are equal.
  func isSame(as other: Decision) -> Bool {
    switch (self, other) {
    case (.asks(let left), .asks(let right)):
      left.question == right.question && left.tree.digest == right.tree.digest
        && left.counter == right.counter && left.route == right.route
        && left.router == right.router && left.parameters == right.parameters
    case (.decided(let left), .decided(let right)):
      left.resolution == right.resolution && left.changes == right.changes
        && left.answers == right.answers && left.state.digest == right.state.digest
        && left.route == right.route && left.router == right.router && left.scene == right.scene
        && left.trace == right.trace && left.actions.count == right.actions.count
    case (.asks, .decided), (.decided, .asks): false
    }
  }
}
