import RouteEngine

/// Compares what an app's Swift steps do now with what they did.
struct StepComparison {
  /// Runs the step that is asked for; nil when the app has none of its name.
  typealias Run = (Decision.Asking, DecisionInput) -> RepeatedAnswer?

  /// The steps of one request that do something else now, each as it was recorded and as it is.
  private(set) var differences: [Divergence.Difference] = []
  /// Whether a step's answer can turn on private values, of which the journal has only tokens.
  private(set) var turnsOnTokens = false

  /// Asks again for each recorded answer of a Swift step, the ones before it as they were recorded:
  /// one that differs does not hide the next.
  init(of recorded: DecisionInput, by machine: inout RepeatedDecisions, _ run: Run) {
    for (index, answer) in recorded.answers.enumerated() where answer.question.kind == .step {
      var input = recorded
      input.answers.removeSubrange(index...)
      // Where another thing is asked now, deciding with all answers finds that.
      guard case .asks(let asking) = machine.decide(input).decision,
        asking.question == answer.question
      else { return }
      guard let now = run(asking, input) else { continue }
      let was = answer.journaled
      let isNow = RecordedAnswer(answer.question, now.answer).journaled
      guard !was.hasSameBytes(as: isNow) else { continue }
      // An answer that is not the same twice is no matter of private values; a steady one may have
      // seen a value then.
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
