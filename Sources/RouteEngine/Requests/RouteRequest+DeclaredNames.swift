// Names as constants of the app's own types: an enum with text as its raw value.

extension RouteRequest.Target {
  /// The route of that identifier, with its parameters.
  public static func route<Name: RawRepresentable<String>>(
    _ identifier: Name, _ parameters: Parameters = [:]
  ) -> RouteRequest.Target {
    .route(identifier.rawValue, parameters)
  }
}
