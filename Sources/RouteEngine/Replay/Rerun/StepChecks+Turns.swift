import RouteEngine
import RouteStore

/// The turns of requests and actions, which a rerun checks with the machine beside decisions.
extension StepChecks {
  /// The difference in the turn that an entry records; nil when there is none, or no turn. Called
  /// for every entry, in order.
  mutating func turn(
    at recorded: RecordedEntry, before state: RouteState
  ) throws(StoreError) -> Divergence.Difference? {
    let entry = recorded.entry
    if let problem = queue.problem(with: entry, before: state) {
      return .init(.turn, recorded: entry.kind.word, replayed: problem)
    }
    guard let problem = try actionProblem(with: recorded, before: state) else { return nil }
    return .init(.actionTurn, recorded: entry.kind.word, replayed: problem)
  }

  private mutating func actionProblem(
    with recorded: RecordedEntry, before state: RouteState
  ) throws(StoreError) -> String? {
    let entry = recorded.entry
    switch entry.kind {
    case .began: begin(with: Place(recorded: recorded, state: state))
    case .restored where machine.sessionNumber == entry.session: beginAnew(at: entry)
    case .enqueued:
      guard case .enqueue(let action)? = entry.changes.first, action.isClosure else { return nil }
      machine.addClosure(action.id)
    case .claimed, .started, .shelved, .expired:
      let place = Place(recorded: recorded, state: state)
      if machine.sessionNumber != entry.session { begin(with: place) }
      guard case .nothing(_, let problem) = try make(place) else { return nil }
      return problem
    default: break
    }
    return nil
  }
}
