/// A screen as a host's views see it: its id, and the value of the type that declared its kind.
///
/// ```swift
/// switch node.kind {
/// case let product as Product: ProductView(id: product.id)
/// default: UnavailableView(node.name)
/// }
/// ```
public struct ScreenNode: Identifiable, Sendable {
  /// Its id in the tree.
  public let id: ScreenID
  /// The name of its kind.
  public let name: String
  /// The typed value. Nil when the table declares the kind without a type, and when a private value
  /// that the type needs is gone.
  public let kind: (any ScreenKind)?
  /// Its parameters, private ones revealed; those that are gone are missing.
  public let parameters: Parameters
}

extension ScreenNode: Hashable {
  /// Equal when they show the same screen with the same parameters.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.name.hasSameBytes(as: right.name)
      && left.parameters == right.parameters
  }

  /// Feeds the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension RouteSession.Display {
  /// A screen of the tree as a host's views see it; nil when no screen has that id.
  public func node(_ id: ScreenID) -> ScreenNode? {
    guard let screen = session.state.tree[id] else { return nil }
    let parameters = session.revealed(screen.parameters)
    return ScreenNode(
      id: id, name: screen.kind,
      kind: session.table.screenType(ofKind: screen.kind)?.value(of: parameters),
      parameters: parameters)
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
