import RouteEngine
import RouteTestSupport

/// Draws route tables.
struct TableDraw {
  var random: SeededRandom
  private(set) var kinds: [String] = []
  private var hasPrivate = false

  init(random: SeededRandom) { self.random = random }

  static let shapes = [
    "main/tabs[home/stack*[feed] shop/stack[catalog]]", "main/stack[feed]",
    "main/split[side/stack[list] shop/stack[catalog]]",
    "main: home/tabs[one/stack*[feed] shop/stack[catalog]] | second: shop2/stack[list]",
    "feed",
  ]

  /// The screens that a host reports as displayed.
  static func displayed(shape: Int, kinds: [String]) -> [String] {
    let kind = kinds[0]
    return [
      shapes[shape], "main/stack[feed \(kind)(id: 1)]", "main/tabs[a/stack*[feed] b/stack[other]]",
      "main/stack[feed]^sheet:\(kind)(id: 2)", "main/tabs[a b]^", "feed^full:camera/foreign",
    ]
  }

  mutating func definition(shape: Int) -> RouteTableDefinition {
    kinds = Array(["product", "order", "note", "player"].prefix(2 + random.below(3)))
    hasPrivate = random.chance(50)
    let linked = linkedRoutes(shape: shape)
    let screens = kinds.map { screen($0) } + [ScreenDeclaration("login"), linked.screen]
    var routes = kinds.map { reading(route($0, shape: shape)) } + linked.routes
    routes.append(
      Route(
        "login", patterns: ["/login"],
        destination: Destination([Step(.present(from: .topmost, style: .sheet), "login")])))
    routes.append(
      Route(
        "step", patterns: ["/step/:id"], destination: Destination([Step(.run, "wander")]),
        actions: random.chance(50) ? [action()] : []))
    var definition = RouteTableDefinition(
      tree: Self.shapes[shape], screens: screens, routes: routes,
      interceptors: random.chance(20) ? [random.pick(SimulatedApp.interceptors)] : [],
      tasks: random.chance(10) ? ["fill"] : [])
    definition.links = linkRules()
    if random.chance(40) { definition.routers = routers() }
    return definition
  }

  private mutating func routers() -> [Router] {
    let names = SimulatedApp.routerNames
    var left = Router(names[1], routes: [kinds[0]], screens: [kinds[0]], values: ["activity"])
    left.asksAboutLinks = random.chance(50)
    var right = Router(names[2], routes: [kinds[1]], screens: [kinds[1]])
    right.asksAboutLinks = random.chance(30)
    let all = Router(names[0]).with(names[1], priority: Router.high).with(names[2])
    return [all, left, right]
  }

  private mutating func screen(_ kind: String) -> ScreenDeclaration {
    let schema = ParameterSchema(
      [
        ParameterSchema.Entry(name: "id", type: .int),
        ParameterSchema.Entry(name: "text", type: .string, isOptional: true),
      ] + linkedParameters())
    var screen = ScreenDeclaration(
      kind, schema: schema, privateNames: hasPrivate ? ["text"] : [],
      isDismissible: !random.chance(15),
      interceptors: random.chance(15) ? [random.pick(SimulatedApp.interceptors)] : [],
      actions: random.chance(20) ? [action()] : [])
    screen.isRestored = !random.chance(10)
    if random.chance(15) { screen.leaving = [random.pick(SimulatedApp.interceptors)] }
    if random.chance(20) { screen.answers = [random.pick(SimulatedApp.conditions)] }
    return screen
  }

  private mutating func route(_ kind: String, shape: Int) -> Route {
    var steps = way(to: kind, shape: shape)
    if random.chance(20) {
      let other = way(to: kind, shape: shape)
      let test: Guard = random.pick([
        .condition("online"), .principal, .parameter("id", is: .int(1)), .has("text"),
        .screen(kinds[0], in: .everything), .variant("price", is: "b"),
      ])
      steps = [
        .choose(
          .when(random.chance(30) ? .not(test) : test, steps: steps), .otherwise(other))
      ]
    }
    var interceptors: [String] = []
    while random.chance(45), interceptors.count < 2 {
      let name = random.pick(SimulatedApp.interceptors)
      if !interceptors.contains(name) { interceptors.append(name) }
    }
    return Route(
      kind, version: 1, patterns: ["/\(kind)/:id"],
      destination: Destination(
        steps, scene: shape == 3 && random.chance(30) ? "second" : nil),
      interceptors: interceptors, openNames: [],
      actions: (0..<random.below(3)).map { _ in action() })
  }

  mutating func way(to kind: String, shape: Int) -> [Step] {
    var step =
      // The last shape has no stack.
      switch shape == Self.shapes.count - 1 ? 6 + random.below(2) : random.below(8) {
      case 0...2: Step.push(kind)
      case 3: Step.present(kind, style: .sheet, from: .topmost)
      case 4: Step.pushAsRoot(kind)
      case 5: Step.replaceTop(kind)
      case 6: Step.root(kind)
      default: Step.present(kind, style: .full)
      }
    if random.chance(15) { step.updates = true }
    if random.chance(10) { step = step.adapted(by: "shape") }
    var steps: [Step] = []
    if shape == 0 || shape == 3, random.chance(60) { steps.append(.select("shop")) }
    if shape == 0, random.chance(10) { return [.tab(kind)] }
    if shape == 2, random.chance(30) { return [Step(.column(.detail), kind)] }
    if random.chance(10) { steps.append(.dismiss(.all)) }
    if random.chance(10) { steps.append(.pop(.all)) }
    return steps + [step]
  }

  private mutating func action() -> ActionTemplate {
    var terms = ActionTerms(when: random.pick([.arrival, .arrival, .ready, .ready, .result]))
    if random.chance(20) { terms.condition = random.pick(SimulatedApp.conditions) }
    if random.chance(40) { terms.lane = random.pick(["network", "disk"]) }
    if random.chance(50) {
      terms.retry = RetryPolicy(attempts: 2 + random.below(3), first: .seconds(1))
    }
    if random.chance(40) { terms.leaseMicroseconds = random.pick([500_000, 5_000_000]) }
    let hasKey = random.chance(30)
    var action = ActionTemplate(
      random.pick(SimulatedApp.actionNames), with: ["id": .request("id")],
      key: hasKey ? "same" : nil, sameKey: hasKey ? random.pick(KeyRule.allCases) : .replace,
      terms: terms)
    if random.chance(20) { action = action.delayed(by: .seconds(2)) }
    if random.chance(20) { action = action.expires(after: .seconds(20)) }
    return action
  }

  /// A later version of the app.
  mutating func later(_ former: RouteTableDefinition, version: Int) -> RouteTableDefinition {
    var next = former
    let index = random.below(kinds.count)
    switch random.below(5) {
    case 0:
      let screen = next.screens[index]
      next.screens[index].version += 1
      if random.chance(70) {
        next.screens[index].migrations.append(ScreenMigration(from: screen.version))
      }
    case 1:
      let gone = next.screens[index].kind
      next.screens.removeAll { $0.kind == gone }
      next.routes.removeAll { route in
        if case .route(gone, _)? = route.redirect { return true }
        return route.identifier == gone
      }
      next.routers = []
    case 2:
      next.routes[index].interceptors = [random.pick(SimulatedApp.interceptors)]
      next.routes[index].version += 1
    case 3:
      next.links = linkRules()
      next.screens[index].isRestored.toggle()
    default:
      next.routes[index].actions = [action()]
      next.routes[index].version += 1
      if random.chance(30) { next.tree = "main/stack[feed]" }
    }
    return next
  }
}
