/// The answer of an app's code when it is asked a recorded question again.
package struct RepeatedAnswer {
  /// The answer.
  package let answer: Answer
  /// Whether both runs of the code gave the same answer.
  package let isSteady: Bool
  /// Whether the code asked for a private value of which the journal has only the token; live it
  /// may have seen the value.
  package let lackedValue: Bool
}
