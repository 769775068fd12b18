/// Checks a whole definition, collects every mistake, and compiles it.
struct DefinitionCheck {
  /// The compiled parts that a table keeps beside its definition.
  struct Compiled {
    let scenes: TreeNotation
    /// The first tree as the engine writes it, so that white space does not change the digest.
    let treeNotation: String
    /// The routes in canonical form.
    let canonicalRoutes: [Route]
    /// The declared kinds in canonical form.
    let canonicalScreens: [ScreenDeclaration]
    let screens: [String: ScreenDeclaration]
    let routes: [String: Int]
    let types: [CaptureTypes]
    let patterns: [CompiledPattern]
    /// The patterns of all routes, in the same order.
    let pathPatterns: [PathPattern]
    /// The link test of each route; empty when no route has requirements for links.
    let linkTests: [LinkTest]
    /// The table's own rules for schemes and hosts.
    let linkStart: LinkStart
    let linkRewriter: LinkRewriter?
    let privatePlaces: PrivatePlaces
    /// The places of links that routes redirect to.
    let linkPlaces: PrivatePlaces
    /// The patterns of the table's own routes.
    let index: PathIndex
    /// The patterns of each router's routes.
    let routerIndexes: [PathIndex]
  }

  let definition: RouteTableDefinition
  let limits = RouteLimits.standard
  private var mistakes: [RouteTableMistakes.Mistake] = []
  private var mistakeCount = 0
  private(set) var screens: [String: ScreenDeclaration] = [:]
  /// For each pattern the item of the index, its meaning, and the field in which it stands.
  private var entries: [PathIndex.Item] = []
  private var patterns: [CompiledPattern] = []
  private var pathPatterns: [PathPattern] = []
  var linkTests: [LinkTest] = []
  private(set) var linkStart = LinkStart()
  private var privatePlaces = PrivatePlaces()
  private var linkPlaces = PrivatePlaces()
  /// The bytes of the names that some screen or route calls its secret.
  private(set) var secretNames: Set<[UInt8]> = []
  /// Those of each kind, and the secrecy of each of its parameters: found once, and not for each
  /// name or step.
  private var kindSecrets: [String: Set<[UInt8]>] = [:]
  private(set) var secrecies: [String: [Secrecy]] = [:]
  /// The types of the routes with a destination, by position. They are found once, and not again
  /// for each redirect to such a route.
  private(set) var ownTypes: [Int: CaptureTypes] = [:]
  /// The literals that are not case-sensitive in routes without a rule of their own.
  let foldedSegments: Set<[UInt8]>
  private let declaredContainers: [String: ContainerKind]
  /// The first route of each identifier.
  let positions: [String: Int]
  /// How many hints at names have been searched.
  var hints = 0
  /// Whether all kinds are known. The kinds of the first tree need no declaration and are added to
  /// them.
  private(set) var knowsKinds = false
  /// The layouts that some screen has, once all kinds are known. Layouts from the content of steps
  /// are added only when one is missing.
  var layouts: Set<ContainerKind.Layout> = []
  /// Whether the layouts of the steps' content were added.
  var knowsContents = false
  private var places: [String] = []

