// Names given as constants of the app's own types: enums with text as their raw value.

extension RouteRequest.Target {
  /// The route of that identifier, with its parameters.
  public static func route<Name: RawRepresentable<String>>(
    _ identifier: Name, _ parameters: Parameters = [:]
  ) -> RouteRequest.Target {
    .route(identifier.rawValue, parameters)
  }
}
