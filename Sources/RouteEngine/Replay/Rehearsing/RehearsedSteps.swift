package import RouteEngine
package import RouteStore

/// The Swift steps of an app, run again at recorded states: for who compares what they do now with
/// what they did.
///
/// Each runs twice, see ``RouteSession/Configuration/runsStepsTwice``. Nothing else of the app
/// runs; what a step does outside the tree happens again.
package final class RehearsedSteps {
  /// Holds the app's code; it lives in memory and shows whatever state it is asked at.
  private let session: RouteSession

  /// Takes an app's code.
  ///
  /// - Parameters:
  ///   - table: any route table of the app's.
  ///   - configure: contributes what the app does.
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

  /// The answer of a Swift step now, in the recorded state and within the recorded limits; nil when
  /// the app has none of that name, or the question is for no Swift step.
  package func answer(
    to asking: Decision.Asking, of input: DecisionInput, isolation: isolated any Actor = #isolation
  ) -> RepeatedAnswer? {
    session.rehearse(asking, of: input)
  }
}

@available(*, unavailable)
extension RehearsedSteps: Sendable {}
