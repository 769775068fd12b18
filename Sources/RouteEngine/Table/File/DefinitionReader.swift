/// Reads a table file and collects every mistake with its position.
package struct DefinitionReader {
  package private(set) var mistakes: [RouteTableMistakes.Mistake] = []
  /// The number of all mistakes; only the first are kept.
  package private(set) var mistakeCount = 0
  /// The named parts of destinations that have been read.
  var chains: [String: [Step]] = [:]
  /// The number of steps that came from chains.
  var chainedSteps = 0
  /// For arrays that lost elements: by field, the indices in the file of the elements in the
  /// definition.
  private var places: [String: [Int]] = [:]
  /// Fields whose values could not be read, which was reported.
  private(set) var incomplete: Set<String> = []

  package init() {}

  /// Reads the whole definition. Parts that cannot be read are left out and reported in
  /// ``mistakes``.
  mutating func definition(_ root: JSONNode) -> RouteTableDefinition {
    var definition = RouteTableDefinition(tree: "")
    let members = members(root, "", of: .table)
    _ = string(members["$schema"], "$schema")
    if let format = members["format"], let word = string(format, "format"),
      word != RouteTableDefinition.format
    {
      add(format, "format", "expected \"\(RouteTableDefinition.format)\", not \"\(word)\"")
    }
    definition.tree = string(members["tree"], "tree") ?? ""
    if let links = members["links"] { definition.links = linkRules(links, "links") }
    definition.interceptors = names(members["interceptors"], "interceptors")
    definition.tasks = names(members["tasks"], "tasks")
    if let chains = members["chains"] { readChains(chains) }
    for (index, node) in elements(members["routers"], "routers").enumerated() {
      definition.routers.append(router(node, "routers[\(index)]"))
    }
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

  /// Notes the indices in the file of the elements of an array that are part of the definition.
  mutating func note(_ indices: [Int], of field: String) {
    if !indices.elementsEqual(indices.indices) { places[field] = indices }
  }

  /// The field of the file that corresponds to a field of the definition.
  func written(_ field: String) -> String {
    guard !places.isEmpty else { return field }
    var written = ""
    var rest = Substring(field)
    while let start = rest.firstIndex(of: "["), let end = rest[start...].firstIndex(of: "]") {
      written += rest[..<start]
      let place = Int(rest[start..<end].dropFirst()).flatMap { index in
        places[written].flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      written += place.map { "[\($0)]" } ?? String(rest[start...end])
      rest = rest[end...].dropFirst()
    }
    return written + rest
  }

  package mutating func add(_ node: JSONNode, _ field: String, _ message: String) {
    mistakeCount += 1
    guard mistakes.count < RouteTableMistakes.most else { return }
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
    let members = members(node, field, of: .screen)
    screen.version = integer(members["version"], "\(field).version") ?? 1
    if let parameters = members["parameters"] {
      var entries: [ParameterSchema.Entry] = []
      for (name, node) in namedMembers(parameters, "\(field).parameters") {
        if let entry = parameter(name, node, "\(field).parameters.\(name)") {
          entries.append(entry)
        }
      }
      screen.schema = ParameterSchema(entries)
    }
    if let identity = members["identity"] { screen.identity = names(identity, "\(field).identity") }
    screen.privateNames = names(members["private"], "\(field).private")
    screen.secretNames = names(members["secret"], "\(field).secret")
    screen.container = container(members["container"], "\(field).container")
    screen.isDismissible = bool(members["dismissible"], "\(field).dismissible") ?? true
    screen.isRestored = bool(members["restored"], "\(field).restored") ?? true
    screen.interceptors = names(members["interceptors"], "\(field).interceptors")
    screen.leaving = names(members["leaving"], "\(field).leaving")
    screen.answers = names(members["answers"], "\(field).answers")
    screen.actions = actions(members["actions"], "\(field).actions")
    for (index, node) in elements(members["migrations"], "\(field).migrations").enumerated() {
      screen.migrations.append(migration(node, "\(field).migrations[\(index)]"))
    }
    return screen
  }

  /// A type by its name, or the cases of an enum as an array; `null` at its end means optional. Or
  /// an object with such a type and a default.
  private mutating func parameter(
    _ name: String, _ node: JSONNode, _ field: String
  ) -> ParameterSchema.Entry? {
    if case .object = node.value {
      let members = members(node, field, of: .parameter)
      guard let node = members["type"], let entry = type(of: name, node, "\(field).type") else {
        return nil
      }
      guard let node = members["default"] else { return entry }
      if entry.isOptional {
        add(
          node, "\(field).default",
          "\(name) has a default, so it is never missing; remove the \"?\"")
      }
      guard let value = constant(node, "\(field).default") else { return entry }
      return ParameterSchema.Entry(name: name, type: entry.type, default: value)
    }
    return type(of: name, node, field)
  }

  private mutating func type(
    of name: String, _ node: JSONNode, _ field: String
  ) -> ParameterSchema.Entry? {
    if case .array(var nodes) = node.value {
      var isOptional = false
      if case .null? = nodes.last?.value {
        isOptional = true
        nodes.removeLast()
      }
      let values = nodes.enumerated().compactMap { constant($1, "\(field)[\($0)]") }
      return ParameterSchema.Entry(name: name, type: .oneOf(values), isOptional: isOptional)
    }
    guard case .string(let text) = node.value else {
      add(node, field, "expected a type or an array of cases, not \(node.typeName)")
      return nil
    }
    if let entry = ParameterSchema.Entry(name: name, text: text) { return entry }
    let names = ParameterType.named.map(\.description)
    add(
      node, field,
      "expected \(names.joined(separator: ", ")), bounds such as 0...255 or a list such as [int], "
        + "perhaps with \"?\", or an array of cases")
    return nil
  }

  private mutating func migration(_ node: JSONNode, _ field: String) -> ScreenMigration {
    let members = members(node, field, of: .migration)
    return ScreenMigration(
      from: integer(members["from"], "\(field).from") ?? 1,
      of: string(members["kind"], "\(field).kind"),
      with: bindings(members["with"], "\(field).with"))
  }

  private mutating func route(_ node: JSONNode, _ field: String) -> Route {
    let members = members(node, field, of: .route)
    var route = Route("", destination: Destination())
    if let identifier = members["id"] {
      route.identifier = string(identifier, "\(field).id") ?? "?"
    }
    route.version = integer(members["version"], "\(field).version") ?? 1
    route.patterns = names(members["patterns"], "\(field).patterns")
    route.constraint.schemes = names(members["schemes"], "\(field).schemes")
    route.constraint.hosts = names(members["hosts"], "\(field).hosts")
    route.constraint.query = queryRules(members["query"], "\(field).query")
    if let node = members["fragment"] {
      route.constraint.fragment = queryRule(node, "\(field).fragment")
    }
    route.readsFragment = bool(members["fragmentItems"], "\(field).fragmentItems") ?? false
    route.endSlash = word(members["endSlash"], "\(field).endSlash")
    route.letterCase = letterCase(members["letterCase"], "\(field).letterCase")
    route.plus = word(members["plus"], "\(field).plus")
    route.unreadable = word(members["unreadable"], "\(field).unreadable")
    route.priority = integer(members["priority"], "\(field).priority")
    route.destination.scene = string(members["scene"], "\(field).scene")
    route.interceptors = names(members["interceptors"], "\(field).interceptors")
    route.openNames = names(members["open"], "\(field).open")
    route.actions = actions(members["actions"], "\(field).actions")
    let told = mistakeCount
    if let node = members["redirect"] {
      route.redirect = redirect(node, "\(field).redirect")
      let others = TableFile.route.choices[0]
      for name in [others.name] + others.beside {
        if let node = members[name] { add(node, "\(field).\(name)", Route.Redirect.standsAlone) }
      }
    }
    if members["destination"] == nil, members["redirect"] == nil {
      add(node, "\(field).destination", "expected an array of steps, found nothing")
    }
    route.destination.steps = steps(members["destination"], "\(field).destination")
    if route.destination.steps.isEmpty, mistakeCount > told {
      incomplete.insert("\(field).destination")
    }
    return route
  }

  mutating func bindings(_ node: JSONNode?, _ field: String) -> Bindings {
    var bindings = Bindings()
    guard let node else { return bindings }
    for (name, value) in namedMembers(node, field) {
      if case .string(let text) = value.value {
        bindings[name] = ParameterSource(text)
      } else if let constant = constant(value, "\(field).\(name)") {
        bindings[name] = .constant(constant)
      }
    }
    return bindings
  }
}
