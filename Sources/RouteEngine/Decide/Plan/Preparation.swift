/// A step with all its parameters from the request.
package struct PreparedStep: Sendable {
  package let step: CompiledStep
  let parameters: Parameters
  /// The initial content of its screen, without ids.
  let content: NewScreens

  /// Whether the step's rule recognises a screen.
  func recognises(_ id: ScreenID, in tree: ScreenTree) -> Bool {
    tree.rows.find(id.rawValue) { leaf, index in
      step.recognises(index, in: leaf, as: parameters)
    } ?? false
  }

  /// Whether the step identifies a screen of its kind, even if the step builds one of its own.
  func identifies(_ row: ScreenRow, in tree: ScreenTree) -> Bool {
    tree.rows.find(row.id.rawValue) { leaf, index in
      step.identifies(index, in: leaf, as: parameters)
    } ?? false
  }
}

/// Turns a match into steps that can be planned: choices are made, and parameters are bound and
/// checked. A missing parameter or one of the wrong type ends the request here, before anything is
/// changed and before any interceptor is asked.
struct Preparation {
  /// The parameters of the request.
  let parameters: Parameters
  /// The scene in which guards search for screens; nil: the active one.
  let scene: String?
  let answers: [RecordedAnswer]
  let hop: Int
  /// The answers that were used.
  private(set) var used: [RecordedAnswer] = []

  /// A preparation that has not used any answer.
  init(_ parameters: Parameters, scene: String?, answers: [RecordedAnswer], hop: Int) {
    self.parameters = parameters
    self.scene = scene
    self.answers = answers
    self.hop = hop
  }

  /// The result of a preparation.
  enum Result {
    case steps([PreparedStep])
    /// A question for a variant, or to an adapter for a screen of that kind.
    case asks(Question, screen: String?)
  }

  /// Prepares the steps of a route in a state.
  mutating func prepare(_ compiled: CompiledRoute, in state: RouteState) throws(PlanFailure)
    -> Result
  {
    var steps = compiled.steps
    if compiled.isForked {
      steps = []
      if let question = try choose(from: compiled.steps, in: state, into: &steps) {
        return .asks(question, screen: nil)
      }
    }
    var prepared: [PreparedStep] = []
    prepared.reserveCapacity(steps.count)
    var first: (question: Question, kind: String)?
    for index in steps.indices {
      guard let adapter = steps[index].adapter else {
        prepared.append(try bind(steps[index], to: parameters, at: index))
        continue
      }
      let asked = Question(.adapter, adapter, hop: hop, step: index + 1)
      guard let answer = answer(to: asked) else {
        first = first ?? (asked, steps[index].name)  // the other steps are checked first
        continue
      }
      let brought = try answer.parameters(from: adapter, step: index + 1)
      prepared.append(try bind(steps[index], to: brought, at: index))
    }
    return first.map { .asks($0.question, screen: $0.kind) } ?? .steps(prepared)
  }

  private func bind(
    _ step: CompiledStep, to brought: Parameters, at index: Int
  ) throws(PlanFailure) -> PreparedStep {
    do throws(PreparationError) {
      return PreparedStep(
        step: step, parameters: try step.parameters(from: brought),
        content: try step.content(from: brought))
    } catch {
      throw PlanFailure(step: index + 1, reason: error.description)
    }
  }

  private mutating func answer(to question: Question) -> Answer? {
    guard let answer = answers.first(where: { $0.question == question }) else { return nil }
    used.append(answer)
    return answer.answer
  }
}

extension Preparation {
  /// Makes every choice.
  ///
  /// - Returns: the question for the variant that has to be drawn first.
  private mutating func choose(
    from steps: [CompiledStep], in state: RouteState, into chosen: inout [CompiledStep]
  ) throws(PlanFailure) -> Question? {
    for step in steps {
      guard case .choose = step.verb else {
        chosen.append(step)
        continue
      }
      var taken: [CompiledStep]?
      for choice in step.choices where taken == nil {
        var holds = true
        for condition in choice.guards where holds {
          switch try evaluate(condition, in: state) {
          case .asks(let question): return question
          case .value(let value): holds = value
          }
        }
        if holds { taken = choice.steps }
      }
      guard let taken else {
        throw PlanFailure(step: chosen.count + 1, reason: "none of its cases holds")
      }
      if let question = try choose(from: taken, in: state, into: &chosen) { return question }
    }
    return nil
  }

  private enum Evaluation {
    case value(Bool)
    case asks(Question)
  }

  private mutating func evaluate(
    _ condition: Guard, in state: RouteState
  ) throws(PlanFailure) -> Evaluation {
    let (core, isNegated) = condition.core
    guard case .variant(let name, let wanted) = core else {
      return .value(holds(core, in: state) != isNegated)
    }
    // It is drawn once for a request, whatever its redirects.
    let question = Question(.variant, name)
    switch drawn(name) {
    case nil: return .asks(question)
    case .variant(let drawn)?: return .value(drawn.hasSameBytes(as: wanted) != isNegated)
    case .failed(let reason)?: throw PlanFailure(step: 0, reason: reason)
    default:
      throw PlanFailure(step: 0, reason: "\(name) gave an answer that is no variant")
    }
  }

  /// The variant that was drawn. Early journals may have a draw for each hop.
  private mutating func drawn(_ name: String) -> Answer? {
    let ofHop = Question(.variant, name, hop: hop)
    let question =
      answers.contains { $0.question == ofHop } ? ofHop : Question(.variant, name)
    return used.first { $0.question == question }?.answer ?? answer(to: question)
  }

  private func holds(_ condition: Guard, in state: RouteState) -> Bool {
    switch condition {
    case .parameter(let name, let value): parameters[name] == value
    case .has(let name): parameters[name] != nil
    case .condition(let name): state.conditions.contains { $0.hasSameBytes(as: name) }
    case .principal: state.principal != nil
    case .screen(let kind, let scope):
      holds(screen: kind, scope, in: state.tree)
    case .variant, .not: false
    }
  }

  private func holds(screen kind: String, _ scope: SearchScope, in tree: ScreenTree) -> Bool {
    let tag = Screen.tag(of: kind)
    let found = tree.firstRow(in: scene, scope: scope) { row in
      tree.isKind(kind, tag, row) && !row.ownership.isUnknown && !tree.isForeignGround(row)
    }
    return found != nil
  }
}

extension Answer {
  /// The parameters in the host code's answer.
  func parameters(from name: String, step: Int) throws(PlanFailure) -> Parameters {
    switch self {
    case .parameters(let parameters): return parameters
    case .failed(let reason): throw PlanFailure(step: step, reason: reason)
    default: throw PlanFailure(step: step, reason: "\(name) gave an answer without parameters")
    }
  }
}
