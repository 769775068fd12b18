package import RouteEngine

/// An answer that replaces the replies of a kind of host code.
package struct GivenAnswer: Sendable {
  /// The name of the host code.
  package let name: String
  /// Its kind.
  package let kind: Question.Kind
  /// Its answer.
  package let answer: Answer

  /// An answer of this host code.
  package init(name: String, kind: Question.Kind, answer: Answer) {
    (self.name, self.kind, self.answer) = (name, kind, answer)
  }
}

extension [GivenAnswer] {
  /// The given answer to a question; nil without one.
  package func answer(to question: Question) -> Answer? {
    first { $0.kind == question.kind && $0.name.hasSameBytes(as: question.name) }?.answer
  }
}
