package import RouteEngine

/// An answer in place of what a kind of host code replied.
package struct GivenAnswer: Sendable {
  /// The name of the host code.
  package let name: String
  /// Its kind.
  package let kind: Question.Kind
  /// Its answer.
  package let answer: Answer

  /// An answer of that host code.
  package init(name: String, kind: Question.Kind, answer: Answer) {
    (self.name, self.kind, self.answer) = (name, kind, answer)
  }
}
