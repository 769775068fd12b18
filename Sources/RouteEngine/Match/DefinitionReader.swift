/// Reads a table file, collecting every mistake with its position.
struct DefinitionReader {
  private(set) var mistakes: [RouteTableMistakes.Mistake] = []

  /// Reads the whole definition; what could not be read is left out and is among ``mistakes``.
  mutating func definition(_ root: JSONNode) -> RouteTableDefinition {
    var definition = RouteTableDefinition(tree: "")
    let members = object(root, "", ["format", "interceptors", "routes", "screens", "tree"])
    if let format = members["format"] {
      let word = string(format, "format")
      if let word, word != RouteTableDefinition.format {
        add(format, "format", "expected \"\(RouteTableDefinition.format)\", not \"\(word)\"")
      }
    } else {
      add(root, "format", "expected \"\(RouteTableDefinition.format)\", found nothing")
    }
    if let tree = members["tree"] {
      definition.tree = string(tree, "tree") ?? ""
    } else {
      add(root, "tree", "expected the tree of a first launch, found nothing")
    }
    definition.interceptors = names(members["interceptors"], "interceptors")
    if let screens = members["screens"] {
      for (name, node) in allMembers(screens, "screens") {
        definition.screens.append(screen(name, node, "screens.\(name)"))
      }
    }
    for (index, node) in elements(members["routes"], "routes").enumerated() {
      definition.routes.append(route(node, "routes[\(index)]"))
    }
    return definition
  }

  mutating func add(_ node: JSONNode, _ field: String, _ message: String) {
    mistakes.append(
      RouteTableMistakes.Mistake(
        field: field, message: message, line: node.position.line, column: node.position.column))
  }
}

extension DefinitionReader {
  private mutating func screen(
    _ kind: String, _ node: JSONNode, _ field: String
  ) -> ScreenDeclaration {
    var screen = ScreenDeclaration(kind)
    let members = object(
      node, field,
      [
        "actions", "container", "dismissible", "identity", "interceptors", "migrations",
        "parameters", "private", "secret", "version",
      ])
    screen.version = integer(members["version"], "\(field).version") ?? 1
    if let parameters = members["parameters"] {
      var entries: [ParameterSchema.Entry] = []
      for (name, node) in allMembers(parameters, "\(field).parameters") {
        let place = "\(field).parameters.\(name)"
        guard let text = string(node, place) else { continue }
        if let entry = ParameterSchema.Entry(name: name, text: text) {
          entries.append(entry)
        } else {
          add(node, place, "expected int, double, bool or string, perhaps with \"?\"")
        }
      }
      screen.schema = ParameterSchema(entries)
    }
    if let identity = members["identity"] { screen.identity = names(identity, "\(field).identity") }
    screen.privateNames = names(members["private"], "\(field).private")
    screen.secretNames = names(members["secret"], "\(field).secret")
    screen.container = word(members["container"], "\(field).container")
    screen.isDismissible = bool(members["dismissible"], "\(field).dismissible") ?? true
    screen.interceptors = names(members["interceptors"], "\(field).interceptors")
    screen.actions = actions(members["actions"], "\(field).actions")
    for (index, node) in elements(members["migrations"], "\(field).migrations").enumerated() {
      screen.migrations.append(migration(node, "\(field).migrations[\(index)]"))
    }
    return screen
  }

  private mutating func migration(_ node: JSONNode, _ field: String) -> ScreenMigration {
    let members = object(node, field, ["from", "kind", "with"])
    if members["from"] == nil {
      add(node, "\(field).from", "expected the version that it starts from, found nothing")
    }
    return ScreenMigration(
      from: integer(members["from"], "\(field).from") ?? 1,
      of: string(members["kind"], "\(field).kind"),
      with: bindings(members["with"], "\(field).with"))
  }

  private mutating func route(_ node: JSONNode, _ field: String) -> Route {
    let members = object(
      node, field,
      [
        "actions", "destination", "id", "interceptors", "open", "patterns", "priority", "scene",
        "version",
      ])
    var route = Route("", destination: Destination())
    if let identifier = members["id"] {
      route.identifier = string(identifier, "\(field).id") ?? "?"
    } else {
      add(node, "\(field).id", "expected the route's identifier, found nothing")
    }
    route.version = integer(members["version"], "\(field).version") ?? 1
    route.patterns = names(members["patterns"], "\(field).patterns")
    route.priority = integer(members["priority"], "\(field).priority")
    route.destination.scene = string(members["scene"], "\(field).scene")
    route.interceptors = names(members["interceptors"], "\(field).interceptors")
    route.openNames = names(members["open"], "\(field).open")
    route.actions = actions(members["actions"], "\(field).actions")
    if members["destination"] == nil {
      add(node, "\(field).destination", "expected an array of steps, found nothing")
    }
    let steps = elements(members["destination"], "\(field).destination")
    for (index, node) in steps.enumerated() {
      if let step = step(node, "\(field).destination[\(index)]") {
        route.destination.steps.append(step)
      }
    }
    return route
  }

  private mutating func step(_ node: JSONNode, _ field: String) -> Step? {
    let known = ["find", "from", "style", "update", "with"]
    let all = allMembers(node, field)
    var verb: (verb: Step.Verb, name: String)?
    for (name, value) in all where !known.contains(name) {
      guard let word = Step.Verb(word: name) else {
        add(value, "\(field).\(name)", "expected one of \(Step.Verb.words)")
        continue
      }
      guard verb == nil else {
        add(value, "\(field).\(name)", "a step does one thing; make it a step of its own")
        continue
      }
      if let target = string(value, "\(field).\(name)") { verb = (word, target) }
    }
    guard var verb else {
      if all.allSatisfy({ known.contains($0.name) }) {
        add(node, field, "expected one of \(Step.Verb.words)")
      }
      return nil
    }
    let members = Dictionary(all.map { ($0.name, $0.node) }) { first, _ in first }
    if case .present = verb.verb {
      let from: Step.Presenter? = string(members["from"], "\(field).from").map { text in
        switch text {
        case "current": .current
        case "topmost": .topmost
        default: .named(text)
        }
      }
      let style: PresentationStyle? = word(members["style"], "\(field).style")
      verb.verb = .present(from: from ?? .current, style: style ?? .automatic)
    } else {
      for name in ["from", "style"] {
        if let extra = members[name] {
          add(extra, "\(field).\(name)", "only a step that presents has \(name)")
        }
      }
    }
    var step = Step(verb.verb, verb.name)
    step.finder = word(members["find"], "\(field).find") ?? .same
    step.updates = bool(members["update"], "\(field).update") ?? false
    step.parameters = bindings(members["with"], "\(field).with")
    return step
  }

  mutating func bindings(_ node: JSONNode?, _ field: String) -> Bindings {
    var bindings = Bindings()
    guard let node else { return bindings }
    for (name, value) in allMembers(node, field) {
      switch value.value {
      case .int(let number): bindings[name] = .constant(.int(number))
      case .double(let number): bindings[name] = .constant(.double(number))
      case .bool(let flag): bindings[name] = .constant(.bool(flag))
      case .string(let text): bindings[name] = ParameterSource(text)
      default:
        add(
          value, "\(field).\(name)",
          "expected \":name\" of a parameter or a constant, not \(value.typeName)")
      }
    }
    return bindings
  }
}
