/// A screen as a host's views see it: its id, and the value of the type that declared its kind.
///
/// ```swift
/// switch node.kind {
/// case let product as Product: ProductView(id: product.id)
/// default: UnavailableView(node.name)
/// }
/// ```
///
/// One that a view makes of a screen's value is wanted, and not on display: what
/// `NavigationLink(value:)` takes, and what a view appends to a path. ``StackPath`` opens it.
public struct ScreenNode: Identifiable, Sendable {
  /// Its id in the tree; 0, which no screen has, for one that is wanted.
  public let id: ScreenID
  /// The name of its kind.
  public let name: String
  /// The typed value. Nil when the table declares the kind without a type, and when a private value
  /// that the type needs is gone.
  public let kind: (any ScreenKind)?
  /// Its parameters, private ones revealed; those that are gone are missing.
  public let parameters: Parameters
  /// How it is presented over another screen; nil when it is not presented.
  public let presentation: PresentationStyle?
  /// Whether a request may dismiss it while it is presented: then the user may too.
  public let isDismissible: Bool
  /// The route by which it is wanted; nil when the one that leads to it is meant.
  let route: String?
}

extension ScreenNode {
  /// A screen that is wanted.
  ///
  /// - Parameters:
  ///   - screen: the screen's value.
  ///   - route: the identifier of the route to go by; nil for the one that leads there.
  public init(_ screen: some ScreenKind, by route: String? = nil) {
    // A value that cannot be encoded has no parameters; opening it fails and says why.
    let parameters = try? Parameters(encoding: screen)
    self.init(
      id: ScreenID(0), name: type(of: screen).kind, kind: screen, parameters: parameters ?? [:],
      presentation: nil, isDismissible: true, route: route)
  }

  /// A screen that is wanted by a route that a case of an enum names.
  public init<Name: RawRepresentable<String>>(_ screen: some ScreenKind, by route: Name) {
    self.init(screen, by: route.rawValue)
  }

  /// Whether it is wanted, and not on display.
  public var isWanted: Bool { id == ScreenID(0) }
}

extension ScreenNode: Hashable {
  /// Equal when they show the same screen with the same parameters, presented in the same way.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.name.hasSameBytes(as: right.name)
      && left.parameters == right.parameters && left.presentation == right.presentation
      && left.isDismissible == right.isDismissible
  }

  /// Feeds the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ScreenCases {
  /// The case of a screen; nil when no case has the name of its kind, and when a private value that
  /// the case needs is gone.
  public init?(_ node: ScreenNode) {
    // A screen whose parameters do not fit its case is none, as documented.
    guard let found = try? Self(named: node.name, node.parameters) else { return nil }
    self = found
  }
}

extension RouteSession.Display {
  /// A screen of the tree as a host's views see it; nil when no screen has that id.
  public func node(_ id: ScreenID) -> ScreenNode? {
    guard let screen = session.state.tree[id] else { return nil }
    let parameters = session.revealed(screen.parameters)
    let presenter = screen.parent.flatMap { session.state.tree[$0] }
    return ScreenNode(
      id: id, name: screen.kind,
      kind: session.table.screenType(ofKind: screen.kind)?.value(of: parameters),
      parameters: parameters,
      presentation: presenter?.presented == id ? presenter?.presentationStyle : nil,
      isDismissible: session.table.screen(screen.kind)?.isDismissible ?? true, route: nil)
  }

  /// The screens that a container holds, in order and without tombstones: the first of a stack is
  /// its root. None where the screen is gone, or holds none.
  ///
  /// - Parameter node: the container, such as a stack that is presented in a sheet.
  public func children(of node: ScreenNode) -> [ScreenNode] {
    let tree = session.state.tree
    let children = tree[node.id]?.children ?? []
    return children.filter { tree[$0]?.ownership.isUnknown == false }.compactMap(self.node)
  }

  /// The first screen of a kind in a scene, a visible one before a hidden one; nil when there is
  /// none. With ``children(of:)`` a view finds the root of a stack.
  ///
  /// - Parameters:
  ///   - name: the kind's name.
  ///   - scene: the scene; nil means whichever is active.
  public func node(named name: String, in scene: String? = nil) -> ScreenNode? {
    let screen = session.state.tree.firstScreen(in: scene) {
      $0.kind.hasSameBytes(as: name) && !$0.ownership.isUnknown
    }
    return screen.flatMap { node($0.id) }
  }
}

extension ScreenType {
  /// The screen that has these parameters; nil when they do not make one.
  fileprivate func value(of parameters: Parameters) -> (any ScreenKind)? {
    parameters.screen(of: swiftType)
  }
}

extension Parameters {
  fileprivate func screen<Kind: ScreenKind>(of type: Kind.Type) -> (any ScreenKind)? {
    // A screen whose parameters do not fit its kind has no typed value, as documented.
    try? decode(type)
  }
}
