extension DefinitionCheck {
  /// - Parameter open: names that the route lists as open although no screen declares them.
  mutating func check(
    _ steps: [Step], _ types: CaptureTypes, open: Set<[UInt8]>, _ field: String
  ) {
    for (index, step) in steps.enumerated() {
      let place = "\(field)[\(index)]"
      for member in step.unsuitedMembers {
        add("\(place).\(member.rawValue)", member.userRule)
      }
      for unfit in step.unfitValues { add("\(place).with.\(unfit.name)", unfit.message) }
      if case .choose(let choices) = step.verb {
        check(choices, types, open, "\(place).switch")
      } else {
        check(step, place)
      }
      if index > 0 { check(step, behind: steps[index - 1], place) }
    }
  }

  private mutating func check(_ step: Step, _ field: String) {
    let target = "\(field).\(step.verb.word)"
    checkNames(step.tasks, in: "\(field).tasks")
    if let adapter = step.adapter, !Name.isValid(adapter) {
      add("\(field).adapt", Self.nameRule(adapter))
    }
    checkObject(step.parameters.elements.map(\.name), "\(field).with")
    switch step.verb {
    case .pop, .dismiss: return
    case .tab(let position?), .replaceTab(let position):
      if position < 0 { add("\(field).at", "expected a position from 0") }
    default: break
    }
    guard Name.isValid(step.name) else { return add(target, Self.nameRule(step.name)) }
    guard step.verb != .run else { return }
    guard let declaration = screens[step.name] else {
      return add(target, unknown(step.name))
    }
    if case .present(.named(let kind), _) = step.verb {
      checkNamed(kind, beside: Step.Presenter.words, "\(field).from")
    }
    if case .below(let kind) = step.scope {
      checkNamed(kind, beside: SearchScope.words, "\(field).scope")
    }
    if step.finder == .none, step.verb == .select || step.verb == .popTo {
      let verb = step.verb.word
      add("\(field).find", "\(verb) needs a screen that exists, so \"find\" cannot be \"none\"")
    }
    if step.adapter != nil {
      for element in step.parameters.elements {
        guard case .request(let name) = element.source, !name.hasSameBytes(as: element.name)
        else { continue }
        add(
          "\(field).with.\(element.name)",
          "a step with an adapter cannot rename parameters: the adapter gives them by the names "
            + "of the screen")
      }
    }
    if case .parameters(let names) = step.finder {
      for (index, name) in names.enumerated()
      where !declaration.declares(name) && !declaration.mayHave(name) {
        let lack = declaration.lack(of: name) { "find: .parameters([\"\($0)\"])" }
        add("\(field).find[\(index)]", lack)
      }
      for (index, name) in names.enumerated() where declaration.secrecy(of: name) == .secret {
        add(
          "\(field).find[\(index)]", "\(name) is secret, so no screen can be found by it; remove it"
        )
      }
    }
    if case .present(_, let style) = step.verb, let problem = style.problem {
      add("\(field).style", problem)
    }
    if let missing = missingLayout(for: step) { add(target, missing) }
    check(step.parameters, of: declaration, "\(field).with")
    checkContent(of: step, declaration, "\(field).holding")
  }

  /// Checks the name of a kind at a place where certain words mean something else.
  private mutating func checkNamed(_ kind: String, beside words: [String], _ field: String) {
    if words.contains(where: { $0.hasSameBytes(as: kind) }) {
      add(field, "\(kind) is a reserved word here; give the screen kind another name")
    } else if screens[kind] == nil {
      let list = words.joined(separator: ", ")
      add(field, "\(unknown(kind)); expected a screen or one of \(list)")
    }
  }

  /// The message for a kind that is not declared.
  mutating func unknown(_ kind: String) -> String {
    let nearest = takesHint() ? nearestName(to: kind, in: screens.keys) : ""
    return "there is no screen \(kind)\(nearest)"
  }

  private mutating func check(
    _ parameters: Bindings, of declaration: ScreenDeclaration, _ field: String
  ) {
    for element in parameters.elements {
      let place = "\(field).\(element.name)"
      guard let entry = declaration.schema.entries.first(where: { $0.name == element.name })
      else {
        if !declaration.mayHave(element.name) {
          add(place, declaration.lack(of: element.name) { "with: [\"\($0)\": value]" })
        }
        continue
      }
      guard case .constant(let value) = element.source else { continue }
      if declaration.secrecy(of: element.name) == .secret {
        add(place, "\(element.name) is secret, and the journal keeps the table; remove the value")
      } else {
        check(value, is: entry.type, place)
      }
    }
  }

