/// The ordered edits that a destination needs in one state of the tree.
package struct Plan: Sendable {
  /// The edits, adjacent ones of one container joined.
  package var changes: [TreeChange]
  /// Whether ``state`` is what these very changes lead to; false when some were joined.
  package var isMade: Bool
  /// The state after all edits, or at the moment of the question.
  package var state: RouteState
  /// The screens of the destination from outside in, found and built, where each step ended.
  package var trace: [ScreenID]
  /// The steps that had to be brought about.
  package var built: Range<Int>
  /// The Swift step that has to be asked before the plan can go on.
  package var question: String?
}

/// Why a destination cannot be reached.
package struct PlanFailure: Error, Hashable, Sendable {
  /// Which step, from 1; 0 when it is none of them.
  package let step: Int
  /// What is wrong, for the `reason` column.
  package let reason: String
}
