/// The route that a target fits, with its parameters; or a screen's own way of being reached.
public struct Match: Hashable, Sendable {
  /// The route's identifier; nil for a screen opened by its kind.
  public let route: String?
  /// The route's version.
  public let version: Int?
  /// The parameters that the target brought, typed where a screen of the destination declares them.
  public let parameters: Parameters
  /// What should be on screen.
  public let destination: Destination
  /// Host code to be asked, the route's own.
  public let interceptors: [String]
  /// Work to be accepted, the route's own.
  public let actions: [ActionTemplate]
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
