/// What a run found that must not be.
package struct SimulationFailure: Error, Hashable, CustomStringConvertible, Sendable {
  /// The position of the input after which it showed, from 0.
  package let step: Int
  /// What does not hold.
  package let problem: String

  package var description: String { "after input \(step): \(problem)" }

  /// What is wrong, without the numbers in it: another run that fails so fails for the same cause.
  package var cause: String {
    var text = ""
    for letter in problem where !letter.isNumber { text.append(letter) }
    return text
  }
}
