#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

extension Entrance {
  /// A shortcut on the home screen.
  @MainActor
  public static func shortcutItem(_ item: UIApplicationShortcutItem) -> Entrance {
    .shortcutItem(item.type, info: ReceivedInfo(userInfo: item.userInfo ?? [:]))
  }
}

extension RouteSession {
  /// Opens what a shortcut on the home screen asks for.
  ///
  /// - Returns: at once; ``Opening/accepted`` is what the system wants to know.
  @MainActor
  @discardableResult
  public func open(
    _ item: UIApplicationShortcutItem, options: RouteRequest.Options = RouteRequest.Options()
  ) -> Opening {
    open(.shortcutItem(item), options: options)
  }
}
#endif
