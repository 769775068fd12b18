/// All routes and all kinds of screens: immutable, with a digest. The same table can be written in
/// Swift and as a JSON file; both have the same canonical form.
public struct RouteTable: Sendable {
  /// The content of the table, ready for matching.
  private final class Storage: Sendable {
    let definition: RouteTableDefinition
    let initialScenes: TreeNotation
    let kinds: [String: DeclaredKind]
    let compiledRoutes: [CompiledRoute]
    let routes: [String: Int]
    let routesByKind: [String: [Int]]
    let types: [CaptureTypes]
    let patterns: [CompiledPattern]
    let pathPatterns: [PathPattern]
    let patternsByRoute: [Range<Int>]
    let linkStart: LinkStart
    let linkRewriter: LinkRewriter?
    let linkTests: [LinkTest]
    let queryReadings: [QueryReading]
    let capturesBesidePath: Bool
    let turnsOnTokens: Bool
    let bringsSecretsBesidePath: Bool
    let ruledItems: [[UInt8]]
    let index: PathIndex
    let routing: RouterGraph?
    let privatePlaces: PrivatePlaces
    let linkPlaces: PrivatePlaces
    let secretNames: [String]
    let asksInterceptors: Bool
    let leaving: [UInt64: [String]]
    let answering: [UInt64: [String]]
    let acting: [UInt64: [ActionTemplate]]
    let linkParameters: [String?]
    let openNames: [[String]]
    let asksSteps: Bool
    let followsLinks: Bool
    let hasActions: Bool
    let canonicalJSON: [UInt8]
    let digest: UInt64

    init(definition: RouteTableDefinition, _ compiled: DefinitionCheck.Compiled) {
      self.definition = definition
      initialScenes = compiled.scenes
      let kinds = compiled.screens.mapValues(DeclaredKind.init)
      self.kinds = kinds
      let compiledKinds = CompiledKinds(kinds: kinds, tasks: definition.tasks)
      compiledRoutes = definition.routes.map { CompiledRoute($0, in: compiledKinds) }
      routes = compiled.routes
      routesByKind = Self.routesByKind(compiledRoutes)
      types = compiled.types
      patterns = compiled.patterns
      pathPatterns = compiled.pathPatterns
      patternsByRoute = Self.ranges(of: compiled.patterns, routes: definition.routes.count)
      linkStart = compiled.linkStart
      linkRewriter = compiled.linkRewriter
      linkTests = compiled.linkTests
      capturesBesidePath = compiled.linkTests.contains { !$0.names.isEmpty || !$0.texts.isEmpty }
      queryReadings = definition.routes.map { QueryReading($0, definition.links) }
      bringsSecretsBesidePath = compiled.linkTests.flatMap(\.texts).contains { text in
        text.compiled.captures.contains { $0.secrecy == .secret }
      }
      turnsOnTokens =
        compiled.linkTests.contains { !$0.texts.isEmpty }
        || queryReadings.contains { $0.unreadable == .next }
      ruledItems = Set(linkTests.flatMap { $0.rules.map(\.name) })
        .sorted { $0.lexicographicallyPrecedes($1) }
      index = compiled.index
      routing =
        definition.routers.isEmpty
        ? nil : RouterGraph(definition.routers, indexes: compiled.routerIndexes)
      privatePlaces = compiled.privatePlaces
      linkPlaces = compiled.linkPlaces
      secretNames = definition.secretNames(types)
      linkParameters = definition.linkParameters(compiled.routes)
      followsLinks = linkParameters.contains { $0 != nil }
      openNames = definition.openNames(compiled.routes)
      leaving = definition.listsByTag(\.leaving)
      answering = definition.listsByTag(\.answers)
      asksInterceptors = definition.asksInterceptors
      let steps = definition.routes.flatMap(\.destination.allSteps)
      asksSteps = !definition.tasks.isEmpty || steps.contains(where: \.asksHostCode)
      acting = definition.listsByTag(\.actions)
      hasActions = !acting.isEmpty || definition.routes.contains { !$0.actions.isEmpty }
      canonicalJSON = definition.canonicalJSON
      digest = Digest64.hash(canonicalJSON)
    }

    /// For each route the range of its patterns among all patterns.
    private static func ranges(of patterns: [CompiledPattern], routes: Int) -> [Range<Int>] {
      var start = 0
      return (0..<routes).map { route in
        let end = patterns[start...].firstIndex { $0.route != route } ?? patterns.count
        defer { start = end }
        return start..<end
      }
    }

