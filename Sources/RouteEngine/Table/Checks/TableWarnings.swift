/// Finds probable mistakes in a table that is valid.
struct TableWarnings {
  private typealias Mistake = RouteTableMistakes.Mistake

  private let table: RouteTable
  /// The kinds that some step builds, or has in its content.
  private let built: Set<String>
  /// Whether the first tree or a step has a stack.
  private let hasStack: Bool
  /// Whether a step has tabs.
  private let bringsTabs: Bool
  private var warnings: [Mistake] = []
  /// How many hints at names have been searched.
  private var hints = 0

  static func all(of table: RouteTable) -> [RouteTableMistakes.Mistake] {
    var finder = TableWarnings(table)
    finder.lookAtFirstTree()
    for screen in table.definition.screens where !finder.isFull { finder.look(at: screen) }
    for (position, route) in table.routes.enumerated() where !finder.isFull {
      finder.look(at: route, position)
    }
    if finder.isFull {
      let told = "only the first \(RouteTableMistakes.most) warnings are listed; there may be more"
      finder.warnings.append(Mistake(field: "routes", message: told))
    }
    return finder.warnings.map { $0.naming(table.routes) }
  }

  /// Whether there are as many warnings as are kept: a short file can cause millions.
  private var isFull: Bool { warnings.count >= RouteTableMistakes.most }

  private init(_ table: RouteTable) {
    self.table = table
    var built: Set<String> = []
    var layouts: Set<ContainerKind.Layout> = []
    for step in table.routes.flatMap(\.destination.allSteps) where step.verb.builds {
      built.insert(step.name)
      if let layout = table.container(of: step.name)?.layout { layouts.insert(layout) }
      let screens = step.content.flatMap { text in
        // The table has checked that it can be read.
        try? TreeNotation.children(
          text, of: table.container(of: step.name), containers: table.container)
      }
      for child in screens?.children ?? [] {
        built.formUnion(child.kinds)
        child.collectLayouts(into: &layouts)
      }
    }
    self.built = built
    bringsTabs = layouts.contains(.tabs)
    for scene in table.initialScenes.scenes { scene.root.collectLayouts(into: &layouts) }
    hasStack = layouts.contains(.stack)
  }

  private mutating func add(_ field: String, _ message: String) {
    if !isFull { warnings.append(Mistake(field: field, message: message)) }
  }

  /// The hint at the name that was probably meant. Only the first warnings get one, because each
  /// name is compared with all others.
  private mutating func hint(at name: String, in names: [String]) -> String {
    hints += 1
    return hints > DefinitionCheck.mostSuggestions ? "" : nearestName(to: name, in: names)
  }

  /// Warns of containers of the first tree that differ from their kinds' declarations.
  private mutating func lookAtFirstTree() {
    var containers: [(kind: String, container: ContainerKind)] = []
    for scene in table.initialScenes.scenes { scene.root.collectContainers(into: &containers) }
    var told: Set<String> = []
    for (kind, container) in containers {
      guard let declared = table.container(of: kind), declared != container,
        told.insert(kind).inserted
      else { continue }
      add("tree", "\(kind) is declared as \(declared.text), but is \(container.text) here")
    }
  }

  private mutating func look(at screen: ScreenDeclaration) {
    if !screen.isRestored, let condition = screen.answers.first {
      add(
        "screens.\(screen.kind).restored",
        "no launch restores \(screen.kind), so a request that waits for \(condition) then has no "
          + "screen that answers it")
    }
    guard screen.version > 1 else { return }
    let starts = Set(screen.migrations.map(\.from))
    if let missing = (1..<screen.version).first(where: { !starts.contains($0) }) {
      add(
        "screens.\(screen.kind).version",
        "no migration starts from version \(missing): screens of it are not shown again")
    }
    lookForNames(of: screen)
  }

  /// Warns of names to which a migration gives values that neither the kind nor a later migration
  /// uses.
  private mutating func lookForNames(of screen: ScreenDeclaration) {
    // For each name the last migration that uses it.
    var takers: [String: Int] = [:]
    for migration in screen.migrations {
      for case .request(let name) in migration.parameters.elements.map(\.source) {
        takers[name] = max(takers[name] ?? 0, migration.from)
      }
    }
    let declared = screen.schema.entries.map(\.name)
    let taken = Set(declared)
    for (index, migration) in screen.migrations.enumerated() where !isFull {
      for element in migration.parameters.elements
      where !taken.contains(element.name) && takers[element.name] ?? 0 <= migration.from {
        add(
          "screens.\(screen.kind).migrations[\(index)].with.\(element.name)",
          "neither \(screen.kind) nor a later migration has a parameter \(element.name): its value "
            + "is lost" + hint(at: element.name, in: declared))
      }
    }
  }

