#if canImport(ObjectiveC)
public import Foundation

extension Entrance {
  /// A link that the system or the user handed to the app.
  public static func url(_ url: URL) -> Entrance { .url(url.absoluteString) }
}

extension RouteSession {
  /// Opens a link that the system or the user handed to the app.
  ///
  /// - Returns: the opening, at once; return its ``Opening/accepted`` to the system.
  @discardableResult
  public func open(
    _ url: URL, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    open(.url(url), options: options)
  }
}
#endif
