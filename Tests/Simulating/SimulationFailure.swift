/// A violated rule that a run found.
package struct SimulationFailure: Error, Hashable, CustomStringConvertible, Sendable {
  /// The position of the input after which it was found, from 0.
  package let step: Int
  /// The violated rule.
  package let problem: String

  package var description: String { "after input \(step): \(problem)" }

  /// The problem without its numbers: another run with the same text fails for the same cause.
  package var cause: String {
    var text = ""
    for letter in problem where !letter.isNumber { text.append(letter) }
    return text
  }
}