  private mutating func look(at route: Route, _ position: Int) {
    let field = "routes[\(position)]"
    let patterns = table.patterns(ofRoute: position)
    let test = table.linkTest(ofRoute: position)
    for (index, (pattern, text)) in zip(patterns, route.patterns).enumerated() {
      if let problem = pattern.warning(schemes: test.schemes, in: text) {
        add("\(field).patterns[\(index)]", problem)
      }
    }
    let needs = needs(ofRoute: position)
    lookForNeeds(needs, of: route, position, patterns, field)
    let captured = Set(patterns.flatMap(\.names) + test.names)
    lookForNames(of: route, position, captured, field)
    lookForNames(of: route, captured, beside: needs.map(\.source), field)
    lookForPrivateNames(of: route, position, field)
    lookForStacks(route.destination.steps, "\(field).destination")
  }

  /// The parameters that the steps outside of choices need, each with its name in the screen and in
  /// the requests of the route. A route that redirects needs those of its target.
  private func needs(ofRoute position: Int) -> [(kind: String, name: String, source: String)] {
    guard case .route(let identifier, let bindings)? = table.routes[position].redirect else {
      return table.compiledRoute(at: position).steps.flatMap { step in
        step.adapter == nil ? step.needs : []
      }
    }
    // The table has checked that the target exists and that redirects form no cycle.
    guard let next = table.position(ofRoute: identifier) else { return [] }
    return needs(ofRoute: next).compactMap {
      need -> (kind: String, name: String, source: String)? in
      switch bindings[need.source] {
      case .constant: nil
      case .request(let name): (need.kind, need.name, name)
      case nil: need
      }
    }
  }

  /// Warns of needs that a pattern does not capture.
  private mutating func lookForNeeds(
    _ needs: [(kind: String, name: String, source: String)], of route: Route, _ position: Int,
    _ patterns: [PathPattern], _ field: String
  ) {
    for (index, pattern) in patterns.enumerated() where !isFull {
      var told: Set<String> = []
      let names = pattern.namesInEachLink + table.linkTest(ofRoute: position).names
      for need in needs where !isFull && !names.contains(need.source) {
        guard !Self.asks(route, for: need.source), told.insert(need.source).inserted else {
          continue
        }
        let what =
          need.source == need.name ? need.name : "\(need.source) as its \(need.name)"
        let place = "\(field).patterns[\(index)]"
        guard table.types(ofRoute: position)[need.source]?.type != .json else {
          add(place, "\(need.kind) needs \(what), which no link can carry; open it by value")
          continue
        }
        guard !Self.refuses(route, need.source) else {
          add(
            place,
            "\(need.kind) needs \(what), which not every link of this pattern captures, and "
              + "\"query\" refuses it: let the pattern capture it, or remove the rule")
          continue
        }
        guard !pattern.names.contains(need.source) else {
          add(
            place,
            "\(need.kind) needs \(what), which this pattern captures in some links only: the "
              + "others have to bring it in their query")
          continue
        }
        add(
          place,
          "\(need.kind) needs \(what), which this pattern does not capture: its links have to "
            + "bring it in their query" + hint(at: need.source, in: pattern.names))
      }
    }
  }

  /// Warns of names of the request that only a query can supply.
  private mutating func lookForNames(
    of route: Route, _ position: Int, _ captured: Set<String>, _ field: String
  ) {
    guard !route.patterns.isEmpty else { return }
    let known = captured.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let told = captured.union(route.openNames)
    func isUnknown(_ name: String) -> Bool {
      !told.contains(name) && !Self.asks(route, for: name)
    }
    for (index, action) in route.actions.enumerated() {
      for element in action.parameters.elements {
        guard case .request(let name) = element.source, isUnknown(name),
          table.types(ofRoute: position)[name] == nil
        else { continue }
        add(
          "\(field).actions[\(index)].with.\(element.name)",
          "no pattern captures \(name), nor does a screen of the route take it: only a query can "
            + "bring it" + hint(at: name, in: known))
      }
    }
    for (index, step) in route.destination.steps.enumerated() where step.adapter == nil {
      for element in step.parameters.elements where element.source != .request(element.name) {
        let isOptional = table.screen(step.name)?.schema[element.name]?.isOptional ?? false
        guard case .request(let name) = element.source, isUnknown(name), isOptional else {
          continue
        }
        add(
          "\(field).destination[\(index)].with.\(element.name)",
          "no pattern captures \(name): only a query can bring it" + hint(at: name, in: known))
      }
    }
  }

  /// Warns of names for another route that only a query can supply, except those that
  /// ``lookForNeeds(_:of:_:_:_:)`` reports.
  private mutating func lookForNames(
    of route: Route, _ captured: Set<String>, beside needs: [String], _ field: String
  ) {
    guard !route.patterns.isEmpty, case .route(_, let bindings)? = route.redirect else { return }
    let known = captured.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let told = captured.union(route.openNames).union(needs)
    for element in bindings.elements where element.source != .request(element.name) {
      guard case .request(let name) = element.source, !told.contains(name),
        !Self.asks(route, for: name)
      else { continue }
      add(
        "\(field).redirect.with.\(element.name)",
        "no pattern captures \(name): only a query can bring it" + hint(at: name, in: known))
    }
  }

