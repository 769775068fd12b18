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
  /// Opens the target of a shortcut on the home screen.
  ///
  /// - Returns: the opening, at once; return its ``Opening/accepted`` to the system.
  @MainActor
  @discardableResult
  public func open(
    _ item: UIApplicationShortcutItem, options: RouteRequest.Options = RouteRequest.Options()
  ) -> Opening {
    open(.shortcutItem(item), options: options)
  }
}
#endif