  /// Checks that a constant fits a type, and that a file can hold it.
  mutating func check(_ constant: ParameterValue, is type: ParameterType, _ field: String) {
    if !type.accepts(type.fitted(constant)) {
      add(field, "expected \(type), not \(constant.notation)")
    } else {
      checkHeld(constant, field)
    }
  }

  /// Checks that a file, which the journal keeps, may have these names in one object.
  mutating func checkObject(_ names: [String], _ field: String) {
    if names.count > ParameterSchema.mostNames {
      add(field, "more than \(ParameterSchema.mostNames) names in one object")
    }
    let most = RouteLimits.format.nameBytes
    for name in names where name.utf8.count > most {
      add(field, "a name here has \(name.utf8.count) bytes, more than the \(most) allowed")
    }
  }

  /// Checks that a file can hold a constant.
  mutating func checkHeld(_ constant: ParameterValue, _ field: String) {
    switch constant {
    case .double(let number) where !number.isFinite:
      add(field, "\(number) is no number that a file can hold")
    case .token:
      add(field, "a token stands for a private value and cannot be in a table; write the value")
    default: break
    }
  }

  /// The message for a layout that a step needs and no screen of the table has; nil when there is
  /// none.
  private mutating func missingLayout(for step: Step) -> String? {
    guard knowsKinds else { return nil }
    if let column = step.column ?? step.verb.column {
      if !hasLayout(where: { $0.columns.contains(column) }) {
        return "no screen has a \(column.rawValue) column"
      }
    } else if step.verb.pushes || step.verb == .popTo {
      if !hasLayout(where: { $0 == .stack }) { return "no screen is a stack" }
    } else if step.verb.addsTab, !hasLayout(where: { $0 == .tabs }) {
      return "no screen holds tabs"
    }
    return nil
  }

  /// Whether some screen has such a layout: one of a declared kind, one of the first tree, or one
  /// in the initial content of a step.
  private mutating func hasLayout(where isWanted: (ContainerKind.Layout) -> Bool) -> Bool {
    if layouts.contains(where: isWanted) { return true }
    guard !knowsContents else { return false }
    knowsContents = true
    for step in definition.routes.flatMap(\.destination.allSteps) {
      for child in content(of: step)?.children ?? [] { child.collectLayouts(into: &layouts) }
    }
    return layouts.contains(where: isWanted)
  }

  /// Reports a step that is impossible right after a step that has built its screen.
  private mutating func check(_ step: Step, behind outer: Step, _ field: String) {
    guard outer.verb.builds, let declaration = screens[outer.name] else { return }
    let place = "\(field).\(step.verb.word)"
    if step.verb == .select, screens[step.name] != nil {
      let held = content(of: outer)?.children ?? []
      if !held.contains(where: { $0.holdsKind(step.name) }) {
        add(place, "\(outer.name) is built without a \(step.name); add one in \"holding\"")
      }
    }
    if step.verb == .root(from: .current), step.finder == .none,
      outer.verb.presentsInFront, outer.finder == .none
    {
      let why = "\(outer.name) is presented just before, so no root is current"
      add("\(field).from", "\(why); replace from root")
    }
    let isAlone = outer.verb.setsRoot || outer.verb.presents
    if step.verb.pushes, step.column == nil, isAlone, outer.finder == .none {
      let held = content(of: outer)?.children ?? []
      if declaration.container == nil {
        add(place, "\(outer.name) is no stack, nor does it lie in one")
      } else if declaration.container?.layout != .stack,
        !held.contains(where: { $0.holdsContainer(.stack) })
      {
        add(place, "\(outer.name) is built without a stack; add one in \"holding\"")
      }
    }
  }
}

extension DefinitionCheck {
  private mutating func check(
    _ choices: [Step.Choice], _ types: CaptureTypes, _ open: Set<[UInt8]>, _ field: String
  ) {
    if choices.isEmpty { add(field, "expected at least one case") }
    for (index, choice) in choices.enumerated() {
      let place = "\(field)[\(index)]"
      if choice.guards.isEmpty, index + 1 < choices.count {
        add(place, "a case without \"when\" always holds; move it to the end")
      }
      for (number, condition) in choice.guards.enumerated() {
        let field = "\(place).when[\(number)]"
        if condition.negations > Step.deepestChoice { add(field, Guard.tooDeep) }
        check(condition.core.guard, types, open, field)
      }
      check(choice.steps, types, open: open, "\(place).steps")
    }
  }