  /// Warns of names that a route lists as open without effect.
  private mutating func lookForPrivateNames(of route: Route, _ position: Int, _ field: String) {
    guard !route.openNames.isEmpty else { return }
    let entries = table.types(ofRoute: position).entries.filter { $0.secrecy == .private }
    let hidden = Set(entries.map(\.name))
    for (index, name) in route.openNames.enumerated() where hidden.contains(name) {
      add(
        "\(field).open[\(index)]",
        "\(name) is private in a screen of the route, so this has no effect; remove it")
    }
  }

  /// Warns of pushes that will hardly find a stack.
  private mutating func lookForStacks(_ steps: [Step], _ field: String) {
    for (index, step) in steps.enumerated() {
      if case .choose(let choices) = step.verb {
        for (number, choice) in choices.enumerated() {
          lookForStacks(choice.steps, "\(field)[\(index)].switch[\(number)].steps")
        }
      }
      guard step.verb.pushes, step.column == nil else { continue }
      let place = "\(field)[\(index)].\(step.verb.word)"
      if !hasStack {
        add(place, "neither the first tree nor a step brings a stack to push onto")
      } else if index > 0, steps[index - 1].verb == .select,
        liesBesideStacks(steps[index - 1].name)
      {
        let name = steps[index - 1].name
        add(place, "in the first tree \(name) is neither a stack nor in one: a push fails there")
      } else if index > 0, bringsBesideStacks(steps[index - 1]) {
        let name = steps[index - 1].name
        add(place, "the step before puts \(name) where no stack is: a push fails there")
      }
    }
  }

  /// Whether only the first tree has screens of that kind, and none of these has a stack in it or
  /// around it.
  private func liesBesideStacks(_ kind: String) -> Bool {
    guard !built.contains(kind) else { return false }
    let scenes = table.initialScenes.scenes
    return scenes.contains { $0.root.kinds.contains(kind) }
      && !scenes.contains { $0.root.hasStack(withOrAround: kind) }
  }

  /// Whether a step brings a screen without children to a place that has no stack around it.
  private func bringsBesideStacks(_ step: Step) -> Bool {
    guard table.container(of: step.name) == nil else { return false }
    switch step.verb {
    case .present, .root: return true
    case .tab, .replaceTab:
      return !bringsTabs
        && !table.initialScenes.scenes.contains { $0.root.hasTabsInStack }
    default: return false
    }
  }

  /// Whether no link of a route can bring a parameter as an item.
  private static func refuses(_ route: Route, _ name: String) -> Bool {
    route.constraint.query[name] == .absent && !route.readsFragment
  }

  private static func asks(_ route: Route, for name: String) -> Bool {
    route.constraint.query.elements.contains { element in
      switch element.rule {
      case .value, .present: element.name.hasSameBytes(as: name)
      case .absent, .path: false
      }
    }
  }
}

/// The hint at the name that was probably meant, within two edits; empty without one. If several
/// are equally near, it is the first in byte order.
func nearestName(to name: String, in names: some Sequence<String>) -> String {
  // A longer text is no name.
  guard name.utf8.count <= RouteLimits.standard.nameBytes else { return "" }
  let wanted = Array(name.utf8)
  // The bound keeps this fast for thousands of names.
  let near = names.map { (name: $0, distance: editDistance(Array($0.utf8), wanted, atMost: 2)) }
    .filter { $0.distance <= 2 && $0.distance < wanted.count }
    .min {
      guard $0.distance == $1.distance else { return $0.distance < $1.distance }
      return $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  return near.map { "; the nearest is \($0.name)" } ?? ""
}

extension PathPattern {
  /// The names of the captures that every link has.
  fileprivate var namesInEachLink: [String] {
    let choices = choices
    return names.filter { name in
      choices.allSatisfy { parts in parts.contains { $0.name == name && !$0.isOptional } }
    }
  }
}

extension Subtree {
  /// The kinds of the screen and of all below it.
  fileprivate var kinds: Set<String> {
    (children + presented).reduce(into: [kind]) { $0.formUnion($1.kinds) }
  }

  /// Collects the containers in and over the screen with the kinds of their screens, except in
  /// screens of other code.
  fileprivate func collectContainers(
    into containers: inout [(kind: String, container: ContainerKind)]
  ) {
    if ownership != .foreign {
      if let container { containers.append((kind, container)) }
      for child in children { child.collectContainers(into: &containers) }
    }
    for over in presented { over.collectContainers(into: &containers) }
  }

  /// Whether a stack in the screen, or in a presented screen, holds tabs.
  fileprivate var hasTabsInStack: Bool {
    if container?.layout == .stack, holdsContainer(.tabs) { return true }
    return (children + presented).contains { $0.hasTabsInStack }
  }

  /// Whether a screen of that kind is a stack, holds one or lies in one.
  fileprivate func hasStack(withOrAround wanted: String) -> Bool {
    if container?.layout == .stack, kinds.contains(wanted) { return true }
    if kind == wanted, holdsContainer(.stack) { return true }
    return (children + presented).contains { $0.hasStack(withOrAround: wanted) }
  }
}