    /// The positions of the routes that end on a screen of each kind.
    private static func routesByKind(_ compiledRoutes: [CompiledRoute]) -> [String: [Int]] {
      var routes: [String: [Int]] = [:]
      for (position, compiled) in compiledRoutes.enumerated() {
        for kind in Set(compiled.lastSteps.filter { $0.kind != nil }.map(\.name)) {
          routes[kind, default: []].append(position)
        }
      }
      return routes
    }
  }

  private let storage: Storage
  /// Probable mistakes, at most the first thousand and a last one that says so. The table can be
  /// used, but a part of it will hardly work as intended. `route-replay check` prints them.
  public internal(set) var warnings: [RouteTable.Mistakes.Mistake] = []
  /// The types that kinds were declared with, by the kinds' names.
  var screenTypes: [String: ScreenType] = [:]

  /// Builds a table.
  ///
  /// - Throws: ``RouteTable/Mistakes`` with everything that is wrong, not only the first mistake.
  public init(_ definition: RouteTableDefinition) throws(RouteTable.Mistakes) {
    var check = DefinitionCheck(definition)
    let compiled = try check.compiled()
    var definition = definition
    definition.tree = compiled.treeNotation
    definition.routes = compiled.canonicalRoutes
    definition.screens = compiled.canonicalScreens
    storage = Storage(definition: definition, compiled)
    warnings = TableWarnings.all(of: self)
  }

  /// A copy of the table with other scenes for a first launch, in the one-line notation.
  package func beginning(with tree: String) throws(RouteTableMistakes) -> RouteTable {
    var definition = definition
    definition.tree = tree
    var table = try RouteTable(definition)
    table.screenTypes = screenTypes
    return table
  }

  /// The definition that the table was built from, in its canonical form.
  public var definition: RouteTableDefinition { storage.definition }
  /// The canonical JSON, UTF-8.
  public var canonicalJSON: [UInt8] { storage.canonicalJSON }
  /// The digest of the canonical JSON: XXH64.
  public var digest: UInt64 { storage.digest }
  /// The routes in the order written.
  public var routes: [Route] { storage.definition.routes }
  /// Host code asked for every request.
  public var interceptors: [String] { storage.definition.interceptors }
  /// The scenes that a first launch begins with.
  package var initialScenes: TreeNotation { storage.initialScenes }

  /// The declaration of a kind.
  public func screen(_ kind: String) -> ScreenDeclaration? { storage.kinds[kind]?.declaration }

  /// The route with that identifier.
  public func route(_ identifier: String) -> Route? {
    storage.routes[identifier].map { storage.definition.routes[$0] }
  }

  /// How screens of a kind hold children, for ``ScreenTree/Notation``.
  public func container(of kind: String) -> ContainerKind? {
    storage.kinds[kind]?.declaration.container
  }

  /// The tree in the one-line notation, without containers that the table declares.
  public func notation(of tree: ScreenTree) -> String { tree.notation(containers: container) }

