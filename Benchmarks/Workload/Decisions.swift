import RouteEngine

/// Requests of the workload that are decided one after the other, each on the state that the
/// previous one left.
package final class Decisions {
  private let workload: Workload
  private let targets: [RouteRequest.Target]
  private var state: RouteState
  private var operation = 0

  package init() throws {
    workload = try Workload()
    targets = try workload.links.map { RouteRequest.Target.link(try RouteLink($0)) }
    state = try RouteState(scenes: workload.table.initialScenes, counter: 0)
  }

  package func decideNext() {
    // The result is used in place: a named constant would be copied, which is not part of deciding.
    let decision = Decision.decide(
      DecisionInput(
        request: RouteRequest(
          targets[operation % targets.count], from: .url, at: RouteInstant(microseconds: 0)),
        id: RequestID(Int64(operation + 1)), state: state, table: workload.table,
        now: RouteInstant(microseconds: 0)))
    guard case .decided(let decided) = decision,
      decided.resolution == .ended(.shown)
    else { preconditionFailure("the workload's links lead somewhere") }
    state = decided.state
    operation += 1
  }
}
