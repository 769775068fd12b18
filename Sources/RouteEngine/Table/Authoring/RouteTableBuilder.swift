extension RouteTable {
  /// Builds a table from Swift declarations, using the types of its screens.
  ///
  /// ```swift
  /// enum Shop {
  ///   struct Product: ScreenKind { var id: Int; var coupon: String? }
  ///   struct Login: ScreenKind {}
  ///
  ///   static func table() throws(RouteTable.Mistakes) -> RouteTable {
  ///     try RouteTable(tree: "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]") {
  ///       DeclaredScreen(Product.self, private: \.coupon)
  ///       DeclaredScreen(Login.self)
  ///       Route("product", "/products/:id(\\d+)", to: [.select("shop"), .push(Product.self)])
  ///         .asks("signedIn")
  ///         .performs("highlight", with: ["id": ":id"], when: .ready, key: "highlight")
  ///       Route("login", "/login", to: [.present(Login.self, style: .sheet)])
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// An equal table in a file has the same canonical JSON and digest.
  ///
  /// - Parameters:
  ///   - tree: the scenes of a first launch, in the one-line notation of ``ScreenTree/Notation``. A
  ///     kind without parameters that stands only there needs no declaration.
  ///   - links: how links are read unless a route has its own rules.
  ///   - interceptors: host code asked for every request, in order; also for requests that it
  ///     opens.
  ///   - tasks: host code that may change the parameters of every screen that a route finds or
  ///     builds, in order.
  ///   - parts: ``DeclaredScreen``s, ``Route``s and ``RouteTable/Router``s, in any order, and the
  ///     app's ``ScreenCases``.
  /// - Throws: ``RouteTable/Mistakes`` with everything that is wrong, not only the first.
  public init(
    tree: String, links: RouteLink.Rules = RouteLink.Rules(), interceptors: [String] = [],
    tasks: [String] = [], @RouteTable.Builder parts: () -> [RouteTable.Part]
  ) throws(RouteTable.Mistakes) {
    var definition = RouteTableDefinition(tree: tree, interceptors: interceptors, tasks: tasks)
    definition.links = links
    var mistakes: [RouteTableMistakes.Mistake] = []
    var types: [String: ScreenType] = [:]
    var cases: [Cases] = []
    for part in parts() {
      switch part {
      case .route(let route): definition.routes.append(route)
      case .router(let router): definition.routers.append(router)
      case .cases(let screens): cases.append(screens)
      case .kind(let kind):
        definition.screens.append(kind.declaration)
        types[kind.declaration.kind] = kind.type
        mistakes += kind.strayDefaults
        guard let problem = kind.problem else { continue }
        let field = "screens.\(kind.declaration.kind).parameters"
        mistakes.append(RouteTableMistakes.Mistake(field: field, message: problem.description))
      }
    }
    do throws(RouteTableMistakes) {
      self = try RouteTable(definition)
    } catch {
      throw RouteTableMistakes(
        mistakes + error.mistakes, count: mistakes.count + error.count)
    }
    screenTypes = types
    mistakes += cases.flatMap(flaws)
    if !mistakes.isEmpty { throw RouteTableMistakes(mistakes, count: mistakes.count) }
  }

  /// A mistake for each kind without a case in the app's enum of screens. Kinds that a renderer
  /// draws by itself or that other code shows need no case.
  private func flaws(of cases: Cases) -> [RouteTableMistakes.Mistake] {
    var kinds = definition.screens.map(\.kind)
    var others: Set<String> = []
    for scene in initialScenes.scenes { scene.root.collectKinds(into: &kinds, &others) }
    return kinds.compactMap { kind in
      guard screen(kind)?.container?.isOfTheApp ?? true, !others.contains(kind),
        let flaw = cases.flaw(ofKind: kind, screenTypes[kind])
      else { return nil }
      return RouteTableMistakes.Mistake(field: "screens.\(kind)", message: flaw)
    }
  }

  /// Builds a table whose interceptors and tasks are named by cases of an enum:
  ///
  /// ```swift
  /// enum Gate: String { case maintenance, signedIn }
  /// try RouteTable(tree: "main/stack[feed]", interceptors: [Gate.maintenance]) { … }
  /// ```
  public init<Name: RawRepresentable<String>>(
    tree: String, links: RouteLink.Rules = RouteLink.Rules(), interceptors: [Name],
    tasks: [Name] = [], @RouteTable.Builder parts: () -> [RouteTable.Part]
  ) throws(RouteTable.Mistakes) {
    try self.init(
      tree: tree, links: links, interceptors: interceptors.map(\.rawValue),
      tasks: tasks.map(\.rawValue), parts: parts)
  }
}