  init(_ definition: RouteTableDefinition) {
    self.definition = definition
    positions = Dictionary(
      definition.routes.enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    foldedSegments = definition.links.letterCase.foldedSegments
    declaredContainers = Dictionary(
      definition.screens.compactMap { screen in screen.container.map { (screen.kind, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  mutating func compiled() throws(RouteTableMistakes) -> Compiled {
    checkScreens()
    let problems = MigrationCheck.problems(of: definition.screens)
    for problem in problems { add(problem.field, problem.message) }
    let scenes = checkTree()
    checkNames(definition.interceptors, in: "interceptors")
    checkNames(definition.tasks, in: "tasks")
    let (start, rewriter) = checkLinks()
    linkStart = start
    var routes: [String: Int] = [:]
    for (position, route) in definition.routes.enumerated() where route.redirect == nil {
      ownTypes[position] = captureTypes(of: route)
    }
    let types = definition.routes.indices.map { captureTypes(at: $0) }
    secretNames = Set(definition.secretNames(types).map { Array($0.utf8) })
    for (position, route) in definition.routes.enumerated() {
      let field = "routes[\(position)]"
      if !Name.isValid(route.identifier) {
        add("\(field).id", Self.nameRule(route.identifier))
      } else if let first = routes.updateValue(position, forKey: route.identifier) {
        add("\(field).id", "\(route.identifier) is the identifier of routes[\(first)] already")
      }
      check(route, types[position], field)
      checkAgreement(of: route, types[position], field)
      compileConstraint(of: route, at: position, types[position], field)
      compilePatterns(of: route, types[position], position, field)
    }
    let owners = checkRouters()
    let owned = Dictionary(grouping: entries) { item in
      owners[definition.routes[patterns[item.value].route].identifier]
    }
    let index = compiledIndex(of: owned[Int?.none] ?? [])
    var routerIndexes: [PathIndex] = []
    for place in definition.routers.indices {
      if let index = compiledIndex(of: owned[place] ?? []) { routerIndexes.append(index) }
    }
    guard mistakes.isEmpty, let scenes, let index else {
      throw RouteTableMistakes(mistakes, count: mistakeCount)
    }
    let tree = scenes.changingRoots { canonical($0) }
    return Compiled(
      scenes: tree, treeNotation: tree.notation(containers: declaredContainer),
      canonicalRoutes: zip(definition.routes, types).map { canonical($0, $1) },
      canonicalScreens: definition.screens.map(canonical),
      screens: screens.mapValues(canonical), routes: routes, types: types, patterns: patterns,
      pathPatterns: pathPatterns,
      linkTests: linkTests.allSatisfy(\.isEmpty) ? [] : linkTests, linkStart: linkStart,
      linkRewriter: rewriter, privatePlaces: privatePlaces, linkPlaces: linkPlaces, index: index,
      routerIndexes: routerIndexes)
  }

  func declaredContainer(of kind: String) -> ContainerKind? { declaredContainers[kind] }

  /// The compiled patterns of a router's routes, or of the routes without a router.
  private mutating func compiledIndex(of entries: [PathIndex.Item]) -> PathIndex? {
    do throws(PathIndex.Conflicts) {
      return try PathIndex(entries)
    } catch {
      for conflict in error.all {
        let (one, other) = (entries[conflict.first].value, entries[conflict.second].value)
        let (first, second) = (places[one], places[other])
        let why =
          switch conflict.reason {
          case .samePaths: "matches the same paths as"
          case .differentExpressions: "has another expression or type at the same place as"
          case .tooMany: "has one path with more routes than can be compared, among them"
          }
        let isOneRoute = patterns[one].route == patterns[other].route
        let constraint = "a scheme, host or query that the other cannot have"
        let remedy =
          isOneRoute
          ? "leave one of the two out" : "give one of the routes a priority, or \(constraint)"
        add(second, "\(why) \(first); \(remedy)")
      }
      mistakeCount += error.count - error.all.count
      return nil
    }
  }

  mutating func add(_ field: String, _ message: String) {
    mistakeCount += 1
    guard mistakes.count < RouteTableMistakes.most else { return }
    let mistake = RouteTableMistakes.Mistake(field: field, message: message)
    mistakes.append(mistake.naming(definition.routes))
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
      let declared = Set(screen.schema.entries.map(\.name))
      let secrets = screen.secretSet
      kindSecrets[screen.kind] = secrets
      secrecies[screen.kind] = screen.secrecies
      checkLists(of: screen, declared, secrets, field)
      if case .custom(let name, _)? = screen.container, !Name.isValid(name) {
        add("\(field).container", Self.nameRule(name))
      }
      checkObject(screen.schema.entries.map(\.name), "\(field).parameters")
      for (index, migration) in screen.migrations.enumerated() {
        let place = "\(field).migrations[\(index)].with"
        checkObject(migration.parameters.elements.map(\.name), place)
        for case (let name, .constant(let value)) in migration.parameters.elements.map({
          ($0.name, $0.source)
        }) {
          checkHeld(value, "\(place).\(name)")
        }
      }
      for entry in screen.schema.entries where !Name.isValid(entry.name) {
        add("\(field).parameters.\(entry.name)", Self.nameRule(entry.name))
      }
      for entry in screen.schema.entries {
        guard let problem = entry.type.problem else { continue }
        add("\(field).parameters.\(entry.name)", problem)
      }
      for entry in screen.schema.entries {
        guard let value = entry.defaultValue else { continue }
        let place = "\(field).parameters.\(entry.name).default"
        checkHeld(value, place)
        if secrets.contains(Array(entry.name.utf8)) {
          add(place, "\(entry.name) is secret, and the journal keeps the table; remove the value")
        } else if !entry.type.accepts(value) {
          add(place, "\(entry.name) is to be \(entry.type), not \(value.notation)")
        }
      }
      checkNames(screen.interceptors, in: "\(field).interceptors")
      checkNames(screen.leaving, in: "\(field).leaving")
      checkNames(screen.answers, in: "\(field).answers")
      check(screen.actions, "\(field).actions") { name in
        guard declared.contains(name) || screen.mayHave(name) else {
          return screen.lack(of: name) { "\":\($0)\"" }
        }
        return secrets.contains(Array(name.utf8)) ? Self.noSecret(name) : nil
      }
    }
  }

  /// Checks the lists of parameters of a kind.
  private mutating func checkLists(
    of screen: ScreenDeclaration, _ declared: Set<String>, _ secrets: Set<[UInt8]>,
    _ field: String
  ) {
    let lists = [
      ("identity", screen.identity ?? []), ("private", screen.privateNames),
      ("secret", screen.secretNames),
    ]
    for (list, names) in lists {
      for (index, name) in names.enumerated() {
        if !declared.contains(name), !screen.mayHave(name) {
          let type = name.dropFirst().prefix { $0 != "." }
          let lack = screen.lack(of: name) {
            "DeclaredScreen(\(type).self, parameters: schema, \(list): [\"\($0)\"]), "
              + "the schema being ParameterSchema(of: \(type).self)"
          }
          add("\(field).\(list)[\(index)]", lack)
        } else if list != "secret", secrets.contains(Array(name.utf8)) {
          add(
            "\(field).\(list)[\(index)]",
            "\(name) is secret, so it cannot be in \"\(list)\" too; remove one of the two")
        }
      }
    }
  }

  /// Reads the first tree; it declares the kinds in it that have no parameters.
  private mutating func checkTree() -> TreeNotation? {
    let declared = screens
    do throws(TreeNotation.ParseError) {
      let notation = try TreeNotation(definition.tree, limits: limits) { kind in
        declared[kind]?.container
      }
      for scene in notation.scenes {
        declare(scene.root)
        scene.root.collectLayouts(into: &layouts)
      }
      knowsKinds = true
      for kind in screens.keys.sorted() {
        if let layout = screens[kind]?.container?.layout { layouts.insert(layout) }
      }
      return notation
    } catch {
      add("tree", error.description)
      return nil
    }
  }

  /// - Parameter isInside: whether the screen lies in a screen of other code.
  private mutating func declare(_ subtree: Subtree, isInside: Bool = false) {
    let isForeign = isInside || subtree.ownership == .foreign
    if subtree.ownership.isUnknown {
      add("tree", "\(subtree.kind) cannot be marked /unknown here; remove the mark")
    }
    if let declaration = screens[subtree.kind] {
      for entry in declaration.schema.entries
      where !entry.isOptional && subtree.parameters[entry.name] == nil {
        add("tree", "\(subtree.kind) needs \(entry.name): \(entry.type)")
      }
      for element in subtree.parameters {
        let entry = declaration.schema.entries.first { $0.name == element.name }
        if entry == nil {
          // A screen of other code may occur more than once.
          guard !isForeign || !declaration.schema.entries.isEmpty,
            !declaration.mayHave(element.name)
          else { continue }
          add("tree", "\(subtree.kind) has no parameter \(element.name)")
        } else if kindSecrets[subtree.kind]?.contains(Array(element.name.utf8)) ?? false {
          add(
            "tree", "\(element.name) is secret, and the journal keeps the table; remove the value")
        } else if let type = entry?.type, !type.accepts(type.fitted(element.value)) {
          add(
            "tree",
            "\(element.name) of \(subtree.kind) is to be \(type), not \(element.value.notation)")
        }
      }
    } else {
      screens[subtree.kind] = ScreenDeclaration(subtree.kind, container: subtree.container)
      // Screens of other code have parameters of their own.
      for name in subtree.parameters.names where !isForeign {
        add("tree", "\(subtree.kind) is not declared, so it has no parameter \(name)")
      }
    }
    if let problem = subtree.layout?.problem(of: subtree.kind, holding: subtree.children.count) {
      add("tree", problem)
    }
    for child in subtree.children { declare(child, isInside: isForeign) }
    for screen in subtree.presented { declare(screen, isInside: isInside) }
  }

  private mutating func compilePatterns(
    of route: Route, _ types: CaptureTypes, _ position: Int, _ field: String
  ) {
    let folded = foldedSegments(of: route)
    for (index, text) in route.patterns.enumerated() {
      let place = "\(field).patterns[\(index)]"
      do throws(PathPattern.ParseError) {
        let pattern = try PathPattern(
          text, endSlash: route.endSlash ?? definition.links.endSlash,
          letterCase: route.letterCase ?? definition.links.letterCase, foldedSegments: folded)
        let captures = pattern.names.map { name in
          types[name]
            ?? CaptureTypes.Entry(
              name: name, type: .string, secrecy: isSecret(name, types) ? .secret : .open)
        }
        // If the table lists the literals, a pattern without one of them is case-sensitive.
        if route.letterCase != nil, let problem = pattern.letterCaseMistake { add(place, problem) }
        if let problem = pattern.mistake(schemes: linkTests[position].schemes, in: text) {
          add(place, problem)
        }
        for capture in captures {
          if let problem = capture.mistake(in: pattern) { add(place, problem) }
        }
        if let name = linkTests[position].names.first(where: pattern.names.contains) {
          add(place, "\(name) is captured in the host, query or fragment too; rename one")
        }
        let typed = captures.filter { $0.type != .string }.map(\.name)
        entries.append(
          PathIndex.Item(
            pattern, typed: Set(typed), test: linkTests[position], priority: route.priority,
            value: entries.count))
        patterns.append(
          CompiledPattern(route: position, captures: captures, pattern.letterCase))
        pathPatterns.append(pattern)
        privatePlaces.insert(pattern, captures)
        if let followed = definition.linkParameter(of: route, positions) {
          linkPlaces.insert(pattern, named: followed)
        }
        places.append(place)
      } catch {
        add(place, error.description)
      }
    }
  }
}

extension ScreenDeclaration {
  /// Whether the kind has a parameter of that name.
  func declares(_ name: String) -> Bool { schema.entries.contains { $0.name == name } }

  /// Whether the kind may have a parameter of that name that the table does not know. A key path
  /// whose parameter cannot be found out is no such name.
  func mayHave(_ name: String) -> Bool { isUndetermined && name.utf8.first != UInt8(ascii: "\\") }

  /// The message for a parameter that the kind does not have, or for a key path whose parameter
  /// cannot be found out, see ``ScreenKind/parameterName(of:)``.
  ///
  /// - Parameter spelling: the text to write in place of such a key path, given the parameter's
  ///   name.
  func lack(of name: String, _ spelling: (String) -> String) -> String {
    guard name.utf8.first == UInt8(ascii: "\\") else { return "\(kind) has no parameter \(name)" }
    let property = name.split(separator: ".").last.map(String.init) ?? name
    let remedy = declares(property) ? ": \(spelling(property))" : ""
    return "it cannot be found out which parameter \(name) is; write its coding key\(remedy)"
  }
}
