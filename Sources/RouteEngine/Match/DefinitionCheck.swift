/// Checks a definition whole, collecting every mistake, and compiles it.
struct DefinitionCheck {
  /// What a table keeps beside its definition.
  struct Compiled {
    let scenes: TreeNotation
    /// The first tree as the engine writes it, so that white space makes no other table.
    let treeNotation: String
    let screens: [String: ScreenDeclaration]
    let routes: [String: Int]
    let types: [CaptureTypes]
    let patterns: [CompiledPattern]
    let privatePlaces: PrivatePlaces
    let index: PathIndex
  }

  private let definition: RouteTableDefinition
  private let limits: Limits
  private var mistakes: [RouteTableMistakes.Mistake] = []
  private var screens: [String: ScreenDeclaration] = [:]
  /// For each pattern what the index is built from, what it means, and the field it stands in.
  private var entries: [PathIndex.Item] = []
  private var patterns: [CompiledPattern] = []
  private var privatePlaces = PrivatePlaces()
  private var secretNames: [String] = []
  private var places: [String] = []

  init(_ definition: RouteTableDefinition, limits: Limits = .standard) {
    self.definition = definition
    self.limits = limits
  }

  mutating func compiled() throws(RouteTableMistakes) -> Compiled {
    checkScreens()
    let problems = MigrationCheck.problems(of: definition.screens)
    for problem in problems { add(problem.field, problem.message) }
    let scenes = checkTree()
    checkNames(definition.interceptors, in: "interceptors")
    var routes: [String: Int] = [:]
    let types = definition.routes.map(captureTypes)
    secretNames = definition.secretNames(types)
    for (position, route) in definition.routes.enumerated() {
      let field = "routes[\(position)]"
      if !Name.isValid(route.identifier) {
        add("\(field).id", Self.nameRule(route.identifier))
      } else if let first = routes.updateValue(position, forKey: route.identifier) {
        add("\(field).id", "\(route.identifier) is the identifier of routes[\(first)] already")
      }
      check(route, types[position], field)
      compilePatterns(of: route, types[position], position, field)
    }
    let index = compiledIndex()
    guard mistakes.isEmpty, let scenes, let index else {
      throw RouteTableMistakes(mistakes: mistakes)
    }
    return Compiled(
      scenes: scenes, treeNotation: scenes.notation(containers: declaredContainer),
      screens: screens, routes: routes, types: types, patterns: patterns,
      privatePlaces: privatePlaces, index: index)
  }

  private func declaredContainer(of kind: String) -> ContainerKind? {
    definition.screens.first { $0.kind == kind }?.container
  }

  private mutating func compiledIndex() -> PathIndex? {
    do throws(PathIndex.Conflicts) {
      return try PathIndex(entries)
    } catch {
      for conflict in error.all {
        let (first, second) = (places[conflict.first], places[conflict.second])
        let why =
          switch conflict.reason {
          case .samePaths: "matches the same paths as"
          case .differentExpressions: "has at one place another expression or type than"
          }
        add(second, "\(why) \(first); give one of the routes a priority")
      }
      return nil
    }
  }

  private mutating func add(_ field: String, _ message: String) {
    mistakes.append(RouteTableMistakes.Mistake(field: field, message: message))
  }

  private static func nameRule(_ name: String) -> String {
    "\"\(name)\" is no name: expected ASCII letters, digits, \"_\", \"-\" and \".\""
  }

  private mutating func checkNames(_ names: [String], in field: String) {
    for (index, name) in names.enumerated() where !Name.isValid(name) {
      add("\(field)[\(index)]", Self.nameRule(name))
    }
  }
}

extension DefinitionCheck {
  private mutating func checkScreens() {
    for screen in definition.screens {
      let field = "screens.\(screen.kind)"
      if !Name.isValid(screen.kind) { add(field, Self.nameRule(screen.kind)) }
      if screens.updateValue(screen, forKey: screen.kind) != nil {
        add(field, "\(screen.kind) is declared twice")
      }
      let lists = [
        ("identity", screen.identity ?? []), ("private", screen.privateNames),
        ("secret", screen.secretNames),
      ]
      for (list, names) in lists {
        for (index, name) in names.enumerated() {
          if !screen.declares(name) {
            add("\(field).\(list)[\(index)]", "\(screen.kind) has no parameter \(name)")
          } else if list != "secret", screen.secrecy(of: name) == .secret {
            add("\(field).\(list)[\(index)]", "\(name) is secret: nothing can be known by it")
          }
        }
      }
      for entry in screen.schema.entries where !Name.isValid(entry.name) {
        add("\(field).parameters.\(entry.name)", Self.nameRule(entry.name))
      }
      checkNames(screen.interceptors, in: "\(field).interceptors")
      check(screen.actions, "\(field).actions") { name in
        guard screen.declares(name) else { return "there is no parameter \(name)" }
        return screen.secrecy(of: name) == .secret ? Self.noSecret(name) : nil
      }
    }
  }