extension RouteTable {
  /// One part of a table written in Swift.
  public enum Part: Hashable, Sendable {
    /// The declaration of a kind of screen.
    case kind(DeclaredScreen)
    /// A route.
    case route(Route)
    /// A router.
    case router(Router)
    /// The enum of the app's screens.
    case cases(Cases)
  }
}

/// ``RouteTable/Part``, as this package calls it.
package typealias RouteTablePart = RouteTable.Part

extension RouteTable {
  /// Collects the kinds, routes and routers of a table. A part that is written elsewhere, in a
  /// function or property marked `@RouteTable.Builder`, is included by its name.
  @resultBuilder
  public enum Builder: Sendable {
    /// A kind's declaration.
    public static func buildExpression(_ kind: DeclaredScreen) -> [RouteTable.Part] {
      [.kind(kind)]
    }

    /// A route.
    public static func buildExpression(_ route: Route) -> [RouteTable.Part] { [.route(route)] }

    /// A router.
    public static func buildExpression(_ router: Router) -> [RouteTable.Part] { [.router(router)] }

    /// The enum of the app's screens, which has a case for each kind.
    public static func buildExpression(_ cases: any ScreenCases.Type) -> [RouteTable.Part] {
      [.cases(Cases(cases))]
    }

    /// Parts that are written elsewhere.
    public static func buildExpression(_ parts: [RouteTable.Part]) -> [RouteTable.Part] { parts }

    /// No parts.
    public static func buildBlock() -> [RouteTable.Part] { [] }

    /// The first part.
    public static func buildPartialBlock(first: [RouteTable.Part]) -> [RouteTable.Part] { first }

    /// The parts so far and the next ones.
    public static func buildPartialBlock(
      accumulated: [RouteTable.Part], next: [RouteTable.Part]
    ) -> [RouteTable.Part] {
      accumulated + next
    }

    /// Parts under a condition.
    public static func buildOptional(_ parts: [RouteTable.Part]?) -> [RouteTable.Part] {
      parts ?? []
    }

    /// Parts of an `if`.
    public static func buildEither(first: [RouteTable.Part]) -> [RouteTable.Part] { first }

    /// Parts of an `else`.
    public static func buildEither(second: [RouteTable.Part]) -> [RouteTable.Part] { second }

    /// Parts of a loop.
    public static func buildArray(_ parts: [[RouteTable.Part]]) -> [RouteTable.Part] {
      parts.flatMap { $0 }
    }

    /// Parts behind an availability check.
    public static func buildLimitedAvailability(_ parts: [RouteTable.Part]) -> [RouteTable.Part] {
      parts
    }
  }
}

/// ``RouteTable/Builder``, as this package calls it.
package typealias RouteTableBuilder = RouteTable.Builder

extension RouteTable {
  /// A table of one screen and no route, for a session that decides nothing.
  package static var empty: RouteTable {
    do throws(RouteTableMistakes) {
      return try RouteTable(RouteTableDefinition(tree: "main"))
    } catch {
      preconditionFailure("a tree of one screen is a table: \(error)")
    }
  }
}

extension RouteTable {
  /// The enum of the app's screens, see ``ScreenCases``.
  public struct Cases: Hashable, Sendable {
    private let type: any ScreenCases.Type

    init(_ type: any ScreenCases.Type) { self.type = type }

    /// Why the enum has no case for a kind; nil when it has one.
    func flaw(ofKind name: String, _ screen: ScreenType?) -> String? {
      guard let found = type.findCase(named: name) else { return "\(type) has no case \(name)" }
      guard let held = found.held, held != screen?.swiftType else { return nil }
      let declared = screen.map { "\($0.swiftType)" } ?? "a kind without a type"
      return "\(name) is \(declared), and its case in \(type) holds \(held)"
    }

    /// Equal when the types are equal.
    public static func == (left: Self, right: Self) -> Bool { left.type == right.type }

    /// Hashes the type.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
  }
}

extension Subtree {
  /// Collects the kinds of a tree, and separately those that other code shows.
  fileprivate func collectKinds(
    into kinds: inout [String], _ others: inout Set<String>, isInside: Bool = false
  ) {
    let isForeign = isInside || ownership == .foreign
    if isForeign { others.insert(kind) }
    if !kinds.contains(kind) { kinds.append(kind) }
    for child in children { child.collectKinds(into: &kinds, &others, isInside: isForeign) }
    for screen in presented { screen.collectKinds(into: &kinds, &others, isInside: isInside) }
  }
}
