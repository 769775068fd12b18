extension DefinitionReader {
  /// The steps of an array, with chains replaced by their steps.
  mutating func steps(_ node: JSONNode?, _ field: String, depth: Int = 0) -> [Step] {
    var steps: [Step] = []
    var written: [Int] = []
    for (index, node) in elements(node, field).enumerated() {
      let place = "\(field)[\(index)]"
      if case .object(let members) = node.value,
        let chain = members.first(where: { $0.name == "chain" })
      {
        for member in members where member.name != "chain" {
          add(
            member.node, "\(place).\(member.name)",
            "a step with \"chain\" has nothing else; remove this")
        }
        steps += chained(chain.node, "\(place).chain", depth: depth)
      } else if let step = step(node, place, depth: depth) {
        steps.append(step)
      }
      written += repeatElement(index, count: steps.count - written.count)
    }
    note(written, of: field)
    return steps
  }

  /// Reads the named parts of destinations, which are called chains. A chain may only mention
  /// earlier ones, so it cannot contain itself.
  mutating func readChains(_ node: JSONNode) {
    for (name, node) in allMembers(node, "chains") {
      let steps = steps(node, "chains.\(name)")
      if chains.updateValue(steps, forKey: name) != nil {
        add(node, "chains.\(name)", "there is a chain \(name) already")
      }
    }
  }

  private mutating func chained(_ node: JSONNode, _ field: String, depth: Int) -> [Step] {
    guard let name = string(node, field) else { return [] }
    guard let steps = chains[name] else {
      add(node, field, "there is no chain \(name) before this place")
      return []
    }
    guard chainedSteps <= Self.mostChainedSteps else { return [] }  // the mistake was reported
    guard depth + (steps.map(\.choiceDepth).max() ?? 0) <= Step.deepestChoice else {
      add(node, field, Step.tooDeep)
      return []
    }
    chainedSteps += steps.reduce(0) { $0 + $1.allSteps.count }
    guard chainedSteps <= Self.mostChainedSteps else {
      add(node, field, "more than \(Self.mostChainedSteps) steps come from chains")
      return []
    }
    return steps
  }

  /// The most steps that all chains of a table may add: a short file of nested chains must not
  /// become a huge table.
  private static var mostChainedSteps: Int { 100_000 }

  private mutating func step(_ node: JSONNode, _ field: String, depth: Int) -> Step? {
    let all = allMembers(node, field)
    var step: Step?
    for (name, value) in all where StepMember(rawValue: name) == nil {
      guard let verb = verb(name, value, "\(field).\(name)", depth: depth) else { continue }
      if step != nil {
        add(value, "\(field).\(name)", "a step does one thing; make this a step of its own")
      } else {
        step = verb
      }
    }
    guard var step else {
      if all.allSatisfy({ StepMember(rawValue: $0.name) != nil }) {
        add(node, field, "expected one of \(Step.Verb.words)")
      }
      return nil
    }
    for (name, value) in all {
      guard let member = StepMember(rawValue: name) else { continue }
      if member.suits(step.verb) {
        read(member, value, "\(field).\(name)", into: &step)
      } else {
        add(value, "\(field).\(name)", member.userRule)
      }
    }
    return step
  }

  /// The step of a word and the value of the member with that word.
  private mutating func verb(
    _ word: String, _ node: JSONNode, _ field: String, depth: Int
  ) -> Step? {
    switch word {
    case "pop":
      let extent: Step.Extent? = self.word(node, field)
      return extent.map { Step(.pop($0)) }
    case "dismiss":
      let extent: Step.Extent? = self.word(node, field)
      return extent.map { Step(.dismiss($0)) }
    case "switch":
      return Step(.choose(choices(node, field, depth: depth + 1)))
    default:
      guard let verb = Step.Verb(word: word) else {
        add(node, field, "expected one of \(Step.Verb.words)")
        return nil
      }
      return string(node, field).map { Step(verb, $0) }
    }
  }

  private mutating func read(
    _ member: StepMember, _ node: JSONNode, _ field: String, into step: inout Step
  ) {
    switch member {
    case .adapt: step.adapter = string(node, field)
    case .at:
      guard let position = integer(node, field) else { return }
      if position < 0 { add(node, field, "expected a position from 0") }
      step.verb = step.verb == .tab(at: nil) ? .tab(at: position) : .replaceTab(at: position)
    case .find:
      if case .array = node.value {
        step.finder = .parameters(names(node, field))
      } else if let text = string(node, field) {
        step.finder = finder(text, node, field)
      }
    case .from: step.verb = verb(step.verb, from: node, field)
    case .holding: step.content = string(node, field)
    case .onto: step.column = word(node, field)
    case .scope: step.scope = string(node, field).map(SearchScope.init) ?? .everything
    case .style:
      guard case .present(let from, _) = step.verb else { return }
      step.verb = .present(from: from, style: style(node, field) ?? .automatic)
    case .tasks: step.tasks = names(node, field)
    case .update: step.updates = bool(node, field) ?? false
    case .with: step.parameters = bindings(node, field)
    }
  }

  /// The verb with its presenter, or with the origin of a root.
  private mutating func verb(
    _ verb: Step.Verb, from node: JSONNode, _ field: String
  ) -> Step.Verb {
    guard case .present(_, let style) = verb else {
      return .root(from: word(node, field) ?? .root)
    }
    switch string(node, field) {
    case nil: return verb
    case let word?: return .present(from: Step.Presenter(word), style: style)
    }
  }

  private mutating func style(_ node: JSONNode, _ field: String) -> PresentationStyle? {
    guard let text = string(node, field) else { return nil }
    if let style = PresentationStyle(text) { return style }
    if let problem = PresentationStyle.problem(of: text) {
      add(node, field, "\(problem), in \"\(text)\"")
      return nil
    }
    add(
      node, field,
      "expected one of \(PresentationStyle.words), as in \"sheet\", \"sheet(medium, 40%, 320)\" or "
        + "\"sheet:drawer\" for one of the app's own, not \"\(text)\"")
    return nil
  }

  private mutating func finder(_ text: String, _ node: JSONNode, _ field: String) -> Finder {
    if let finder = Finder(text) { return finder }
    let words = Finder.named.map(\.text).joined(separator: ", ")
    add(node, field, "expected \(words), or an array of parameters, not \"\(text)\"")
    return .same
  }
}