  /// Whether any pattern captures a private parameter.
  var hasPrivateCaptures: Bool { !storage.privatePlaces.isEmpty }
  /// Whether a route follows a link in a parameter.
  var followsLinks: Bool { storage.followsLinks }
  /// The parameter with the link that a route follows; nil when it follows none.
  func linkParameter(ofRoute position: Int) -> String? { storage.linkParameters[position] }
  /// The undeclared parameters of a route that stay in clear, including those that it passes on.
  func openNames(ofRoute position: Int) -> [String] { storage.openNames[position] }
  /// The positions at which paths of its patterns become private.
  var privatePlaces: PrivatePlaces { storage.privatePlaces }
  var linkPlaces: PrivatePlaces { storage.linkPlaces }
  /// The names that some screen or route declares secret.
  package var secretNames: [String] { storage.secretNames }
  /// Whether any request can have interceptors to ask before it is carried out.
  var asksInterceptors: Bool { storage.asksInterceptors }
  /// The interceptors that are asked before screens leave, by the tags of their kinds.
  var leaving: [UInt64: [String]] { storage.leaving }
  var answering: [UInt64: [String]] { storage.answering }
  /// The actions that screens accept, by the tags of their kinds.
  var acting: [UInt64: [ActionTemplate]] { storage.acting }
  /// The interceptor that is asked about links before the match; nil when there is none.
  var linkRewriter: LinkRewriter? { storage.linkRewriter }
  /// Whether any step of a destination can have host code to ask.
  var asksSteps: Bool { storage.asksSteps }
  /// Whether any destination has actions.
  var hasActions: Bool { storage.hasActions }
  package func kind(_ name: String) -> DeclaredKind? { storage.kinds[name] }
  /// The Swift type that a kind was declared with, if it was.
  package func screenType(ofKind name: String) -> ScreenType? { screenTypes[name] }
  func compiledRoute(at index: Int) -> CompiledRoute { storage.compiledRoutes[index] }
  package var index: PathIndex { storage.index }
  /// The order in which routers are asked; nil when the table has no routers.
  package var routing: RouterGraph? { storage.routing }
  package func types(ofRoute index: Int) -> CaptureTypes { storage.types[index] }
  package func pattern(_ index: Int) -> CompiledPattern { storage.patterns[index] }
  /// The patterns of the route at a position in the table, in the order written.
  package func patterns(ofRoute index: Int) -> [PathPattern] {
    Array(storage.pathPatterns[storage.patternsByRoute[index]])
  }
  /// A pattern, read by the rules of its route and the table. It is stored apart from the
  /// ``CompiledPattern``, which a match copies.
  func pathPattern(_ index: Int) -> PathPattern { storage.pathPatterns[index] }
  /// The range of a link's path in its bytes, as patterns see it.
  @inline(__always)
  package func path(of link: RouteLink) -> Range<Int> {
    storage.linkStart.schemeHost == .host ? link.pathRange : storage.linkStart.path(of: link)
  }
  /// The test that a route applies to a link beside its path.
  package func linkTest(ofRoute index: Int) -> LinkTest {
    storage.linkTests.isEmpty ? LinkTest() : storage.linkTests[index]
  }
  /// Whether a link is a path alone, or has a host or scheme that the table names.
  func names(_ link: RouteLink) -> Bool { storage.linkStart.names(link) }
  /// Whether the table, or one of its routes, reads links to a host of the web.
  package func reads(webHost host: String) -> Bool {
    let name = host.utf8.map(RouteLink.Parser.small)
    let hosts = storage.linkStart.hosts
    return hosts.isEmpty || hosts.contains { $0.takes(name) }
      || storage.linkTests.contains { $0.hosts.contains { $0.takes(name) } }
  }
  /// Whether some route captures a label of the host, or a path in the fragment or a query item.
  var capturesBesidePath: Bool { storage.capturesBesidePath }
  /// Whether a path in the fragment or a query item can hold a secret.
  var bringsSecretsBesidePath: Bool { storage.bringsSecretsBesidePath }
  /// Whether a token beside the path can keep a link from its route, or lead it to another.
  var turnsOnTokens: Bool { storage.turnsOnTokens }
  /// How the queries of a route's links are read.
  @inline(__always)
  func queryReading(ofRoute index: Int) -> QueryReading { storage.queryReadings[index] }
  /// Whether `+` is a space in the query of a link that matches these routes: the first one
  /// decides. If the link matches none, the table's rule counts.
  package func plusIsSpace(inRoutes positions: [Int]) -> Bool {
    guard let first = positions.first else { return definition.links.plus == .space }
    return queryReading(ofRoute: first).plusIsSpace
  }
  /// Whether a link meets a route's requirements beside its path.
  @inline(__always)
  func takes(_ link: RouteLink, route index: Int) -> Bool {
    storage.linkTests.isEmpty || storage.linkTests[index].takes(link)
  }
  /// Whether some route has requirements for query items or the fragment.
  package var asksForItems: Bool {
    !storage.ruledItems.isEmpty || storage.linkTests.contains { $0.fragment != nil }
  }
  /// Whether some route has a requirement for query items of that name.
  func asksForItem(_ item: RouteLink.QueryItem) -> Bool {
    storage.ruledItems.contains(where: item.hasName)
  }
  /// The positions of the routes that end on a screen of each kind.
  var routesByKind: [String: [Int]] { storage.routesByKind }
  package func position(ofRoute identifier: String) -> Int? { storage.routes[identifier] }
}