  /// Reads the first tree; kinds that stand in it without parameters declare themselves.
  private mutating func checkTree() -> TreeNotation? {
    let declared = screens
    do throws(TreeNotation.ParseError) {
      let notation = try TreeNotation(definition.tree, limits: limits) { kind in
        declared[kind]?.container
      }
      for scene in notation.scenes { declare(scene.root) }
      return notation
    } catch {
      add("tree", error.description)
      return nil
    }
  }

  private mutating func declare(_ subtree: Subtree) {
    if subtree.ownership.isUnknown { add("tree", "\(subtree.kind) cannot begin as a tombstone") }
    if let declaration = screens[subtree.kind] {
      for entry in declaration.schema.entries
      where !entry.isOptional && subtree.parameters[entry.name] == nil {
        add("tree", "\(subtree.kind) needs \(entry.name): \(entry.type)")
      }
      for element in subtree.parameters where declaration.secrecy(of: element.name) == .secret {
        add("tree", "\(element.name) is secret, and the table lies in the journal")
      }
    } else {
      screens[subtree.kind] = ScreenDeclaration(subtree.kind, container: subtree.container)
    }
    for child in subtree.children { declare(child) }
    for screen in subtree.presented { declare(screen) }
  }

  private func captureTypes(of route: Route) -> CaptureTypes {
    var entries: [CaptureTypes.Entry] = []
    for step in route.destination.steps {
      guard let declaration = screens[step.name] else { continue }
      for entry in declaration.schema.entries {
        var source = entry.name
        switch step.parameters[entry.name] {
        case .constant: continue
        case .request(let name): source = name
        case nil: break
        }
        let secrecy = declaration.secrecy(of: entry.name)
        if let index = entries.firstIndex(where: { $0.name.hasSameBytes(as: source) }) {
          // What one screen keeps private is private, whatever another says.
          let known = entries[index]
          entries[index] = CaptureTypes.Entry(
            name: source, type: known.type, secrecy: max(known.secrecy, secrecy))
        } else {
          entries.append(CaptureTypes.Entry(name: source, type: entry.type, secrecy: secrecy))
        }
      }
    }
    return CaptureTypes(
      entries: entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  private mutating func compilePatterns(
    of route: Route, _ types: CaptureTypes, _ position: Int, _ field: String
  ) {
    for (index, text) in route.patterns.enumerated() {
      let place = "\(field).patterns[\(index)]"
      do throws(PathPattern.ParseError) {
        let pattern = try PathPattern(text)
        let captures = pattern.names.map { name in
          types[name] ?? CaptureTypes.Entry(name: name, type: .string, secrecy: .open)
        }
        if let hidden = captures.first(where: { $0.secrecy != .open && !pattern.isFree($0.name) }) {
          let why = "\(hidden.name) is \(hidden.secrecy), so its place takes no expression"
          add(place, "\(why): a token stands there")
        }
        let typed = captures.filter { $0.type != .string }.map(\.name)
        entries.append(
          PathIndex.Item(
            pattern, typed: Set(typed), priority: route.priority, value: entries.count))
        patterns.append(CompiledPattern(route: position, captures: captures))
        privatePlaces.insert(pattern) { captures[$0].secrecy != .open }
        places.append(place)
      } catch {
        add(place, error.description)
      }
    }
  }
}

extension DefinitionCheck {
  private mutating func check(_ route: Route, _ types: CaptureTypes, _ field: String) {
    checkNames(route.interceptors, in: "\(field).interceptors")
    let steps = route.destination.steps
    if steps.isEmpty { add("\(field).destination", "expected at least one step") }
    if steps.count > limits.steps {
      add("\(field).destination", "expected at most \(limits.steps) steps")
    }
    if let scene = route.destination.scene, !Name.isValid(scene) {
      add("\(field).scene", Self.nameRule(scene))
    }
    for (index, step) in steps.enumerated() {
      check(step, of: route, "\(field).destination[\(index)]")
    }
    let secrets = secretNames
    check(route.actions, "\(field).actions") { name in
      let isSecret =
        types[name].map { $0.secrecy == .secret }
        ?? secrets.contains { $0.hasSameBytes(as: name) }
      return isSecret ? Self.noSecret(name) : nil
    }
  }

  private static func noSecret(_ name: String) -> String {
    "\(name) is secret and gone after a relaunch, so no action can be given it"
  }

  private mutating func check(_ step: Step, of route: Route, _ field: String) {
    let target = "\(field).\(step.verb.word)"
    guard Name.isValid(step.name) else { return add(target, Self.nameRule(step.name)) }
    guard step.verb != .run else { return }
    guard let declaration = screens[step.name] else {
      let nearest = nearest(to: step.name).map { "; the nearest is \($0)" } ?? ""
      return add(target, "there is no screen \(step.name)\(nearest)")
    }
    if case .present(.named(let kind), _) = step.verb, screens[kind] == nil {
      add("\(field).from", "there is no screen \(kind)")
    }
    for element in step.parameters.elements {
      if !declaration.declares(element.name) {
        add("\(field).with.\(element.name)", "\(step.name) has no parameter \(element.name)")
      }
    }
    for element in step.parameters.elements {
      guard case .constant(let value) = element.source,
        let entry = declaration.schema.entries.first(where: { $0.name == element.name })
      else { continue }
      let place = "\(field).with.\(element.name)"
      if declaration.secrecy(of: element.name) == .secret {
        add(place, "\(element.name) is secret, and the table lies in the journal")
      } else if !entry.type.accepts(value) {
        add(place, "expected \(entry.type), not \(value.notation)")
      }
    }
  }

  private mutating func check(
    _ actions: [ActionTemplate], _ field: String, problem: (_ parameter: String) -> String?
  ) {
    for (index, action) in actions.enumerated() {
      if !Name.isValid(action.name) {
        add("\(field)[\(index)].perform", Self.nameRule(action.name))
      }
      check(action, "\(field)[\(index)]")
      for element in action.parameters.elements {
        if case .request(let wanted) = element.source, let problem = problem(wanted) {
          add("\(field)[\(index)].with.\(element.name)", problem)
        }
      }
    }
  }

  private mutating func check(_ action: ActionTemplate, _ field: String) {
    for (member, name) in [("condition", action.terms.condition), ("lane", action.terms.lane)] {
      if let name, !Name.isValid(name) { add("\(field).\(member)", Self.nameRule(name)) }
    }
    if action.sameKey != .replace, action.key == nil {
      add("\(field).sameKey", "only an action with a key meets others with the same key")
    }
    if let lease = action.terms.lease, lease < 1 {
      add("\(field).lease", "expected a time longer than none")
    }
    guard let retry = action.terms.retry else { return }
    if !(2...limits.attempts).contains(retry.attempts) {
      add("\(field).retry.attempts", "expected from 2 to \(limits.attempts) attempts")
    }
    if retry.first < 0 || retry.longest < retry.first {
      add("\(field).retry.longest", "expected a time no shorter than the first")
    }
  }

  /// The declared kind whose name is most like this one, within two edits.
  private func nearest(to name: String) -> String? {
    let kinds = screens.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let ranked = kinds.map { (kind: $0, distance: editDistance(Array($0.utf8), Array(name.utf8))) }
    return ranked.filter { $0.distance <= 2 }.min { $0.distance < $1.distance }?.kind
  }
}

/// How many single-byte edits turn one name into the other (Levenshtein, 1966).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == b ? 0 : 1))
      diagonal = row[j + 1]
      row[j + 1] = next
    }
  }
  return row[right.count]
}

extension ScreenDeclaration {
  /// Whether the kind has a parameter of that name.
  func declares(_ name: String) -> Bool { schema.entries.contains { $0.name == name } }
}

extension PathPattern {
  /// Whether the capture is a free one, which any text fits.
  fileprivate func isFree(_ name: String) -> Bool {
    parts.contains { $0.kind == .segment && $0.name == name }
  }
}
