/// The answer of an app's code when a recorded question is put to it again.
package struct RepeatedAnswer {
  /// The answer.
  package let answer: Answer
  /// Whether it was the same both times that the code ran.
  package let isSteady: Bool
  /// Whether the code asked for a private value of which the journal has only the token: live it
  /// may have seen the value.
  package let lackedValue: Bool
}
