// The parts of a table in their canonical form, which a table in Swift and a file share. A file
// cannot tell 2.0 from 2, nor -0.0 from 0, may have other white space in the content of a
// container, and may repeat for a route a rule of the whole table.

extension DefinitionCheck {
  /// A route in canonical form; `types` are the types of its captures.
  func canonical(_ route: Route, _ types: CaptureTypes) -> Route {
    var route = route
    let links = definition.links
    if route.priority == 0 { route.priority = nil }
    if route.endSlash == links.endSlash { route.endSlash = nil }
    if route.letterCase == links.letterCase { route.letterCase = nil }
    if route.plus == links.plus { route.plus = nil }
    if route.unreadable == links.unreadable { route.unreadable = nil }
    if case .route(let identifier, let bindings)? = route.redirect {
      route.redirect = .route(identifier, with: canonical(bindings, for: identifier))
    }
    route.destination.steps = route.destination.steps.map { canonical($0, types) }
    route.actions = route.actions.map(\.canonical)
    return route
  }

  /// A kind's declaration in canonical form.
  func canonical(_ screen: ScreenDeclaration) -> ScreenDeclaration {
    var screen = screen
    screen.actions = screen.actions.map(\.canonical)
    for index in screen.migrations.indices {
      screen.migrations[index].parameters = screen.migrations[index].parameters.canonical
    }
    return screen
  }

  /// A screen of a notation, with constants converted to the types of its kind.
  func canonical(_ subtree: Subtree) -> Subtree {
    var subtree = subtree
    for element in subtree.parameters {
      guard let type = screens[subtree.kind]?.schema[element.name]?.type else { continue }
      subtree.parameters[element.name] = type.fitted(element.value)
    }
    subtree.children = subtree.children.map { canonical($0) }
    subtree.presented = subtree.presented.map { canonical($0) }
    return subtree
  }

  private func canonical(_ step: Step, _ types: CaptureTypes) -> Step {
    var step = step
    if case .choose(let choices) = step.verb {
      step.verb = .choose(
        choices.map { choice in
          Step.Choice(
            when: choice.guards.map { canonical($0, types) },
            choice.steps.map { canonical($0, types) })
        })
    }
    step.parameters = step.parameters.withoutUsual
    for element in step.parameters.elements {
      guard case .constant(let constant) = element.source,
        let entry = screens[step.name]?.schema.entries.first(where: { $0.name == element.name })
      else { continue }
      step.parameters[element.name] = .constant(entry.type.constant(constant))
    }
    guard step.content != nil, var holder = content(of: step) else { return step }
    if holder.children.isEmpty {
      step.content = nil
      return step
    }
    // A text ":id" stays as it is: no UUID and no date begins with a colon.
    holder.children = holder.children.map { canonical($0) }
    holder.container = screens[step.name]?.container
    step.content = TreeNotation.text(ofChildren: holder, containers: declaredContainer)
    return step
  }

  /// The bindings for another route, with constants converted to the types of its screens.
  private func canonical(_ bindings: Bindings, for identifier: String) -> Bindings {
    guard let next = positions[identifier] else { return bindings }
    let types = captureTypes(at: next)
    var bindings = bindings.withoutUsual.canonical
    for element in bindings.elements {
      guard case .constant(let constant) = element.source, let type = types[element.name]?.type
      else { continue }
      bindings[element.name] = .constant(type.fitted(constant))
    }
    return bindings
  }

  private func canonical(_ condition: Guard, _ types: CaptureTypes) -> Guard {
    switch condition {
    case .parameter(let name, let value):
      .parameter(name, is: types[name]?.type.constant(value) ?? value)
    case .not(let other): .not(canonical(other, types))
    default: condition
    }
  }
}

extension ActionTemplate {
  /// The template with its constants as a file returns them.
  fileprivate var canonical: ActionTemplate {
    var template = self
    template.parameters = parameters.canonical
    return template
  }
}

extension Bindings {
  /// The bindings with their constants as a file returns them: a file does not store their types.
  fileprivate var canonical: Bindings {
    var bindings = self
    for element in elements {
      guard case .constant(.double(let number)) = element.source,
        let whole = Int64(exactly: number)
      else { continue }
      bindings[element.name] = .constant(.int(whole))
    }
    return bindings
  }

  /// The bindings without parameters that come from the request's of the same name.
  fileprivate var withoutUsual: Bindings {
    var bindings = self
    for element in elements {
      guard case .request(let name) = element.source, name.hasSameBytes(as: element.name) else {
        continue
      }
      bindings[name] = nil
    }
    return bindings
  }
}
