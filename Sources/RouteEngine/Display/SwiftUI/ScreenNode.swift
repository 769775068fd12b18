/// A screen for a host's views: its id, and the value of the type that declared its kind.
///
/// ```swift
/// switch node.kind {
/// case let product as Product: ProductView(id: product.id)
/// default: UnavailableView(node.name)
/// }
/// ```
///
/// A node that a view makes from a screen's value is only wanted, and not on display.
/// `NavigationLink(value:)` takes such a node, a view can append it to a path, and ``StackPath``
/// opens it.
public struct ScreenNode: Identifiable, Sendable {
  /// Its id in the tree; for a wanted screen 0, which no screen has.
  public let id: ScreenID
  /// The name of its kind.
  public let name: String
  /// The typed value. Nil when the table declares the kind without a type, and when a private value
  /// that the type needs is gone.
  public let kind: (any ScreenKind)?
  /// Its parameters, private ones revealed; values that are gone are missing.
  public let parameters: Parameters
  /// The style in which it is presented over another screen; nil when it is not presented.
  public let presentation: PresentationStyle?
  /// Whether a request may dismiss it while it is presented; if so, the user may too.
  public let isDismissible: Bool
  /// The route by which it is wanted; nil for the one that leads to it.
  let route: String?
}

extension ScreenNode {
  /// A wanted screen.
  ///
  /// - Parameters:
  ///   - screen: the screen's value.
  ///   - route: the identifier of the route to use; nil for the one that leads there.
  public init(_ screen: some ScreenKind, by route: String? = nil) {
    // A value that cannot be encoded has no parameters; opening it fails and says why.
    let parameters = try? Parameters(encoding: screen)
    self.init(
      id: ScreenID(0), name: type(of: screen).kind, kind: screen, parameters: parameters ?? [:],
      presentation: nil, isDismissible: true, route: route)
  }

  /// A wanted screen, with its route named by a case of an enum.
  public init<Name: RawRepresentable<String>>(_ screen: some ScreenKind, by route: Name) {
    self.init(screen, by: route.rawValue)
  }

  /// Whether it is only wanted, and not on display.
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
  /// The case for a screen; nil when no case has the name of its kind, and when a private value
  /// that the case needs is gone.
  public init?(_ node: ScreenNode) {
    // A screen whose parameters do not fit its case has no case, as documented.
    guard let found = try? Self(named: node.name, node.parameters) else { return nil }
    self = found
  }
}

extension RouteSession.Display {
  /// A screen of the tree for a host's views; nil when no screen has that id.
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
  /// its root. Empty when the screen is gone or is not a container.
  ///
  /// - Parameter node: the container, for example a stack that is presented in a sheet.
  public func children(of node: ScreenNode) -> [ScreenNode] {
    let tree = session.state.tree
    let children = tree[node.id]?.children ?? []
    return children.filter { tree[$0]?.ownership.isUnknown == false }.compactMap(self.node)
  }

  /// The first screen of a kind in a scene, visible screens before hidden ones; nil when there is
  /// none. With ``children(of:)`` a view finds the root of a stack.
  ///
  /// - Parameters:
  ///   - name: the kind's name.
  ///   - scene: the scene; nil means the active one.
  public func node(named name: String, in scene: String? = nil) -> ScreenNode? {
    let screen = session.state.tree.firstScreen(in: scene) {
      $0.kind.hasSameBytes(as: name) && !$0.ownership.isUnknown
    }
    return screen.flatMap { node($0.id) }
  }
}

extension ScreenType {
  /// The screen with these parameters; nil when they do not fit the kind.
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
