/// Why a destination cannot be reached.
package struct PlanFailure: Error, Hashable, Sendable {
  /// The number of the step that fails, from 1; 0 when the failure is not of a step.
  package let step: Int
  /// The problem, for the `reason` column.
  package let reason: String
}
