/// The route that a target fits, with its parameters; or a screen's own way of being reached.
public struct Match: Sendable {
  /// What all matches of one route have in common.
  package let way: Way
  /// The parameters that the target brought, typed where a screen of the destination declares them.
  public let parameters: Parameters

  /// The route's identifier; nil for a screen opened by its kind.
  public var route: String? { way.route }
  /// The route's version.
  public var version: Int? { way.version }
  /// What should be on screen.
  public var destination: Destination { way.destination }
  /// Host code to be asked, the route's own.
  public var interceptors: [String] { way.interceptors }
  /// Work to be accepted, the route's own.
  public var actions: [ActionTemplate] { way.actions }
}

extension Match: Hashable {
  /// Equal when route, destination and parameters are.
  public static func == (left: Match, right: Match) -> Bool {
    left.parameters == right.parameters && left.route == right.route
      && left.version == right.version && left.destination == right.destination
      && left.interceptors == right.interceptors && left.actions == right.actions
  }

  /// Feeds the route and the parameters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(route)
    hasher.combine(parameters)
  }
}

/// A way of reaching a place, made once with the table: a match shares it instead of copying its
/// dozen parts, and its steps know their kinds without looking them up.
package final class Way: Sendable {
  let route: String?
  let version: Int?
  let destination: Destination
  let interceptors: [String]
  let actions: [ActionTemplate]
  /// The declarations of the steps' kinds, one for each step.
  let kinds: [DeclaredKind?]

  init(_ route: Route, kinds: [String: DeclaredKind]) {
    self.route = route.identifier
    version = route.version
    destination = route.destination
    interceptors = route.interceptors
    actions = route.actions
    self.kinds = route.destination.steps.map { kinds[$0.name] }
  }

  /// The way of a kind that is opened by its value: where it is, or else on the nearest stack.
  init(_ kind: DeclaredKind) {
    route = nil
    version = nil
    destination = Destination([Step(.push, kind.declaration.kind)])
    interceptors = []
    actions = []
    kinds = [kind]
  }
}

/// A declared kind of screen, made once with the table.
package final class DeclaredKind: Sendable {
  let declaration: ScreenDeclaration
  /// The parameters that tell two screens of the kind apart.
  let identityNames: [String]
  /// What all screens of the kind carry, and almost none of another kind.
  let tag: UInt64

  init(_ declaration: ScreenDeclaration) {
    self.declaration = declaration
    tag = Screen.tag(of: declaration.kind)
    identityNames = declaration.identityNames
  }

  /// Whether a screen is the one that these parameters mean.
  func isSame(_ screen: Screen, as parameters: Parameters) -> Bool {
    guard screen.kind == declaration.kind else { return false }
    for name in identityNames where screen.parameters[name] != parameters[name] { return false }
    return true
  }
}

/// Why a step cannot be given its parameters.
public struct PreparationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The screen's kind.
  public let kind: String
  /// The parameter.
  public let parameter: String
  /// What was expected.
  public let expected: String

  /// One line for a person.
  public var description: String { "\(kind) needs \(parameter): \(expected)" }
}
