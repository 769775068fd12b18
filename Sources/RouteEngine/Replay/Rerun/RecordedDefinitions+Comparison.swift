import RouteEngine

extension RecordedDefinitions {
  /// The table with which to decide.
  func tableToDecideWith() throws(Rerun.Failure) -> RouteTable {
    if let table { return table }
    if let mistakes { throw .tableBroken(digest: digest, mistakes) }
    throw .tableMissing(session: session, digest: digest)
  }

  /// The comparison of the definitions that a request meets with the recorded ones; without a
  /// decision it meets none.
  func comparison(of decision: OpenDecision?) -> Divergence.Definition {
    guard let given else { return .recorded }
    guard let recorded else { return .unknown }
    if recorded.digest == given.digest { return .same }
    guard let decision else { return .changedElsewhere }
    let traversed = TraversedDefinitions(
      of: decision.request.target, decision.entry, decision.replayed,
      leaving: decision.kindsThatGo, in: [recorded, given])
    let changes = DefinitionChange.changes(on: traversed, from: recorded, to: given)
    return changes.isEmpty ? .changedElsewhere : .changed(changes)
  }
}