  private mutating func check(
    _ condition: Guard, _ types: CaptureTypes, _ open: Set<[UInt8]>, _ field: String
  ) {
    switch condition {
    case .parameter(let name, let value):
      guard let entry = types[name] else {
        if !open.contains(Array(name.utf8)) {
          add("\(field).parameter", "no screen declares \(name), so it is private; list it as open")
        }
        // A parameter that no screen declares has the type of a link's text.
        return check(value, is: .string, "\(field).is")
      }
      if entry.secrecy != .open {
        add("\(field).parameter", "\(name) is \(entry.secrecy): its value is not known here")
      } else {
        check(value, is: entry.type, "\(field).is")
      }
    case .has(let name):
      if isSecret(name, types) {
        add("\(field).parameter", "\(name) is secret, so no case can depend on it")
      }
    case .screen(let kind, let scope):
      if screens[kind] == nil { add("\(field).screen", unknown(kind)) }
      if case .below(let outer) = scope {
        checkNamed(outer, beside: SearchScope.words, "\(field).scope")
      }
    case .condition(let name):
      if !Name.isValid(name) { add("\(field).condition", Self.nameRule(name)) }
    case .variant(let name, let wanted):
      if !Name.isValid(name) { add("\(field).variant", Self.nameRule(name)) }
      if !Name.isValid(wanted) { add("\(field).is", Self.nameRule(wanted)) }
    case .principal, .not: break
    }
  }
}

extension DefinitionCheck {
  /// The initial content of a step's container; nil when it cannot be read.
  func content(of step: Step) -> Subtree? {
    guard let text = step.content else { return nil }
    // An unreadable content is reported elsewhere.
    return try? TreeNotation.children(
      text, of: screens[step.name]?.container, limits: limits, containers: declaredContainer)
  }

  /// The screens that a step builds, with the sources of their parameters.
  func boundScreens(of step: Step) -> [(kind: String, parameters: Bindings)] {
    guard step.verb != .run else { return [] }  // the name of host code, not of a screen
    var bound = [(step.name, step.parameters)]
    for child in content(of: step)?.children ?? [] { child.addBound(to: &bound) }
    return bound
  }

  private mutating func checkContent(
    of step: Step, _ declaration: ScreenDeclaration, _ field: String
  ) {
    guard let text = step.content else { return }
    guard let container = declaration.container else {
      return add(field, "\(step.name) is no container, so it holds nothing")
    }
    do throws(TreeNotation.ParseError) {
      let holder = try TreeNotation.children(
        text, of: container, limits: limits, containers: declaredContainer)
      let count = holder.children.count
      if let problem = container.layout.problem(of: step.name, holding: count) {
        add(field, problem)
      }
      for child in holder.children { check(content: child, field) }
    } catch {
      add(field, error.description)
    }
  }

  private mutating func check(content screen: Subtree, _ field: String) {
    if screen.ownership.isUnknown {
      add(field, "\(screen.kind) cannot be marked /unknown here; remove the mark")
    }
    if let declaration = screens[screen.kind] {
      check(Bindings(inNotation: screen.parameters), of: declaration, field)
    } else if screen.ownership == .declared, screen.container == nil {
      add(field, unknown(screen.kind))
    }
    for child in screen.children { check(content: child, field) }
    for over in screen.presented { check(content: over, field) }
  }

}

extension Subtree {
  /// Whether it is a screen of that kind or has one below it.
  fileprivate func holdsKind(_ wanted: String) -> Bool {
    kind.hasSameBytes(as: wanted) || children.contains { $0.holdsKind(wanted) }
      || presented.contains { $0.holdsKind(wanted) }
  }

  /// Whether it has that layout, or a screen below it has.
  func holdsContainer(_ layout: ContainerKind.Layout) -> Bool {
    container?.layout == layout || children.contains { $0.holdsContainer(layout) }
  }

  /// Collects the layouts of the screen and of all below it, except in screens of other code.
  func collectLayouts(into layouts: inout Set<ContainerKind.Layout>) {
    if ownership != .foreign {
      if let layout = container?.layout { layouts.insert(layout) }
      for child in children { child.collectLayouts(into: &layouts) }
    }
    for over in presented { over.collectLayouts(into: &layouts) }
  }

  fileprivate func addBound(to bound: inout [(String, Bindings)]) {
    bound.append((kind, Bindings(inNotation: parameters)))
    for child in children { child.addBound(to: &bound) }
    for over in presented { over.addBound(to: &bound) }
  }
}

extension Step.Verb {
  fileprivate var column: Column? { if case .column(let column) = self { column } else { nil } }

  fileprivate var presents: Bool { if case .present = self { true } else { false } }

  /// Whether its screen lies over all others; a screen that a named one presents may be hidden.
  fileprivate var presentsInFront: Bool {
    if case .present(let from, _) = self { from == .current || from == .topmost } else { false }
  }

  fileprivate var setsRoot: Bool { if case .root = self { true } else { false } }

  fileprivate var addsTab: Bool {
    switch self {
    case .tab, .replaceTab: true
    default: false
    }
  }
}
