/// Why a destination cannot be reached.
package struct PlanFailure: Error, Hashable, Sendable {
  /// Which step, from 1; 0 when it is none of them.
  package let step: Int
  /// What is wrong, for the `reason` column.
  package let reason: String
}
