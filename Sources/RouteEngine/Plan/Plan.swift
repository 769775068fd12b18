/// The ordered edits that a destination needs in one state of the tree.
package struct Plan: Sendable {
  /// The edits, adjacent ones of one container joined.
  package var changes: [TreeChange]
  /// The screens of the destination from outside in, found and built, where each step ended.
  package var trace: [ScreenID]
  /// The kinds of the steps that have to be brought about, innermost first.
  package var builtKinds: [String]
  /// The Swift step that has to be asked before the plan can go on.
  package var question: String?
  /// The tree at the moment of that question.
  package var tree: ScreenTree
  /// The id counter at that moment.
  package var counter: UInt64
}

/// Why a destination cannot be reached.
package struct PlanFailure: Error, Hashable, Sendable {
  /// Which step, from 1; 0 when it is none of them.
  package let step: Int
  /// What is wrong, for the `reason` column.
  package let reason: String
}
