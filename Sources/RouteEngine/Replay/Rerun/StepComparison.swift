import RouteEngine

/// Compares the present results of an app's Swift steps with the recorded ones.
struct StepComparison {
  /// Runs a step; nil when the app has none of its name.
  typealias Run = (Decision.Asking, DecisionInput) -> RepeatedAnswer?

  /// The steps of one request with another result now, each with its recorded and its present
  /// result.
  private(set) var differences: [Divergence.Difference] = []
  /// Whether a step's answer may depend on private values, of which the journal has only tokens.
  private(set) var turnsOnTokens = false

  /// Repeats the question for each recorded answer of a Swift step, with the earlier answers as
  /// recorded: a difference does not hide the next one.
  init(of recorded: DecisionInput, by machine: inout RepeatedDecisions, _ run: Run) {
    for (index, answer) in recorded.answers.enumerated() where answer.question.kind == .step {
      var input = recorded
      input.answers.removeSubrange(index...)
      // If another question is asked now, deciding with all answers finds that.
      guard case .asks(let asking) = machine.decide(input).decision,
        asking.question == answer.question
      else { return }
      guard let now = run(asking, input) else { continue }
      let was = answer.journaled
      let isNow = RecordedAnswer(answer.question, now.answer).journaled
      guard !was.hasSameBytes(as: isNow) else { continue }
      // An answer that differs between two runs does not depend on private values; a steady one may
      // have used a value when it was recorded.
      if now.isSteady, now.lackedValue || TokenSearch.finds(in: Array(was.utf8)) {
        turnsOnTokens = true
      } else {
        let part = Divergence.Difference.Part(
          .step, recorded: "step \(answer.question.name)", replayed: "something else")
        differences.append(
          .init(.step, recorded: was, replayed: isNow, parts: [part]))
      }
    }
  }
}