extension RouteTable: Hashable {
  /// Equal when the canonical forms are equal.
  public static func == (left: RouteTable, right: RouteTable) -> Bool {
    left.canonicalJSON == right.canonicalJSON
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// A route table before it is checked, as a person wrote it.
public struct RouteTableDefinition: Hashable, Sendable {
  /// The scenes of a first launch, in the one-line notation.
  public var tree: String
  /// The kinds of screens. A kind without parameters that stands only in ``tree`` needs no
  /// declaration.
  public var screens: [ScreenDeclaration]
  /// The routes.
  public var routes: [Route]
  /// How links are read unless a route has its own rules.
  public var links = RouteLink.Rules()
  /// Host code asked for every request, in order.
  public var interceptors: [String]
  /// Host code that may change the parameters of every screen that a route finds or builds, in
  /// order.
  public var tasks: [String]
  /// Nodes that own routes and have children. Without routers all routes are asked at once.
  public var routers: [RouteTable.Router] = []

  /// A definition.
  public init(
    tree: String, screens: [ScreenDeclaration] = [], routes: [Route] = [],
    interceptors: [String] = [], tasks: [String] = []
  ) {
    self.tasks = tasks
    self.tree = tree
    self.screens = screens
    self.routes = routes
    self.interceptors = interceptors
  }
}

extension RouteTableDefinition {
  /// The names of the secrets of all screens, and of the routes' parameters that supply them.
  func secretNames(_ types: [CaptureTypes]) -> [String] {
    let names = types.flatMap(\.entries).filter { $0.secrecy == .secret }.map(\.name)
    return screens.flatMap(\.secretNames) + names
  }
}

/// How the queries of a route's links are read.
struct QueryReading: Sendable {
  /// Whether `+` is a space.
  let plusIsSpace: Bool
  /// Whether the fragment brings parameters, too.
  let readsFragment: Bool
  /// How to treat a link with an item that cannot be read as its type.
  let unreadable: RouteLink.Rules.Unreadable

  init(_ route: Route, _ rules: RouteLink.Rules) {
    plusIsSpace = (route.plus ?? rules.plus) == .space
    readsFragment = route.readsFragment
    unreadable = route.unreadable ?? rules.unreadable
  }
}

/// The declared types of the parameters that a route's links supply.
package struct CaptureTypes: Sendable {
  /// One name that a link can bring.
  package struct Entry: Sendable {
    package let name: String
    package let type: ParameterType
    package let secrecy: Secrecy
    /// Whether all screens can do without it.
    package let mayBeMissing: Bool
    /// The name in the form of parameters.
    let key: ParameterName

    init(name: String, type: ParameterType, secrecy: Secrecy, mayBeMissing: Bool = false) {
      (self.name, self.type, self.secrecy) = (name, type, secrecy)
      self.mayBeMissing = mayBeMissing
      key = ParameterName(name)
    }
  }

  /// All entries, sorted by the bytes of the names.
  package let entries: [Entry]

  /// The declared type of one name.
  package subscript(name: String) -> Entry? {
    entries.first { $0.name.hasSameBytes(as: name) }
  }

  /// The index of the entry with a name given as UTF-8, if its declared type is not text.
  func placeOfTyped(_ name: [UInt8]) -> Int? {
    for index in entries.indices where entries[index].key.text.elementsEqual(name) {
      if case .string = entries[index].type { return nil }
      return index
    }
    return nil
  }
}

/// One pattern of the index: the route it belongs to and what its captures mean.
package struct CompiledPattern: Sendable {
  /// The route's position in the table.
  package let route: Int
  /// One entry for each capture, from left to right.
  package let captures: [CaptureTypes.Entry]
  /// The positions of the captures in byte order of their names.
  package let order: [Int]

  /// Bits for the first captures that are texts: a match then copies no array.
  private let textBits: UInt64
  /// Whether one of the captures is a list.
  let hasLists: Bool
  /// Whether a case of an enum may be written in any letter case.
  let foldsCases: Bool

  init(route: Int, captures: [CaptureTypes.Entry], _ letterCase: LinkRules.LetterCase) {
    self.route = route
    foldsCases = letterCase == .ignored
    textBits = captures.prefix(64).enumerated().reduce(0) { bits, capture in
      capture.element.type == .string ? bits | 1 << UInt64(capture.offset) : bits
    }
    hasLists = captures.contains { !$0.type.isScalar }
    self.captures = captures
    order = captures.indices.sorted {
      captures[$0].name.utf8.lexicographicallyPrecedes(captures[$1].name.utf8)
    }
  }

  /// Whether a capture is text.
  @inline(__always)
  func isText(_ slot: Int) -> Bool {
    slot < 64 ? textBits & (1 &<< UInt64(slot)) != 0 : captures[slot].type == .string
  }
}
