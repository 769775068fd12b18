public import RouteEngine
package import RouteStore

/// An app's own code, for a rerun that runs it: the route table, and the contributions that the app
/// makes to a session at its launch.
///
/// With it, a rerun runs the Swift steps of the recorded requests again, each twice, on the exact
/// screens recorded before it, and compares their results. In a program of the app, `what-if`
/// decides with the app's table if no other is given.
public struct ReplayHost: Sendable {
  /// Makes the contributions to a session that the app makes at its launch.
  public typealias Contribution =
    @MainActor @Sendable (inout RouteSession.Configuration) -> Void

  /// The app's route table.
  public let table: RouteTable
  /// The app's contribution to a session.
  public let contribute: Contribution

  /// The code of an app.
  ///
  /// - Parameters:
  ///   - table: its route table.
  ///   - contribute: makes its contributions to a session. Only Swift steps run; the journal's
  ///     location and the device's name are not used.
  public init(_ table: RouteTable, contribute: @escaping Contribution) {
    self.table = table
    self.contribute = contribute
  }

  /// Decides every request of a journal again, including the app's Swift steps, each session with
  /// the table that it ran with. In a test:
  ///
  /// ```swift
  /// @MainActor @Test func `the bug is gone`() throws {
  ///   #expect(try host.rerun("Fixtures/bug.journal").divergences.isEmpty)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: the journal's file; it is only read.
  ///   - table: a table in place of the recorded ones; nil means each session's own.
  /// - Throws: `StoreError`, or an error with a description, when the journal is not intact,
  ///   `Rerun.Failure` when a table that a decision needs is missing or cannot be built.
  @MainActor
  public func rerun(_ path: String, with table: RouteTable? = nil) throws -> Rerun {
    try rerun(of: History(path: path), with: table, most: 100)
  }

  @MainActor
  package func rerun(
    of history: History, with table: RouteTable?, on footing: Rerun.Footing = .pinned, most: Int,
    _ accepting: AcceptedDivergences = AcceptedDivergences()
  ) throws -> Rerun {
    let steps = try RehearsedSteps(self.table, configure: contribute)
    return try Rerun(of: history, with: table, on: footing, most: most, accepting: accepting) {
      steps.answer(to: $0, of: $1)
    }
  }
}
