package import RouteEngine
package import RouteStore

/// The Swift steps of an app, run again in recorded states, to compare their present results with
/// the recorded ones.
///
/// Each runs twice, see ``RouteSession/Configuration/runsStepsTwice``. No other code of the app
/// runs. Effects of a step outside the tree happen again.
package final class RehearsedSteps {
  /// The session with the app's code; it is in memory and shows the state of each question.
  private let session: RouteSession

  /// Takes an app's code.
  ///
  /// - Parameters:
  ///   - table: any route table of the app's.
  ///   - configure: makes the app's contributions.
  /// - Throws: `StoreError` when SQLite cannot keep a database in memory.
  package init(
    _ table: RouteTable, isolation: isolated any Actor = #isolation,
    configure: (inout RouteSession.Configuration) -> Void
  ) throws(StoreError) {
    let journal = try Journal.open(.memory, durability: .process)
    session = try RouteSession.launch(table, on: journal) {
      $0.contributeSteps(of: configure)
      $0.runsStepsTwice = true
    }
  }

  /// The present answer of a Swift step, in the recorded state and within the recorded limits; nil
  /// when the app has no step of that name, or the question is not for a Swift step.
  package func answer(
    to asking: Decision.Asking, of input: DecisionInput, isolation: isolated any Actor = #isolation
  ) -> RepeatedAnswer? {
    session.rehearse(asking, of: input)
  }
}

@available(*, unavailable)
extension RehearsedSteps: Sendable {}
