package import RouteEngine
package import RouteStore

extension Rehearsal {
  /// Runs a whole journal anew, into one that can replace it.
  ///
  /// - Throws: ``Failure``, `Verification.Failure` for a run that is not intact, and the errors of
  ///   running and writing.
  package static func renew(
    _ history: History, with table: RouteTable?, host: ReplayHost?, into path: String
  ) throws -> Rehearsal {
    let rehearsal = Rehearsal(try RecordedRun(history), with: table, host: host, drop: [])
    try rehearsal.run(into: Journal.open(.file(path)))
    let new = try History(path: path)
    try Verification(of: new).requireIntact()
    let again =
      try host?.rerun(of: new, with: table, most: 1) ?? Rerun(of: new, with: table, most: 1)
    guard again.isIdentical else { throw Failure.unsteady }
    return rehearsal
  }
}
